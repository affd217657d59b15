import type { Transfer } from '../../domain/accounts/transfer.ts'

/** The transfers of a market that move on by themselves, soonest first; those of one moment in the order of their numbers. */
export class TransfersDue {
  private readonly waiting: Transfer[] = []

  /** The next of them; undefined when there is none. */
  get first(): Transfer | undefined {
    return this.waiting[0]
  }

  /** When that is; Infinity when nothing is due. */
  get nextAt(): number {
    return this.waiting[0]?.dueAt ?? Infinity
  }

  /** Only a transfer with a due moment waits. */
  add(transfer: Transfer): void {
    if (transfer.dueAt > 0) this.waiting.splice(this.placeOf(transfer), 0, transfer)
  }

  remove(transfer: Transfer): void {
    const place = this.placeOf(transfer)
    if (this.waiting[place]?.number === transfer.number) this.waiting.splice(place, 1)
  }

  /** How many stand before it. */
  private placeOf({ dueAt, number }: Transfer): number {
    let low = 0
    let high = this.waiting.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.waiting[middle]!
      if (other.dueAt < dueAt || (other.dueAt === dueAt && other.number < number)) low = middle + 1
      else high = middle
    }
    return low
  }
}
