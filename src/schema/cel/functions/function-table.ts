/**
 * Registers the families of functions with the language.
 *
 * @module
 */

/** What a function does. It pays for what it reads and returns elsewhere; only what goes beyond that is charged inside. */
export type FunctionHandler = (...values: never[]) => unknown

/** A type of values that functions make. */
export interface FunctionType {
  readonly name: string
  readonly type: abstract new (...values: never[]) => object
}

/** Functions that belong together. */
export interface FunctionFamily {
  readonly types?: readonly FunctionType[]
  /** Prefixes of function names, such as `sets` in `sets.contains(a, b)`. */
  readonly spaces?: readonly string[]
  /** Functions by signature, such as `string.charAt(int): string`. Those of {@link REPLACED} begin with `own_`. */
  readonly functions: readonly (readonly [signature: string, handler: FunctionHandler])[]
}

/**
 * Functions that the package brings along, and that are done anew here: by characters instead of code units, in linear time,
 * or for lists too. A function that is there cannot be taken back, so calls are sent to the new ones by name.
 */
export const REPLACED: ReadonlySet<string> = new Set([
  ...['duration', 'getDayOfYear', 'indexOf', 'join', 'lastIndexOf', 'lowerAscii', 'matches', 'split', 'string', 'substring'],
  ...['timestamp', 'trim', 'upperAscii'],
])

/** Functions that the package brings along, and that Kubernetes does not have. */
export const UNKNOWN: ReadonlySet<string> = new Set(['at', 'base64', 'getDate', 'hex', 'json'])

/** The name under which a function is registered here. */
export const ownName = (name: string): string => (REPLACED.has(name) ? `own_${name}` : name)

/** A value of a space, such as the word `sets` alone. */
export const spaceTypeOf = (space: string): string => `Space.${space}`
