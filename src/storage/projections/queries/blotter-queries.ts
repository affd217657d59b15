import type Database from 'better-sqlite3'
import { ORDERS_PER_MARKET } from '../../../domain/orders/order.ts'
import { isShownOpen } from '../../../domain/orders/shown-status.ts'
import { rowLimit } from '../../row-limit.ts'
import type { OrderFilter } from './order-filter.ts'
import { addOrderFilter } from './order-filter.ts'
import type { OrderRecord, OrderRow } from '../tables/order-row.ts'
import { ORDER_COLUMNS, orderOfRow } from '../tables/order-row.ts'
import { OPEN_STATUSES } from '../tables/schema.ts'
import type { SqlParameters } from './statements.ts'
import { Conditions, Statements } from './statements.ts'

/** A search of the blotter: docs/api-contract.md section 14. */
export interface BlotterSearch extends OrderFilter {
  readonly partner: number
  readonly account?: number | undefined
  readonly orderNumber?: number | undefined
  /** any id of the order's chain */
  readonly clientOrderId?: string | undefined
  /** from 1 */
  readonly pageNumber: number
  readonly pageSize: number
}

export interface BlotterPage {
  readonly total: number
  /** newest first */
  readonly orders: readonly OrderRecord[]
}

interface Page {
  readonly count: number
  readonly offset: number
}

/** Orders of a whole partner, page by page. */
export class BlotterQueries {
  private readonly queries: Statements

  constructor(database: Database.Database) {
    this.queries = new Statements(database)
  }

  search(search: BlotterSearch): BlotterPage {
    const { pageNumber, pageSize } = search
    const market = this.marketOf(search.partner)
    if (market === undefined) return { total: 0, orders: [] }
    const page = { count: pageSize, offset: (pageNumber - 1) * pageSize }
    return isUnfiltered(search) ? this.allOf(search, market, page) : this.matching(search, market, page)
  }

  private matching(search: BlotterSearch, market: number, page: Page): BlotterPage {
    const { where, parameters } = conditionsOf(search, market)
    const { total } = this.queries.get<{ total: number }>(`SELECT count(*) AS total FROM orders ${where}`, parameters)!
    // first the numbers, out of an index alone; inside one market they are in the order of creation
    const numbers = `SELECT order_number FROM orders ${where} ORDER BY order_number DESC ${rowLimit('@count')} OFFSET @offset`
    return { total, orders: this.rows(`order_number IN (${numbers})`, { ...parameters, ...page }) }
  }

  /** Every order, however many there are: they are counted beforehand, and read from the newest on. */
  private allOf({ partner, account }: BlotterSearch, market: number, page: Page): BlotterPage {
    const conditions = new Conditions().add('partner = @partner', { partner }).compare('account', '=', 'account', account)
    const { where, parameters } = conditions
    const { total } = this.queries.get<{ total: number | null }>(`SELECT sum(orders) AS total FROM accounts ${where}`, parameters)!
    if (account !== undefined && total === null) return { total: 0, orders: [] }
    const range = { partner, ...rangeOf(market), ...page }
    const rows =
      account === undefined
        ? this.rows(`order_number BETWEEN @first AND @last AND +${OF_PARTNER}`, range, `${rowLimit('@count')} OFFSET @offset`)
        : this.rows(
            `order_number IN (SELECT order_number FROM orders WHERE account = @account ORDER BY created_at DESC, order_number DESC
            ${rowLimit('@count')} OFFSET @offset)`,
            { account, ...page },
          )
    return { total: total ?? 0, orders: rows }
  }

  private rows(where: string, parameters: SqlParameters, limit = ''): readonly OrderRecord[] {
    const sql = `SELECT ${ORDER_COLUMNS} FROM orders WHERE ${where} ORDER BY order_number DESC ${limit}`
    return this.queries.all<OrderRow>(sql, parameters).map(orderOfRow)
  }

  /** Undefined when the partner has no accounts. */
  private marketOf(partner: number): number | undefined {
    return this.queries.get<{ market: number }>('SELECT market FROM accounts WHERE partner = @partner LIMIT 1', { partner })?.market
  }
}

function isUnfiltered({
  orderNumber,
  clientOrderId,
  statuses,
  instrument,
  side,
  createdFrom,
  createdTo,
  updatedFrom,
}: BlotterSearch): boolean {
  const filters = [orderNumber, clientOrderId, instrument, side, createdFrom, createdTo, updatedFrom]
  return statuses.length === 0 && filters.every((filter) => filter === undefined)
}

function conditionsOf(search: BlotterSearch, market: number): Conditions {
  const { partner, account, orderNumber, clientOrderId, updatedFrom, statuses } = search
  const conditions = new Conditions().add(OF_PARTNER, { partner })
  addOrderFilter(conditions, search)
  conditions.compare('order_number', '=', 'orderNumber', orderNumber).compare('account', '=', 'account', account)
  if (orderNumber === undefined && account === undefined) conditions.add('order_number BETWEEN @first AND @last', rangeOf(market))
  if (clientOrderId !== undefined) return conditions.add(NAMED, { clientOrderId })
  if (orderNumber !== undefined || account !== undefined) return conditions
  if (updatedFrom !== undefined) return conditions.add(UPDATED_OF_PARTNER)
  return statuses.length > 0 && statuses.every(isShownOpen) ? conditions.add(OPEN_OF_PARTNER) : conditions
}

const OF_PARTNER = 'account IN (SELECT account FROM accounts WHERE partner = @partner)'
const NAMED = `order_number IN (SELECT ids.order_number FROM accounts CROSS JOIN client_order_ids AS ids
  ON ids.account = accounts.account AND ids.client_order_id = @clientOrderId WHERE partner = @partner)`
// by the indexes of the accounts, one after the other, rather than through everything that the market ever had
const UPDATED_OF_PARTNER = `order_number IN (SELECT changed.order_number FROM accounts CROSS JOIN orders AS changed INDEXED BY orders_updated
  ON changed.account = accounts.account AND changed.updated_at >= @updatedFrom WHERE partner = @partner)`
const OPEN_OF_PARTNER = `order_number IN (SELECT live.order_number FROM accounts CROSS JOIN orders AS live INDEXED BY orders_open
  ON live.account = accounts.account AND live.${OPEN_STATUSES} WHERE partner = @partner)`

const rangeOf = (market: number) => ({ first: market * ORDERS_PER_MARKET, last: (market + 1) * ORDERS_PER_MARKET - 1 })
