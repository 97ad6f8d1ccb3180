/**
 * Columns of kinds that need no rules of their own here.
 *
 * @module
 */

import { humanDuration } from '../codec/index.js'
import type { ApiObject } from '../meta/index.js'
import { listOf, numberOf, recordOf, textAt, textOf, valueAt } from './fields.js'
import type { TableDefinition } from './tables.js'
import { ageColumn, type Column, nameColumn, tableOf } from './tables.js'

const text = (name: string, description: string, cell: Column['cell']): Column => ({ name, type: 'string', description, cell })

/** Rules of hosts, and where the ingress is reached. */
export const ingressTable: TableDefinition = tableOf([
  nameColumn,
  text('Class', 'Class of the ingress.', (ingress) => textAt(ingress, 'spec', 'ingressClassName') || '<none>'),
  text('Hosts', 'Hosts that it answers for.', (ingress) => hostsOf(ingress)),
  text('Address', 'Where it is reached.', (ingress) =>
    listOf(valueAt(ingress, 'status', 'loadBalancer', 'ingress'))
      .map((entry) => textAt(entry, 'ip') || textAt(entry, 'hostname'))
      .join(','),
  ),
  text('Ports', 'Ports that it answers on.', (ingress) =>
    listOf(valueAt(ingress, 'spec', 'tls')).length > 0 ? '80, 443' : '80',
  ),
  ageColumn,
])

const hostsOf = (ingress: ApiObject): string => {
  const hosts = listOf(valueAt(ingress, 'spec', 'rules')).map((rule) => textAt(rule, 'host') || '*')
  return hosts.join(',') || '*'
}

/** How many may be missing. */
export const disruptionBudgetTable: TableDefinition = tableOf([
  nameColumn,
  text('Min Available', 'How many have to stay.', (budget) => amountOf(valueAt(budget, 'spec', 'minAvailable'))),
  text('Max Unavailable', 'How many may be missing.', (budget) => amountOf(valueAt(budget, 'spec', 'maxUnavailable'))),
  {
    ...text(
      'Allowed Disruptions',
      'How many may go now.',
      (budget) => numberOf(valueAt(budget, 'status', 'disruptionsAllowed')) ?? 0,
    ),
    type: 'integer',
  },
  ageColumn,
])

const amountOf = (value: unknown): string => (typeof value === 'number' ? String(value) : textOf(value) || 'N/A')

/** What is used, of what there may be. */
export const quotaTable: TableDefinition = tableOf([
  nameColumn,
  text('Request', 'Requests used, of those that there may be.', (quota) => amountsOf(quota, false)),
  text('Limit', 'Limits used, of those that there may be.', (quota) => amountsOf(quota, true)),
  ageColumn,
])

function amountsOf(quota: ApiObject, limits: boolean): string {
  const used = recordOf(valueAt(quota, 'status', 'used'))
  return Object.entries(recordOf(valueAt(quota, 'status', 'hard')))
    .filter(([name]) => name.startsWith('limits.') === limits)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, hard]) => `${name}: ${String(used[name] ?? 0)}/${String(hard)}`)
    .join(', ')
}

/** How many services are asked. */
export const webhooksTable: TableDefinition = tableOf([
  nameColumn,
  { ...text('Webhooks', 'How many services are asked.', ({ webhooks }) => listOf(webhooks).length), type: 'integer' },
  ageColumn,
])

/** Who asks whom for a certificate, and what was answered. */
export const signingRequestTable: TableDefinition = tableOf([
  nameColumn,
  ageColumn,
  text('SignerName', 'Who should sign.', (request) => textAt(request, 'spec', 'signerName')),
  text('Requestor', 'Who asked.', (request) => textAt(request, 'spec', 'username')),
  text('RequestedDuration', 'How long the certificate should last.', (request) => {
    const seconds = numberOf(valueAt(request, 'spec', 'expirationSeconds'))
    return seconds === undefined ? '<none>' : humanDuration(seconds * 1000)
  }),
  text('Condition', 'What was answered.', (request) => answerOf(request)),
])

function answerOf(request: ApiObject): string {
  const types = listOf(valueAt(request, 'status', 'conditions')).map((condition) => textAt(condition, 'type'))
  const answers = ['Approved', 'Denied', 'Failed'].filter((type) => types.includes(type))
  const issued = textAt(request, 'status', 'certificate') === '' ? [] : ['Issued']
  return [...(answers.length > 0 ? answers : ['Pending']), ...issued].join(',')
}
