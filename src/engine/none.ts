/** No slot, no neighbour, no entry. */
export const NONE = -1
