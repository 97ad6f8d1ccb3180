/**
 * Paths into objects that the compiler checks.
 *
 * @module
 */

/** How deep paths are checked: the compiler's work grows with every level. */
type Deeper = [never, 0, 1, 2, 3, 4, 5]

/**
 * The paths into a value, as printer columns and scale subresources write them: `.spec.color`, `.spec.ports[0].name`,
 * `.spec.ports[*].name`. What follows a bracket's content is checked again; below six levels anything goes.
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
