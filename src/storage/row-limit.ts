/**
 * `LIMIT` of a number that is bound as `parameter`. SQLite 3.47 and later would plan a statement by the number that stands there alone, and so compiles
 * it anew at each execution: 3 to 27 µs, and in vain, since the driver binds a number as a double, which is not looked at. Of a sum it knows nothing.
 */
export const rowLimit = (parameter: '?' | '@count'): string => `LIMIT ${parameter} + 0`
