/**
 * What is measured of admission, for whoever shows metrics.
 *
 * @module
 */

import type { AdmissionOperation } from './attributes.js'

/** One of the two phases, as metrics name them. */
export type MeasuredPhase = 'admit' | 'validate'

/** Ends a measurement. */
export type EndOfAdmission = (rejected: boolean) => void

/** What came of asking a webhook. */
export type WebhookResult =
  | { readonly outcome: 'allowed' }
  /** It refuses, with this code. */
  | { readonly outcome: 'denied'; readonly code: number }
  /** It could not be asked, or has not answered as it should; the request is refused, or goes on without it. */
  | { readonly outcome: 'failed'; readonly code: number; readonly isIgnored: boolean }
  /** It has answered, and the plane cannot use that. */
  | { readonly outcome: 'unusable' }

/** Whose conditions are evaluated. */
export interface ConditionsOf {
  /** Name of the webhook or the policy. */
  readonly name: string
  readonly kind: 'webhook' | 'policy'
  readonly mutates: boolean
  readonly operation: AdmissionOperation
}

/** Why an expression of a policy has not let a request pass; `invalid_error` also when it simply says no. */
export type PolicyErrorType = 'no_error' | 'compile_error' | 'out_of_budget' | 'invalid_error'

/** What became of one expression of a policy. */
export interface PolicyCheck {
  readonly policy: string
  readonly binding: string
  readonly error: PolicyErrorType
  readonly seconds: number
  /** What a validating policy did about it; absent for mutating ones. */
  readonly action?: 'allow' | 'deny' | 'audit' | 'warn'
}

/** Takes measurements of admission. Names of webhooks and policies are made up by users: whoever keeps them has to have a bound. */
export interface AdmissionMetrics {
  /** A phase begins, for plugins that are concerned. */
  beginPhase(phase: MeasuredPhase, operation: AdmissionOperation): EndOfAdmission
  /** A plugin is asked. */
  beginPlugin(name: string, phase: MeasuredPhase, operation: AdmissionOperation): EndOfAdmission
  /** A webhook is asked. */
  beginWebhook(name: string, mutates: boolean, operation: AdmissionOperation): (result: WebhookResult) => void
  /**
   * Conditions are evaluated.
   *
   * @returns A function to call at the end: with how many could not be evaluated, and whether one of the others did not hold.
   */
  beginConditions(of: ConditionsOf): (errors: number, isExcluded: boolean) => void
  /** An expression of a policy was evaluated that somebody did something about. */
  policyChecked(check: PolicyCheck): void
}
