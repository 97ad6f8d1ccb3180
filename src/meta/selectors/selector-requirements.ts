/**
 * Selectors for authorizers: requirements with the operators of the API.
 *
 * @module
 */

import { parseFieldSelector } from './field-selector.js'
import { parseLabelSelector } from './label-selector.js'

/** One condition of a selector on a field or label. */
export interface SelectorRequirement {
  /** Path of the field, or key of the label. */
  readonly key: string
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  /** None for `Exists` and `DoesNotExist`. */
  readonly values?: readonly string[]
}

const OPERATORS: Readonly<Record<string, SelectorRequirement['operator']>> = {
  '=': 'In',
  '!=': 'NotIn',
  in: 'In',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
}

/**
 * The requirements of a field selector; none for an invalid one, which counts as selecting everything.
 *
 * @param text - As in a query.
 */
export const fieldRequirements = (text: string): readonly SelectorRequirement[] =>
  narrowing(() =>
    parseFieldSelector(text).requirements.map(({ field, operator, value }) => ({ key: field, operator, values: [value] })),
  )

/**
 * The requirements of a label selector. Numeric comparisons cannot be expressed and are left out, so the request looks wider than
 * it is; an invalid selector counts as selecting everything.
 *
 * @param text - As in a query.
 */
export const labelRequirements = (text: string): readonly SelectorRequirement[] =>
  narrowing(() => parseLabelSelector(text).requirements)

interface Read {
  readonly key: string
  readonly operator: string
  readonly values: readonly string[]
}

function narrowing(read: () => readonly Read[]): readonly SelectorRequirement[] {
  let requirements: readonly Read[]
  try {
    requirements = read()
  } catch {
    return []
  }
  return requirements.flatMap(({ key, operator, values }) => {
    const word = OPERATORS[operator]
    return word ? [{ key, operator: word, ...(values.length > 0 && { values }) }] : []
  })
}
