/**
 * Short names, categories and similar properties of kinds without further rules.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import {
  mutatingBindingStrategy,
  mutatingPolicyStrategy,
  mutatingWebhooksStrategy,
  validatingBindingStrategy,
  validatingPolicyStrategy,
  validatingWebhooksStrategy,
  webhooksTable,
} from '../admissionregistration/index.js'
import { bindingTable, policyTable } from '../admissionregistration/policy-tables.js'
import { serviceStrategy, serviceTable } from '../apiregistration/api-service.js'
import type { Strategy } from '../definition/strategy.js'
import { statusCounts } from '../fields/validate-status.js'
import { disruptionBudgetTable, validateDisruptionBudget } from '../policy/disruption-budget.js'
import type { KnownGroup, KnownKind } from './known-kind.js'

/** A kind with a short name. */
const called = (shortName: string, more: KnownKind = {}): KnownKind => ({ ...more, shortNames: [shortName] })

/** A kind that extends the API, validated by its strategy. */
const judging = (strategy: Strategy): KnownKind => ({
  hasGeneration: true,
  categories: ['api-extensions'],
  strategy,
  judgesItself: 'in-full',
})

/**
 * Kind-specific rules of kinds without rules elsewhere.
 *
 * @param dialect - The plane's dialect.
 */
export function commonKinds(dialect: Dialect): readonly KnownGroup[] {
  const { groupDomain } = dialect
  return [
    {
      group: `admissionregistration.${groupDomain}`,
      kinds: {
        mutatingadmissionpolicies: { ...judging(mutatingPolicyStrategy), table: policyTable('Mutations', 'mutations') },
        mutatingadmissionpolicybindings: { ...judging(mutatingBindingStrategy), table: bindingTable },
        mutatingwebhookconfigurations: { ...judging(mutatingWebhooksStrategy), table: webhooksTable },
        validatingadmissionpolicies: {
          ...judging(validatingPolicyStrategy),
          table: policyTable('Validations', 'validations'),
          statusTakes: [],
        },
        validatingadmissionpolicybindings: { ...judging(validatingBindingStrategy), table: bindingTable },
        validatingwebhookconfigurations: { ...judging(validatingWebhooksStrategy), table: webhooksTable },
      },
    },
    {
      group: `apiregistration.${groupDomain}`,
      kinds: {
        apiservices: {
          categories: ['api-extensions'],
          statusTakes: [],
          table: serviceTable,
          strategy: serviceStrategy,
        },
      },
    },
    {
      group: 'policy',
      kinds: {
        poddisruptionbudgets: called('pdb', {
          hasGeneration: true,
          table: disruptionBudgetTable,
          validateStatus: statusCounts({ counts: ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] }),
          strategy: {
            allowUnconditionalUpdate: false,
            validateCreate: validateDisruptionBudget,
            validateUpdate: validateDisruptionBudget,
          },
        }),
      },
    },
  ]
}
