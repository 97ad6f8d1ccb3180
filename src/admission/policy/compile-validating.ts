/**
 * A ValidatingAdmissionPolicy, compiled.
 *
 * @module
 */

import type { CompiledPolicyExpression } from '../../schema/index.js'
import type { CompiledConditions } from './conditions.js'
import type { BindingSpec, PolicySpec } from './policy-objects.js'
import { policyScope } from './scope.js'

/** What validating policies say beside what all policies do. */
export interface ValidatingPolicySpec extends PolicySpec {
  readonly validations?: readonly {
    readonly expression: string
    readonly message?: string
    readonly messageExpression?: string
    readonly reason?: string
  }[]
  readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[]
}

/** What their bindings say beside what all bindings do. */
export interface ValidatingBindingSpec extends BindingSpec {
  readonly validationActions?: readonly string[]
}

/** One validation. */
export interface Validation {
  readonly source: string
  readonly expression: CompiledPolicyExpression
  /** Said when it fails; the expression when empty. */
  readonly message: string
  readonly messageExpression: CompiledPolicyExpression | undefined
  readonly reason: string
}

/** One annotation of the audit event. */
export interface AuditAnnotation {
  readonly key: string
  readonly source: string
  readonly expression: CompiledPolicyExpression
}

/** A compiled policy. */
export interface CompiledValidatingPolicy extends CompiledConditions {
  readonly validations: readonly Validation[]
  readonly auditAnnotations: readonly AuditAnnotation[]
}

/**
 * Compiles a policy. Await `prepareRules` before.
 *
 * @param spec - As it is stored.
 */
export function compileValidatingPolicy(spec: ValidatingPolicySpec): CompiledValidatingPolicy {
  const { scope, conditions } = policyScope(spec, { mutates: false })
  return {
    scope,
    conditions,
    validations: (spec.validations ?? []).map(({ expression, message = '', messageExpression = '', reason = 'Invalid' }) => ({
      source: expression,
      expression: scope.compile(expression),
      message: message.trim(),
      messageExpression: messageExpression.trim() === '' ? undefined : scope.compile(messageExpression, { authorizer: false }),
      reason,
    })),
    auditAnnotations: (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      source: valueExpression,
      expression: scope.compile(valueExpression),
    })),
  }
}
