/** Where a page of rows ended: the sort key of its last row, and the id that tells rows of equal keys apart. */
export interface RowPlace<Id extends number | string = number> {
  readonly key: number
  readonly id: Id
}
