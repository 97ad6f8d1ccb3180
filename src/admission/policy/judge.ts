/**
 * One run of a validating policy: what it decides, and what it says for the audit event.
 *
 * @module
 */

import { TurnShare } from '../../meta/index.js'
import {
  type CompiledPolicyExpression,
  loadedPolicies,
  type PolicyInputs,
  type PolicyOutcome,
  type PolicyRun,
} from '../../schema/index.js'
import type { AuditAnnotation, CompiledValidatingPolicy, Validation } from './compile-validating.js'
import { evaluateConditions } from './conditions.js'

/** What the conditions may cost together. */
const CONDITIONS_BUDGET = 2_500_000
/** What everything else may cost together: half of what Kubernetes allows, as nobody else is served meanwhile. */
const POLICY_BUDGET = 5_000_000
/** Longer messages of expressions are not used. */
const MAX_MESSAGE = 5 * 1024
/** Longer values of annotations are cut off. */
const MAX_ANNOTATION = 10 * 1024

/** One thing that a policy refuses. */
export interface Denial {
  readonly message: string
  /** Reason of the answer. */
  readonly reason: string
  /** Which validation. */
  readonly index: number
}

/** What a run has come to. */
export interface Judgement {
  readonly denials: readonly Denial[]
  /** Annotations of the audit event, by key without the name of the policy. */
  readonly annotations: readonly (readonly [key: string, value: string])[]
}

const NOTHING: Judgement = Object.freeze({ denials: [], annotations: [] })

/**
 * Runs a policy.
 *
 * @param policy - Compiled.
 * @param inputs - What it is about.
 * @param failsOpen - Whether an error lets the request pass.
 */
export async function judge(policy: CompiledValidatingPolicy, inputs: PolicyInputs, failsOpen: boolean): Promise<Judgement> {
  const { PolicyRun } = loadedPolicies()
  if (policy.conditions.length > 0) {
    const met = await evaluateConditions(new PolicyRun(policy.scope, inputs, CONDITIONS_BUDGET), policy.conditions)
    if (met === 'do not hold') return NOTHING
    if (met !== 'hold') return failsOpen ? NOTHING : { denials: [failure(met.error, 0)], annotations: [] }
  }
  const run = new PolicyRun(policy.scope, inputs, POLICY_BUDGET)
  const turn = new TurnShare()
  const denials: Denial[] = []
  for (const [index, validation] of policy.validations.entries()) {
    if (turn.isSpent) await turn.next()
    const denial = await validate(run, validation, index, failsOpen)
    if (denial) denials.push(denial)
  }
  const annotations: (readonly [string, string])[] = []
  for (const annotation of policy.auditAnnotations) {
    const outcome = await annotate(run, annotation)
    if ('error' in outcome) {
      if (!failsOpen) denials.push(failure(outcome.error, 0))
    } else if (outcome.value !== undefined) annotations.push([annotation.key, outcome.value])
  }
  return { denials, annotations }
}

const failure = (message: string, index: number): Denial => ({ message, reason: 'Invalid', index })

const evaluate = async (run: PolicyRun, expression: CompiledPolicyExpression): Promise<PolicyOutcome> =>
  'error' in expression ? { error: `compilation error: ${expression.error}` } : run.evaluate(expression)

async function validate(
  run: PolicyRun,
  { source, expression, message, messageExpression, reason }: Validation,
  index: number,
  failsOpen: boolean,
): Promise<Denial | undefined> {
  const outcome = await evaluate(run, expression)
  if ('error' in outcome) {
    return failsOpen ? undefined : failure(`expression '${source}' resulted in error: ${outcome.error}`, index)
  }
  if (outcome.value === true) return undefined
  const written = messageExpression && (await evaluate(run, messageExpression))
  const text = written && 'value' in written ? usableMessage(written.value) : undefined
  return { message: text ?? (message || `failed expression: ${source.trim()}`), reason, index }
}

/** What an expression says, if it says something that fits on a line. */
function usableMessage(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_MESSAGE) return undefined
  const text = value.trim()
  return text === '' || /[\r\n]/.test(text) ? undefined : text
}

/** The value of an annotation; undefined when there is none to write. */
async function annotate(
  run: PolicyRun,
  { source, expression }: AuditAnnotation,
): Promise<{ readonly value: string | undefined } | { readonly error: string }> {
  const outcome = await evaluate(run, expression)
  if ('error' in outcome) return { error: `valueExpression '${source}' resulted in error: ${outcome.error}` }
  if (outcome.value === null) return { value: undefined }
  if (typeof outcome.value !== 'string') {
    return {
      error: `valueExpression '${source}' resulted in unsupported return type. Return type must be either string or null.`,
    }
  }
  const text = outcome.value.trim()
  return { value: text === '' ? undefined : text.slice(0, MAX_ANNOTATION) }
}
