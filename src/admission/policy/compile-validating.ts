/**
 * Compiles a ValidatingAdmissionPolicy.
 *
 * @module
 */

import { mapPausing, type Pausing } from '../../meta/index.js'
import type { CompiledPolicyExpression } from '../expressions/policy-scope.js'
import type { CompiledConditions } from './conditions.js'
import type { BindingSpec, PolicySpec } from './policy-objects.js'
import { policyScope } from './scope.js'

/** Fields of validating policies, besides those of all policies. */
export interface ValidatingPolicySpec extends PolicySpec {
  readonly validations?: readonly {
    readonly expression: string
    readonly message?: string
    readonly messageExpression?: string
    readonly reason?: string
  }[]
  readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[]
}

/** Fields of their bindings, besides those of all bindings. */
export interface ValidatingBindingSpec extends BindingSpec {
  readonly validationActions?: readonly string[]
}

/** One validation. */
export interface Validation {
  readonly source: string
  readonly expression: CompiledPolicyExpression
  /** The message of a failure; the expression when empty. */
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
 * Compiles a policy. Await `preparePolicies` before.
 *
 * @param spec - The stored spec.
 */
export function* compileValidatingPolicy(spec: ValidatingPolicySpec): Pausing<CompiledValidatingPolicy> {
  const { scope, conditions } = yield* policyScope(spec, { mutates: false })
  return {
    scope,
    conditions,
    validations: yield* mapPausing(
      spec.validations ?? [],
      ({ expression, message = '', messageExpression = '', reason = 'Invalid' }) => ({
        source: expression,
        expression: scope.compile(expression),
        message: message.trim(),
        messageExpression: messageExpression.trim() === '' ? undefined : scope.compile(messageExpression, { authorizer: false }),
        reason,
      }),
    ),
    auditAnnotations: yield* mapPausing(spec.auditAnnotations ?? [], ({ key, valueExpression }) => ({
      key,
      source: valueExpression,
      expression: scope.compile(valueExpression),
    })),
  }
}
