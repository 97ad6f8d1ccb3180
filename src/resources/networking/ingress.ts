/**
 * Table columns of ingresses.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import { listOf, textAt, valueAt } from '../fields/fields.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'

/** Columns: hosts, and addresses of the ingress. */
export const ingressTable: TableDefinition = tableOf([
  nameColumn,
  textColumn('Class', 'Class of the ingress.', (ingress) => textAt(ingress, 'spec', 'ingressClassName') || '<none>'),
  textColumn('Hosts', 'Hosts that it answers for.', (ingress) => hostsOf(ingress)),
  textColumn('Address', 'Where it is reached.', (ingress) =>
    listOf(valueAt(ingress, 'status', 'loadBalancer', 'ingress'))
      .map((entry) => textAt(entry, 'ip') || textAt(entry, 'hostname'))
      .join(','),
  ),
  textColumn('Ports', 'Ports that it answers on.', (ingress) =>
    listOf(valueAt(ingress, 'spec', 'tls')).length > 0 ? '80, 443' : '80',
  ),
  ageColumn,
])

/** Maximum number of hosts shown. */
const SHOWN = 3

function hostsOf(ingress: ApiObject): string {
  const rules = listOf(valueAt(ingress, 'spec', 'rules'))
  const hosts = rules.map((rule) => textAt(rule, 'host')).filter((host) => host !== '')
  const rest = rules.length - SHOWN
  return (hosts.slice(0, SHOWN).join(',') || '*') + (hosts.length > SHOWN ? ` + ${rest} more...` : '')
}
