/**
 * Short names, categories, generations and the like of kinds that need no rules of their own here.
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
import { disruptionBudgetTable, validateDisruptionBudget } from '../policy/disruption-budget.js'
import type { KnownGroup, KnownKind } from './known-kind.js'

/** A kind that people call by a short name. */
const called = (shortName: string, more: KnownKind = {}): KnownKind => ({ ...more, shortNames: [shortName] })

/** A kind that extends the API itself, with validation messages of its own. */
const judging = (strategy: Strategy): KnownKind => ({
  hasGeneration: true,
  categories: ['api-extensions'],
  strategy,
  judgesItself: 'in-full',
})

/**
 * Kind-specific rules of kinds that have no rules of their own here.
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
