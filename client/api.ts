// Made of GET /v1/openapi.json by `npm run client`. Not to be edited.

export interface paths {
    "/api/Blotter/GetBlotterOrderInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order with its executions and history
         * @description By OrderCode, or by AccountNo and ClOrdId. Codes: ORDER_NOT_FOUND, VALIDATION_ERROR.
         */
        post: operations["getBlotterOrderInfo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Blotter/OrderFixLogs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * FIX messages about an order, in journal order
         * @description Codes: ORDER_NOT_FOUND, INVALID_CURSOR, VALIDATION_ERROR.
         */
        get: operations["getOrderFixLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/get-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search orders
         * @description By all that is given. Code: VALIDATION_ERROR.
         */
        post: operations["getOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logos/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The logo itself
         * @description An image for web pages, without a credential: AAPL.svg. 404 LOGO_NOT_AVAILABLE.
         */
        get: operations["getLogoImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description An account token sees its own account alone. Codes: VALIDATION_ERROR, INVALID_CURSOR.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Open an account for a new user
         * @description Codes: VALIDATION_ERROR, INVALID_PHONE_NUMBER, JOINT_OWNER_REQUIRED. In the sandbox the end of the tax id decides the review (kyc.mode suffix): 0001 approved, 0002 rejected, 0003 manual review, 0004 more information wanted, anything else approved a moment later.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an account
         * @description Code: ACCOUNT_NOT_FOUND.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Close an empty account: the same as the close action
         * @description Codes: ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, ACCOUNT_HAS_BALANCE.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change an account, section by section
         * @description Objects are merged member by member, arrays take the place of arrays, what is left out stays. contact needs a phone_number. An account that is ACTION_REQUIRED is reviewed on after a change of contact or identity. Codes: VALIDATION_ERROR, IMMUTABLE_FIELD, INVALID_PHONE_NUMBER, ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, IDENTITY_LOCKED.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/v1/accounts/{accountId}/ach-relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List linked bank accounts, newest first
         * @description Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.
         */
        get: operations["listAchRelationships"];
        put?: never;
        /**
         * Link a bank account
         * @description Codes: INVALID_ROUTING_NUMBER, VALIDATION_ERROR, ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, ACCOUNT_CLOSED.
         */
        post: operations["createAchRelationship"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/ach-relationships/{achId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a linked bank account
         * @description Codes: ACCOUNT_NOT_FOUND, ACH_RELATIONSHIP_NOT_FOUND.
         */
        get: operations["getAchRelationship"];
        put?: never;
        post?: never;
        /**
         * Unlink a bank account
         * @description It stays listed as CANCELLED. Codes: ACCOUNT_NOT_FOUND, ACH_RELATIONSHIP_NOT_FOUND, ACCOUNT_CLOSED, ACH_RELATIONSHIP_NOT_APPROVED, ACH_RELATIONSHIP_IN_USE.
         */
        delete: operations["deleteAchRelationship"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/actions/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an empty account, for good
         * @description From any status; its tokens are revoked with it. Codes: ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, ACCOUNT_HAS_BALANCE (details: cash, open_positions, open_orders, pending_transfers).
         */
        post: operations["closeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ledger of an account, newest first
         * @description The sum of net_amount is its cash. Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.
         */
        get: operations["listActivities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cash and buying power
         * @description Unsettled cash does not count towards buying power; it settles as its day in `settlements` begins, 4:00 New York. Code: ACCOUNT_NOT_FOUND.
         */
        get: operations["getBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/documents/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a document of the owner
         * @description An account that is ACTION_REQUIRED is reviewed on. Codes: VALIDATION_ERROR, INVALID_DOCUMENT_TYPE, INVALID_DOCUMENT_CONTENT, ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, PAYLOAD_TOO_LARGE, DOCUMENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE.
         */
        post: operations["uploadDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/funding/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transfers, newest first
         * @description Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.
         */
        get: operations["listFundingActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/funding/activity/{activityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transfer
         * @description Codes: ACCOUNT_NOT_FOUND, FUNDING_ACTIVITY_NOT_FOUND.
         */
        get: operations["getFundingActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/funding/activity/{activityId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a transfer that is PENDING
         * @description Codes: ACCOUNT_NOT_FOUND, FUNDING_ACTIVITY_NOT_FOUND, ACCOUNT_CLOSED, TRANSFER_NOT_CANCELLABLE.
         */
        post: operations["cancelTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/funding/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move money in
         * @description A repeat of an idempotency key is answered 200 with the first transfer. Codes: VALIDATION_ERROR, INVALID_AMOUNT, ACCOUNT_NOT_FOUND, ACH_RELATIONSHIP_NOT_FOUND, IDEMPOTENCY_CONFLICT, ACCOUNT_NOT_ACTIVE, ACCOUNT_CLOSED, ACH_RELATIONSHIP_NOT_APPROVED, AMOUNT_OUT_OF_RANGE.
         */
        post: operations["createDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/funding/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move money out
         * @description The amount is reserved until the withdrawal settles, is cancelled or is returned; fee and withholdings come out of it. Codes: VALIDATION_ERROR, INVALID_AMOUNT, ACCOUNT_NOT_FOUND, ACH_RELATIONSHIP_NOT_FOUND, IDEMPOTENCY_CONFLICT, ACCOUNT_NOT_ACTIVE, ACCOUNT_CLOSED, ACH_RELATIONSHIP_NOT_APPROVED, AMOUNT_OUT_OF_RANGE, INSUFFICIENT_FUNDS, IRA_FIELDS_NOT_ALLOWED, IRA_DISTRIBUTION_REQUIRED.
         */
        post: operations["createWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tokens of an account, revoked and expired ones too, newest first
         * @description By limit and offset, or by cursor. Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.
         */
        get: operations["listAccountTokens"];
        put?: never;
        /**
         * Issue an account token
         * @description The secret is shown this once. Codes: VALIDATION_ERROR, INVALID_SCOPE, ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE (details.status), ACCOUNT_CLOSED.
         */
        post: operations["createAccountToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/keys/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an account token, at once
         * @description Whoever still uses it gets 401 KEY_REVOKED. Codes: ACCOUNT_NOT_FOUND, TOKEN_NOT_FOUND.
         */
        delete: operations["revokeAccountToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Codes: VALIDATION_ERROR, INVALID_SYMBOL, INVALID_CURSOR, ACCOUNT_NOT_FOUND.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description The answer is the order after it has met the market. A repeat of client_order_id is answered 200 with the stored order and the header Idempotent-Replayed. A refused order that has details.order_id is kept as rejected. In the sandbox the header X-Sandbox-Scenario asks for an outcome: fill, partial_then_rest, half_then_cancel, two_fills, slow_fill, no_fill or reject. Codes: VALIDATION_ERROR, INVALID_SYMBOL, INVALID_QUANTITY, INVALID_PRICE, UNSUPPORTED_ORDER_COMBINATION, SANDBOX_ONLY, ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, ACCOUNT_CLOSED, CLIENT_ORDER_ID_CONFLICT, TRADING_SUSPENDED, INSUFFICIENT_BUYING_POWER, INSUFFICIENT_POSITION, ASSET_NOT_TRADABLE, ASSET_NOT_FRACTIONABLE, ORDER_EXCEEDS_LIMIT, PRICE_OUT_OF_BAND, WASH_TRADE, NO_LIQUIDITY, EXCHANGE_CLOSED, TOO_LATE_TO_ENTER.
         */
        post: operations["placeOrder"];
        /**
         * Cancel all open orders of an account
         * @description Codes: ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED.
         */
        delete: operations["cancelAllOrders"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order
         * @description Codes: ACCOUNT_NOT_FOUND, ORDER_NOT_FOUND.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        /**
         * Cancel an order
         * @description Codes: ACCOUNT_NOT_FOUND, ORDER_NOT_FOUND, ACCOUNT_CLOSED, ORDER_NOT_OPEN, ORDER_CHANGE_PENDING.
         */
        delete: operations["cancelOrder"];
        options?: never;
        head?: never;
        /**
         * Change an open order
         * @description quantity is the new total, what is filled already included. Codes: VALIDATION_ERROR, INVALID_QUANTITY, INVALID_PRICE, UNSUPPORTED_ORDER_COMBINATION, ACCOUNT_NOT_FOUND, ORDER_NOT_FOUND, ACCOUNT_CLOSED, ORDER_NOT_OPEN, ORDER_CHANGE_PENDING, CLIENT_ORDER_ID_CONFLICT, TRADING_SUSPENDED, ORDER_NOT_REPLACEABLE, INSUFFICIENT_BUYING_POWER, INSUFFICIENT_POSITION, ASSET_NOT_FRACTIONABLE, ORDER_EXCEEDS_LIMIT, PRICE_OUT_OF_BAND.
         */
        patch: operations["replaceOrder"];
        trace?: never;
    };
    "/v1/accounts/{accountId}/orders/{orderId}/execution-quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How well an order was executed, against the quote that it found
         * @description Basis points with 4 places. slippage: of the average price from the arrival mid, above zero where it cost money; effective spread: twice that; price improvement: of the average price against the side of the quote that the order faced. Codes: ACCOUNT_NOT_FOUND, ORDER_NOT_FOUND.
         */
        get: operations["getExecutionQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/orders/{orderId}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fills of an order, and what became of them, oldest first
         * @description Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND, ORDER_NOT_FOUND.
         */
        get: operations["listExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/orders/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What an order would cost and hold, without placing it
         * @description The same checks as placing it, by the quote of the moment; nothing is journaled. estimated_* are null where nothing says what a share costs. Codes: VALIDATION_ERROR, INVALID_SYMBOL, INVALID_QUANTITY, INVALID_PRICE, UNSUPPORTED_ORDER_COMBINATION, SANDBOX_ONLY, ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, ACCOUNT_CLOSED, CLIENT_ORDER_ID_CONFLICT, TRADING_SUSPENDED, INSUFFICIENT_BUYING_POWER, INSUFFICIENT_POSITION, ASSET_NOT_TRADABLE, ASSET_NOT_FRACTIONABLE, ORDER_EXCEEDS_LIMIT, PRICE_OUT_OF_BAND, WASH_TRADE, NO_LIQUIDITY, EXCHANGE_CLOSED, TOO_LATE_TO_ENTER.
         */
        post: operations["previewOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/portfolio/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Equity at the end of each trading day, and now
         * @description Oldest first; the last point is the present trading day as it stands. Codes: VALIDATION_ERROR, ACCOUNT_NOT_FOUND.
         */
        get: operations["getPortfolioHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open positions
         * @description At live prices. Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.
         */
        get: operations["listPositions"];
        put?: never;
        post?: never;
        /**
         * Close all positions of an account with market orders
         * @description Open orders that hold the shares are cancelled first. What one position meets does not keep the others from being closed. Codes: ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED.
         */
        delete: operations["closeAllPositions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/positions/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The position in one symbol
         * @description Codes: ACCOUNT_NOT_FOUND, POSITION_NOT_FOUND.
         */
        get: operations["getPosition"];
        put?: never;
        post?: never;
        /**
         * Close a position with a market order
         * @description Open orders that hold its shares are cancelled first. Codes: ACCOUNT_NOT_FOUND, POSITION_NOT_FOUND, ACCOUNT_CLOSED, those of POST …/orders.
         */
        delete: operations["closePosition"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}/status-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the statuses that an account came through, oldest first
         * @description APPROVED, which an account passes on its way to ACTIVE, is seen here alone. Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.
         */
        get: operations["listAccountStatuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/accounts/{accountId}/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide the review of an account
         * @description Codes: VALIDATION_ERROR (also where the status leaves nothing to decide: details.status), ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED.
         */
        post: operations["decideKycByOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what, newest first
         * @description Codes: INVALID_CURSOR, VALIDATION_ERROR.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/corporate-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Splits and dividends of the live market, newest first
         * @description Codes: PARTNER_NOT_FOUND (no live partner), INVALID_SYMBOL, INVALID_CURSOR, VALIDATION_ERROR.
         */
        get: operations["listCorporateActionsByOperator"];
        put?: never;
        /**
         * Announce a split or a cash dividend in the live market
         * @description It takes effect as one of the sandbox does. Codes: PARTNER_NOT_FOUND (no live partner), INVALID_SYMBOL, VALIDATION_ERROR.
         */
        post: operations["announceCorporateActionByOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/end-of-day": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the trading day of every market: day orders expire, what is due settles
         * @description Of very many transfers that are due, proceeds of sales and dividends, some move on behind the answer. Code: VALIDATION_ERROR.
         */
        post: operations["endTradingDay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/executions/{executionId}/bust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a trade back, on both sides
         * @description Codes: EXECUTION_NOT_FOUND, EXECUTION_ALREADY_BUSTED, VALIDATION_ERROR (from before a split).
         */
        post: operations["bustExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/executions/{executionId}/correct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a trade another quantity or price, on both sides
         * @description Codes: EXECUTION_NOT_FOUND, EXECUTION_ALREADY_BUSTED, INVALID_QUANTITY, INVALID_PRICE, VALIDATION_ERROR.
         */
        post: operations["correctExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/exports/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The activities of all partners, or one, in a trading day, as CSV
         * @description All that was booked between the end of the trading day before and the end of this one: account after account, each in the order of the journal. RFC 4180 with a header line; columns may be added at the end. Accounts that a sandbox reset has left behind are not in it. Codes: PARTNER_NOT_FOUND, VALIDATION_ERROR.
         */
        get: operations["exportActivitiesOfPartners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/exports/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The executions of all partners, or one, in a trading day, as CSV
         * @description All that was booked between the end of the trading day before and the end of this one: account after account, each in the order of the journal. RFC 4180 with a header line; columns may be added at the end. Accounts that a sandbox reset has left behind are not in it. Codes: PARTNER_NOT_FOUND, VALIDATION_ERROR.
         */
        get: operations["exportExecutionsOfPartners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/fix/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** FIX sessions */
        get: operations["listFixSessions"];
        put?: never;
        /**
         * Create a FIX session, effective at once
         * @description What is left out is as fix.session_defaults of the configuration says. Codes: SESSION_ALREADY_EXISTS, PARTNER_NOT_FOUND, VALIDATION_ERROR.
         */
        post: operations["createFixSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/fix/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of a session
         * @description What is left out stays; enabled: false logs the client out. Codes: SESSION_NOT_FOUND, VALIDATION_ERROR.
         */
        patch: operations["changeFixSession"];
        trace?: never;
    };
    "/v1/admin/fix/sessions/{id}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log the client out
         * @description It may log on again at once: enabled: false keeps it out. Code: SESSION_NOT_FOUND.
         */
        post: operations["disconnectFixSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/fix/sessions/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages of a session, in journal order
         * @description Codes: SESSION_NOT_FOUND, INVALID_CURSOR, VALIDATION_ERROR.
         */
        get: operations["listFixMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/fix/sessions/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send reports again as new messages with PossResend(97)=Y
         * @description From one execution on, or from a moment on. Codes: SESSION_NOT_FOUND, EXECUTION_NOT_FOUND, VALIDATION_ERROR.
         */
        post: operations["replayFixSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/fix/sessions/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the next sequence numbers, 1 and 1 unless given
         * @description A client that is logged on is logged out first. Codes: SESSION_NOT_FOUND, VALIDATION_ERROR.
         */
        post: operations["resetFixSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/funding/{activityId}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a transfer back that the bank has returned
         * @description SENT, or SETTLED for 60 days at most, to RETURNED; what had moved moves back. Codes: FUNDING_ACTIVITY_NOT_FOUND, ACCOUNT_CLOSED, VALIDATION_ERROR (also where the status leaves nothing to return: details.status).
         */
        post: operations["returnTransferByOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the journal is */
        get: operations["getJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys of operators in use, or those of a partner
         * @description Without their secrets, and without those that were revoked. Codes: PARTNER_NOT_FOUND, INVALID_CURSOR, VALIDATION_ERROR.
         */
        get: operations["listKeysByOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key of an operator or of a partner, at once
         * @description A key may revoke itself. Code: KEY_NOT_FOUND.
         */
        delete: operations["revokeKeyByOperator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/kill-switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop or resume trading; stopping cancels open orders
         * @description Codes: PARTNER_NOT_FOUND, ACCOUNT_NOT_FOUND, SESSION_NOT_FOUND, VALIDATION_ERROR.
         */
        post: operations["setKillSwitch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/orders/{orderId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order without the client having asked
         * @description Codes: ORDER_NOT_FOUND, ORDER_NOT_OPEN, VALIDATION_ERROR.
         */
        post: operations["cancelOrderByOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partners, oldest first
         * @description Codes: INVALID_CURSOR, VALIDATION_ERROR.
         */
        get: operations["listPartners"];
        put?: never;
        /**
         * Create a partner with a first key
         * @description Its secret is shown this once. Codes: VALIDATION_ERROR, PARTNER_LIMIT_REACHED (8,192 markets: one of each sandbox partner, one of all live partners).
         */
        post: operations["createPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/partners/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue keys to a partner, in a batch
         * @description Their secrets are shown this once. Codes: PARTNER_NOT_FOUND, INVALID_SCOPE, VALIDATION_ERROR.
         */
        post: operations["createPartnerKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Commands that are held back because the engine has failed on them, oldest first */
        get: operations["listQuarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/quarantine/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Let a command through again, at once
         * @description Codes: NOT_FOUND. Where the bug is still there, the next such command ends the process.
         */
        delete: operations["liftQuarantine"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the quotes of the live market
         * @description The quotes stand there from now on: all of them, or none. Codes: PARTNER_NOT_FOUND (no live partner), INVALID_SYMBOL, INVALID_QUOTE, VALIDATION_ERROR.
         */
        post: operations["setQuotesByOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List a security in every market, at once
         * @description Nothing of it is quoted: it is worth its previous close until it trades or is quoted. A listing is for good. Codes: INVALID_SYMBOL (malformed), SYMBOL_ALREADY_LISTED, VALIDATION_ERROR.
         */
        post: operations["listSecurity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/symbols/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a security, or let it take new orders or none
         * @description What is left out stays as it is. Orders that are open stay open: a halt suspends them. Codes: INVALID_SYMBOL, VALIDATION_ERROR.
         */
        patch: operations["changeSecurity"];
        trace?: never;
    };
    "/v1/admin/symbols/{symbol}/halt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Halt a symbol in every market, or in one
         * @description Codes: INVALID_SYMBOL, PARTNER_NOT_FOUND, VALIDATION_ERROR.
         */
        post: operations["haltSymbolByOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/symbols/{symbol}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a symbol trade again
         * @description Codes: INVALID_SYMBOL, PARTNER_NOT_FOUND, VALIDATION_ERROR.
         */
        post: operations["resumeSymbolByOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/accounts/{accountId}/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide the review of an account, as a reviewer would
         * @description Codes: VALIDATION_ERROR (also where the status leaves nothing to decide: details.status), SANDBOX_ONLY, ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED.
         */
        post: operations["decideKyc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/ach-relationships/{achId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a bank link that is PENDING
         * @description Codes: SANDBOX_ONLY, ACH_RELATIONSHIP_NOT_FOUND, ACCOUNT_CLOSED, VALIDATION_ERROR.
         */
        post: operations["decideAchRelationship"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The clock of the sandbox market
         * @description Code: SANDBOX_ONLY.
         */
        get: operations["getSandboxClock"];
        put?: never;
        /**
         * Move the clock of the sandbox market
         * @description Everything that is due on the way happens, in time order: sessions, auctions, expiries, settlement, transfers, corporate actions. Answers once all of it is durable. 400 VALIDATION_ERROR. 400 INVALID_CLOCK: backwards, further than ten years, or no such duration.
         */
        post: operations["setSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/corporate-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Splits and dividends of the market, newest first
         * @description Codes: SANDBOX_ONLY, INVALID_SYMBOL, INVALID_CURSOR, VALIDATION_ERROR.
         */
        get: operations["listCorporateActions"];
        put?: never;
        /**
         * Announce a split or a cash dividend
         * @description It takes effect when its trading day begins: a split changes positions, gtc orders, prices and the quote; a dividend is due to whoever held shares at the end of the day before `ex_date`, and is posted as `DIVIDEND` when `pay_date` begins. Codes: SANDBOX_ONLY, INVALID_SYMBOL, VALIDATION_ERROR.
         */
        post: operations["announceCorporateAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/fill-models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How the quote fills the orders of a symbol or an account
         * @description Codes: VALIDATION_ERROR, INVALID_SYMBOL, ACCOUNT_NOT_FOUND.
         */
        post: operations["setFillModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/funding/{activityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue, send, settle or return a transfer
         * @description queue: PENDING to QUEUED; send: QUEUED to SENT; settle: SENT to SETTLED; return: SENT or SETTLED to RETURNED. Codes: SANDBOX_ONLY, FUNDING_ACTIVITY_NOT_FOUND, ACCOUNT_CLOSED, VALIDATION_ERROR.
         */
        post: operations["moveTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/halts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Halt a symbol, or let it trade again
         * @description While a symbol is halted nothing trades in it and no stop triggers. Its orders are `suspended`, new ones too; they can be replaced and cancelled. When it resumes they come back in their order, and whatever crosses trades. Codes: SANDBOX_ONLY, INVALID_SYMBOL, VALIDATION_ERROR.
         */
        post: operations["haltSymbol"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/orders/{orderId}/fill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill an order, also one that was cancelled
         * @description A trade with the house at a price that the order allows; the quote and other orders are not touched. An order that was cancelled or has expired stays so with more filled: what a venue had filled before it cancelled, told late. Codes: SANDBOX_ONLY, ORDER_NOT_FOUND, ACCOUNT_CLOSED, ORDER_NOT_OPEN (filled or rejected), INVALID_QUANTITY, ASSET_NOT_FRACTIONABLE, INVALID_PRICE, VALIDATION_ERROR.
         */
        post: operations["fillOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the top of the simulated book
         * @description The quotes stand there from now on: all of them, or none. Codes: SANDBOX_ONLY, INVALID_SYMBOL, INVALID_QUOTE, VALIDATION_ERROR.
         */
        post: operations["setQuotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the replay is
         * @description Code: SANDBOX_ONLY.
         */
        get: operations["getReplay"];
        put?: never;
        /**
         * Replay quotes from a CSV file
         * @description Content-Type text/csv, at most 8 MiB of lines `timestamp,symbol,bid,ask,bid_size,ask_size`, in time order, not before the clock of the market, which goes along and then stands. Without `speed` it answers 200 when all is done; with it 202 at once, and the replay takes its time. A wrong line is a 400 that names it, and nothing changes. Codes: SANDBOX_ONLY, INVALID_SYMBOL, INVALID_QUOTE, INVALID_CLOCK (earlier than the clock), VALIDATION_ERROR (also while a replay is under way).
         */
        post: operations["replayQuotes"];
        /**
         * Stop the replay
         * @description Code: SANDBOX_ONLY.
         */
        delete: operations["stopReplay"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the sandbox anew, with the accounts of a fixture
         * @description Open orders are cancelled (Text "sandbox reset"); accounts, orders, executions, activities and documents from before answer 404, and client_order_ids may be used again. Books, quotes, halts, fill models and corporate actions are as at first; the clock runs, from where it stood. API keys and FIX sessions stay, account tokens end, and so do event streams, with `event: reset`. Ids of a fixture are the same each time. 400 VALIDATION_ERROR; 403 SANDBOX_ONLY; 429 RATE_LIMIT_EXCEEDED: ten times a minute.
         */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dev/sandbox/volatility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the quote of a symbol walk
         * @description It walks from where it stands. Codes: VALIDATION_ERROR, INVALID_SYMBOL.
         */
        post: operations["setVolatility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the record of a document
         * @description Code: DOCUMENT_NOT_FOUND.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the file itself
         * @description Code: DOCUMENT_NOT_FOUND.
         */
        get: operations["getDocumentContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a document by e-mail
         * @description It waits in the outbox: nothing sends it yet, of live partners neither. Codes: VALIDATION_ERROR, DOCUMENT_NOT_FOUND.
         */
        post: operations["emailDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List documents, newest first
         * @description Statements, confirmations and tax statements of all trading days that have ended are among them. Codes: VALIDATION_ERROR, INVALID_DATE_RANGE, INVALID_CURSOR, INVALID_DOCUMENT_TYPE.
         */
        post: operations["listDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Types of documents */
        get: operations["listDocumentTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/w9": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a user's form W-9
         * @description Ask again until it is COMPLETED or FAILED. Codes: VALIDATION_ERROR, USER_NOT_FOUND, ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED.
         */
        post: operations["requestW9"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/w9/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of a request for a W-9
         * @description Code: W9_REQUEST_NOT_FOUND.
         */
        get: operations["getW9Request"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The activities of a trading day, as CSV
         * @description All that was booked between the end of the trading day before and the end of this one: account after account, each in the order of the journal. RFC 4180 with a header line; columns may be added at the end. Accounts that a sandbox reset has left behind are not in it. Code: VALIDATION_ERROR.
         */
        get: operations["exportActivities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The executions of a trading day, as CSV
         * @description All that was booked between the end of the trading day before and the end of this one: account after account, each in the order of the journal. RFC 4180 with a header line; columns may be added at the end. Accounts that a sandbox reset has left behind are not in it. Code: VALIDATION_ERROR.
         */
        get: operations["exportExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Health of the gateway */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health/latency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How long answers take */
        get: operations["getLatency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process runs; no dependency is asked */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The gateway takes work */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys in use
         * @description Without their secrets, and without those that were revoked. Codes: VALIDATION_ERROR, INVALID_CURSOR.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description The secret is shown this once. keys:manage is another name of admin:keys. Codes: VALIDATION_ERROR, INVALID_SCOPE.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key, at once
         * @description A key may revoke itself. Code: KEY_NOT_FOUND.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/logs/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests of the partner as server-sent events
         * @description Live, unless since_id, since or the header Last-Event-ID says where to begin: then first what is kept from there on. Filters are ANDed. The request for a log stream is not in the log. Who takes nothing for 30 seconds, leaves 1 MiB unread, or falls behind what is kept, is sent `event: overflow` and cut. A reset of the sandbox ends the stream with `event: reset`. The stream ends within a second when its key is revoked or past its end. Codes: VALIDATION_ERROR (also since and since_id together); 410 EVENT_ID_EXPIRED with details.oldest_sequence; 429 RATE_LIMIT_EXCEEDED: too many open streams.
         */
        get: operations["streamRequestLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/balance-sheet/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Balance sheet, income and cash flow
         * @description The symbol is a ticker, or * and a CUSIP or ISIN. Sample data. 400 VALIDATION_ERROR, INVALID_SYMBOL. 404 NO_FINANCIAL_DATA: a fund, or nothing is known.
         */
        get: operations["getFinancialStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trading days and their hours
         * @description The calendar covers 2000 to 2099. 400 INVALID_DATE_RANGE: malformed, reversed or outside of it. 400 VALIDATION_ERROR, INVALID_CURSOR.
         */
        get: operations["getTradingCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/cash-dividends/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cash dividends
         * @description The symbol is a ticker, or * and a CUSIP or ISIN. Sample data from 2016 on, and what was announced (special). 400 INVALID_SYMBOL. 400 INVALID_DATE_RANGE: malformed, reversed, or excludingTo without excludingFrom. 404 SYMBOL_NOT_FOUND: listed, and nothing is known of it.
         */
        get: operations["listDividends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the exchange is open */
        get: operations["getMarketClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/company-profile/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A company or fund
         * @description 400 INVALID_SYMBOL: malformed or not listed. 404 SYMBOL_NOT_FOUND: listed, and nothing is known of it.
         */
        get: operations["getCompanyProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/historical/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * End-of-day prices
         * @description Prices go back to 2016. 400 INVALID_SYMBOL, 400 INVALID_DATE_RANGE: malformed or reversed. 404 SYMBOL_NOT_FOUND: no past is known.
         */
        get: operations["getHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/logos/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the logo is
         * @description A generated monogram. 400 INVALID_SYMBOL. 404 LOGO_NOT_AVAILABLE: no logo is on file.
         */
        get: operations["getLogo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/news/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * News and corporate actions
         * @description Sample data. 400 VALIDATION_ERROR, INVALID_SYMBOL. 404 SYMBOL_NOT_FOUND: listed, and nothing is known of it.
         */
        get: operations["listNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/options/chain/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The contracts of an expiration
         * @description 400 INVALID_SYMBOL: malformed or not listed. 400 NON_OPTIONABLE_TICKER: no options are listed on it. 400 INVALID_EXPIRATION: missing, malformed or not one of the expirations.
         */
        get: operations["getOptionChain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/options/expirations/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When options expire
         * @description Fridays, and the Thursday where a Friday is a holiday. 400 VALIDATION_ERROR. 400 INVALID_SYMBOL: malformed or not listed. 400 NON_OPTIONABLE_TICKER: no options are listed on it.
         */
        get: operations["listOptionExpirations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/options/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All contracts of some underlyings
         * @description 400 SYMBOLS_REQUIRED: none is named. 400 TOO_MANY_SYMBOLS: more than 30. 400 INVALID_SYMBOL: one is malformed or not listed. 400 NON_OPTIONABLE_TICKER: there are no options on any of them.
         */
        get: operations["lookUpOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/options/strikes/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The strikes of an expiration
         * @description 400 INVALID_SYMBOL: malformed or not listed. 400 NON_OPTIONABLE_TICKER: no options are listed on it. 400 INVALID_EXPIRATION: missing, malformed or not one of the expirations.
         */
        get: operations["listOptionStrikes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/real-time/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The present quote
         * @description Served at any hour; with market.enforce_hours in regular hours alone, else 409 MARKET_CLOSED with details.next_open. 400 INVALID_SYMBOL: malformed or not listed. 404 SYMBOL_NOT_FOUND: neither quoted nor traded.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/reference/equity-security-master": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the security master
         * @description By symbol. The next page is asked for with offset, or with next_cursor as cursor. 400 VALIDATION_ERROR, INVALID_CURSOR.
         */
        post: operations["searchSecurities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/reference/industries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The industries of the sectors */
        get: operations["listIndustries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/reference/sector-symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tradable symbols of a sector
         * @description In order of symbol; X-Total-Count has how many there are on all pages. 400 VALIDATION_ERROR. 400 INVALID_SECTOR: not one of the sectors.
         */
        post: operations["listSectorSymbols"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/reference/sectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The eleven sectors of the GICS */
        get: operations["listSectors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/reference/symbol-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Securities by symbol
         * @description 400 VALIDATION_ERROR. 400 SYMBOLS_REQUIRED: none is named. 400 TOO_MANY_SYMBOLS: more than 100. 400 INVALID_SYMBOL: one is malformed; a well-formed one that is not known is null.
         */
        post: operations["getSecurities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/marketdata/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live market data as server-sent events
         * @description Begins with the present state of every symbol, then tells what changes, at most every 50 ms a symbol; a client that reads slowly gets the newest state of each symbol and loses none of them. Nothing is kept for a client that is away: a new stream begins anew, whatever its Last-Event-ID says. Who takes nothing for 30 seconds, or leaves 1 MiB unread, is sent `event: overflow` and cut. A reset of the sandbox ends the stream with `event: reset`. The stream ends within a second when its key is revoked or past its end. 400 INVALID_SYMBOL, SYMBOLS_REQUIRED, TOO_MANY_SYMBOLS. 429 RATE_LIMIT_EXCEEDED: too many open streams.
         */
        get: operations["streamMarketData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description Code: USER_NOT_FOUND.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a further account of a user who has passed the review, active at once
         * @description Who the user is comes from the first account, and so does each section that is left out. Codes: VALIDATION_ERROR, IDENTITY_NOT_ALLOWED, JOINT_OWNER_REQUIRED, INVALID_PHONE_NUMBER, USER_NOT_FOUND, USER_KYC_NOT_APPROVED.
         */
        post: operations["createFurtherAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description All of them, oldest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description It is sent what happens from now on, signed as Standard Webhooks says; the secret is shown this once. Codes: INVALID_URL, INVALID_EVENT, WEBHOOK_LIMIT_REACHED (20 of a partner), VALIDATION_ERROR.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Without its secret. Code: WEBHOOK_NOT_FOUND.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Delivery stops at once; what was outstanding is dropped. Code: WEBHOOK_NOT_FOUND.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Only what is sent changes. Disabled: what happens meanwhile is recorded as skipped, retries wait. Active again: retries of the last five days go on. Codes: WEBHOOK_NOT_FOUND, INVALID_URL, INVALID_EVENT, VALIDATION_ERROR.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List delivery attempts
         * @description Newest first, of the last 30 days. Codes: WEBHOOK_NOT_FOUND, INVALID_EVENT, VALIDATION_ERROR, INVALID_CURSOR.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event once more
         * @description One further attempt, without retries of its own, begun at once where fewer than four are under way; webhook-id stays the same. Codes: WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new secret
         * @description Deliveries carry a signature of each secret for 24 hours, of ten secrets at most. Code: WEBHOOK_NOT_FOUND.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test delivery
         * @description One attempt to deliver webhook.test, within 10 seconds, and what became of it: 200 also when the receiver failed, and when the webhook is disabled. Its sequence is that of the partner's last event. Codes: WEBHOOK_NOT_FOUND; 429 RATE_LIMIT_EXCEEDED: 20 tests of the partner are under way.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events as server-sent events
         * @description All events of the partner, whether or not a webhook asks for them. Begins behind Last-Event-ID, `since_id` or `since`, else with what happens next; then goes on without a gap and without telling anything twice. Who leaves 1 MiB unread, or takes nothing for 30 seconds, is sent `event: overflow` and cut, and goes on by id. A reset of the sandbox ends the stream with `event: reset`. The stream ends within a second when its key is revoked or past its end, and when the gateway ends: whatever ends it, connect again with the last id as Last-Event-ID (an EventSource does; many generated clients take an end for the end). 400 VALIDATION_ERROR, INVALID_EVENT. 404 ACCOUNT_NOT_FOUND. 410 EVENT_ID_EXPIRED: older than what is kept. 429 RATE_LIMIT_EXCEEDED: too many open streams.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "account.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An account was closed
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["account.closed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.kyc_approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * kyc_status becomes APPROVED, at creation too
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["account.kyc_approved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.kyc_rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * kyc_status becomes REJECTED, at creation too
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["account.kyc_rejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of an account moved on after its creation
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["account.status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funding.ach_relationship_approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A bank link was approved, at its creation too
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["funding.ach_relationship_approved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funding.ach_relationship_created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A bank was linked
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["funding.ach_relationship_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funding.ach_relationship_rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A bank link was rejected, at its creation too
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["funding.ach_relationship_rejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funding.ach_relationship_removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A bank link was removed
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["funding.ach_relationship_removed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funding.deposit_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A deposit has settled
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["funding.deposit_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funding.deposit_returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A deposit was returned
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["funding.deposit_returned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funding.transfer_cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A transfer was cancelled
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["funding.transfer_cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funding.withdrawal_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A withdrawal has settled
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["funding.withdrawal_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funding.withdrawal_returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A withdrawal was returned
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["funding.withdrawal_returned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was cancelled or has expired: status and cancel_reason tell
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["order.cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.execution_corrected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A fill was busted or corrected
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["order.execution_corrected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.filled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The last fill of an order
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["order.filled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.partially_filled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A fill that leaves a rest
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["order.partially_filled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was refused: reject_reason tells why
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["order.rejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.replaced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A change of an order took effect
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["order.replaced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was accepted
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["order.submitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The test operation; delivered whatever the webhook lists
         * @description Signed as Standard Webhooks says, delivered at least once; the order of arrival is not that of `sequence`. A 2xx within 15 seconds is success, everything else is tried again; 410 disables the webhook.
         */
        post: operations["webhook.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Account
         * @example {
         *       "id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
         *       "account_number": "410028817",
         *       "user_id": "0192b6bf-7c1b-8f7e-9a55-1b2a3c4d5e6f",
         *       "status": "ACTIVE",
         *       "kyc_status": "APPROVED",
         *       "kyc_results": {
         *         "summary": "pass",
         *         "reject": [],
         *         "additional_information": null
         *       },
         *       "currency": "USD",
         *       "last_equity": "0.00",
         *       "created_at": "2026-11-20T15:04:05.123Z",
         *       "updated_at": "2026-11-20T15:04:05.140Z",
         *       "account_type": "individual",
         *       "enabled_assets": [
         *         "equity"
         *       ],
         *       "contact": {
         *         "email_address": "jane@example.com",
         *         "phone_number": "+15125550100",
         *         "street_address": [
         *           "1 Main St"
         *         ],
         *         "city": "Austin",
         *         "state": "TX",
         *         "postal_code": "78701",
         *         "country": "US"
         *       },
         *       "identity": {
         *         "given_name": "Jane",
         *         "family_name": "Doe",
         *         "date_of_birth": "1990-01-01",
         *         "tax_id": "***-**-0001",
         *         "tax_id_type": "US_SSN"
         *       },
         *       "disclosures": {
         *         "is_control_person": false,
         *         "is_affiliated_exchange_or_finra": false,
         *         "is_politically_exposed": false,
         *         "immediate_family_exposed": false
         *       },
         *       "agreements": [
         *         {
         *           "agreement": "customer_agreement",
         *           "signed_at": "2026-11-20T15:00:00.000Z",
         *           "ip_address": "203.0.113.7"
         *         }
         *       ],
         *       "investment_profile": {
         *         "risk_tolerance": "moderate",
         *         "investment_objective": "growth",
         *         "time_horizon": "average"
         *       },
         *       "trusted_contact": null,
         *       "employment": null,
         *       "joint_owner": null,
         *       "trading_configurations": {
         *         "fractional_trading": true,
         *         "extended_hours": true,
         *         "suspend_trade": false,
         *         "max_order_notional": null
         *       },
         *       "registered_rep_code": null,
         *       "advisor_code": null,
         *       "discretionary_account": false,
         *       "dividend_reinvestment": false,
         *       "corr_metadata": "cust-77",
         *       "closed_at": null
         *     }
         */
        Account: {
            account_number: string;
            account_type: string;
            advisor_code: string | null;
            agreements: {
                agreement?: string;
                ip_address?: string;
                revision?: string;
                signed_at?: string;
            }[];
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            closed_at: string | null;
            contact: {
                city?: string;
                country?: string;
                email_address?: string;
                phone_number?: string;
                postal_code?: string;
                state?: string;
                street_address?: string[];
                unit?: string;
            };
            corr_metadata: string | null;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            created_at: string;
            currency: string;
            disclosures: {
                control_person_company_name?: string;
                immediate_family_exposed?: boolean;
                is_affiliated_exchange_or_finra?: boolean;
                is_control_person?: boolean;
                is_politically_exposed?: boolean;
                is_spouse_affiliated_finra?: boolean;
            };
            discretionary_account: boolean;
            dividend_reinvestment: boolean;
            employment: {
                employer_address?: string;
                employer_name?: string;
                employment_position?: string;
                employment_status?: string;
            } | null;
            enabled_assets: string[];
            /** Format: uuid */
            id: string;
            identity: {
                country_of_birth?: string;
                country_of_citizenship?: string;
                country_of_tax_residence?: string;
                date_of_birth?: string;
                family_name?: string;
                funding_source?: string[];
                given_name?: string;
                middle_name?: string;
                tax_id?: string;
                tax_id_type?: string;
            };
            investment_profile: {
                annual_income_max?: string;
                annual_income_min?: string;
                investment_objective?: string;
                liquid_net_worth_max?: string;
                liquid_net_worth_min?: string;
                risk_tolerance?: string;
                time_horizon?: string;
                total_net_worth_max?: string;
                total_net_worth_min?: string;
            } | null;
            joint_owner: {
                contact?: {
                    city?: string;
                    country?: string;
                    email_address?: string;
                    phone_number?: string;
                    postal_code?: string;
                    state?: string;
                    street_address?: string[];
                    unit?: string;
                };
                identity?: {
                    country_of_birth?: string;
                    country_of_citizenship?: string;
                    country_of_tax_residence?: string;
                    date_of_birth?: string;
                    family_name?: string;
                    funding_source?: string[];
                    given_name?: string;
                    middle_name?: string;
                    tax_id?: string;
                    tax_id_type?: string;
                };
            } | null;
            kyc_results: {
                additional_information: string | null;
                reject: string[];
                summary: string;
            } | null;
            kyc_status: string;
            /** @description dollars and cents as a string */
            last_equity: string;
            registered_rep_code: string | null;
            status: string;
            trading_configurations: {
                extended_hours: boolean;
                fractional_trading: boolean;
                /** @description dollars and cents as a string */
                max_order_notional: string | null;
                suspend_trade: boolean;
            };
            trusted_contact: {
                city?: string;
                country?: string;
                email_address?: string;
                family_name?: string;
                given_name?: string;
                phone_number?: string;
                postal_code?: string;
                state?: string;
                street_address?: string[];
            } | null;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            updated_at: string;
            /** Format: uuid */
            user_id: string;
        };
        /**
         * ACH relationship
         * @example {
         *       "id": "0f8fad5b-d9cb-869f-a165-70867728950e",
         *       "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
         *       "status": "APPROVED",
         *       "bank_account_owner_name": "Jane Doe",
         *       "bank_account_type": "CHECKING",
         *       "bank_name": "First Bank",
         *       "bank_account_last4": "6789",
         *       "bank_routing_number": "121000358",
         *       "rejection_reason": null,
         *       "created_at": "2026-11-20T15:04:05.123Z",
         *       "updated_at": "2026-11-20T15:04:05.123Z",
         *       "cancelled_at": null
         *     }
         */
        AchRelationship: {
            /** Format: uuid */
            account_id: string;
            bank_account_last4: string;
            bank_account_owner_name: string;
            bank_account_type: string;
            bank_name: string | null;
            bank_routing_number: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            cancelled_at: string | null;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            created_at: string;
            /** Format: uuid */
            id: string;
            rejection_reason: string | null;
            status: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            updated_at: string;
        };
        /** Activity */
        Activity: {
            /** Format: uuid */
            account_id: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            created_at: string;
            /** Format: uuid */
            execution_id: string | null;
            /** Format: uuid */
            funding_activity_id: string | null;
            /** Format: uuid */
            id: string;
            /** @description dollars and cents as a string */
            net_amount: string;
            /** Format: uuid */
            order_id: string | null;
            /** @description a decimal as a string */
            price: string | null;
            /** @description shares; FILL: that were traded; ADJUSTMENT: by how much the position changed, below zero where it shrank; DIVIDEND: that it was paid for */
            quantity: string | null;
            /** @description increasing, with gaps */
            sequence: number;
            symbol: string | null;
            type: string;
        };
        /**
         * Document
         * @example {
         *       "id": "0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f",
         *       "account_id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
         *       "account_number": "410028817",
         *       "document_type": "account_statement",
         *       "document_sub_type": "monthly",
         *       "name": "Account statement 2026-10",
         *       "date": "2026-10-31",
         *       "mime_type": "application/pdf",
         *       "size_bytes": 6120,
         *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "created_at": "2026-10-30T20:00:00.000Z"
         *     }
         */
        Document: {
            /** Format: uuid */
            account_id: string;
            account_number: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            created_at: string;
            /**
             * Format: date
             * @description of what it is about: the last day of the month or the year, the trade date; else when it came
             */
            date: string;
            document_sub_type: string | null;
            document_type: string;
            /** Format: uuid */
            id: string;
            mime_type: string;
            name: string;
            sha256: string;
            size_bytes: number;
        };
        /** Error */
        Error: {
            error: {
                code: string;
                details?: {
                    errors?: {
                        code: string;
                        field: string;
                        message: string;
                    }[];
                } & {
                    [key: string]: unknown;
                };
                /** @description dotted path of the member at fault */
                field?: string;
                message: string;
                request_id: string;
            };
        };
        /**
         * Execution
         * @example {
         *       "id": "25ad0ecd-96c4-8446-98bb-7f2f4292dfd8",
         *       "order_id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
         *       "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
         *       "client_order_id": "c-1001",
         *       "symbol": "AAPL",
         *       "side": "buy",
         *       "exec_type": "trade",
         *       "quantity": "4",
         *       "price": "149.50",
         *       "notional": "598.00",
         *       "cumulative_quantity": "4",
         *       "leaves_quantity": "6",
         *       "average_price": "149.50",
         *       "commission": "0.00",
         *       "liquidity": "removed",
         *       "reference_execution_id": null,
         *       "trade_date": "2026-11-20",
         *       "settlement_date": "2026-11-23",
         *       "sequence": 1042,
         *       "executed_at": "2026-11-20T15:04:06.010Z"
         *     }
         */
        Execution: {
            /** Format: uuid */
            account_id: string;
            /** @description a decimal as a string */
            average_price: string;
            client_order_id: string;
            /** @description a decimal as a string */
            commission: string;
            /** @description a decimal as a string */
            cumulative_quantity: string;
            exec_type: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            executed_at: string;
            /**
             * Format: uuid
             * @description ExecID(17) of the report
             */
            id: string;
            /** @description a decimal as a string */
            leaves_quantity: string;
            liquidity: string | null;
            /** @description a decimal as a string */
            notional: string;
            /** Format: uuid */
            order_id: string;
            /** @description a decimal as a string */
            price: string;
            /** @description a decimal as a string */
            quantity: string;
            /** Format: uuid */
            reference_execution_id: string | null;
            /** @description increasing, with gaps */
            sequence: number;
            /** Format: date */
            settlement_date: string;
            side: string;
            symbol: string;
            /** Format: date */
            trade_date: string;
        };
        /** FIX session */
        FixSession: {
            account_numbers: string[];
            begin_string: string;
            cancel_on_disconnect: boolean;
            client_certificate: string | null;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            created_at: string;
            enabled: boolean;
            heartbeat_s: number | null;
            /** Format: uuid */
            id: string;
            kind: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            last_inbound_at: string | null;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            last_outbound_at: string | null;
            next_inbound: number;
            next_outbound: number;
            order_scope: string;
            /** Format: uuid */
            partner_id: string;
            queue_replaces: boolean;
            remote_address: string | null;
            reset_on_logon: boolean;
            schedule: {
                [key: string]: unknown;
            } | null;
            sender_comp_id: string;
            state: string;
            target_comp_id: string;
            throttle_per_s: number | null;
            validate_user_defined: boolean;
        };
        /**
         * Option contract
         * @example {
         *       "contract_symbol": "AAPL261218C00150000",
         *       "underlying_symbol": "AAPL",
         *       "expiration": "2026-12-18",
         *       "strike": 150,
         *       "option_type": "call",
         *       "contract_size": 100,
         *       "exercise_style": "american",
         *       "contract_type": "monthly"
         *     }
         */
        OptionContract: {
            contract_size: number;
            /** @description root, date, C or P, strike in thousandths of a dollar */
            contract_symbol: string;
            contract_type: string;
            exercise_style: string;
            /** Format: date */
            expiration: string;
            option_type: string;
            /** @description dollars */
            strike: number;
            underlying_symbol: string;
        };
        /**
         * Order
         * @example {
         *       "id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
         *       "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
         *       "client_order_id": "c-1001",
         *       "symbol": "AAPL",
         *       "asset_class": "equity",
         *       "order_type": "limit",
         *       "side": "buy",
         *       "quantity": "10",
         *       "notional": null,
         *       "limit_price": "150.00",
         *       "stop_price": null,
         *       "time_in_force": "day",
         *       "extended_hours": false,
         *       "order_class": "simple",
         *       "leg": null,
         *       "parent_order_id": null,
         *       "legs": [],
         *       "trail_price": null,
         *       "trail_percent": null,
         *       "status": "partially_filled",
         *       "filled_quantity": "4",
         *       "remaining_quantity": "6",
         *       "average_fill_price": "149.50",
         *       "reject_reason": null,
         *       "cancel_reason": null,
         *       "revision": 1,
         *       "created_at": "2026-11-20T15:04:05.123Z",
         *       "submitted_at": "2026-11-20T15:04:05.123Z",
         *       "updated_at": "2026-11-20T15:04:06.010Z",
         *       "filled_at": null,
         *       "cancelled_at": null,
         *       "expired_at": null,
         *       "rejected_at": null
         *     }
         */
        Order: {
            /** Format: uuid */
            account_id: string;
            asset_class: string;
            /** @description a decimal as a string */
            average_fill_price: string | null;
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            cancelled_at: string | null;
            client_order_id: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            expired_at: string | null;
            extended_hours: boolean;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            filled_at: string | null;
            /** @description a decimal as a string */
            filled_quantity: string;
            /** Format: uuid */
            id: string;
            leg: string | null;
            /** @description the exits that were placed with it */
            legs: string[];
            /** @description a decimal as a string */
            limit_price: string | null;
            /** @description a decimal as a string */
            notional: string | null;
            order_class: string;
            order_type: string;
            /** Format: uuid */
            parent_order_id: string | null;
            /** @description a decimal as a string */
            quantity: string | null;
            reject_reason: {
                code: string;
                message: string;
                /** @description OrdRejReason(103) */
                ord_rej_reason: number;
            } | null;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            rejected_at: string | null;
            /** @description a decimal as a string */
            remaining_notional?: string;
            /** @description a decimal as a string */
            remaining_quantity: string | null;
            revision: number;
            side: string;
            status: string;
            /** @description a decimal as a string */
            stop_price: string | null;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            submitted_at: string | null;
            symbol: string;
            time_in_force: string;
            /** @description a decimal as a string */
            trail_percent: string | null;
            /** @description a decimal as a string */
            trail_price: string | null;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            updated_at: string;
        };
        /** Position */
        Position: {
            /** Format: uuid */
            account_id: string;
            asset_class: string;
            /** @description a decimal as a string */
            average_price: string;
            /** @description a decimal as a string */
            change_today: string;
            /** @description a decimal as a string */
            change_today_percentage: string;
            /** @description dollars and cents as a string */
            cost_basis: string;
            /** @description a decimal as a string */
            current_price: string;
            /** Format: uuid */
            id: string;
            /** @description dollars and cents as a string */
            market_value: string;
            /** @description a decimal as a string */
            pnl_percentage: string;
            /** @description a decimal as a string */
            previous_close: string;
            /** @description a decimal as a string */
            quantity: string;
            /** @description a decimal as a string */
            quantity_available: string;
            side: string;
            symbol: string;
            /** @description dollars and cents as a string */
            unrealized_pnl: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            updated_at: string;
        };
        /**
         * Problem
         * @description The same error as RFC 9457, with Accept: application/problem+json
         */
        Problem: {
            code: string;
            detail: string;
            /** @description the status of what the error is about; other details are members of the problem */
            details?: {
                status: string;
            };
            field?: string;
            instance: string;
            status: number;
            title: string;
            type: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * Security
         * @example {
         *       "symbol": "AAPL",
         *       "name": "Apple Inc.",
         *       "exchange": "NASDAQ",
         *       "asset_type": "equity",
         *       "cusip": "990100109",
         *       "isin": "US9901001092",
         *       "tradable": true,
         *       "fractionable": true,
         *       "sector": "Information Technology",
         *       "industry": "Technology Hardware, Storage & Peripherals",
         *       "status": "active"
         *     }
         */
        Security: {
            asset_type: string;
            /** @description fictitious, from the range for private use */
            cusip: string | null;
            exchange: string;
            fractionable: boolean;
            industry: string | null;
            isin: string | null;
            name: string;
            sector: string | null;
            status: string;
            symbol: string;
            tradable: boolean;
        };
        /** Account of a list */
        SlimAccount: {
            account_number: string;
            account_type: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            created_at: string;
            currency: string;
            enabled_assets: string[];
            /** Format: uuid */
            id: string;
            kyc_status: string;
            /** @description dollars and cents as a string */
            last_equity: string;
            status: string;
        };
        /**
         * Deposit or withdrawal
         * @example {
         *       "id": "16fd2706-8baf-833b-82eb-8c7fada847da",
         *       "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
         *       "type": "DEPOSIT",
         *       "status": "SETTLED",
         *       "amount": "10000.00",
         *       "net_amount": "10000.00",
         *       "processing_fee": "0.00",
         *       "currency": "USD",
         *       "ach_relationship_id": "0f8fad5b-d9cb-869f-a165-70867728950e",
         *       "bank_account_last4": "6789",
         *       "description": "initial",
         *       "idempotency_key": "dep-1",
         *       "return_code": null,
         *       "return_reason": null,
         *       "ira_distribution": null,
         *       "expected_settlement_date": "2026-11-20",
         *       "created_at": "2026-11-20T15:04:05.123Z",
         *       "updated_at": "2026-11-20T15:04:05.130Z",
         *       "settled_at": "2026-11-20T15:04:05.130Z"
         *     }
         */
        Transfer: {
            /** Format: uuid */
            account_id: string;
            /** Format: uuid */
            ach_relationship_id: string;
            /** @description dollars and cents as a string */
            amount: string;
            bank_account_last4: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            created_at: string;
            currency: string;
            description: string | null;
            /** Format: date */
            expected_settlement_date: string;
            /** Format: uuid */
            id: string;
            idempotency_key: string | null;
            ira_distribution: {
                distribution_type: string;
                /** @description dollars and cents as a string */
                federal_withholding_amount: string;
                state: string | null;
                /** @description dollars and cents as a string */
                state_withholding_amount: string;
                tax_code: string | null;
                tax_year: number | null;
            } | null;
            /** @description dollars and cents as a string */
            net_amount: string;
            /** @description dollars and cents as a string */
            processing_fee: string;
            return_code: string | null;
            return_reason: string | null;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            settled_at: string | null;
            status: string;
            type: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            updated_at: string;
        };
        /**
         * Request for a W-9
         * @example {
         *       "id": "0193b6c1-7c1b-4f7e-9a55-1b2a3c4d5e6f",
         *       "user_id": "0192b6bf-7c1b-8f7e-9a55-1b2a3c4d5e6f",
         *       "status": "COMPLETED",
         *       "document_id": "0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f",
         *       "failure_reason": null,
         *       "created_at": "2026-11-20T15:04:05.123Z"
         *     }
         */
        W9Request: {
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            created_at: string;
            /** Format: uuid */
            document_id: string | null;
            /** @description why it is FAILED */
            failure_reason: string | null;
            /** Format: uuid */
            id: string;
            status: string;
            /** Format: uuid */
            user_id: string;
        };
        /**
         * Webhook
         * @example {
         *       "id": "0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f",
         *       "url": "https://example.com/hooks/brokerage",
         *       "events": [
         *         "order.filled",
         *         "order.cancelled"
         *       ],
         *       "status": "active",
         *       "disabled_reason": null,
         *       "created_at": "2026-11-20T15:04:05.123Z",
         *       "updated_at": "2026-11-20T15:04:05.123Z"
         *     }
         */
        Webhook: {
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            created_at: string;
            /** @description why the gateway disabled it: five days without a success, or an answer of 410 */
            disabled_reason: string | null;
            events: string[];
            /** Format: uuid */
            id: string;
            status: string;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            updated_at: string;
            url: string;
        };
        /**
         * Attempt to deliver an event
         * @example {
         *       "id": "0193a1b2-8d1b-4f7e-9a55-1b2a3c4d5e6f",
         *       "webhook_id": "0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f",
         *       "event_id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
         *       "event_type": "order.filled",
         *       "attempt": 2,
         *       "status": "failed",
         *       "url": "https://example.com/hooks/brokerage",
         *       "response_status": 503,
         *       "response_body": "try later",
         *       "error": null,
         *       "duration_ms": 87,
         *       "attempted_at": "2026-11-20T15:04:11.030Z",
         *       "next_attempt_at": "2026-11-20T15:09:12.400Z"
         *     }
         */
        WebhookDelivery: {
            /** @description from 1; 0 of an event that was skipped */
            attempt: number;
            /**
             * Format: date-time
             * @description UTC, with three decimals of a second
             */
            attempted_at: string;
            duration_ms: number | null;
            error: string | null;
            event_id: string;
            event_type: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description while another attempt is to come: null once that is made, where there will be none, and while the webhook is disabled
             */
            next_attempt_at: string | null;
            /** @description its first 1024 bytes */
            response_body: string | null;
            response_status: number | null;
            status: string;
            url: string;
            /** Format: uuid */
            webhook_id: string;
        };
    };
    responses: {
        /** @description the request could not be answered */
        Failed: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description credential without the scope */
        Forbidden: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description the request was refused */
        Refused: {
            headers: {
                "Accept-Encoding": components["headers"]["Accept-Encoding"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description credential missing, wrong or revoked */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description with 415: what a body may be encoded as */
        "Accept-Encoding": string;
        /** @description `attachment`, with the name of a file */
        "Content-Disposition": string;
        /** @description `true`: a repeat, answered with what the first request has made */
        "Idempotent-Replayed": string;
        /** @description `<relative URL>; rel="next"`: the next page, where there is one */
        Link: string;
        /** @description `"default";r=<requests>;t=<seconds>`: so many are left, and all of them again then */
        RateLimit: string;
        /** @description `"default";q=<requests>;w=<seconds>`: so many of this key in so long */
        "RateLimit-Policy": string;
        /** @description whole seconds until it makes sense to ask again: with 429 and 503 */
        "Retry-After": number;
        /** @description with 401 */
        "WWW-Authenticate": string;
        /** @description of the API, a date */
        "X-API-Version": string;
        /** @description requests that the key may send in a minute */
        "X-RateLimit-Limit": number;
        /** @description of these, how many are left */
        "X-RateLimit-Remaining": number;
        /** @description when all of them are there again: unix seconds */
        "X-RateLimit-Reset": number;
        /** @description names the request, in logs too */
        "X-Request-Id": string;
        /** @description how many there are on all pages */
        "X-Total-Count": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getBlotterOrderInfo: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "AccountNo": "410000001",
                 *       "ClOrdId": "c-1001"
                 *     }
                 */
                "application/json": {
                    AccountNo?: string;
                    ClOrdId?: string;
                    OrderCode?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        Executions: {
                            /** @description a decimal as a string */
                            AvgPx: string;
                            /** @description a decimal as a string */
                            CumQty: string;
                            /** Format: uuid */
                            ExecId: string;
                            /** Format: uuid */
                            ExecRefId: string | null;
                            ExecType: string;
                            /** @description a decimal as a string */
                            LastPx: string;
                            /** @description a decimal as a string */
                            LastQty: string;
                            /** @description a decimal as a string */
                            LeavesQty: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            TransactTime: string;
                        }[];
                        History: {
                            ExecType: string;
                            OrdStatus: string;
                            Sequence: number;
                            Text: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            TransactTime: string;
                        }[];
                        /** Order of the blotter */
                        Order: {
                            AccountNo: string;
                            /** @description a decimal as a string */
                            AvgPx: string;
                            /** @description a decimal as a string */
                            CashOrderQty: string | null;
                            ClOrdId: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            CreatedAt: string;
                            /** @description a decimal as a string */
                            CumQty: string;
                            /** @description a decimal as a string */
                            LastPx: string | null;
                            /** @description a decimal as a string */
                            LastQty: string | null;
                            /** @description a decimal as a string */
                            LeavesQty: string;
                            /** Format: uuid */
                            OrderCode: string;
                            /** @description a decimal as a string */
                            OrderQty: string;
                            OrderType: string;
                            OrdRejReason: number | null;
                            OrdStatus: string;
                            OrdStatusText: string;
                            /** @description a decimal as a string */
                            Price: string | null;
                            SecurityType: string;
                            Side: string;
                            /** @description a decimal as a string */
                            StopPx: string | null;
                            Symbol: string;
                            Text: string | null;
                            TimeInForce: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            UpdatedAt: string;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getOrderFixLogs: {
        parameters: {
            query: {
                /** @description next_cursor of the page before */
                cursor?: string;
                direction?: "In" | "Out";
                limit?: number;
                msgType?: string;
                orderCode: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        Logs: {
                            ClOrdId: string | null;
                            Direction: string;
                            ExecType: string | null;
                            Id: string;
                            /** @description null until the message is sent */
                            MsgSeqNum: number | null;
                            MsgType: string;
                            OrdStatus: string | null;
                            PossDup: boolean;
                            /** @description SOH shown as |; 553, 554, 925 and 96 masked */
                            Raw: string;
                            SendingTime: string | null;
                            /** @description null for an order to which no session listens */
                            SessionId: string | null;
                        }[];
                        /** Format: uuid */
                        OrderCode: string;
                        pagination: {
                            has_more: boolean;
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "AccountNo": "410000001",
                 *       "Symbol": "AAPL",
                 *       "Status": [
                 *         "New"
                 *       ],
                 *       "PageNumber": 1,
                 *       "PageSize": 50
                 *     }
                 */
                "application/json": {
                    AccountNo?: string;
                    ClOrdId?: string;
                    /**
                     * Format: date-or-instant
                     * @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period
                     */
                    FromDate?: string;
                    OrderCode?: string;
                    /** @default 1 */
                    PageNumber?: number;
                    /** @default 50 */
                    PageSize?: number;
                    /** @enum {string} */
                    Side?: "Buy" | "Sell";
                    /** @description New, Partially Filled, Filled, Canceled … */
                    Status?: string[];
                    Symbol?: string;
                    /**
                     * Format: date-or-instant
                     * @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period
                     */
                    ToDate?: string;
                    /**
                     * Format: date-or-instant
                     * @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period
                     */
                    UpdatedSince?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        Orders: {
                            AccountNo: string;
                            /** @description a decimal as a string */
                            AvgPx: string;
                            /** @description a decimal as a string */
                            CashOrderQty: string | null;
                            ClOrdId: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            CreatedAt: string;
                            /** @description a decimal as a string */
                            CumQty: string;
                            /** @description a decimal as a string */
                            LastPx: string | null;
                            /** @description a decimal as a string */
                            LastQty: string | null;
                            /** @description a decimal as a string */
                            LeavesQty: string;
                            /** Format: uuid */
                            OrderCode: string;
                            /** @description a decimal as a string */
                            OrderQty: string;
                            OrderType: string;
                            OrdRejReason: number | null;
                            OrdStatus: string;
                            OrdStatusText: string;
                            /** @description a decimal as a string */
                            Price: string | null;
                            SecurityType: string;
                            Side: string;
                            /** @description a decimal as a string */
                            StopPx: string | null;
                            Symbol: string;
                            Text: string | null;
                            TimeInForce: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            UpdatedAt: string;
                        }[];
                        PageNumber: number;
                        PageSize: number;
                        TotalCount: number;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getLogoImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a monogram */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            400: components["responses"]["Refused"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                created_after?: string;
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                created_before?: string;
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
                /** @description tokens, each of which has to be part of account number, name, e-mail or phone */
                query?: string;
                sort?: "created_at:asc" | "created_at:desc";
                status?: "SUBMITTED" | "ACTION_REQUIRED" | "APPROVAL_PENDING" | "APPROVED" | "ACTIVE" | "REJECTED" | "ACCOUNT_CLOSED";
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SlimAccount"][];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contact": {
                 *         "email_address": "jane@example.com",
                 *         "phone_number": "+15125550100",
                 *         "street_address": [
                 *           "1 Main St"
                 *         ],
                 *         "city": "Austin",
                 *         "state": "TX",
                 *         "postal_code": "78701"
                 *       },
                 *       "identity": {
                 *         "given_name": "Jane",
                 *         "family_name": "Doe",
                 *         "date_of_birth": "1990-01-01",
                 *         "tax_id": "123-45-0001"
                 *       },
                 *       "agreements": [
                 *         {
                 *           "agreement": "customer_agreement",
                 *           "signed_at": "2026-11-20T15:00:00.000Z",
                 *           "ip_address": "203.0.113.7"
                 *         }
                 *       ],
                 *       "investment_profile": {
                 *         "risk_tolerance": "moderate",
                 *         "investment_objective": "growth",
                 *         "time_horizon": "average"
                 *       },
                 *       "corr_metadata": "cust-77"
                 *     }
                 */
                "application/json": {
                    /**
                     * @default individual
                     * @enum {string}
                     */
                    account_type?: "individual" | "joint" | "ira_traditional" | "ira_roth" | "custodial";
                    advisor_code?: string;
                    agreements?: {
                        /** @enum {string} */
                        agreement?: "customer_agreement" | "account_agreement" | "margin_agreement" | "options_agreement";
                        ip_address?: string;
                        revision?: string;
                        /**
                         * Format: instant
                         * @description not in the future
                         */
                        signed_at: string;
                    }[];
                    contact: {
                        city?: string;
                        country?: string;
                        email_address: string;
                        phone_number?: string;
                        postal_code?: string;
                        state?: string;
                        street_address?: string[];
                        unit?: string;
                    };
                    corr_metadata?: string;
                    disclosures?: {
                        control_person_company_name?: string;
                        immediate_family_exposed?: boolean;
                        is_affiliated_exchange_or_finra?: boolean;
                        is_control_person?: boolean;
                        is_politically_exposed?: boolean;
                        is_spouse_affiliated_finra?: boolean;
                    };
                    /** @default false */
                    discretionary_account?: boolean;
                    /** @default false */
                    dividend_reinvestment?: boolean;
                    employment?: {
                        employer_address?: string;
                        employer_name?: string;
                        employment_position?: string;
                        /** @enum {string} */
                        employment_status?: "employed" | "unemployed" | "student" | "retired";
                    };
                    identity: {
                        country_of_birth?: string;
                        country_of_citizenship?: string;
                        country_of_tax_residence?: string;
                        /**
                         * Format: date
                         * @description in the past
                         */
                        date_of_birth: string;
                        family_name: string;
                        funding_source?: ("employment_income" | "investments" | "inheritance" | "business_income" | "savings" | "family")[];
                        given_name: string;
                        middle_name?: string;
                        /** @description dashes are optional; never shown again */
                        tax_id: string;
                        /**
                         * @default US_SSN
                         * @enum {string}
                         */
                        tax_id_type?: "US_SSN" | "US_EIN";
                    };
                    investment_profile?: {
                        annual_income_max?: string;
                        annual_income_min?: string;
                        investment_objective?: string;
                        liquid_net_worth_max?: string;
                        liquid_net_worth_min?: string;
                        /** @enum {string} */
                        risk_tolerance?: "conservative" | "moderate" | "aggressive";
                        /** @enum {string} */
                        time_horizon?: "short" | "average" | "long";
                        total_net_worth_max?: string;
                        total_net_worth_min?: string;
                    };
                    joint_owner?: {
                        contact: {
                            city?: string;
                            country?: string;
                            email_address: string;
                            phone_number?: string;
                            postal_code?: string;
                            state?: string;
                            street_address?: string[];
                            unit?: string;
                        };
                        identity: {
                            country_of_birth?: string;
                            country_of_citizenship?: string;
                            country_of_tax_residence?: string;
                            /**
                             * Format: date
                             * @description in the past
                             */
                            date_of_birth: string;
                            family_name: string;
                            funding_source?: ("employment_income" | "investments" | "inheritance" | "business_income" | "savings" | "family")[];
                            given_name: string;
                            middle_name?: string;
                            /** @description dashes are optional; never shown again */
                            tax_id: string;
                            /**
                             * @default US_SSN
                             * @enum {string}
                             */
                            tax_id_type?: "US_SSN" | "US_EIN";
                        };
                    };
                    registered_rep_code?: string;
                    trading_configurations?: {
                        extended_hours?: boolean;
                        fractional_trading?: boolean;
                        /** Format: dollars */
                        max_order_notional?: string | null;
                        suspend_trade?: boolean;
                    };
                    trusted_contact?: {
                        city?: string;
                        country?: string;
                        email_address?: string;
                        family_name?: string;
                        given_name?: string;
                        phone_number?: string;
                        postal_code?: string;
                        state?: string;
                        street_address?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "contact": {
                 *         "phone_number": "+1 512 555 0199",
                 *         "street_address": [
                 *           "2 Main St"
                 *         ],
                 *         "city": "Austin"
                 *       },
                 *       "employment": {
                 *         "employment_status": "employed",
                 *         "employer_name": "ACME"
                 *       },
                 *       "trading_configurations": {
                 *         "max_order_notional": "25000.00"
                 *       }
                 *     }
                 */
                "application/json": {
                    account_type?: never;
                    advisor_code?: string | null;
                    agreements?: {
                        /** @enum {string} */
                        agreement?: "customer_agreement" | "account_agreement" | "margin_agreement" | "options_agreement";
                        ip_address?: string;
                        revision?: string;
                        /**
                         * Format: instant
                         * @description not in the future
                         */
                        signed_at: string;
                    }[];
                    contact?: {
                        city?: string;
                        country?: string;
                        email_address?: string;
                        phone_number: string;
                        postal_code?: string;
                        state?: string;
                        street_address?: string[];
                        unit?: string;
                    };
                    corr_metadata?: string | null;
                    disclosures?: {
                        control_person_company_name?: string;
                        immediate_family_exposed?: boolean;
                        is_affiliated_exchange_or_finra?: boolean;
                        is_control_person?: boolean;
                        is_politically_exposed?: boolean;
                        is_spouse_affiliated_finra?: boolean;
                    };
                    discretionary_account?: boolean;
                    dividend_reinvestment?: boolean;
                    employment?: {
                        employer_address?: string;
                        employer_name?: string;
                        employment_position?: string;
                        /** @enum {string} */
                        employment_status?: "employed" | "unemployed" | "student" | "retired";
                    };
                    identity?: {
                        country_of_birth?: string;
                        country_of_citizenship?: string;
                        country_of_tax_residence?: string;
                        date_of_birth?: never;
                        family_name?: string;
                        funding_source?: ("employment_income" | "investments" | "inheritance" | "business_income" | "savings" | "family")[];
                        given_name?: string;
                        middle_name?: string;
                        tax_id?: never;
                        /**
                         * @default US_SSN
                         * @enum {string}
                         */
                        tax_id_type?: "US_SSN" | "US_EIN";
                    };
                    investment_profile?: {
                        annual_income_max?: string;
                        annual_income_min?: string;
                        investment_objective?: string;
                        liquid_net_worth_max?: string;
                        liquid_net_worth_min?: string;
                        /** @enum {string} */
                        risk_tolerance?: "conservative" | "moderate" | "aggressive";
                        /** @enum {string} */
                        time_horizon?: "short" | "average" | "long";
                        total_net_worth_max?: string;
                        total_net_worth_min?: string;
                    };
                    joint_owner?: never;
                    kyc_results?: never;
                    kyc_status?: never;
                    registered_rep_code?: string | null;
                    status?: never;
                    trading_configurations?: {
                        extended_hours?: boolean;
                        fractional_trading?: boolean;
                        /** Format: dollars */
                        max_order_notional?: string | null;
                        suspend_trade?: boolean;
                    };
                    trusted_contact?: {
                        city?: string;
                        country?: string;
                        email_address?: string;
                        family_name?: string;
                        given_name?: string;
                        phone_number?: string;
                        postal_code?: string;
                        state?: string;
                        street_address?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listAchRelationships: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
                status?: "PENDING" | "APPROVED" | "REJECTED" | "CANCELLED";
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AchRelationship"][];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createAchRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bank_account_number": "000123456789",
                 *       "bank_account_owner_name": "Jane Doe",
                 *       "bank_account_type": "CHECKING",
                 *       "bank_name": "First Bank",
                 *       "bank_routing_number": "121000358"
                 *     }
                 */
                "application/json": {
                    /** @description only the last four are kept; in the sandbox an end of 0002 is rejected, one of 0003 waits for a decision */
                    bank_account_number: string;
                    bank_account_owner_name: string;
                    /** @enum {string} */
                    bank_account_type: "CHECKING" | "SAVINGS";
                    bank_name?: string;
                    /** Format: aba-routing-number */
                    bank_routing_number: string;
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AchRelationship"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getAchRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                achId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AchRelationship"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    deleteAchRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                achId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    closeAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listActivities: {
        parameters: {
            query?: {
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                created_after?: string;
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                created_before?: string;
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
                type?: "FILL" | "DEPOSIT" | "WITHDRAWAL" | "SETTLEMENT" | "DIVIDEND" | "FEE" | "ADJUSTMENT";
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Activity"][];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getBalances: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        account_id: string;
                        /** @description dollars and cents as a string */
                        buying_power: string;
                        /** @description dollars and cents as a string */
                        cash: string;
                        currency: string;
                        /** @description dollars and cents as a string */
                        equity: string;
                        /** @description dollars and cents as a string */
                        held_for_orders: string;
                        /** @description dollars and cents as a string */
                        last_equity: string;
                        /** @description dollars and cents as a string */
                        long_market_value: string;
                        /** @description dollars and cents as a string */
                        pending_deposits: string;
                        /** @description dollars and cents as a string */
                        pending_withdrawals: string;
                        /** @description dollars and cents as a string */
                        portfolio_value: string;
                        /** @description dollars and cents as a string */
                        settled_cash: string;
                        settlements: {
                            /** @description dollars and cents as a string */
                            amount: string;
                            /** Format: date */
                            date: string;
                        }[];
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        timestamp: string;
                        /** @description dollars and cents as a string */
                        unsettled_cash: string;
                        /** @description dollars and cents as a string */
                        withdrawable_cash: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    uploadDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the file in base64; 10485760 bytes decoded at most */
                    content?: string;
                    /** @description the form as JSON, in the place of content: w8ben */
                    content_data?: Record<string, never>;
                    document_sub_type?: string;
                    /** @enum {string} */
                    document_type: "identity_verification" | "address_verification" | "date_of_birth_verification" | "tax_id_verification" | "account_approval_letter" | "cip_result" | "w8ben" | "w9" | "company_formation" | "entity_operating_document" | "account_statement" | "trade_confirmation" | "tax_statement";
                    /** @description application/pdf, image/png, image/jpeg; w8ben needs none */
                    mime_type?: string;
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listFundingActivity: {
        parameters: {
            query?: {
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                created_after?: string;
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                created_before?: string;
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
                status?: "PENDING" | "QUEUED" | "SENT" | "SETTLED" | "CANCELLED" | "RETURNED";
                type?: "DEPOSIT" | "WITHDRAWAL";
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Transfer"][];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getFundingActivity: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                activityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    cancelTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                activityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createDeposit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description the member idempotency_key of the body is the same thing
                 * @example dep-1
                 */
                "Idempotency-Key"?: string;
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ach_relationship_id": "0f8fad5b-d9cb-869f-a165-70867728950e",
                 *       "amount": "10000.00",
                 *       "description": "initial",
                 *       "idempotency_key": "dep-1"
                 *     }
                 */
                "application/json": {
                    ach_relationship_id: string;
                    amount: string;
                    description?: string;
                    /** @description the header Idempotency-Key is the same thing */
                    idempotency_key?: string;
                };
            };
        };
        responses: {
            /** @description a repeat: what the first request has made */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description the member idempotency_key of the body is the same thing
                 * @example wd-1
                 */
                "Idempotency-Key"?: string;
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ach_relationship_id: string;
                    /** @description required unless withdraw_full_balance is true */
                    amount?: string;
                    description?: string;
                    /**
                     * @description required of IRA accounts, refused of others
                     * @enum {string}
                     */
                    distribution_type?: "NORMAL_DISTRIBUTION" | "EARLY_DISTRIBUTION" | "EARLY_DISTRIBUTION_PENALTY_EXCEPTION" | "REQUIRED_MINIMUM_DISTRIBUTION" | "DIRECT_ROLLOVER" | "DIRECT_TRANSFER" | "DISTRIBUTION_TO_BENEFICIARY" | "RETURN_OF_EXCESS_CONTRIBUTION" | "QUALIFIED_CHARITABLE_CONTRIBUTION" | "DISABILITY_OR_DEATH";
                    federal_withholding_amount?: string;
                    /** @description the header Idempotency-Key is the same thing */
                    idempotency_key?: string;
                    /** @description comes out of the amount */
                    processing_fee?: string;
                    state?: string;
                    state_withholding_amount?: string;
                    tax_code?: string;
                    tax_year?: number;
                    /** @description the settled cash less holds and withdrawals under way */
                    withdraw_full_balance?: boolean;
                };
            };
        };
        responses: {
            /** @description a repeat: what the first request has made */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listAccountTokens: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
                offset?: number;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            account_id: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            expires_at: string | null;
                            key_prefix: string;
                            label: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            last_used_at: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            revoked_at: string | null;
                            scopes: string[];
                            status: string;
                            /** Format: uuid */
                            token_id: string;
                        }[];
                        pagination: {
                            has_more: boolean;
                            limit: number;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                            /** @description where this page begins */
                            offset: number;
                            /** @description of all pages */
                            total: number;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createAccountToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "mobile app",
                 *       "scopes": [
                 *         "accounts:read",
                 *         "trading:read"
                 *       ],
                 *       "expires_at": "2027-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: instant
                     * @description 1 minute to 365 days ahead, by the clock of the market; left out or null: never
                     */
                    expires_at?: string | null;
                    label: string;
                    /** @description left out: accounts:read, trading:read and marketdata:read */
                    scopes?: string[];
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token_id": "0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f",
                     *       "account_id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                     *       "api_key": "bat_sbx_9Jd8sKq1ZxPv5TnBw3YcRmLh0i11ZW",
                     *       "api_secret": "bsk_sbx_…",
                     *       "key_prefix": "bat_sbx_9Jd8",
                     *       "label": "mobile app",
                     *       "scopes": [
                     *         "accounts:read",
                     *         "trading:read"
                     *       ],
                     *       "status": "active",
                     *       "expires_at": "2027-01-01T00:00:00.000Z",
                     *       "last_used_at": null,
                     *       "created_at": "2026-11-20T15:04:05.123Z",
                     *       "revoked_at": null
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        account_id: string;
                        api_key: string;
                        /** @description shown only now */
                        api_secret: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        expires_at: string | null;
                        key_prefix: string;
                        label: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        last_used_at: string | null;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        revoked_at: string | null;
                        scopes: string[];
                        status: string;
                        /** Format: uuid */
                        token_id: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    revokeAccountToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                client_order_id?: string;
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                created_after?: string;
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                created_before?: string;
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
                side?: "buy" | "sell";
                sort?: "created_at:asc" | "created_at:desc" | "updated_at:asc" | "updated_at:desc";
                /** @description open, closed, all (default) or a comma list of states */
                status?: string;
                symbol?: string;
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                updated_after?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Order"][];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
                /** @description the outcome that the order is to have; of a live partner it is refused */
                "X-Sandbox-Scenario"?: "fill" | "partial_then_rest" | "half_then_cancel" | "two_fills" | "slow_fill" | "no_fill" | "reject";
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default equity
                     * @enum {string}
                     */
                    asset_class?: "equity" | "etf";
                    /** @description unique per account for ever; a repeat with the same content answers with the stored order */
                    client_order_id: string;
                    /** @default false */
                    extended_hours?: boolean;
                    limit_price?: string;
                    /** @description dollars; alternative to quantity */
                    notional?: string;
                    /**
                     * @description bracket: a buy with both exits; oto: a buy with one exit; oco: a sell at a limit and a stop of which one cancels the other. Exits are orders of their own, named by `legs`; they work once their entry is done
                     * @default simple
                     * @enum {string}
                     */
                    order_class?: "simple" | "bracket" | "oco" | "oto";
                    /**
                     * @default market
                     * @enum {string}
                     */
                    order_type?: "market" | "limit" | "stop" | "stop_limit" | "trailing_stop";
                    /** @description shares; alternative to notional */
                    quantity?: string;
                    /** @enum {string} */
                    side: "buy" | "sell";
                    stop_loss?: {
                        limit_price?: string;
                        stop_price: string;
                    };
                    stop_price?: string;
                    symbol: string;
                    take_profit?: {
                        limit_price: string;
                    };
                    /**
                     * @default day
                     * @enum {string}
                     */
                    time_in_force?: "day" | "gtc" | "opg" | "cls" | "ioc" | "fok";
                    /** @description of a trailing_stop: percent between the market and the stop, up to 2 decimals */
                    trail_percent?: string;
                    /** @description of a trailing_stop: dollars between the market and the stop */
                    trail_price?: string;
                };
            };
        };
        responses: {
            /** @description a repeat: what the first request has made */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    cancelAllOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            code: string | null;
                            /** Format: uuid */
                            id: string;
                            /** @description 204 cancelled, 409 not */
                            status: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    replaceOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "quantity": "8",
                 *       "limit_price": "149.50"
                 *     }
                 */
                "application/json": {
                    asset_class?: never;
                    /** @description unique per account for ever; a repeat with the same content answers with the stored order */
                    client_order_id?: string;
                    extended_hours?: never;
                    limit_price?: string;
                    notional?: never;
                    order_class?: never;
                    order_type?: never;
                    /** @description the new total; has to be above what is filled */
                    quantity?: string;
                    side?: never;
                    stop_loss?: never;
                    stop_price?: string;
                    symbol?: never;
                    take_profit?: never;
                    time_in_force?: never;
                    trail_percent?: never;
                    trail_price?: never;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getExecutionQuality: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "order_id": "0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                     *       "side": "buy",
                     *       "arrival_bid": "149.90",
                     *       "arrival_ask": "150.00",
                     *       "arrival_mid": "149.95",
                     *       "average_fill_price": "150.09",
                     *       "slippage_bps": "9.3364",
                     *       "effective_spread_bps": "18.6729",
                     *       "price_improvement_bps": "-6.0000",
                     *       "fill_ratio": "1.0000",
                     *       "time_to_first_fill_ms": 0,
                     *       "time_to_last_fill_ms": 750
                     *     }
                     */
                    "application/json": {
                        /** @description a decimal as a string */
                        arrival_ask: string | null;
                        /** @description a decimal as a string */
                        arrival_bid: string | null;
                        /** @description a decimal as a string */
                        arrival_mid: string | null;
                        /** @description a decimal as a string */
                        average_fill_price: string | null;
                        /** @description a decimal as a string */
                        effective_spread_bps: string | null;
                        /** @description a decimal as a string */
                        fill_ratio: string;
                        /** Format: uuid */
                        order_id: string;
                        /** @description a decimal as a string */
                        price_improvement_bps: string | null;
                        side: string;
                        /** @description a decimal as a string */
                        slippage_bps: string | null;
                        time_to_first_fill_ms: number | null;
                        time_to_last_fill_ms: number | null;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Execution"][];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    previewOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
                /** @description the outcome that the order is to have; of a live partner it is refused */
                "X-Sandbox-Scenario"?: "fill" | "partial_then_rest" | "half_then_cancel" | "two_fills" | "slow_fill" | "no_fill" | "reject";
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default equity
                     * @enum {string}
                     */
                    asset_class?: "equity" | "etf";
                    /** @description unique per account for ever; a repeat with the same content answers with the stored order */
                    client_order_id: string;
                    /** @default false */
                    extended_hours?: boolean;
                    limit_price?: string;
                    /** @description dollars; alternative to quantity */
                    notional?: string;
                    /**
                     * @description bracket: a buy with both exits; oto: a buy with one exit; oco: a sell at a limit and a stop of which one cancels the other. Exits are orders of their own, named by `legs`; they work once their entry is done
                     * @default simple
                     * @enum {string}
                     */
                    order_class?: "simple" | "bracket" | "oco" | "oto";
                    /**
                     * @default market
                     * @enum {string}
                     */
                    order_type?: "market" | "limit" | "stop" | "stop_limit" | "trailing_stop";
                    /** @description shares; alternative to notional */
                    quantity?: string;
                    /** @enum {string} */
                    side: "buy" | "sell";
                    stop_loss?: {
                        limit_price?: string;
                        stop_price: string;
                    };
                    stop_price?: string;
                    symbol: string;
                    take_profit?: {
                        limit_price: string;
                    };
                    /**
                     * @default day
                     * @enum {string}
                     */
                    time_in_force?: "day" | "gtc" | "opg" | "cls" | "ioc" | "fok";
                    /** @description of a trailing_stop: percent between the market and the stop, up to 2 decimals */
                    trail_percent?: string;
                    /** @description of a trailing_stop: dollars between the market and the stop */
                    trail_price?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "estimated_quantity": "10",
                     *       "estimated_price": "150.00",
                     *       "estimated_notional": "1500.00",
                     *       "hold": "1575.00",
                     *       "buying_power_after": "8425.00",
                     *       "warnings": []
                     *     }
                     */
                    "application/json": {
                        /** @description dollars and cents as a string */
                        buying_power_after: string;
                        /** @description dollars and cents as a string */
                        estimated_notional: string | null;
                        /** @description a decimal as a string */
                        estimated_price: string | null;
                        /** @description a decimal as a string */
                        estimated_quantity: string | null;
                        /** @description dollars and cents as a string */
                        hold: string;
                        warnings: {
                            code: string;
                            message: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getPortfolioHistory: {
        parameters: {
            query?: {
                period?: string;
                timeframe?: "1D";
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                     *       "currency": "USD",
                     *       "period": "1D",
                     *       "timeframe": "1D",
                     *       "base_value": "10050.00",
                     *       "data": [
                     *         {
                     *           "date": "2026-11-23",
                     *           "timestamp": "2026-11-23T15:04:05.123Z",
                     *           "equity": "10520.00",
                     *           "cash": "9000.00",
                     *           "long_market_value": "1520.00",
                     *           "net_deposits": "500.00",
                     *           "profit_loss": "-30.00",
                     *           "profit_loss_percentage": "-0.2844"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        account_id: string;
                        /** @description equity before the first point */
                        base_value: string;
                        currency: string;
                        data: {
                            /** @description dollars and cents as a string */
                            cash: string;
                            /**
                             * Format: date
                             * @description trading day; the last point is the present one, as it stands
                             */
                            date: string;
                            /** @description dollars and cents as a string */
                            equity: string;
                            /** @description dollars and cents as a string */
                            long_market_value: string;
                            /** @description what came in since the point before, less what went out */
                            net_deposits: string;
                            /** @description change of the equity since the point before, less net_deposits */
                            profit_loss: string;
                            /** @description a decimal as a string */
                            profit_loss_percentage: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            timestamp: string;
                        }[];
                        period: string;
                        timeframe: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listPositions: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Position"][];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    closeAllPositions: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            code: string | null;
                            order: components["schemas"]["Order"] | null;
                            /** @description 200 with the order, else the status of the error that the order met */
                            status: number;
                            symbol: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getPosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    closePosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listAccountStatuses: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            kyc_results: {
                                additional_information: string | null;
                                reject: string[];
                                summary: string;
                            } | null;
                            kyc_status: string;
                            sequence: number;
                            status: string;
                            /** @description null where the account was opened */
                            status_from: string | null;
                        }[];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    decideKycByOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "request_information",
                 *       "reject": [
                 *         "ADDRESS_VERIFICATION"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    decision: "approve" | "reject" | "request_information";
                    /** @description why it is rejected, or what is missing */
                    reject?: ("IDENTITY_VERIFICATION" | "TAX_IDENTIFICATION" | "ADDRESS_VERIFICATION" | "DATE_OF_BIRTH" | "SELFIE_VERIFICATION" | "PEP" | "CONTROL_PERSON" | "AFFILIATED" | "WATCHLIST_HIT" | "COUNTRY_NOT_SUPPORTED" | "OTHER")[];
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                created_after?: string;
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                created_before?: string;
                /** @description next_cursor of the page before */
                cursor?: string;
                key_id?: string;
                limit?: number;
                operation?: string;
                subject?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            detail: {
                                [key: string]: unknown;
                            };
                            id: string;
                            key_id: string;
                            operation: string;
                            subject: string;
                        }[];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listCorporateActionsByOperator: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
                symbol?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            amount: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            /** Format: date */
                            ex_date: string;
                            /** Format: uuid */
                            id: string;
                            /** Format: date */
                            pay_date: string | null;
                            ratio: string | null;
                            status: string;
                            symbol: string;
                            type: string;
                        }[];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    announceCorporateActionByOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description of a dividend, a share, with at most 4 decimals */
                    amount?: string;
                    /**
                     * Format: date
                     * @description a trading day after the present one
                     */
                    ex_date: string;
                    /**
                     * Format: date
                     * @description of a dividend: a trading day, the ex-date or later
                     */
                    pay_date?: string;
                    /** @description of a split: new shares for old ones; 1:10 is a reverse split */
                    ratio?: string;
                    symbol: string;
                    /** @enum {string} */
                    type: "split" | "cash_dividend";
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                     *       "type": "cash_dividend",
                     *       "symbol": "AAPL",
                     *       "ratio": null,
                     *       "amount": "0.26",
                     *       "ex_date": "2026-11-23",
                     *       "pay_date": "2026-11-30",
                     *       "status": "announced",
                     *       "created_at": "2026-11-20T15:04:05.123Z"
                     *     }
                     */
                    "application/json": {
                        amount: string | null;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /** Format: date */
                        ex_date: string;
                        /** Format: uuid */
                        id: string;
                        /** Format: date */
                        pay_date: string | null;
                        ratio: string | null;
                        status: string;
                        symbol: string;
                        type: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    endTradingDay: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date
                     * @description the trading day that begins; default the next
                     */
                    date?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        expired_orders: number;
                        markets: {
                            /** Format: date */
                            ended: string;
                            /** Format: date */
                            trade_date: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    bustExecution: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    correctExecution: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                executionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    price?: string;
                    quantity?: string;
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    exportActivitiesOfPartners: {
        parameters: {
            query: {
                /** @description trading day of the market */
                date: string;
                /** @description left out: all partners */
                partner_id?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Columns: sequence, created_at, partner_id, account_number, account_id, id, type, net_amount, symbol, quantity, price, order_id, execution_id, funding_activity_id. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    exportExecutionsOfPartners: {
        parameters: {
            query: {
                /** @description trading day of the market */
                date: string;
                /** @description left out: all partners */
                partner_id?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Columns: sequence, executed_at, trade_date, settlement_date, partner_id, account_number, account_id, order_id, client_order_id, id, exec_type, symbol, side, quantity, price, notional, cumulative_quantity, leaves_quantity, average_price, commission, liquidity, reference_execution_id. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listFixSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FixSession"][];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createFixSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description empty = all accounts of the partner */
                    account_numbers?: string[];
                    cancel_on_disconnect?: boolean;
                    /** @description the client certificate that its connection must show: `cn:` and the common name, or `sha256:` and the fingerprint; null = where one is shown, its common name has to be the SenderCompID */
                    client_certificate?: string | null;
                    enabled?: boolean;
                    /**
                     * @description order-entry: enters orders; drop-copy: is told of every order of its accounts, and sends session messages alone
                     * @enum {string}
                     */
                    kind: "order-entry" | "drop-copy";
                    /**
                     * @description F, G, H, q and AF reach the orders that the session entered, or all of its accounts
                     * @enum {string}
                     */
                    order_scope?: "session" | "account";
                    partner_id?: string;
                    /** @description Password(554) that its Logon must carry; null = none is looked at */
                    password?: string | null;
                    /** @description a replace or cancel waits in line behind replaces of the session that are pending */
                    queue_replaces?: boolean;
                    reset_on_logon?: boolean;
                    /** @description when it may be logged on; null = at any time */
                    schedule?: {
                        /** @description those on which a session begins */
                        days: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                        /** @description local time; at or before `start`: on the next day */
                        end: string;
                        /** @description no session begins on these */
                        holidays?: string[];
                        /**
                         * @description both sequence numbers start over at the end of each session, or of the last one before Sunday
                         * @enum {string}
                         */
                        reset: "daily" | "weekly";
                        /** @description local time */
                        start: string;
                        /** @description IANA name: America/New_York */
                        time_zone: string;
                    } | null;
                    sender_comp_id: string;
                    target_comp_id?: string;
                    throttle_per_s?: number | null;
                    validate_user_defined?: boolean;
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FixSession"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    changeFixSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description empty = all accounts of the partner */
                    account_numbers?: string[];
                    cancel_on_disconnect?: boolean;
                    /** @description the client certificate that its connection must show: `cn:` and the common name, or `sha256:` and the fingerprint; null = where one is shown, its common name has to be the SenderCompID */
                    client_certificate?: string | null;
                    enabled?: boolean;
                    /**
                     * @description F, G, H, q and AF reach the orders that the session entered, or all of its accounts
                     * @enum {string}
                     */
                    order_scope?: "session" | "account";
                    /** @description Password(554) that its Logon must carry; null = none is looked at */
                    password?: string | null;
                    /** @description a replace or cancel waits in line behind replaces of the session that are pending */
                    queue_replaces?: boolean;
                    reset_on_logon?: boolean;
                    /** @description when it may be logged on; null = at any time */
                    schedule?: {
                        /** @description those on which a session begins */
                        days: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                        /** @description local time; at or before `start`: on the next day */
                        end: string;
                        /** @description no session begins on these */
                        holidays?: string[];
                        /**
                         * @description both sequence numbers start over at the end of each session, or of the last one before Sunday
                         * @enum {string}
                         */
                        reset: "daily" | "weekly";
                        /** @description local time */
                        start: string;
                        /** @description IANA name: America/New_York */
                        time_zone: string;
                    } | null;
                    throttle_per_s?: number | null;
                    validate_user_defined?: boolean;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FixSession"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    disconnectFixSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listFixMessages: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                decode?: boolean;
                direction?: "In" | "Out";
                from_seq?: number;
                limit?: number;
                msg_type?: string;
                /** @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period */
                since?: string;
                to_seq?: number;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            ClOrdId: string | null;
                            Direction: string;
                            ExecType: string | null;
                            Fields?: {
                                Name: string;
                                Tag: number;
                                Value: string;
                            }[];
                            Id: string;
                            /** @description null until the message is sent */
                            MsgSeqNum: number | null;
                            MsgType: string;
                            OrdStatus: string | null;
                            PossDup: boolean;
                            /** @description SOH shown as |; 553, 554, 925 and 96 masked */
                            Raw: string;
                            SendingTime: string | null;
                            /** @description null for an order to which no session listens */
                            SessionId: string | null;
                        }[];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    replayFixSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    from_exec_id?: string;
                    /**
                     * Format: date-or-instant
                     * @description inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period
                     */
                    from_time?: string;
                };
            };
        };
        responses: {
            /** @description taken: it is done later */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    resetFixSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description MsgSeqNum(34) that is expected of the client next */
                    next_inbound?: number;
                    /** @description MsgSeqNum(34) that the gateway sends next */
                    next_outbound?: number;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FixSession"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    returnTransferByOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                activityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "return_code": "R01"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    return_code: "R01" | "R02" | "R03" | "R10";
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getJournal: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        archive_bytes: number;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        archived_at: string | null;
                        archives: number;
                        commit_p50_us: number | null;
                        commit_p99_us: number | null;
                        /** @description position of the first commit in journal.db itself: those before it are in archives */
                        hot_from: number;
                        /** @description of the newest durable event */
                        position: number;
                        projector_lag_events: number;
                        /** @description of journal.db itself */
                        size_bytes: number;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        snapshot_at: string | null;
                        /** @description what the newest snapshot holds; null without one */
                        snapshot_position: number | null;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listKeysByOperator: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
                /** @description keys of this partner; default those of operators */
                partner_id?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            key_prefix: string;
                            label: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            last_used_at: string | null;
                            scopes: string[];
                        }[];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    revokeKeyByOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    setKillSwitch: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description of the partner, account or session */
                    id?: string;
                    on: boolean;
                    /** @enum {string} */
                    scope: "all" | "partner" | "account" | "session";
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cancelled_orders: number;
                        on: boolean;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    cancelOrderByOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listPartners: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            environment: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createPartner: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    environment: "sandbox" | "live";
                    name: string;
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        environment: string;
                        /** Format: uuid */
                        id: string;
                        key: {
                            api_key: string;
                            /** @description shown only now */
                            api_secret: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            label: string;
                            scopes: string[];
                        };
                        name: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createPartnerKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 1 */
                    count?: number;
                    label: string;
                    scopes: string[];
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_key: string;
                        /** @description shown only now */
                        api_secret: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /** Format: uuid */
                        id: string;
                        label: string;
                        scopes: string[];
                    }[];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listQuarantine: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description who asked, about what: session, msg_seq_num, account, client_order_id, idempotency_key, symbol */
                        about: {
                            [key: string]: unknown;
                        };
                        /** @description what it asked of the engine: PlaceOrder, CancelOrder … */
                        command: string;
                        error: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        failed_at: string;
                        id: string;
                    }[];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    liftQuarantine: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    setQuotesByOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbol": "AAPL",
                 *       "bid": "199.95",
                 *       "ask": "200.05",
                 *       "bid_size": "1000",
                 *       "ask_size": "1000"
                 *     }
                 */
                "application/json": {
                    ask?: string;
                    ask_size?: string;
                    bid?: string;
                    bid_size?: string;
                    quotes?: {
                        ask?: string;
                        ask_size?: string;
                        bid?: string;
                        bid_size?: string;
                        symbol: string;
                    }[];
                    symbol?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description a decimal as a string */
                        ask?: string | null;
                        /** @description a decimal as a string */
                        ask_size?: string;
                        /** @description a decimal as a string */
                        bid?: string | null;
                        /** @description a decimal as a string */
                        bid_size?: string;
                        quotes?: {
                            /** @description a decimal as a string */
                            ask: string | null;
                            /** @description a decimal as a string */
                            ask_size: string;
                            /** @description a decimal as a string */
                            bid: string | null;
                            /** @description a decimal as a string */
                            bid_size: string;
                            symbol: string;
                        }[];
                        symbol?: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listSecurity: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbol": "NEWCO",
                 *       "name": "New Company Inc.",
                 *       "exchange": "NYSE",
                 *       "previous_close": "25.00"
                 *     }
                 */
                "application/json": {
                    /**
                     * @default equity
                     * @enum {string}
                     */
                    asset_type?: "equity" | "etf";
                    exchange: string;
                    /** @default true */
                    fractionable?: boolean;
                    name: string;
                    /** @description what a share is worth until it trades or is quoted */
                    previous_close: string;
                    symbol: string;
                    /** @default true */
                    tradable?: boolean;
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Security"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    changeSecurity: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    tradable?: boolean;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Security"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    haltSymbolByOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "news pending"
                 *     }
                 */
                "application/json": {
                    /** @description the market of this partner; default every market */
                    partner_id?: string;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "halted": true,
                     *       "partners": [
                     *         "0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f"
                     *       ],
                     *       "suspended_orders": 3,
                     *       "cancelled_orders": 1,
                     *       "reinstated_orders": 0
                     *     }
                     */
                    "application/json": {
                        /** @description orders that it cancels, because they ask for that: ExecInst(18)=K */
                        cancelled_orders: number;
                        halted: boolean;
                        /** @description those whose market it is */
                        partners: string[];
                        /** @description orders that work again */
                        reinstated_orders: number;
                        /** @description orders that are suspended by it */
                        suspended_orders: number;
                        symbol: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    resumeSymbolByOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "news pending"
                 *     }
                 */
                "application/json": {
                    /** @description the market of this partner; default every market */
                    partner_id?: string;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "halted": true,
                     *       "partners": [
                     *         "0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f"
                     *       ],
                     *       "suspended_orders": 3,
                     *       "cancelled_orders": 1,
                     *       "reinstated_orders": 0
                     *     }
                     */
                    "application/json": {
                        /** @description orders that it cancels, because they ask for that: ExecInst(18)=K */
                        cancelled_orders: number;
                        halted: boolean;
                        /** @description those whose market it is */
                        partners: string[];
                        /** @description orders that work again */
                        reinstated_orders: number;
                        /** @description orders that are suspended by it */
                        suspended_orders: number;
                        symbol: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    decideKyc: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "request_information",
                 *       "reject": [
                 *         "ADDRESS_VERIFICATION"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    decision: "approve" | "reject" | "request_information";
                    /** @description why it is rejected, or what is missing */
                    reject?: ("IDENTITY_VERIFICATION" | "TAX_IDENTIFICATION" | "ADDRESS_VERIFICATION" | "DATE_OF_BIRTH" | "SELFIE_VERIFICATION" | "PEP" | "CONTROL_PERSON" | "AFFILIATED" | "WATCHLIST_HIT" | "COUNTRY_NOT_SUPPORTED" | "OTHER")[];
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    decideAchRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                achId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "approve"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    decision: "approve" | "reject";
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AchRelationship"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timestamp": "2026-11-23T14:30:00.000Z",
                     *       "mode": "frozen",
                     *       "offset_ms": 0,
                     *       "trading_day": "2026-11-23",
                     *       "session": "always_open"
                     *     }
                     */
                    "application/json": {
                        /** @description frozen: it stands until it is set again */
                        mode: string;
                        /** @description how far it runs ahead of the real clock; 0 while it stands */
                        offset_ms: number;
                        session: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        timestamp: string;
                        /** Format: date */
                        trading_day: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    setSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description how far the clock goes on; it then stands */
                    advance?: string;
                    /**
                     * @description the clock runs with the real one, from where it stands
                     * @enum {string}
                     */
                    mode?: "real";
                    /**
                     * Format: instant
                     * @description where the clock goes; it then stands. Never backwards
                     */
                    set?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timestamp": "2026-11-23T14:30:00.000Z",
                     *       "mode": "frozen",
                     *       "offset_ms": 0,
                     *       "trading_day": "2026-11-23",
                     *       "session": "always_open"
                     *     }
                     */
                    "application/json": {
                        /** @description frozen: it stands until it is set again */
                        mode: string;
                        /** @description how far it runs ahead of the real clock; 0 while it stands */
                        offset_ms: number;
                        session: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        timestamp: string;
                        /** Format: date */
                        trading_day: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listCorporateActions: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
                symbol?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            amount: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            /** Format: date */
                            ex_date: string;
                            /** Format: uuid */
                            id: string;
                            /** Format: date */
                            pay_date: string | null;
                            ratio: string | null;
                            status: string;
                            symbol: string;
                            type: string;
                        }[];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    announceCorporateAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description of a dividend, a share, with at most 4 decimals */
                    amount?: string;
                    /**
                     * Format: date
                     * @description a trading day after the present one
                     */
                    ex_date: string;
                    /**
                     * Format: date
                     * @description of a dividend: a trading day, the ex-date or later
                     */
                    pay_date?: string;
                    /** @description of a split: new shares for old ones; 1:10 is a reverse split */
                    ratio?: string;
                    symbol: string;
                    /** @enum {string} */
                    type: "split" | "cash_dividend";
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                     *       "type": "cash_dividend",
                     *       "symbol": "AAPL",
                     *       "ratio": null,
                     *       "amount": "0.26",
                     *       "ex_date": "2026-11-23",
                     *       "pay_date": "2026-11-30",
                     *       "status": "announced",
                     *       "created_at": "2026-11-20T15:04:05.123Z"
                     *     }
                     */
                    "application/json": {
                        amount: string | null;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /** Format: date */
                        ex_date: string;
                        /** Format: uuid */
                        id: string;
                        /** Format: date */
                        pay_date: string | null;
                        ratio: string | null;
                        status: string;
                        symbol: string;
                        type: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    setFillModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "participation",
                 *       "symbol": "AAPL",
                 *       "percent": 5
                 *     }
                 */
                "application/json": {
                    /** @description instead of symbol: for the orders of this account; goes before the model of a symbol */
                    account_id?: string;
                    /**
                     * @description displayed: what the quote shows (default); full: any size; participation: `percent` of the volume of a minute; partial: a part drawn by the seed of the market
                     * @enum {string}
                     */
                    model: "displayed" | "full" | "participation" | "partial";
                    /** @description of participation, down to hundredths */
                    percent?: number;
                    symbol?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description instead of symbol: for the orders of this account; goes before the model of a symbol */
                        account_id?: string;
                        /**
                         * @description displayed: what the quote shows (default); full: any size; participation: `percent` of the volume of a minute; partial: a part drawn by the seed of the market
                         * @enum {string}
                         */
                        model: "displayed" | "full" | "participation" | "partial";
                        percent?: number;
                        symbol?: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    moveTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                activityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "queue" | "send" | "settle" | "return";
                    /**
                     * @description required of the action return
                     * @enum {string}
                     */
                    return_code?: "R01" | "R02" | "R03" | "R10";
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    haltSymbol: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbol": "AAPL",
                 *       "halted": true
                 *     }
                 */
                "application/json": {
                    halted: boolean;
                    reason?: string;
                    symbol: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "halted": true,
                     *       "suspended_orders": 3,
                     *       "cancelled_orders": 1,
                     *       "reinstated_orders": 0
                     *     }
                     */
                    "application/json": {
                        /** @description orders that it cancels, because they ask for that: ExecInst(18)=K */
                        cancelled_orders: number;
                        halted: boolean;
                        /** @description orders that work again */
                        reinstated_orders: number;
                        /** @description orders that are suspended by it */
                        suspended_orders: number;
                        symbol: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    fillOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quantity": "4",
                 *       "price": "149.50"
                 *     }
                 */
                "application/json": {
                    price: string;
                    /** @description shares, at most what is left of the order */
                    quantity: string;
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    setQuotes: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbol": "AAPL",
                 *       "bid": "199.95",
                 *       "ask": "200.05",
                 *       "bid_size": "1000",
                 *       "ask_size": "1000"
                 *     }
                 */
                "application/json": {
                    ask?: string;
                    ask_size?: string;
                    bid?: string;
                    bid_size?: string;
                    quotes?: {
                        ask?: string;
                        ask_size?: string;
                        bid?: string;
                        bid_size?: string;
                        symbol: string;
                    }[];
                    symbol?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description a decimal as a string */
                        ask?: string | null;
                        /** @description a decimal as a string */
                        ask_size?: string;
                        /** @description a decimal as a string */
                        bid?: string | null;
                        /** @description a decimal as a string */
                        bid_size?: string;
                        quotes?: {
                            /** @description a decimal as a string */
                            ask: string | null;
                            /** @description a decimal as a string */
                            ask_size: string;
                            /** @description a decimal as a string */
                            bid: string | null;
                            /** @description a decimal as a string */
                            bid_size: string;
                            symbol: string;
                        }[];
                        symbol?: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "finished",
                     *       "quotes": 390,
                     *       "done": 390
                     *     }
                     */
                    "application/json": {
                        /** @description quotes that have been set */
                        done: number;
                        /** @description lines of the file */
                        quotes: number;
                        state: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    replayQuotes: {
        parameters: {
            query?: {
                /** @description times as fast as the quotes came */
                speed?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example timestamp,symbol,bid,ask,bid_size,ask_size
                 *     2026-11-23T14:30:00.000Z,AAPL,199.95,200.05,1200,1500
                 *     2026-11-23T14:30:01.500Z,AAPL,199.96,200.05,1100,1500
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "finished",
                     *       "quotes": 390,
                     *       "done": 390
                     *     }
                     */
                    "application/json": {
                        /** @description quotes that have been set */
                        done: number;
                        /** @description lines of the file */
                        quotes: number;
                        state: string;
                    };
                };
            };
            /** @description taken: it is done later */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "finished",
                     *       "quotes": 390,
                     *       "done": 390
                     *     }
                     */
                    "application/json": {
                        /** @description quotes that have been set */
                        done: number;
                        /** @description lines of the file */
                        quotes: number;
                        state: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    stopReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fixture": "full"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description minimal: an approved account with 10,000 dollars, a rejected one, one in manual review. full: beside that a bank link that waits, a position, open orders and documents of the approved account, and, where the partner has fewer than twenty, a webhook that is disabled
                     * @default minimal
                     * @enum {string}
                     */
                    fixture?: "minimal" | "full";
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fixture": "minimal",
                     *       "reset_at": "2026-11-20T15:04:05.123Z",
                     *       "accounts": [
                     *         {
                     *           "id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                     *           "account_number": "410000001",
                     *           "kyc_status": "APPROVED",
                     *           "status": "ACTIVE"
                     *         },
                     *         {
                     *           "id": "1e8f2e52-e45b-5a28-9d80-369b6d32f9b5",
                     *           "account_number": "410000002",
                     *           "kyc_status": "REJECTED",
                     *           "status": "REJECTED"
                     *         },
                     *         {
                     *           "id": "f6da9fc3-ff82-5e9a-b3d3-9706a643269d",
                     *           "account_number": "410000003",
                     *           "kyc_status": "MANUAL_REVIEW",
                     *           "status": "APPROVAL_PENDING"
                     *         }
                     *       ],
                     *       "orders": [],
                     *       "ach_relationships": [
                     *         "0b8de1c5-1c1d-5c38-8d7d-1f1f2ab7c0de"
                     *       ],
                     *       "webhooks": [],
                     *       "documents": []
                     *     }
                     */
                    "application/json": {
                        accounts: {
                            account_number: string;
                            /** Format: uuid */
                            id: string;
                            kyc_status: string;
                            status: string;
                        }[];
                        ach_relationships: string[];
                        documents: string[];
                        fixture: string;
                        /** @description open orders */
                        orders: string[];
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        reset_at: string;
                        webhooks: {
                            /** Format: uuid */
                            id: string;
                            secret: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    setVolatility: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbol": "AAPL",
                 *       "bps_per_step": 0.5
                 *     }
                 */
                "application/json": {
                    /** @description typical step of one second, in basis points, down to hundredths of one; 0 = the quote stands where it is */
                    bps_per_step: number;
                    symbol: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bps_per_step: number;
                        symbol: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getDocumentContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/pdf": string;
                    "image/jpeg": string;
                    "image/png": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    emailDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document_id": "0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *       "recipient_email": "jane@example.com",
                 *       "subject": "Your statement"
                 *     }
                 */
                "application/json": {
                    /** @description id of the document */
                    document_id: string;
                    message?: string;
                    recipient_email: string;
                    subject?: string;
                };
            };
        };
        responses: {
            /** @description taken: it is done later */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193b6c0-7c1b-4f7e-9a55-1b2a3c4d5e6f",
                     *       "document_id": "0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                     *       "recipient_email": "jane@example.com",
                     *       "status": "QUEUED",
                     *       "created_at": "2026-11-20T15:04:05.123Z"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /** Format: uuid */
                        document_id: string;
                        /** Format: uuid */
                        id: string;
                        recipient_email: string;
                        status: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "document_type": "trade_confirmation",
                 *       "account_number": "410028817",
                 *       "year": 2026,
                 *       "month": 11,
                 *       "limit": 25
                 *     }
                 */
                "application/json": {
                    account_number?: string;
                    /**
                     * Format: cursor
                     * @description next_cursor of the page before
                     */
                    cursor?: string;
                    /** @description needs month */
                    day?: number;
                    /** @enum {string} */
                    document_type?: "identity_verification" | "address_verification" | "date_of_birth_verification" | "tax_id_verification" | "account_approval_letter" | "cip_result" | "w8ben" | "w9" | "company_formation" | "entity_operating_document" | "account_statement" | "trade_confirmation" | "tax_statement";
                    /** @default 25 */
                    limit?: number;
                    /** @description needs year */
                    month?: number;
                    year?: number;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Document"][];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listDocumentTypes: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "document_type": "identity_verification",
                     *         "name": "Identity verification",
                     *         "uploadable": true,
                     *         "sub_types": [
                     *           "passport",
                     *           "drivers_license"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": {
                        document_type: string;
                        name: string;
                        sub_types: string[];
                        uploadable: boolean;
                    }[];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    requestW9: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0192b6bf-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *       "signed_at": "2026-11-20T15:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description one of the user’s accounts; without it the first that is not closed */
                    account_id?: string;
                    /**
                     * Format: instant
                     * @description when the user signed; the form is not signed without it
                     */
                    signed_at?: string;
                    /** @description id of the user */
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description taken: it is done later */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["W9Request"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getW9Request: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["W9Request"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    exportActivities: {
        parameters: {
            query: {
                /** @description trading day of the market */
                date: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Columns: sequence, created_at, partner_id, account_number, account_id, id, type, net_amount, symbol, quantity, price, order_id, execution_id, funding_activity_id. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    exportExecutions: {
        parameters: {
            query: {
                /** @description trading day of the market */
                date: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Columns: sequence, executed_at, trade_date, settlement_date, partner_id, account_number, account_id, order_id, client_order_id, id, exec_type, symbol, side, quantity, price, notional, cumulative_quantity, leaves_quantity, average_price, commission, liquidity, reference_execution_id. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "warn",
                     *       "version": "1.0.0",
                     *       "uptime_s": 86400,
                     *       "checks": {
                     *         "database": "warn",
                     *         "engine": "pass",
                     *         "fix_acceptor": "pass",
                     *         "webhook_dispatcher": "pass"
                     *       },
                     *       "reasons": {
                     *         "database": "412 MiB are free in the data directory"
                     *       }
                     *     }
                     */
                    "application/json": {
                        checks: {
                            [key: string]: string;
                        };
                        /** @description why a check is no pass, by its name; empty when all pass */
                        reasons: {
                            [key: string]: string;
                        };
                        status: string;
                        uptime_s: number;
                        version: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            /** @description not now */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "warn",
                     *       "version": "1.0.0",
                     *       "uptime_s": 86400,
                     *       "checks": {
                     *         "database": "warn",
                     *         "engine": "pass",
                     *         "fix_acceptor": "pass",
                     *         "webhook_dispatcher": "pass"
                     *       },
                     *       "reasons": {
                     *         "database": "412 MiB are free in the data directory"
                     *       }
                     *     }
                     */
                    "application/json": {
                        checks: {
                            [key: string]: string;
                        };
                        /** @description why a check is no pass, by its name; empty when all pass */
                        reasons: {
                            [key: string]: string;
                        };
                        status: string;
                        uptime_s: number;
                        version: string;
                    };
                };
            };
        };
    };
    getLatency: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        engine: {
                            /** @description from command to durable answer; null before the first */
                            ack_p50_us: number | null;
                            ack_p99_us: number | null;
                        };
                        routes: {
                            count: number;
                            max_ms: number;
                            p50_ms: number;
                            p95_ms: number;
                            p99_ms: number;
                            route: string;
                        }[];
                        window_s: number;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            /** @description not now */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: string;
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            key_prefix: string;
                            label: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            last_used_at: string | null;
                            scopes: string[];
                        }[];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "back office",
                 *       "scopes": [
                 *         "accounts:read",
                 *         "trading:read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    label: string;
                    scopes: string[];
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_key: string;
                        /** @description shown only now */
                        api_secret: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /** Format: uuid */
                        id: string;
                        label: string;
                        scopes: string[];
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    streamRequestLog: {
        parameters: {
            query?: {
                /** @description of the path, or of the account token */
                account_id?: string;
                /** @description id of the key or account token */
                key_id?: string;
                method?: string;
                min_duration_ms?: number;
                /** @description what the path begins with */
                path?: string;
                /** @description begin with what came at this moment or later */
                since?: string;
                /** @description begin behind this id; 0 = with the first. Last-Event-ID goes before it */
                since_id?: number;
                status?: string;
                /** @description end with this id */
                until_id?: number;
            };
            header?: {
                /** @description begins behind this id, whatever since_id and since say: what a client that reconnects has heard last */
                "Last-Event-ID"?: string;
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events, one for each answered request of the keys and account tokens of the partner. Ids increase by one and do not begin anew with a restart; the last 10,000 requests are kept in memory. No bodies, headers or query values. Comments every 15 seconds, heartbeat events every 30. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getFinancialStatements: {
        parameters: {
            query?: {
                numberOfReports?: number;
                statementType?: "annual" | "quarterly";
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "statement_type": "annual",
                     *       "currency": "USD",
                     *       "reports": [
                     *         {
                     *           "period": "FY2026",
                     *           "period_end_date": "2026-09-30",
                     *           "filing_date": "2026-11-03",
                     *           "total_assets": 378207000000,
                     *           "total_liabilities": 317694000000,
                     *           "total_equity": 60513000000,
                     *           "revenue": 406676000000,
                     *           "gross_profit": 187884000000,
                     *           "operating_income": 128103000000,
                     *           "net_income": 97602000000,
                     *           "total_debt": 105898000000,
                     *           "cash_and_equivalents": 68077000000,
                     *           "free_cash_flow": 109803000000,
                     *           "eps_diluted": 6.54
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        currency: string;
                        /** @description filed by now, newest first; fewer than asked for where the books begin */
                        reports: {
                            cash_and_equivalents: number;
                            eps_diluted: number;
                            /** Format: date */
                            filing_date: string;
                            free_cash_flow: number;
                            gross_profit: number;
                            net_income: number;
                            operating_income: number;
                            /** @description FY2025, Q3 2026: of the fiscal year */
                            period: string;
                            /** Format: date */
                            period_end_date: string;
                            revenue: number;
                            total_assets: number;
                            total_debt: number;
                            total_equity: number;
                            total_liabilities: number;
                        }[];
                        statement_type: string;
                        symbol: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getTradingCalendar: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description last day; default: one year after start */
                end?: string;
                limit?: number;
                /** @description first day; default: today */
                start?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            after_hours_close: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            close: string;
                            /** Format: date */
                            date: string;
                            /** @description closes at 13:00 New York */
                            early_close: boolean;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            open: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            pre_market_open: string;
                        }[];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listDividends: {
        parameters: {
            query?: {
                /** @description first ex-date */
                excludingFrom?: string;
                /** @description last ex-date; only together with excludingFrom */
                excludingTo?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "dividends": [
                     *         {
                     *           "ex_date": "2026-11-09",
                     *           "record_date": "2026-11-09",
                     *           "pay_date": "2026-11-13",
                     *           "amount": 0.26,
                     *           "frequency": "quarterly",
                     *           "currency": "USD"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description declared by now, most recent ex-date first */
                        dividends: {
                            /** @description dollars a share */
                            amount: number;
                            currency: string;
                            /** Format: date */
                            ex_date: string;
                            frequency: string;
                            /** Format: date */
                            pay_date: string | null;
                            /** Format: date */
                            record_date: string;
                        }[];
                        symbol: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getMarketClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the regular session, 9:30 to 16:00 New York (13:00 on half days); with market.session=always_open orders trade at any hour */
                        is_open: boolean;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        next_close: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        next_open: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getCompanyProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "name": "Apple Inc.",
                     *       "description": "Designs phones, computers, tablets and wearables. Figures and people are sample data.",
                     *       "exchange": "NASDAQ",
                     *       "sector": "Information Technology",
                     *       "industry": "Technology Hardware, Storage & Peripherals",
                     *       "market_cap": 2987000000000,
                     *       "pe_ratio": 31.4,
                     *       "eps": 6.37,
                     *       "dividend_yield": 0.515,
                     *       "week_52_high": 231.2,
                     *       "week_52_low": 164.9,
                     *       "average_volume": 52400100,
                     *       "shares_outstanding": 14935000000,
                     *       "country": "US",
                     *       "website": "https://www.apple.com",
                     *       "ceo": "Alex Sample (sample data)",
                     *       "employees": 164000,
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": {
                        /** @description shares a day over 63 sessions */
                        average_volume: number | null;
                        /** @description sample data, and says so */
                        ceo: string | null;
                        country: string;
                        currency: string;
                        description: string;
                        /** @description dividends of the last year; 0.52 means 0.52 % */
                        dividend_yield: number;
                        employees: number | null;
                        /** @description diluted, of the last four quarters */
                        eps: number | null;
                        exchange: string;
                        industry: string | null;
                        /** @description shares_outstanding at the last price, in dollars */
                        market_cap: number;
                        name: string;
                        /** @description last price to the earnings of four quarters; null where there are none, or losses */
                        pe_ratio: number | null;
                        sector: string | null;
                        shares_outstanding: number;
                        symbol: string;
                        website: string | null;
                        week_52_high: number | null;
                        week_52_low: number | null;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getHistory: {
        parameters: {
            query?: {
                /** @description last day; default: today */
                endDate?: string;
                /** @description first day; default: one year before endDate, or before today where that is earlier */
                startDate?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "start_date": "2026-11-19",
                     *       "end_date": "2026-11-19",
                     *       "bars": [
                     *         {
                     *           "date": "2026-11-19",
                     *           "open": 197.2,
                     *           "high": 199.4,
                     *           "low": 196.9,
                     *           "close": 198.5,
                     *           "adj_close": 198.5,
                     *           "volume": 48211900
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description oldest first, trading days only; the bar of today ends now */
                        bars: {
                            /** @description accounts for the splits and dividends since */
                            adj_close: number;
                            close: number;
                            /** Format: date */
                            date: string;
                            high: number;
                            low: number;
                            open: number;
                            /** @description shares */
                            volume: number;
                        }[];
                        /** Format: date */
                        end_date: string;
                        /** Format: date */
                        start_date: string;
                        symbol: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "logo_url": "https://gateway.example/logos/AAPL.svg",
                     *       "width": 128,
                     *       "height": 128
                     *     }
                     */
                    "application/json": {
                        height: number | null;
                        /**
                         * Format: uri
                         * @description an SVG that this gateway serves without a credential, at the scheme and host of the request
                         */
                        logo_url: string;
                        symbol: string;
                        width: number | null;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listNews: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description most recent first */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "news-AAPL-8317",
                     *         "type": "news",
                     *         "headline": "Apple Inc. confirms its outlook for the year",
                     *         "summary": "Sample data: revenue is expected to grow at about the pace of the year before.",
                     *         "source": "Sample data",
                     *         "url": null,
                     *         "published_at": "2026-11-19T22:10:05.000Z",
                     *         "symbols": [
                     *           "AAPL"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": {
                        headline: string;
                        id: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        published_at: string;
                        source: string | null;
                        summary: string | null;
                        symbols: string[];
                        type: string;
                        url: string | null;
                    }[];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getOptionChain: {
        parameters: {
            query: {
                /** @description one of the dates of the expirations */
                expiration: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description by strike, the call before the put */
                        contracts: components["schemas"]["OptionContract"][];
                        /** Format: date */
                        expiration: string;
                        symbol: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listOptionExpirations: {
        parameters: {
            query?: {
                /** @description true adds strike_count */
                strikes?: boolean;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description in order of date */
                        expirations: {
                            contract_type: string;
                            /** Format: date */
                            date: string;
                            days_to_expiration: number;
                            /** @description when strikes=true was asked for */
                            strike_count?: number;
                        }[];
                        symbol: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    lookUpOptions: {
        parameters: {
            query: {
                /** @description 1 to 30 symbols with commas between them */
                underlying: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        non_optionable_symbols: string[];
                        /** @description all listed contracts by underlying: by expiration, then strike, the call before the put */
                        underlyings: {
                            [key: string]: components["schemas"]["OptionContract"][];
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listOptionStrikes: {
        parameters: {
            query: {
                /** @description one of the dates of the expirations */
                expiration: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date */
                        expiration: string;
                        /**
                         * @example [
                         *       140,
                         *       145,
                         *       150
                         *     ]
                         */
                        strikes: number[];
                        symbol: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "last": 200,
                     *       "bid": 199.95,
                     *       "ask": 200.05,
                     *       "bid_size": 1000,
                     *       "ask_size": 800,
                     *       "volume": 21500400,
                     *       "change": 1.5,
                     *       "change_percent": 0.7557,
                     *       "previous_close": 198.5,
                     *       "open": 198.9,
                     *       "high": 200.41,
                     *       "low": 198.12,
                     *       "timestamp": "2026-11-20T15:04:05.123Z"
                     *     }
                     */
                    "application/json": {
                        ask: number | null;
                        ask_size: number | null;
                        bid: number | null;
                        /** @description shares; null while that side is not quoted */
                        bid_size: number | null;
                        /** @description last less previous_close */
                        change: number;
                        /** @description 1.25 means 1.25 % */
                        change_percent: number | null;
                        high: number | null;
                        /** @description last trade inside the present quote, else the middle of the walk; of a quote that stands, its nearer side */
                        last: number;
                        low: number | null;
                        /** @description of the regular session; before it begins, of the time since the close before */
                        open: number | null;
                        previous_close: number;
                        symbol: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        timestamp: string;
                        /** @description shares of the regular session; 0 before it */
                        volume: number | null;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    searchSecurities: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "query": "app",
                 *       "asset_type": "equity",
                 *       "limit": 25,
                 *       "offset": 0
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    asset_type?: "equity" | "etf";
                    /**
                     * Format: cursor
                     * @description next_cursor of the page before
                     */
                    cursor?: string;
                    /** @description NASDAQ, NYSE, NYSE ARCA …, in any case */
                    exchange?: string;
                    /** @default 25 */
                    limit?: number;
                    /** @default 0 */
                    offset?: number;
                    /** @description start of a symbol or part of a name, in any case; left out: every security */
                    query?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Security"][];
                        pagination: {
                            has_more: boolean;
                            limit: number;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                            /** @description where this page begins */
                            offset: number;
                            /** @description of all pages */
                            total: number;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listIndustries: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "industry": "Software",
                     *         "sector": "Information Technology"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        industry: string;
                        sector: string;
                    }[];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listSectorSymbols: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sector": "Information Technology",
                 *       "limit": 100,
                 *       "offset": 0
                 *     }
                 */
                "application/json": {
                    /** @default 100 */
                    limit?: number;
                    /** @default 0 */
                    offset?: number;
                    /** @description one of GET /v1/marketdata/reference/sectors, in any case */
                    sector: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "AAPL",
                     *       "AMD",
                     *       "AVGO"
                     *     ]
                     */
                    "application/json": string[];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listSectors: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "Energy",
                     *       "Materials",
                     *       "Industrials"
                     *     ]
                     */
                    "application/json": string[];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getSecurities: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbols": [
                 *         "AAPL",
                 *         "MSFT"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description 1 to 100 symbols */
                    symbols: string[];
                };
            };
        };
        responses: {
            /** @description by symbol; null for one that is not known */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["Security"] | null;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    streamMarketData: {
        parameters: {
            query?: {
                /** @description comma list of quote, trade, depth, imbalance; left out: all */
                channels?: string;
                /** @description comma list of at most 100; left out: every listed symbol, where there are no more than that */
                symbols?: string;
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. `id` and `sequence` count the events of this stream from 1 without a gap. Values are JSON numbers, sizes in shares, null for a side that is not quoted. quote: the best of both sides, clients included. trade: type is trade, trade_correct or trade_cancel; missed says how many trades before it were left out. depth: up to 10 price levels of each side, best first. imbalance: where the next opening or closing auction would clear, as long as orders wait for it; nulls and zeros when that ends. Comments every 15 seconds, heartbeat events every 30. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_ids: string[];
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /** Format: uuid */
                        id: string;
                        kyc_status: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createFurtherAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_type": "ira_roth",
                 *       "corr_metadata": "cust-77-ira"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    account_type: "individual" | "joint" | "ira_traditional" | "ira_roth" | "custodial";
                    advisor_code?: string;
                    agreements?: {
                        /** @enum {string} */
                        agreement?: "customer_agreement" | "account_agreement" | "margin_agreement" | "options_agreement";
                        ip_address?: string;
                        revision?: string;
                        /**
                         * Format: instant
                         * @description not in the future
                         */
                        signed_at: string;
                    }[];
                    contact?: {
                        city?: string;
                        country?: string;
                        email_address?: string;
                        phone_number?: string;
                        postal_code?: string;
                        state?: string;
                        street_address?: string[];
                        unit?: string;
                    };
                    corr_metadata?: string;
                    disclosures?: {
                        control_person_company_name?: string;
                        immediate_family_exposed?: boolean;
                        is_affiliated_exchange_or_finra?: boolean;
                        is_control_person?: boolean;
                        is_politically_exposed?: boolean;
                        is_spouse_affiliated_finra?: boolean;
                    };
                    discretionary_account?: boolean;
                    dividend_reinvestment?: boolean;
                    employment?: {
                        employer_address?: string;
                        employer_name?: string;
                        employment_position?: string;
                        /** @enum {string} */
                        employment_status?: "employed" | "unemployed" | "student" | "retired";
                    };
                    identity?: never;
                    investment_profile?: {
                        annual_income_max?: string;
                        annual_income_min?: string;
                        investment_objective?: string;
                        liquid_net_worth_max?: string;
                        liquid_net_worth_min?: string;
                        /** @enum {string} */
                        risk_tolerance?: "conservative" | "moderate" | "aggressive";
                        /** @enum {string} */
                        time_horizon?: "short" | "average" | "long";
                        total_net_worth_max?: string;
                        total_net_worth_min?: string;
                    };
                    joint_owner?: {
                        contact: {
                            city?: string;
                            country?: string;
                            email_address: string;
                            phone_number?: string;
                            postal_code?: string;
                            state?: string;
                            street_address?: string[];
                            unit?: string;
                        };
                        identity: {
                            country_of_birth?: string;
                            country_of_citizenship?: string;
                            country_of_tax_residence?: string;
                            /**
                             * Format: date
                             * @description in the past
                             */
                            date_of_birth: string;
                            family_name: string;
                            funding_source?: ("employment_income" | "investments" | "inheritance" | "business_income" | "savings" | "family")[];
                            given_name: string;
                            middle_name?: string;
                            /** @description dashes are optional; never shown again */
                            tax_id: string;
                            /**
                             * @default US_SSN
                             * @enum {string}
                             */
                            tax_id_type?: "US_SSN" | "US_EIN";
                        };
                    };
                    registered_rep_code?: string;
                    trading_configurations?: {
                        extended_hours?: boolean;
                        fractional_trading?: boolean;
                        /** Format: dollars */
                        max_order_notional?: string | null;
                        suspend_trade?: boolean;
                    };
                    trusted_contact?: {
                        city?: string;
                        country?: string;
                        email_address?: string;
                        family_name?: string;
                        given_name?: string;
                        phone_number?: string;
                        postal_code?: string;
                        state?: string;
                        street_address?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            409: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks/brokerage",
                 *       "events": [
                 *         "order.filled",
                 *         "order.cancelled"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description empty = all, those that are added later too */
                    events: string[];
                    /** @description https, up to 2048 characters, without credentials */
                    url: string;
                };
            };
        };
        responses: {
            /** @description made */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f",
                     *       "url": "https://example.com/hooks/brokerage",
                     *       "events": [
                     *         "order.filled",
                     *         "order.cancelled"
                     *       ],
                     *       "status": "active",
                     *       "disabled_reason": null,
                     *       "created_at": "2026-11-20T15:04:05.123Z",
                     *       "updated_at": "2026-11-20T15:04:05.123Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /** @description why the gateway disabled it: five days without a success, or an answer of 410 */
                        disabled_reason: string | null;
                        events: string[];
                        /** Format: uuid */
                        id: string;
                        /** @description what deliveries are signed with (Standard Webhooks): "whsec_" and the key in base64; shown only now */
                        secret: string;
                        status: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        updated_at: string;
                        url: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f",
                     *       "url": "https://example.com/hooks/brokerage",
                     *       "events": [
                     *         "order.filled",
                     *         "order.cancelled"
                     *       ],
                     *       "status": "active",
                     *       "disabled_reason": null,
                     *       "created_at": "2026-11-20T15:04:05.123Z",
                     *       "updated_at": "2026-11-20T15:04:05.123Z"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /** @description why the gateway disabled it: five days without a success, or an answer of 410 */
                        disabled_reason: string | null;
                        events: string[];
                        /** Format: uuid */
                        id: string;
                        status: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        updated_at: string;
                        url: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done, without a body */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "disabled"
                 *     }
                 */
                "application/json": {
                    /** @description empty = all, those that are added later too */
                    events?: string[];
                    /** @enum {string} */
                    status?: "active" | "disabled";
                    /** @description https, up to 2048 characters, without credentials */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f",
                     *       "url": "https://example.com/hooks/brokerage",
                     *       "events": [
                     *         "order.filled",
                     *         "order.cancelled"
                     *       ],
                     *       "status": "active",
                     *       "disabled_reason": null,
                     *       "created_at": "2026-11-20T15:04:05.123Z",
                     *       "updated_at": "2026-11-20T15:04:05.123Z"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /** @description why the gateway disabled it: five days without a success, or an answer of 410 */
                        disabled_reason: string | null;
                        events: string[];
                        /** Format: uuid */
                        id: string;
                        status: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        updated_at: string;
                        url: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                event_type?: "account.kyc_approved" | "account.kyc_rejected" | "account.closed" | "account.status_changed" | "funding.ach_relationship_created" | "funding.ach_relationship_approved" | "funding.ach_relationship_rejected" | "funding.ach_relationship_removed" | "funding.deposit_completed" | "funding.deposit_returned" | "funding.withdrawal_completed" | "funding.withdrawal_returned" | "funding.transfer_cancelled" | "order.submitted" | "order.partially_filled" | "order.filled" | "order.replaced" | "order.cancelled" | "order.rejected" | "order.execution_corrected" | "webhook.test";
                limit?: number;
                status?: "pending" | "succeeded" | "failed" | "skipped";
            };
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        pagination: {
                            has_more: boolean;
                            /** @description null exactly when has_more is false */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                deliveryId: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description taken: it is done later */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193a1b2-8d1b-4f7e-9a55-1b2a3c4d5e6f",
                     *       "webhook_id": "0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f",
                     *       "event_id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                     *       "event_type": "order.filled",
                     *       "attempt": 2,
                     *       "status": "failed",
                     *       "url": "https://example.com/hooks/brokerage",
                     *       "response_status": 503,
                     *       "response_body": "try later",
                     *       "error": null,
                     *       "duration_ms": 87,
                     *       "attempted_at": "2026-11-20T15:04:11.030Z",
                     *       "next_attempt_at": "2026-11-20T15:09:12.400Z"
                     *     }
                     */
                    "application/json": {
                        /** @description from 1; 0 of an event that was skipped */
                        attempt: number;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        attempted_at: string;
                        duration_ms: number | null;
                        error: string | null;
                        event_id: string;
                        event_type: string;
                        /** Format: uuid */
                        id: string;
                        /**
                         * Format: date-time
                         * @description while another attempt is to come: null once that is made, where there will be none, and while the webhook is disabled
                         */
                        next_attempt_at: string | null;
                        /** @description its first 1024 bytes */
                        response_body: string | null;
                        response_status: number | null;
                        status: string;
                        url: string;
                        /** Format: uuid */
                        webhook_id: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f",
                     *       "url": "https://example.com/hooks/brokerage",
                     *       "events": [
                     *         "order.filled",
                     *         "order.cancelled"
                     *       ],
                     *       "status": "active",
                     *       "disabled_reason": null,
                     *       "created_at": "2026-11-20T15:04:05.123Z",
                     *       "updated_at": "2026-11-20T15:04:05.123Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        created_at: string;
                        /** @description why the gateway disabled it: five days without a success, or an answer of 410 */
                        disabled_reason: string | null;
                        events: string[];
                        /** Format: uuid */
                        id: string;
                        /** @description what deliveries are signed with (Standard Webhooks): "whsec_" and the key in base64; shown only now */
                        secret: string;
                        status: string;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        updated_at: string;
                        url: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193a1b2-8d1b-4f7e-9a55-1b2a3c4d5e6f",
                     *       "webhook_id": "0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f",
                     *       "event_id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                     *       "event_type": "order.filled",
                     *       "attempt": 2,
                     *       "status": "failed",
                     *       "url": "https://example.com/hooks/brokerage",
                     *       "response_status": 503,
                     *       "response_body": "try later",
                     *       "error": null,
                     *       "duration_ms": 87,
                     *       "attempted_at": "2026-11-20T15:04:11.030Z",
                     *       "next_attempt_at": "2026-11-20T15:09:12.400Z"
                     *     }
                     */
                    "application/json": {
                        /** @description from 1; 0 of an event that was skipped */
                        attempt: number;
                        /**
                         * Format: date-time
                         * @description UTC, with three decimals of a second
                         */
                        attempted_at: string;
                        duration_ms: number | null;
                        error: string | null;
                        event_id: string;
                        event_type: string;
                        /** Format: uuid */
                        id: string;
                        /**
                         * Format: date-time
                         * @description while another attempt is to come: null once that is made, where there will be none, and while the webhook is disabled
                         */
                        next_attempt_at: string | null;
                        /** @description its first 1024 bytes */
                        response_body: string | null;
                        response_status: number | null;
                        status: string;
                        url: string;
                        /** Format: uuid */
                        webhook_id: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            413: components["responses"]["Refused"];
            415: components["responses"]["Refused"];
            422: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description events of this account alone */
                account_id?: string;
                /** @description comma list of event names; left out: all */
                events?: string;
                /** @description begins with the first event of this moment or later */
                since?: string;
                /** @description begins behind this sequence; Last-Event-ID goes before it */
                since_id?: string;
                /** @description ends with this sequence */
                until_id?: string;
            };
            header?: {
                /** @description begins behind this id, whatever since_id and since say: what a client that reconnects has heard last */
                "Last-Event-ID"?: string;
                /** @description names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. `id` is the sequence: of the partner, without a gap. `data` is the body that a webhook gets. Comments every 15 seconds, heartbeat events every 30, without an id: last_sequence says how far the stream has come, filtered events included. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Refused"];
            410: components["responses"]["Refused"];
            429: components["responses"]["Refused"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Failed"];
        };
    };
    "account.closed": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "account.closed",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *         "account": {
                 *           "id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *           "account_number": "410028817",
                 *           "status": "ACCOUNT_CLOSED",
                 *           "kyc_status": "APPROVED",
                 *           "currency": "USD",
                 *           "last_equity": "0.00",
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "account_type": "individual",
                 *           "enabled_assets": [
                 *             "equity"
                 *           ],
                 *           "closed_at": "2026-11-20T15:04:06.010Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        account: components["schemas"]["SlimAccount"] & {
                            /** Format: date-time */
                            closed_at: string;
                        };
                        /** Format: uuid */
                        account_id: string;
                    };
                    environment: string;
                    /** @constant */
                    event_type: "account.closed";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account.kyc_approved": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "account.kyc_approved",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *         "account": {
                 *           "id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *           "account_number": "410028817",
                 *           "status": "ACTIVE",
                 *           "kyc_status": "APPROVED",
                 *           "currency": "USD",
                 *           "last_equity": "0.00",
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "account_type": "individual",
                 *           "enabled_assets": [
                 *             "equity"
                 *           ],
                 *           "user_id": "0192b6bf-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *           "kyc_results": {
                 *             "summary": "pass",
                 *             "reject": [],
                 *             "additional_information": null
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        account: components["schemas"]["SlimAccount"] & {
                            kyc_results: {
                                additional_information: string | null;
                                reject: string[];
                                summary: string;
                            } | null;
                            /** Format: uuid */
                            user_id: string;
                        };
                        /** Format: uuid */
                        account_id: string;
                    };
                    environment: string;
                    /** @constant */
                    event_type: "account.kyc_approved";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account.kyc_rejected": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "account.kyc_rejected",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *         "account": {
                 *           "id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *           "account_number": "410028817",
                 *           "status": "REJECTED",
                 *           "kyc_status": "REJECTED",
                 *           "currency": "USD",
                 *           "last_equity": "0.00",
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "account_type": "individual",
                 *           "enabled_assets": [
                 *             "equity"
                 *           ],
                 *           "user_id": "0192b6bf-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *           "kyc_results": {
                 *             "summary": "fail",
                 *             "reject": [
                 *               "IDENTITY_VERIFICATION"
                 *             ],
                 *             "additional_information": null
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        account: components["schemas"]["SlimAccount"] & {
                            kyc_results: {
                                additional_information: string | null;
                                reject: string[];
                                summary: string;
                            } | null;
                            /** Format: uuid */
                            user_id: string;
                        };
                        /** Format: uuid */
                        account_id: string;
                    };
                    environment: string;
                    /** @constant */
                    event_type: "account.kyc_rejected";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account.status_changed": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "account.status_changed",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f",
                 *         "status_from": "APPROVAL_PENDING",
                 *         "status_to": "ACTIVE",
                 *         "kyc_status": "APPROVED"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        kyc_status: string;
                        status_from: string;
                        status_to: string;
                    };
                    environment: string;
                    /** @constant */
                    event_type: "account.status_changed";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "funding.ach_relationship_approved": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "funding.ach_relationship_approved",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *         "ach_relationship": {
                 *           "id": "0f8fad5b-d9cb-869f-a165-70867728950e",
                 *           "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *           "status": "APPROVED",
                 *           "bank_account_owner_name": "Jane Doe",
                 *           "bank_account_type": "CHECKING",
                 *           "bank_name": "First Bank",
                 *           "bank_account_last4": "6789",
                 *           "rejection_reason": null,
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:05.123Z",
                 *           "cancelled_at": null
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        /** @description an AchRelationship without bank_routing_number */
                        ach_relationship: {
                            /** Format: uuid */
                            account_id: string;
                            bank_account_last4: string;
                            bank_account_owner_name: string;
                            bank_account_type: string;
                            bank_name: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            cancelled_at: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            rejection_reason: string | null;
                            status: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            updated_at: string;
                        };
                    };
                    environment: string;
                    /** @constant */
                    event_type: "funding.ach_relationship_approved";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "funding.ach_relationship_created": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "funding.ach_relationship_created",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *         "ach_relationship": {
                 *           "id": "0f8fad5b-d9cb-869f-a165-70867728950e",
                 *           "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *           "status": "APPROVED",
                 *           "bank_account_owner_name": "Jane Doe",
                 *           "bank_account_type": "CHECKING",
                 *           "bank_name": "First Bank",
                 *           "bank_account_last4": "6789",
                 *           "rejection_reason": null,
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:05.123Z",
                 *           "cancelled_at": null
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        /** @description an AchRelationship without bank_routing_number */
                        ach_relationship: {
                            /** Format: uuid */
                            account_id: string;
                            bank_account_last4: string;
                            bank_account_owner_name: string;
                            bank_account_type: string;
                            bank_name: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            cancelled_at: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            rejection_reason: string | null;
                            status: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            updated_at: string;
                        };
                    };
                    environment: string;
                    /** @constant */
                    event_type: "funding.ach_relationship_created";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "funding.ach_relationship_rejected": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "funding.ach_relationship_rejected",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *         "ach_relationship": {
                 *           "id": "0f8fad5b-d9cb-869f-a165-70867728950e",
                 *           "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *           "status": "REJECTED",
                 *           "bank_account_owner_name": "Jane Doe",
                 *           "bank_account_type": "CHECKING",
                 *           "bank_name": "First Bank",
                 *           "bank_account_last4": "6789",
                 *           "rejection_reason": "The bank account could not be verified.",
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:05.123Z",
                 *           "cancelled_at": null
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        /** @description an AchRelationship without bank_routing_number */
                        ach_relationship: {
                            /** Format: uuid */
                            account_id: string;
                            bank_account_last4: string;
                            bank_account_owner_name: string;
                            bank_account_type: string;
                            bank_name: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            cancelled_at: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            rejection_reason: string | null;
                            status: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            updated_at: string;
                        };
                    };
                    environment: string;
                    /** @constant */
                    event_type: "funding.ach_relationship_rejected";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "funding.ach_relationship_removed": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "funding.ach_relationship_removed",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *         "ach_relationship": {
                 *           "id": "0f8fad5b-d9cb-869f-a165-70867728950e",
                 *           "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *           "status": "CANCELLED",
                 *           "bank_account_owner_name": "Jane Doe",
                 *           "bank_account_type": "CHECKING",
                 *           "bank_name": "First Bank",
                 *           "bank_account_last4": "6789",
                 *           "rejection_reason": null,
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:06.010Z",
                 *           "cancelled_at": "2026-11-20T15:04:06.010Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        /** @description an AchRelationship without bank_routing_number */
                        ach_relationship: {
                            /** Format: uuid */
                            account_id: string;
                            bank_account_last4: string;
                            bank_account_owner_name: string;
                            bank_account_type: string;
                            bank_name: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            cancelled_at: string | null;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            created_at: string;
                            /** Format: uuid */
                            id: string;
                            rejection_reason: string | null;
                            status: string;
                            /**
                             * Format: date-time
                             * @description UTC, with three decimals of a second
                             */
                            updated_at: string;
                        };
                    };
                    environment: string;
                    /** @constant */
                    event_type: "funding.ach_relationship_removed";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "funding.deposit_completed": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "funding.deposit_completed",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *         "transfer": {
                 *           "id": "16fd2706-8baf-833b-82eb-8c7fada847da",
                 *           "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *           "type": "DEPOSIT",
                 *           "status": "SETTLED",
                 *           "amount": "10000.00",
                 *           "net_amount": "10000.00",
                 *           "processing_fee": "0.00",
                 *           "currency": "USD",
                 *           "ach_relationship_id": "0f8fad5b-d9cb-869f-a165-70867728950e",
                 *           "bank_account_last4": "6789",
                 *           "description": "initial",
                 *           "idempotency_key": "dep-1",
                 *           "return_code": null,
                 *           "return_reason": null,
                 *           "ira_distribution": null,
                 *           "expected_settlement_date": "2026-11-20",
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:05.130Z",
                 *           "settled_at": "2026-11-20T15:04:05.130Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        transfer: components["schemas"]["Transfer"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "funding.deposit_completed";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "funding.deposit_returned": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "funding.deposit_returned",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *         "transfer": {
                 *           "id": "16fd2706-8baf-833b-82eb-8c7fada847da",
                 *           "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *           "type": "DEPOSIT",
                 *           "status": "RETURNED",
                 *           "amount": "10000.00",
                 *           "net_amount": "10000.00",
                 *           "processing_fee": "0.00",
                 *           "currency": "USD",
                 *           "ach_relationship_id": "0f8fad5b-d9cb-869f-a165-70867728950e",
                 *           "bank_account_last4": "6789",
                 *           "description": "initial",
                 *           "idempotency_key": "dep-1",
                 *           "return_code": "R01",
                 *           "return_reason": "Insufficient funds",
                 *           "ira_distribution": null,
                 *           "expected_settlement_date": "2026-11-20",
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:06.010Z",
                 *           "settled_at": "2026-11-20T15:04:05.130Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        transfer: components["schemas"]["Transfer"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "funding.deposit_returned";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "funding.transfer_cancelled": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "funding.transfer_cancelled",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *         "transfer": {
                 *           "id": "16fd2706-8baf-833b-82eb-8c7fada847da",
                 *           "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *           "type": "WITHDRAWAL",
                 *           "status": "CANCELLED",
                 *           "amount": "250.00",
                 *           "net_amount": "250.00",
                 *           "processing_fee": "0.00",
                 *           "currency": "USD",
                 *           "ach_relationship_id": "0f8fad5b-d9cb-869f-a165-70867728950e",
                 *           "bank_account_last4": "6789",
                 *           "description": null,
                 *           "idempotency_key": "wd-1",
                 *           "return_code": null,
                 *           "return_reason": null,
                 *           "ira_distribution": null,
                 *           "expected_settlement_date": "2026-11-20",
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:06.010Z",
                 *           "settled_at": null
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        transfer: components["schemas"]["Transfer"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "funding.transfer_cancelled";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "funding.withdrawal_completed": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "funding.withdrawal_completed",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *         "transfer": {
                 *           "id": "16fd2706-8baf-833b-82eb-8c7fada847da",
                 *           "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *           "type": "WITHDRAWAL",
                 *           "status": "SETTLED",
                 *           "amount": "250.00",
                 *           "net_amount": "250.00",
                 *           "processing_fee": "0.00",
                 *           "currency": "USD",
                 *           "ach_relationship_id": "0f8fad5b-d9cb-869f-a165-70867728950e",
                 *           "bank_account_last4": "6789",
                 *           "description": null,
                 *           "idempotency_key": "wd-1",
                 *           "return_code": null,
                 *           "return_reason": null,
                 *           "ira_distribution": null,
                 *           "expected_settlement_date": "2026-11-20",
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:05.130Z",
                 *           "settled_at": "2026-11-20T15:04:05.130Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        transfer: components["schemas"]["Transfer"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "funding.withdrawal_completed";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "funding.withdrawal_returned": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "funding.withdrawal_returned",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *         "transfer": {
                 *           "id": "16fd2706-8baf-833b-82eb-8c7fada847da",
                 *           "account_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                 *           "type": "WITHDRAWAL",
                 *           "status": "RETURNED",
                 *           "amount": "250.00",
                 *           "net_amount": "250.00",
                 *           "processing_fee": "0.00",
                 *           "currency": "USD",
                 *           "ach_relationship_id": "0f8fad5b-d9cb-869f-a165-70867728950e",
                 *           "bank_account_last4": "6789",
                 *           "description": null,
                 *           "idempotency_key": "wd-1",
                 *           "return_code": "R01",
                 *           "return_reason": "Insufficient funds",
                 *           "ira_distribution": null,
                 *           "expected_settlement_date": "2026-11-20",
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:06.010Z",
                 *           "settled_at": "2026-11-20T15:04:05.130Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        transfer: components["schemas"]["Transfer"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "funding.withdrawal_returned";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "order.cancelled": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "order.cancelled",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *         "order": {
                 *           "id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
                 *           "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *           "client_order_id": "c-1001",
                 *           "symbol": "AAPL",
                 *           "asset_class": "equity",
                 *           "order_type": "limit",
                 *           "side": "buy",
                 *           "quantity": "10",
                 *           "notional": null,
                 *           "limit_price": "150.00",
                 *           "stop_price": null,
                 *           "time_in_force": "day",
                 *           "extended_hours": false,
                 *           "order_class": "simple",
                 *           "leg": null,
                 *           "parent_order_id": null,
                 *           "legs": [],
                 *           "trail_price": null,
                 *           "trail_percent": null,
                 *           "status": "cancelled",
                 *           "filled_quantity": "0",
                 *           "remaining_quantity": "0",
                 *           "average_fill_price": null,
                 *           "reject_reason": null,
                 *           "cancel_reason": "user_requested",
                 *           "revision": 1,
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "submitted_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:06.010Z",
                 *           "filled_at": null,
                 *           "cancelled_at": "2026-11-20T15:04:06.010Z",
                 *           "expired_at": null,
                 *           "rejected_at": null
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        order: components["schemas"]["Order"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "order.cancelled";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "order.execution_corrected": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "order.execution_corrected",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *         "order": {
                 *           "id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
                 *           "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *           "client_order_id": "c-1001",
                 *           "symbol": "AAPL",
                 *           "asset_class": "equity",
                 *           "order_type": "limit",
                 *           "side": "buy",
                 *           "quantity": "10",
                 *           "notional": null,
                 *           "limit_price": "150.00",
                 *           "stop_price": null,
                 *           "time_in_force": "day",
                 *           "extended_hours": false,
                 *           "order_class": "simple",
                 *           "leg": null,
                 *           "parent_order_id": null,
                 *           "legs": [],
                 *           "trail_price": null,
                 *           "trail_percent": null,
                 *           "status": "partially_filled",
                 *           "filled_quantity": "4",
                 *           "remaining_quantity": "6",
                 *           "average_fill_price": "149.40",
                 *           "reject_reason": null,
                 *           "cancel_reason": null,
                 *           "revision": 1,
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "submitted_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:20:00.000Z",
                 *           "filled_at": null,
                 *           "cancelled_at": null,
                 *           "expired_at": null,
                 *           "rejected_at": null
                 *         },
                 *         "execution": {
                 *           "id": "0f1a9e1c-2c5e-8d49-a0b7-3b6f0f6c9b11",
                 *           "order_id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
                 *           "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *           "client_order_id": "c-1001",
                 *           "symbol": "AAPL",
                 *           "side": "buy",
                 *           "exec_type": "trade_correct",
                 *           "quantity": "4",
                 *           "price": "149.40",
                 *           "notional": "597.60",
                 *           "cumulative_quantity": "4",
                 *           "leaves_quantity": "6",
                 *           "average_price": "149.40",
                 *           "commission": "0.00",
                 *           "liquidity": null,
                 *           "reference_execution_id": "25ad0ecd-96c4-8446-98bb-7f2f4292dfd8",
                 *           "trade_date": "2026-11-20",
                 *           "settlement_date": "2026-11-23",
                 *           "sequence": 1077,
                 *           "executed_at": "2026-11-20T15:20:00.000Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        execution: components["schemas"]["Execution"];
                        order: components["schemas"]["Order"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "order.execution_corrected";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "order.filled": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "order.filled",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *         "order": {
                 *           "id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
                 *           "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *           "client_order_id": "c-1001",
                 *           "symbol": "AAPL",
                 *           "asset_class": "equity",
                 *           "order_type": "limit",
                 *           "side": "buy",
                 *           "quantity": "10",
                 *           "notional": null,
                 *           "limit_price": "150.00",
                 *           "stop_price": null,
                 *           "time_in_force": "day",
                 *           "extended_hours": false,
                 *           "order_class": "simple",
                 *           "leg": null,
                 *           "parent_order_id": null,
                 *           "legs": [],
                 *           "trail_price": null,
                 *           "trail_percent": null,
                 *           "status": "filled",
                 *           "filled_quantity": "10",
                 *           "remaining_quantity": "0",
                 *           "average_fill_price": "149.50",
                 *           "reject_reason": null,
                 *           "cancel_reason": null,
                 *           "revision": 1,
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "submitted_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:06.010Z",
                 *           "filled_at": "2026-11-20T15:04:06.010Z",
                 *           "cancelled_at": null,
                 *           "expired_at": null,
                 *           "rejected_at": null
                 *         },
                 *         "execution": {
                 *           "id": "25ad0ecd-96c4-8446-98bb-7f2f4292dfd8",
                 *           "order_id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
                 *           "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *           "client_order_id": "c-1001",
                 *           "symbol": "AAPL",
                 *           "side": "buy",
                 *           "exec_type": "trade",
                 *           "quantity": "6",
                 *           "price": "149.50",
                 *           "notional": "897.00",
                 *           "cumulative_quantity": "10",
                 *           "leaves_quantity": "0",
                 *           "average_price": "149.50",
                 *           "commission": "0.00",
                 *           "liquidity": "removed",
                 *           "reference_execution_id": null,
                 *           "trade_date": "2026-11-20",
                 *           "settlement_date": "2026-11-23",
                 *           "sequence": 1042,
                 *           "executed_at": "2026-11-20T15:04:06.010Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        execution: components["schemas"]["Execution"];
                        order: components["schemas"]["Order"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "order.filled";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "order.partially_filled": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "order.partially_filled",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *         "order": {
                 *           "id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
                 *           "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *           "client_order_id": "c-1001",
                 *           "symbol": "AAPL",
                 *           "asset_class": "equity",
                 *           "order_type": "limit",
                 *           "side": "buy",
                 *           "quantity": "10",
                 *           "notional": null,
                 *           "limit_price": "150.00",
                 *           "stop_price": null,
                 *           "time_in_force": "day",
                 *           "extended_hours": false,
                 *           "order_class": "simple",
                 *           "leg": null,
                 *           "parent_order_id": null,
                 *           "legs": [],
                 *           "trail_price": null,
                 *           "trail_percent": null,
                 *           "status": "partially_filled",
                 *           "filled_quantity": "4",
                 *           "remaining_quantity": "6",
                 *           "average_fill_price": "149.50",
                 *           "reject_reason": null,
                 *           "cancel_reason": null,
                 *           "revision": 1,
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "submitted_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:06.010Z",
                 *           "filled_at": null,
                 *           "cancelled_at": null,
                 *           "expired_at": null,
                 *           "rejected_at": null
                 *         },
                 *         "execution": {
                 *           "id": "25ad0ecd-96c4-8446-98bb-7f2f4292dfd8",
                 *           "order_id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
                 *           "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *           "client_order_id": "c-1001",
                 *           "symbol": "AAPL",
                 *           "side": "buy",
                 *           "exec_type": "trade",
                 *           "quantity": "4",
                 *           "price": "149.50",
                 *           "notional": "598.00",
                 *           "cumulative_quantity": "4",
                 *           "leaves_quantity": "6",
                 *           "average_price": "149.50",
                 *           "commission": "0.00",
                 *           "liquidity": "removed",
                 *           "reference_execution_id": null,
                 *           "trade_date": "2026-11-20",
                 *           "settlement_date": "2026-11-23",
                 *           "sequence": 1042,
                 *           "executed_at": "2026-11-20T15:04:06.010Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        execution: components["schemas"]["Execution"];
                        order: components["schemas"]["Order"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "order.partially_filled";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "order.rejected": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "order.rejected",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *         "order": {
                 *           "id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
                 *           "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *           "client_order_id": "c-1001",
                 *           "symbol": "AAPL",
                 *           "asset_class": "equity",
                 *           "order_type": "limit",
                 *           "side": "buy",
                 *           "quantity": "10",
                 *           "notional": null,
                 *           "limit_price": "150.00",
                 *           "stop_price": null,
                 *           "time_in_force": "day",
                 *           "extended_hours": false,
                 *           "order_class": "simple",
                 *           "leg": null,
                 *           "parent_order_id": null,
                 *           "legs": [],
                 *           "trail_price": null,
                 *           "trail_percent": null,
                 *           "status": "rejected",
                 *           "filled_quantity": "0",
                 *           "remaining_quantity": "0",
                 *           "average_fill_price": null,
                 *           "reject_reason": {
                 *             "code": "PRICE_OUT_OF_BAND",
                 *             "message": "The price is too far from the market.",
                 *             "ord_rej_reason": 99
                 *           },
                 *           "cancel_reason": null,
                 *           "revision": 1,
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "submitted_at": null,
                 *           "updated_at": "2026-11-20T15:04:05.123Z",
                 *           "filled_at": null,
                 *           "cancelled_at": null,
                 *           "expired_at": null,
                 *           "rejected_at": "2026-11-20T15:04:05.123Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        order: components["schemas"]["Order"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "order.rejected";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "order.replaced": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "order.replaced",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *         "order": {
                 *           "id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
                 *           "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *           "client_order_id": "c-1001",
                 *           "symbol": "AAPL",
                 *           "asset_class": "equity",
                 *           "order_type": "limit",
                 *           "side": "buy",
                 *           "quantity": "10",
                 *           "notional": null,
                 *           "limit_price": "149.00",
                 *           "stop_price": null,
                 *           "time_in_force": "day",
                 *           "extended_hours": false,
                 *           "order_class": "simple",
                 *           "leg": null,
                 *           "parent_order_id": null,
                 *           "legs": [],
                 *           "trail_price": null,
                 *           "trail_percent": null,
                 *           "status": "new",
                 *           "filled_quantity": "0",
                 *           "remaining_quantity": "10",
                 *           "average_fill_price": null,
                 *           "reject_reason": null,
                 *           "cancel_reason": null,
                 *           "revision": 2,
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "submitted_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:06.010Z",
                 *           "filled_at": null,
                 *           "cancelled_at": null,
                 *           "expired_at": null,
                 *           "rejected_at": null
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        order: components["schemas"]["Order"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "order.replaced";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "order.submitted": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "order.submitted",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *         "order": {
                 *           "id": "6a81a5b0-b66d-8480-9ca9-eb4ab49a2ea8",
                 *           "account_id": "81169e98-3f9a-5d9a-a62c-52fce2000b14",
                 *           "client_order_id": "c-1001",
                 *           "symbol": "AAPL",
                 *           "asset_class": "equity",
                 *           "order_type": "limit",
                 *           "side": "buy",
                 *           "quantity": "10",
                 *           "notional": null,
                 *           "limit_price": "150.00",
                 *           "stop_price": null,
                 *           "time_in_force": "day",
                 *           "extended_hours": false,
                 *           "order_class": "simple",
                 *           "leg": null,
                 *           "parent_order_id": null,
                 *           "legs": [],
                 *           "trail_price": null,
                 *           "trail_percent": null,
                 *           "status": "new",
                 *           "filled_quantity": "0",
                 *           "remaining_quantity": "10",
                 *           "average_fill_price": null,
                 *           "reject_reason": null,
                 *           "cancel_reason": null,
                 *           "revision": 1,
                 *           "created_at": "2026-11-20T15:04:05.123Z",
                 *           "submitted_at": "2026-11-20T15:04:05.123Z",
                 *           "updated_at": "2026-11-20T15:04:05.123Z",
                 *           "filled_at": null,
                 *           "cancelled_at": null,
                 *           "expired_at": null,
                 *           "rejected_at": null
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** Format: uuid */
                        account_id: string;
                        order: components["schemas"]["Order"];
                    };
                    environment: string;
                    /** @constant */
                    event_type: "order.submitted";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header: {
                /** @description from 1 */
                "webhook-attempt": string;
                /** @description id of the event, the same at every attempt */
                "webhook-id": string;
                /** @description v1,<base64 of the HMAC-SHA256 of id.timestamp.body>, over the bytes of the body as they came; the key is what the secret has in base64 behind "whsec_". For a day behind a rotation more than one, separated by blanks: one that fits is enough */
                "webhook-signature": string;
                /** @description unix seconds of the attempt; refuse what is older than 300 seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T",
                 *       "event_type": "webhook.test",
                 *       "created_at": "2026-11-20T15:04:06.010Z",
                 *       "sequence": 1042,
                 *       "environment": "sandbox",
                 *       "data": {
                 *         "webhook_id": "5f0f9c1e-7c1b-4f7e-9a55-1b2a3c4d5e6f",
                 *         "message": "This is a test delivery."
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        message: string;
                        /** Format: uuid */
                        webhook_id: string;
                    };
                    environment: string;
                    /** @constant */
                    event_type: "webhook.test";
                    /** @description the same at every attempt */
                    id: string;
                    /** @description of the partner, without gaps */
                    sequence: number;
                };
            };
        };
        responses: {
            /** @description received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
