/**
 * Short names, categories, generations and the like of kinds that need no rules of their own here.
 *
 * @module
 */

import type { Dialect } from '../meta/index.js'
import {
  mutatingBindingStrategy,
  mutatingPolicyStrategy,
  mutatingWebhooksStrategy,
  validatingBindingStrategy,
  validatingPolicyStrategy,
  validatingWebhooksStrategy,
  webhooksTable,
} from './admissionregistration/index.js'
import { quotaTable } from './core/resource-quota.js'
import { claimWarnings, ingressWarnings } from './deprecated-fields.js'
import type { KnownGroup, KnownKind } from './known-kind.js'
import { ingressTable } from './networking/ingress.js'
import { disruptionBudgetTable } from './policy/disruption-budget.js'
import type { Strategy } from './strategy.js'

/** A kind that people call by a short name. */
const called = (shortName: string, more: KnownKind = {}): KnownKind => ({ ...more, shortNames: [shortName] })

/** A kind whose desired state is counted. */
const counted: KnownKind = { hasGeneration: true }

/** A kind that a completed deletion answers with. */
const returned: KnownKind = { strategy: { returnsDeletedObject: true } }

/** A kind that extends the API itself, and says in its own words what is wrong with it. */
const judging = (strategy: Strategy): KnownKind => ({
  hasGeneration: true,
  categories: ['api-extensions'],
  strategy,
  judgesItself: true,
})

/** A kind of which an update has to say what it is based on. */
const conditional: KnownKind = { strategy: { allowUnconditionalUpdate: false } }

/**
 * What is known of kinds that have no rules of their own here.
 *
 * @param dialect - The plane's words.
 */
export function commonKinds(dialect: Dialect): readonly KnownGroup[] {
  const { groupDomain } = dialect
  return [
    {
      group: '',
      kinds: {
        componentstatuses: called('cs'),
        endpoints: called('ep', { strategy: { allowCreateOnUpdate: true } }),
        limitranges: called('limits', { strategy: { allowCreateOnUpdate: true } }),
        nodes: called('no'),
        persistentvolumeclaims: called('pvc', { strategy: { ...returned.strategy, ...claimWarnings(dialect) } }),
        persistentvolumes: called('pv', returned),
        podtemplates: returned,
        resourcequotas: called('quota', { ...returned, table: quotaTable }),
      },
    },
    {
      group: `admissionregistration.${groupDomain}`,
      kinds: {
        mutatingadmissionpolicies: judging(mutatingPolicyStrategy),
        mutatingadmissionpolicybindings: judging(mutatingBindingStrategy),
        mutatingwebhookconfigurations: { ...judging(mutatingWebhooksStrategy), table: webhooksTable },
        validatingadmissionpolicies: judging(validatingPolicyStrategy),
        validatingadmissionpolicybindings: judging(validatingBindingStrategy),
        validatingwebhookconfigurations: { ...judging(validatingWebhooksStrategy), table: webhooksTable },
      },
    },
    {
      group: `apiregistration.${groupDomain}`,
      kinds: { apiservices: { categories: ['api-extensions'], strategy: { allowUnconditionalUpdate: false } } },
    },
    { group: `discovery.${groupDomain}`, kinds: { endpointslices: counted } },
    {
      group: `flowcontrol.apiserver.${groupDomain}`,
      kinds: { flowschemas: counted, prioritylevelconfigurations: counted },
    },
    {
      group: `networking.${groupDomain}`,
      kinds: {
        ingressclasses: counted,
        ingresses: called('ing', { ...counted, table: ingressTable, strategy: ingressWarnings(dialect) }),
        ipaddresses: called('ip', counted),
        networkpolicies: called('netpol', counted),
        servicecidrs: counted,
      },
    },
    {
      group: 'policy',
      kinds: {
        poddisruptionbudgets: called('pdb', {
          hasGeneration: true,
          table: disruptionBudgetTable,
          strategy: { allowUnconditionalUpdate: false },
        }),
      },
    },
    { group: `resource.${groupDomain}`, kinds: { deviceclasses: counted, resourceslices: counted } },
    { group: `scheduling.${groupDomain}`, kinds: { priorityclasses: called('pc', counted) } },
    {
      group: `storage.${groupDomain}`,
      kinds: {
        csidrivers: { strategy: { returnsDeletedObject: true, allowUnconditionalUpdate: false } },
        csinodes: { strategy: { returnsDeletedObject: true, allowUnconditionalUpdate: false } },
        csistoragecapacities: conditional,
        storageclasses: called('sc', returned),
        volumeattachments: { strategy: { returnsDeletedObject: true, allowUnconditionalUpdate: false } },
        volumeattributesclasses: called('vac', returned),
      },
    },
  ]
}
