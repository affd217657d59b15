/** The simulation has found something that must not be. */
export class Finding extends Error {
  override name = 'Finding'
}

export function demand(holds: boolean, otherwise: () => string): asserts holds {
  if (!holds) throw new Finding(otherwise())
}
