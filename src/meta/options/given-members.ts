/**
 * Options over their defaults.
 *
 * @module
 */

/**
 * The given members of options, to be spread over defaults: an `undefined` member counts as absent, and a plain spread would
 * replace the default by it. A limit would be none.
 *
 * @param options - Options; undefined for none.
 */
export const givenMembers = <T extends object>(options: T | undefined): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
