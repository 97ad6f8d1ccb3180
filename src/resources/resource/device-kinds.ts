/**
 * Devices and the claims to them.
 *
 * @module
 */

import type { ApiObject, Dialect } from '../../meta/index.js'
import { fieldColumn, shown } from '../columns.js'
import { listOf, textAt, valueAt } from '../fields.js'
import { immutableFields } from '../immutable.js'
import type { KnownGroup } from '../known-kind.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../tables.js'

/**
 * What is known of the kinds of the resource group.
 *
 * @param dialect - The plane's words.
 */
export const deviceKinds = ({ groupDomain }: Dialect): KnownGroup => ({
  group: `resource.${groupDomain}`,
  kinds: {
    deviceclasses: { hasGeneration: true, table: tableOf([nameColumn, ageColumn]) },
    resourceclaims: {
      statusTakes: [],
      table: tableOf([nameColumn, textColumn('State', 'What the claim is at.', stateText), ageColumn]),
      strategy: { validateUpdate: immutableFields(['spec']) },
    },
    resourceclaimtemplates: {
      table: tableOf([nameColumn, ageColumn]),
      strategy: { validateUpdate: immutableFields(['spec']) },
    },
    resourceslices: {
      hasGeneration: true,
      table: tableOf([
        nameColumn,
        fieldColumn('Node', 'The node that has the devices.', 'spec.nodeName', { absent: '<unset>' }),
        fieldColumn('Driver', 'The driver that offers them.', 'spec.driver', { absent: '' }),
        fieldColumn('Pool', 'The pool that they are of.', 'spec.pool.name', { absent: '' }),
        ageColumn,
      ]),
      selectableFields: {
        'spec.nodeName': (slice) => textAt(slice, 'spec', 'nodeName'),
        'spec.driver': (slice) => textAt(slice, 'spec', 'driver'),
      },
      strategy: { validateUpdate: immutableFields(['spec.driver', 'spec.nodeName', 'spec.pool.name']) },
    },
  },
})

function stateText(claim: ApiObject): string {
  const states = [
    ...(claim.metadata.deletionTimestamp ? ['deleted'] : []),
    ...(valueAt(claim, 'status', 'allocation') === undefined ? [] : ['allocated']),
    ...(listOf(valueAt(claim, 'status', 'reservedFor')).length > 0 ? ['reserved'] : []),
  ]
  return shown(states.join(','), 'pending')
}
