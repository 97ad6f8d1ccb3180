/**
 * One condition of a label selector.
 *
 * @module
 */

/** The operator of a requirement. */
export type LabelOperator = '=' | '!=' | 'in' | 'notin' | 'exists' | '!' | '>' | '<'

/** One condition on one label. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  /** One value for `=`, `!=`, `>`, `<`; none for `exists` and `!`; sorted and unique for `in` and `notin`. */
  readonly values: readonly string[]
}
