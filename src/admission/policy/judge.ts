/**
 * One run of a validating policy: its decisions and its audit annotations.
 *
 * @module
 */

import { andThen, type TurnShare } from '../../meta/index.js'
import { loadedPolicies } from '../expressions/loaded-policies.js'
import type { PolicyInputs, PolicyRun } from '../expressions/policy-run.js'
import type { ConditionsOf, PolicyErrorType } from '../metrics.js'
import type { AdmissionSources } from '../sources.js'
import type { AuditAnnotation, CompiledValidatingPolicy, Validation } from './compile-validating.js'
import { evaluateConditions } from './conditions.js'
import { type Evaluated, evaluate } from './evaluate.js'

/** Cost budget of all other expressions together: half of Kubernetes', as evaluation blocks the event loop. */
const POLICY_BUDGET = 5_000_000
/** Longer messages of expressions are ignored. */
const MAX_MESSAGE = 5 * 1024
/** Longer values of annotations are truncated. */
const MAX_ANNOTATION = 10 * 1024

/** The finding of an expression against a request. */
interface Finding {
  readonly message: string
  /** Reason in the response. */
  readonly reason: string
  readonly error: PolicyErrorType
  /** Whether the expression could not be evaluated. */
  readonly isFault: boolean
}

/** The action for a finding. */
export interface Decision extends Finding {
  /** `deny` refuses, `allow` ignores, `annotation` is an error in an audit annotation. */
  readonly effect: 'deny' | 'allow' | 'annotation'
  /** Index of the validation. */
  readonly index: number
  /** Duration of its evaluation. */
  readonly seconds: number
}

/** Called with the result of a validation. */
export interface JudgementSink {
  decide(decision: Decision): void
  /** Called with an audit annotation, by its key without the name of the policy. */
  annotate(key: string, value: string): void
}

/** How a policy is run. */
export interface JudgeOptions {
  /** Whether errors are ignored. */
  readonly failsOpen: boolean
  /** How its conditions are measured. */
  readonly of: ConditionsOf
  readonly sources: Pick<AdmissionSources, 'clock' | 'metrics'>
  /** Of the request. */
  readonly turn: TurnShare
  readonly sink: JudgementSink
}

/**
 * Runs a policy.
 *
 * @param policy - Compiled.
 * @param inputs - What it is about.
 * @param options - How.
 */
export async function judge(
  policy: CompiledValidatingPolicy,
  inputs: PolicyInputs,
  { failsOpen, of, sources: { clock, metrics }, turn, sink }: JudgeOptions,
): Promise<undefined> {
  const { PolicyRun } = loadedPolicies()
  let startedMs = clock.now()
  const decide = (effect: Decision['effect'], finding: Finding, index: number) => {
    sink.decide({ effect, ...finding, index, seconds: (clock.now() - startedMs) / 1000 })
  }
  if (policy.conditions.length > 0) {
    const met = await evaluateConditions(policy, inputs, { of, metrics, turn })
    if (met !== 'hold') {
      if (met !== 'do not hold') decide(failsOpen ? 'allow' : 'deny', fault(met.error, 'invalid_error'), 0)
      return undefined
    }
  }
  const run = new PolicyRun(policy.scope, inputs, POLICY_BUDGET)
  for (const [index, validation] of policy.validations.entries()) {
    if (turn.isSpent) await turn.next()
    startedMs = clock.now()
    const finding = await validate(run, validation)
    if (finding) decide(finding.isFault && failsOpen ? 'allow' : 'deny', finding, index)
  }
  for (const annotation of policy.auditAnnotations) {
    if (turn.isSpent) await turn.next()
    startedMs = clock.now()
    const text = await annotate(run, annotation)
    if (typeof text === 'string') sink.annotate(annotation.key, text)
    else if (text && !failsOpen) decide('annotation', text, 0)
  }
  return undefined
}

const fault = (message: string, error: PolicyErrorType): Finding => ({ message, reason: 'Invalid', error, isFault: true })

/** The finding of a validation; a promise only if an authorizer is asynchronous or a message has to be evaluated. */
const validate = (run: PolicyRun, validation: Validation): Finding | undefined | Promise<Finding | undefined> =>
  andThen(evaluate(run, validation.expression), (outcome) =>
    'value' in outcome && outcome.value === true ? undefined : findingOf(run, validation, outcome),
  )

async function findingOf(
  run: PolicyRun,
  { source, message, messageExpression, reason }: Validation,
  outcome: Evaluated,
): Promise<Finding | undefined> {
  if ('error' in outcome) return fault(`expression '${source}' resulted in error: ${outcome.error}`, outcome.errorType)
  if (outcome.value === true) return undefined
  const written = messageExpression && (await evaluate(run, messageExpression))
  const text = written && 'value' in written ? usableMessage(written.value) : undefined
  return {
    message: text ?? (message || `failed expression: ${source.trim()}`),
    reason,
    // Kubernetes reports a false result as such an error too.
    error: 'invalid_error',
    isFault: false,
  }
}

/** The message of an expression, if it is a valid single line. */
function usableMessage(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_MESSAGE) return undefined
  const text = value.trim()
  return text === '' || /[\r\n]/.test(text) ? undefined : text
}

/** The value of an annotation; undefined when there is none. */
async function annotate(run: PolicyRun, { source, expression }: AuditAnnotation): Promise<string | Finding | undefined> {
  const outcome = await evaluate(run, expression)
  if ('error' in outcome) return fault(`valueExpression '${source}' resulted in error: ${outcome.error}`, outcome.errorType)
  if (outcome.value === null) return undefined
  if (typeof outcome.value !== 'string') {
    const message = `valueExpression '${source}' resulted in unsupported return type. Return type must be either string or null.`
    return fault(message, 'invalid_error')
  }
  return outcome.value.trim().slice(0, MAX_ANNOTATION) || undefined
}
