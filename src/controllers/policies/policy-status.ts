/**
 * The status of ValidatingAdmissionPolicies: type errors of their expressions.
 *
 * @module
 */

import { type Client, type Controller, controller, isNotFound } from '../../client/index.js'
import { dialectOf } from '../../meta/index.js'
import { type ControlLoopOptions, ignoring, runOptions } from '../client-loop.js'
import { policiesOf } from '../types.js'
import { type CheckedPolicy, type CheckedTypes, checkPolicyTypes, type ExpressionWarning } from './check-types.js'

/** The name that what it writes is kept under in `metadata.managedFields`. */
const MANAGER = 'validatingadmissionpolicy-status-controller'

interface PolicyFields {
  readonly spec?: CheckedPolicy
  readonly status?: {
    readonly observedGeneration?: number
    readonly typeChecking?: { readonly expressionWarnings?: readonly ExpressionWarning[] }
  }
}

/** Options of {@link createPolicyStatusController}. */
export interface PolicyStatusOptions extends ControlLoopOptions {
  /** The types that policies are checked against. */
  readonly types: CheckedTypes
}

/**
 * Checks the types of each policy once it has changed, and writes what it finds into `status.typeChecking`. Nothing depends on that:
 * requests are judged by a policy as before.
 *
 * @param client - Reaches the plane, which has to serve policies.
 * @param options - The types, words, leader election.
 * @returns The loop, at work until it is stopped or its client is closed.
 */
export function createPolicyStatusController(client: Client, options: PolicyStatusOptions): Controller {
  const policies = client.resource<PolicyFields>(policiesOf(dialectOf(options.dialect)))
  return controller({
    ...runOptions(options),
    for: policies,
    async reconcile({ metadata, spec = {}, status }) {
      const { name = '', generation = 0 } = metadata
      if (generation <= (status?.observedGeneration ?? 0)) return
      const expressionWarnings = await checkPolicyTypes(spec, options.types)
      const typeChecking = expressionWarnings.length === 0 ? {} : { expressionWarnings }
      const checked: PolicyFields = { status: { observedGeneration: generation, typeChecking } }
      await policies.status
        .apply({ metadata: { name }, ...checked }, { fieldManager: MANAGER, force: true })
        .catch(ignoring(isNotFound))
    },
  })
}
