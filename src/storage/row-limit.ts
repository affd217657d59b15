/**
 * `LIMIT` of a number that is bound as `parameter`. SQLite plans a statement by the number that stands there alone, and so compiles it anew at each
 * execution (SQLite 3.46 and later: 4 µs and more); of a sum it knows nothing.
 */
export const rowLimit = (parameter: '?' | '@count'): string => `LIMIT ${parameter} + 0`
