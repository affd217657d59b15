/** Where a page of a list ended: the sort key of its last row, and the id that tells rows of equal keys apart. */
export interface PagePlace<Id extends number | string = number> {
  readonly key: number
  readonly id: Id
}
