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

/** Field manager of these writes in `metadata.managedFields`. */
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
 * Checks the types of each changed policy, and writes the result into `status.typeChecking`. The result is informative: it does
 * not affect how requests are validated.
 *
 * @param client - A client of the plane, which has to serve policies.
 * @param options - The types, dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
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
