/**
 * Measurements of admission, for the metrics endpoint.
 *
 * @module
 */

import type { AdmissionOperation } from './attributes.js'

/** One of the two phases, with its name in metrics. */
export type MeasuredPhase = 'admit' | 'validate'

/** Ends a measurement. */
export type EndOfAdmission = (rejected: boolean) => void

/** The outcome of a call of a webhook. */
export type WebhookResult =
  | { readonly outcome: 'allowed' }
  /** The webhook denied the request, with this code. */
  | { readonly outcome: 'denied'; readonly code: number }
  /** The call failed, or its answer was invalid; the request is refused, or continues by failurePolicy Ignore. */
  | { readonly outcome: 'failed'; readonly code: number; readonly isIgnored: boolean }
  /** The answer of the webhook was invalid. */
  | { readonly outcome: 'unusable' }

/** The webhook or policy whose conditions were evaluated. */
export interface ConditionsOf {
  /** Name of the webhook or policy. */
  readonly name: string
  readonly kind: 'webhook' | 'policy'
  readonly mutates: boolean
  readonly operation: AdmissionOperation
}

/** Why an expression of a policy did not allow a request; `invalid_error` also when it evaluates to false. */
export type PolicyErrorType = 'no_error' | 'compile_error' | 'out_of_budget' | 'invalid_error'

/** The result of one expression of a policy. */
export interface PolicyCheck {
  readonly policy: string
  readonly binding: string
  readonly error: PolicyErrorType
  readonly seconds: number
  /** The enforcement action of a validating policy; absent for mutating ones. */
  readonly action?: 'allow' | 'deny' | 'audit' | 'warn'
}

/**
 * Receives measurements of admission. Users choose the names of webhooks and policies, so an implementation has to bound its
 * label values.
 */
export interface AdmissionMetrics {
  /** A phase begins, if any plugin handles the write. */
  beginPhase(phase: MeasuredPhase, operation: AdmissionOperation): EndOfAdmission
  /** A plugin is called. */
  beginPlugin(name: string, phase: MeasuredPhase, operation: AdmissionOperation): EndOfAdmission
  /** A webhook is called. */
  beginWebhook(name: string, mutates: boolean, operation: AdmissionOperation): (result: WebhookResult) => void
  /**
   * Conditions are evaluated.
   *
   * @returns A function to call at the end, with the number of conditions that failed to evaluate, and whether another one was
   *   false.
   */
  beginConditions(of: ConditionsOf): (errors: number, isExcluded: boolean) => void
  /** An expression of a policy was evaluated, and its result applied. */
  policyChecked(check: PolicyCheck): void
}
