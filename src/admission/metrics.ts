/**
 * Measurements of admission, for the metrics endpoint.
 *
 * @module
 */

import type { AdmissionOperation } from './attributes.js'

/** One of the two phases, as metrics name them. */
export type MeasuredPhase = 'admit' | 'validate'

/** Ends a measurement. */
export type EndOfAdmission = (rejected: boolean) => void

/** The outcome of a call of a webhook. */
export type WebhookResult =
  | { readonly outcome: 'allowed' }
  /** It denies the request, with this code. */
  | { readonly outcome: 'denied'; readonly code: number }
  /** The call failed, or its answer was invalid; the request is refused, or continues by failurePolicy Ignore. */
  | { readonly outcome: 'failed'; readonly code: number; readonly isIgnored: boolean }
  /** Its answer could not be used. */
  | { readonly outcome: 'unusable' }

/** The owner of evaluated conditions. */
export interface ConditionsOf {
  /** Name of the webhook or the policy. */
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

/** Takes measurements of admission. Users choose the names of webhooks and policies, so an implementation has to bound its label values. */
export interface AdmissionMetrics {
  /** A phase begins, for plugins that are concerned. */
  beginPhase(phase: MeasuredPhase, operation: AdmissionOperation): EndOfAdmission
  /** A plugin is called. */
  beginPlugin(name: string, phase: MeasuredPhase, operation: AdmissionOperation): EndOfAdmission
  /** A webhook is called. */
  beginWebhook(name: string, mutates: boolean, operation: AdmissionOperation): (result: WebhookResult) => void
  /**
   * Conditions are evaluated.
   *
   * @returns A function to call at the end: with how many could not be evaluated, and whether one of the others did not hold.
   */
  beginConditions(of: ConditionsOf): (errors: number, isExcluded: boolean) => void
  /** An expression of a policy was evaluated, and its result acted on. */
  policyChecked(check: PolicyCheck): void
}
