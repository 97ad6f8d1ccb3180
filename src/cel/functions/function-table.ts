/**
 * Registers function families with a CEL environment.
 *
 * @module
 */

/**
 * The implementation of a function. Reading arguments and returning a result are charged elsewhere; only extra work is charged
 * here.
 */
export type FunctionHandler = (...values: never[]) => unknown

/** A custom type that functions return. */
export interface FunctionType {
  readonly name: string
  readonly type: abstract new (...values: never[]) => object
}

/** A family of functions. */
export interface FunctionFamily {
  readonly types?: readonly FunctionType[]
  /** Prefixes of function names, such as `sets` in `sets.contains(a, b)`. */
  readonly spaces?: readonly string[]
  /** Functions by signature, such as `string.charAt(int): string`. Functions in {@link REPLACED} have the prefix `own_`. */
  readonly functions: readonly (readonly [signature: string, handler: FunctionHandler])[]
}

/**
 * Functions of the package that are replaced here: by characters instead of code units, in linear time, or also for lists. A
 * built-in function cannot be unregistered, so calls are redirected to the replacement by name.
 */
export const REPLACED: ReadonlySet<string> = new Set([
  ...['contains', 'duration', 'getDayOfYear', 'indexOf', 'join', 'lastIndexOf', 'lowerAscii', 'matches', 'split', 'string'],
  ...['substring', 'timestamp', 'trim', 'upperAscii'],
])

/** Functions of the package that Kubernetes does not have. */
export const UNKNOWN: ReadonlySet<string> = new Set(['at', 'base64', 'getDate', 'hex', 'json'])

/** The name under which a function is registered here. */
export const ownName = (name: string): string => (REPLACED.has(name) ? `own_${name}` : name)

/** The value of a namespace, such as the name `sets` alone. */
export const spaceTypeOf = (space: string): string => `Space.${space}`
