/**
 * Field paths that are checked at compile time.
 *
 * @module
 */

/** Limits the depth of the check, as the compiler's work grows with every level. */
type Deeper = [never, 0, 1, 2, 3, 4, 5]

/**
 * The paths into a value, in the syntax of printer columns and scale subresources: `.spec.color`, `.spec.ports[0].name`,
 * `.spec.ports[*].name`. The content of brackets is not checked, and neither is anything below six levels.
 *
 * @typeParam T - The value.
 */
export type FieldPath<T, Depth extends number = 6> = [Depth] extends [never]
  ? string
  : T extends readonly (infer Item)[]
    ? `[${string}]` | `[${string}]${FieldPath<NonNullable<Item>, Deeper[Depth]>}`
    : T extends object
      ? { [K in keyof T & string]: `.${K}` | `.${K}${FieldPath<NonNullable<T[K]>, Deeper[Depth]>}` }[keyof T & string]
      : never
