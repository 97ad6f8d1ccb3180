/**
 * Match conditions: which requests are sent to an authorization webhook.
 *
 * @module
 */

import type { Expression, TypeDeclaration } from '../../cel/index.js'
import { type Attributes, firstLine, messageOf, type Pausing } from '../../meta/index.js'
import { wholeReviewSpec } from './subject-access-review.js'

/** The result of match conditions. */
export type ConditionsVerdict =
  | { readonly outcome: 'matched' }
  /** One condition is false, whatever the results of the others. */
  | { readonly outcome: 'excluded' }
  | { readonly outcome: 'failed'; readonly error: string }

const requirements: TypeDeclaration = { list: { fields: { key: 'string', operator: 'string', values: { list: 'string' } } } }
const selector: TypeDeclaration = { fields: { rawSelector: 'string', requirements } }

/** The spec of a SubjectAccessReview, v1. */
const REQUEST: TypeDeclaration = {
  fields: {
    resourceAttributes: {
      fields: {
        namespace: 'string',
        verb: 'string',
        group: 'string',
        version: 'string',
        resource: 'string',
        subresource: 'string',
        name: 'string',
        fieldSelector: selector,
        labelSelector: selector,
      },
    },
    nonResourceAttributes: { fields: { path: 'string', verb: 'string' } },
    user: 'string',
    groups: { list: 'string' },
    extra: { map: { list: 'string' } },
    uid: 'string',
  },
}

/** The limit of Kubernetes. */
const MAX_CONDITIONS = 64

/** Evaluates the conditions for a request: it matches when all are true. Pauses between them, as each may cost as much as one may. */
export type MatchConditions = (attributes: Attributes) => Pausing<ConditionsVerdict>

/**
 * Compiles match conditions. Each is an expression over `request`, the spec of a SubjectAccessReview in version v1.
 *
 * @param sources - The expressions.
 * @returns Undefined without expressions: every request matches.
 * @throws Error with one line that names the invalid expression.
 */
export async function compileMatchConditions(sources: readonly string[]): Promise<MatchConditions | undefined> {
  if (sources.length === 0) return undefined
  if (sources.length > MAX_CONDITIONS) throw new Error(`matchConditions: expected at most ${MAX_CONDITIONS}`)
  const { loadExpressions } = await import('../../cel/index.js')
  const compile = await loadExpressions({ request: REQUEST })
  const conditions = sources.map((source, index) => compiled(compile, source, index))
  return function* (attributes) {
    const request = wholeReviewSpec(attributes)
    let error: string | undefined
    for (const condition of conditions) {
      try {
        if (condition.evaluate({ request }) !== true) return { outcome: 'excluded' }
      } catch (reason) {
        error ??= messageOf(reason)
      }
      yield
    }
    return error === undefined ? { outcome: 'matched' } : { outcome: 'failed', error: `matchConditions: ${error}` }
  }
}

function compiled(compile: (source: string) => Expression, source: string, index: number): Expression {
  const where = `matchConditions[${index}].expression`
  let expression: Expression
  try {
    expression = compile(source)
  } catch (error) {
    throw new Error(`${where}: ${firstLine((error as Error).message)}`, { cause: error })
  }
  if (expression.type !== 'bool' && expression.type !== 'dyn') throw new Error(`${where}: must evaluate to bool`)
  return expression
}
