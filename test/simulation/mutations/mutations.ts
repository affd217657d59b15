/** A bug, put into a copy of a source file by replacing a piece of its text. */
export interface Mutation {
  readonly bug: string
  readonly file: string
  /** occurs once in the file, or the mutation no longer fits */
  readonly from: string
  readonly to: string
  /** the first one that finds it, to be played first, where that is not 1 */
  readonly seed?: number
}

/** What the simulation has to find. */
export const MUTATIONS: readonly Mutation[] = [
  // --- commits and numbers ---
  {
    bug: 'reports leave before the commit',
    file: 'src/sequencer.ts',
    from: 'this.parts.commit(batch, () => this.release(batch, waiting))',
    to: 'this.parts.participant.durable(batch); this.parts.participant.tell(batch); this.parts.commit(batch, () => this.release(batch, waiting))',
  },
  {
    bug: 'REST is answered before the commit',
    file: 'src/sequencer.ts',
    from: 'if (done) this.waiting.push({ from: own, to: this.events.length, result, done, failed })',
    to: 'if (done) done({ events: this.events.slice(from), position: this.position + from, ...result })',
  },
  {
    bug: 'the inbound number is committed behind what its message caused',
    file: 'src/fix/session/session-book.ts',
    from: '      nextInbound: this.nextInbound,\n      firstOutbound: this.nextOutbound,',
    to: '      nextInbound: this.#durable.nextInbound,\n      firstOutbound: this.nextOutbound,',
  },
  {
    bug: 'outbound numbers are given and not counted',
    file: 'src/fix/session/session-book.ts',
    from: '    this.nextOutbound += this.#outbound.length\n',
    to: '',
  },
  {
    bug: 'outbound numbers are lost over a restart',
    file: 'src/fix/session/session-book.ts',
    from: 'this.nextOutbound = numbers.firstOutbound + numbers.outbound.length\n    this.toldBefore',
    to: 'this.nextOutbound = numbers.firstOutbound\n    this.toldBefore',
  },
  {
    bug: 'what is sealed and not yet durable is not told to a session that leaves',
    file: 'src/fix/session/session-book.ts',
    from: 'this.#isToldFrom(sealedBefore)',
    to: 'this.#isToldFrom(sealedBefore + 1)',
    seed: 6,
  },
  // --- the FIX session ---
  {
    bug: 'fills are left out of a resend',
    file: 'src/fix/past/replay.ts',
    from: '      if (entry === 0) {',
    to: "      if (entry === 0 || this.#eventAt(Math.abs(entry), batch).type === 'OrderFilled') {",
  },
  {
    bug: 'a gap fill swallows the report behind the gap',
    file: 'src/fix/past/replay.ts',
    from: 'renderer.gapFill({ from, to, nowMs }, voice)',
    to: 'renderer.gapFill({ from, to: to <= this.#end ? to + 1 : to, nowMs }, voice)',
  },
  {
    bug: 'a Logon with 789 is answered without what is being committed',
    file: 'src/fix/session/logged-on-session.ts',
    from: 'this.#sendAgain({ begin: nextExpected, end: newest, toNewest: false })',
    to: 'this.replay(nextExpected, newest)',
    seed: 3,
  },
  {
    bug: 'the answer to a reset comes behind reports',
    file: 'src/fix/session/session-book.ts',
    from: "this.#queue.push({ message, before: message.type === 'Logon' ? FIRST : position })",
    to: 'this.#queue.push({ message, before: position })',
  },
  {
    bug: 'a message with PossDup that has been dealt with is executed again',
    file: 'src/fix/session/session-machine.ts',
    from: '    if (isDuplicate) return\n',
    to: "    if (isDuplicate) {\n      if (view.msgType === 'D') this.#actions.take(view)\n      return\n    }\n",
  },
  {
    bug: 'a message with a wrong CheckSum counts',
    file: 'src/fix/wire/frame-reader.ts',
    from: 'if (byteSum(bytes, this.#words, start, end) !== stated)',
    to: 'if (byteSum(bytes, this.#words, start, end) < 0)',
  },
  {
    bug: 'ResetSeqNumFlag forgets what was still to be told',
    file: 'src/fix/session/logged-on-session.ts',
    from: '    if (reset || this.#gateway.hours.missedReset(book)) book.startOver()\n',
    to: '    if (reset || this.#gateway.hours.missedReset(book)) {\n      book.startOver()\n      book.toldBefore = this.#gateway.nextPosition\n    }\n',
    seed: 2,
  },
  {
    bug: 'the drop copy misses REST orders',
    file: 'src/fix/audience.ts',
    from: "        if (event.order.session > 0) this.#tellSession(event.order.session, position)\n        this.#tellCopies(event.order.account, position)\n        return\n      case 'OrderCancelled':",
    to: "        if (event.order.session > 0) this.#tellSession(event.order.session, position)\n        if (event.order.session > 0) this.#tellCopies(event.order.account, position)\n        return\n      case 'OrderCancelled':",
  },
  // --- schedules of FIX sessions ---
  {
    bug: 'a session whose end nobody has seen goes on with its numbers',
    file: 'src/fix/session/session-hours.ts',
    from: 'return resetAt > book.movedAt || endedMidway',
    to: 'return false',
    seed: 12,
  },
  {
    bug: 'a session that ends while the gateway is killed goes on with its numbers',
    file: 'src/fix/session/session-hours.ts',
    from: 'return resetAt > book.movedAt || endedMidway',
    to: 'return resetAt > book.movedAt',
    seed: 22,
  },
  {
    bug: 'the numbers of a session that has started over in time start over once more',
    file: 'src/fix/session/session-hours.ts',
    from: 'book.begunAt > 0 && book.begunAt < resetAt && book.movedAt',
    to: 'book.begunAt > 0 && book.movedAt',
    seed: 10,
  },
  {
    bug: 'the end of a session lets its clients stay until their connection ends',
    file: 'src/fix/session/session-hours.ts',
    from: 'if (now >= window.end) connection.logout(END_OF_SESSION)\n',
    to: 'if (now >= window.end + 60_000) connection.logout(END_OF_SESSION)\n',
    seed: 10,
  },
  {
    bug: 'a week begins with Monday',
    file: 'src/fix/session/session-schedule.ts',
    from: 'for (let later = day + 1; weekdayOf(later) !== 0; later++)',
    to: 'for (let later = day + 1; weekdayOf(later) !== 1; later++)',
    seed: 10,
  },
  {
    bug: 'a session keeps to the winter time of its zone',
    file: 'src/fix/session/session-schedule.ts',
    from: '    return is(behind) && !is(before) ? behind : before\n',
    to: '    return local - this.#offsetMs(Date.UTC(2026, 0, 1))\n',
    seed: 10,
  },
  {
    bug: 'a client that has logged out loses its orders as one that was lost',
    file: 'src/fix/gateway.ts',
    from: "(end === 'lost' || (end === 'logged out' && onLogout))",
    to: "end !== 'not in'",
    seed: 10,
  },
  // --- orders ---
  {
    bug: 'a partial fill is forgotten by a replace',
    file: 'src/engine/decide/orders/replace-order.ts',
    from: '  next.revision = order.revision + 1\n',
    to: '  next.revision = order.revision + 1\n  next.filledLots = 0\n',
  },
  {
    bug: "a replace's quantity is taken for what is left",
    file: 'src/engine/decide/orders/replace-order.ts',
    from: 'next.quantityLots = Math.max(change.quantityLots ?? order.quantityLots, order.filledLots)',
    to: 'next.quantityLots = change.quantityLots === undefined ? order.quantityLots : change.quantityLots + order.filledLots',
  },
  {
    bug: 'a replace that asks for more keeps its place in the queue',
    file: 'src/engine/decide/orders/replace-order.ts',
    from: 'next.stopTicks === order.stopTicks && next.quantityLots <= order.quantityLots',
    to: 'next.stopTicks === order.stopTicks',
    seed: 9,
  },
  {
    bug: 'the last order of a level takes the level above with it',
    file: 'src/engine/book/price-levels.ts',
    from: 'if (before === NONE && after === NONE) this.removeLevel(index)',
    to: 'if (before === NONE && after === NONE) this.removeLevel(Math.min(index + 1, this.count - 1))',
  },
  {
    bug: 'who comes last is first',
    file: 'src/engine/book/price-levels.ts',
    from: '      const tail = this.tails[index]!\n      orders.setNext(tail, slot)\n      orders.setPrevious(slot, tail)\n      this.tails[index] = slot\n      return\n',
    to: '      const head = this.heads[index]!\n      orders.setPrevious(head, slot)\n      orders.setNext(slot, head)\n      orders.setPrevious(slot, NONE)\n      this.heads[index] = slot\n      return\n',
  },
  {
    bug: 'self-match prevention looks at the session instead of the account',
    file: 'src/engine/book/matching.ts',
    from: "return rules.selfMatch !== 'off' && orders.account(slot) === orders.account(other) && !orders.isHouse(slot)",
    to: "return rules.selfMatch !== 'off' && orders.account(slot) === orders.account(other) && orders.read(slot).session === orders.read(other).session && !orders.isHouse(slot)",
  },
  {
    bug: 'a repeated client_order_id makes a second order',
    file: 'src/engine/decide/orders/place-order.ts',
    from: '  if (known) return answerRepeat(run, command, known)\n',
    to: '  if (known && command.session !== REST_SESSION) return answerRepeat(run, command, known)\n',
  },
  {
    bug: "day orders outlive the day's end",
    file: 'src/engine/decide/time/end-trading-day.ts',
    from: 'if (order.timeInForce !== TimeInForce.Gtc && order.timeInForce !== TimeInForce.Opg) expireOrder(run, order)',
    to: 'if (order.timeInForce === TimeInForce.Cls) expireOrder(run, order)',
    seed: 4,
  },
  {
    bug: 'a kill switch leaves an order of the session open',
    file: 'src/engine/decide/market/kill-switch.ts',
    from: 'state.openOrders(index, { session: id })',
    to: 'state.openOrders(index, { session: id }).slice(1)',
    seed: 2,
  },
  {
    bug: 'an order works on after its bust without what was taken back',
    file: 'src/engine/decide/executions/correct-execution.ts',
    from: 'if (reopens || (isOpen(before.status) && !complete)) resume(run, order)',
    to: 'if (isOpen(before.status) && !complete) resume(run, order)',
    seed: 3,
  },
  // --- money ---
  {
    bug: 'a cancel leaves the hold',
    file: 'src/engine/apply/apply-order.ts',
    from: '  account.heldCents += order.heldCents - orders.heldCents(slot)\n',
    to: '  if (open || order.filledLots === order.quantityLots) account.heldCents += order.heldCents - orders.heldCents(slot)\n',
  },
  {
    bug: 'a hold is released twice',
    file: 'src/engine/apply/apply-order.ts',
    from: '  account.heldCents += order.heldCents - orders.heldCents(slot)\n',
    to: '  account.heldCents += (open ? 1 : 2) * (order.heldCents - orders.heldCents(slot))\n',
  },
  {
    bug: 'proceeds are settled twice',
    file: 'src/engine/accounts/ledger.ts',
    from: '  addUnsettled(account, day, -cents)\n  account.settledCents += cents\n',
    to: '  addUnsettled(account, day, -cents)\n  account.settledCents += 2 * cents\n',
    seed: 3,
  },
  {
    bug: 'proceeds settle as the trading day before their day ends',
    file: 'src/engine/accounts/proceeds-times.ts',
    from: 'return day === market.tradeDay && !wasBegunEarly(state, market) ? ',
    to: 'return day === market.tradeDay && wasBegunEarly(state, market) ? ',
    seed: 4,
  },
  {
    bug: 'a bust takes proceeds back from settled cash alone',
    file: 'src/engine/accounts/ledger.ts',
    from: '  if (account.unsettledOn(settlementDay) !== 0) addUnsettled(account, settlementDay, -cents)\n  else account.settledCents -= cents\n',
    to: '  account.settledCents -= cents\n',
    seed: 3,
  },
  // --- crashes ---
  {
    bug: 'a replay leaves out the last batch',
    file: 'src/recovery/recover.ts',
    from: 'if (batches.length === 0) return { nextPosition: from, lastAt }\n    for (const batch of batches) {',
    to: 'if (batches.length <= 1) return { nextPosition: from, lastAt }\n    for (const batch of batches.slice(0, -1)) {',
  },
  {
    bug: 'a torn batch is taken for a whole one',
    file: 'src/storage/encoding/batch-codec.ts',
    from: '  if (found !== crc) throw',
    to: '  if (found < 0) throw',
    seed: 4,
  },
  {
    bug: 'a snapshot leaves stop orders out',
    file: 'src/engine/snapshot/queue-snapshot.ts',
    from: '      if (orders.isHouse(slot)) beforeQuote = slots.length\n      else slots.push(slot)',
    to: '      if (orders.isHouse(slot)) beforeQuote = slots.length\n      else if (orders.stopTicks(slot) === 0) slots.push(slot)',
  },
  {
    bug: 'a snapshot forgets the ids that an order has had',
    file: 'src/engine/snapshot/queue-snapshot.ts',
    from: '    if (further.length > 0) furtherIds.push([place, further])\n',
    to: '',
    seed: 2,
  },
  {
    bug: 'a snapshot forgets how far its sessions were told',
    file: 'src/fix/session/session-book.ts',
    from: '    this.toldBefore = snapshot.toldBefore\n',
    to: '',
    seed: 2,
  },

  // --- transfers, corporate actions and the clock ---
  {
    bug: 'a withdrawal is free of its fee',
    file: 'src/engine/decide/accounts/move-transfer.ts',
    from: '  chargeFee(run, settled, 1)\n',
    to: '',
    seed: 3,
  },
  {
    bug: 'a transfer that is queued can be cancelled',
    file: 'src/engine/decide/accounts/move-transfer.ts',
    from: "if (transfer?.status !== 'PENDING' || isDue)",
    to: 'if (transfer === undefined || isDue)',
    seed: 5,
  },
  {
    bug: 'a dividend is paid on whole shares alone',
    file: 'src/engine/decide/corporate-actions/dividends.ts',
    from: 'valueCents(amountTicks, position)',
    to: 'valueCents(amountTicks, { shares, lots: 0 })',
    seed: 4,
  },
  {
    bug: 'a dividend is reinvested where nobody asks for it',
    file: 'src/engine/decide/corporate-actions/dividends.ts',
    from: 'cents >= SMALLEST_ORDER_CENTS && run.state.account(account).dividendReinvestment',
    to: 'cents >= SMALLEST_ORDER_CENTS',
    seed: 3,
  },
  {
    bug: 'a limit stays in old shares',
    file: 'src/engine/split-arithmetic.ts',
    from: '  next.limitTicks = splitPrice(order.limitTicks, ratio, rounding)\n',
    to: '',
    seed: 4,
  },
  {
    bug: 'proceeds of a day that an operator lets begin wait for its morning',
    file: 'src/engine/accounts/proceeds-times.ts',
    from: 'return day === market.tradeDay && !wasBegunEarly(state, market) ? ',
    to: 'return day === market.tradeDay ? ',
    seed: 7,
  },
  {
    bug: 'the session of a day that an operator ends goes on',
    file: 'src/engine/decide/time/end-trading-day.ts',
    from: "  if (market.phase !== Phase.Closed) run.emit({ type: 'PhaseChanged', at: run.at, market: market.index, phase: Phase.Closed })\n",
    to: '',
    seed: 5,
  },
  {
    bug: 'a clock that runs again falls back to the real one',
    file: 'src/engine/decide/time/set-clock.ts',
    from: 'Math.max(0, frozenAt - run.realAt)',
    to: '0',
  },

  // --- accounts that come and go ---
  {
    bug: 'an account is closed while money is on its way',
    file: 'src/engine/decide/accounts/account-changes.ts',
    from: 'openOrderCount === 0 && openTransferCount === 0',
    to: 'openOrderCount === 0',
    seed: 2,
  },
  {
    bug: 'who has an account that can not be closed yet is told of the cash alone that is free',
    file: 'src/engine/decide/accounts/account-changes.ts',
    from: 'cash: formatMoney(cashCents)',
    to: 'cash: formatMoney(account.availableCents)',
    seed: 5,
  },
  {
    bug: 'an account that is closed is changed',
    file: 'src/engine/decide/accounts/account-changes.ts',
    from: 'checkNotClosed(account) ?? (command.changesIdentity',
    to: '(command.changesIdentity',
    seed: 26,
  },
  {
    bug: 'an order of an account that is closed is refused as of one that is not open yet',
    file: 'src/engine/decide/checks/check-order.ts',
    from: '  if (closed) return closed\n  if (account.status',
    to: '  if (account.status',
    seed: 6,
  },
]
