/**
 * Table columns of requests for certificates.
 *
 * @module
 */

import { humanDuration } from '../../codec/index.js'
import type { ApiObject } from '../../meta/index.js'
import { listOf, numberOf, textAt, valueAt } from '../fields/fields.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'

/** Columns: requestor, signer and condition. */
export const signingRequestTable: TableDefinition = tableOf([
  nameColumn,
  ageColumn,
  textColumn('SignerName', 'Who should sign.', (request) => textAt(request, 'spec', 'signerName')),
  textColumn('Requestor', 'Who asked.', (request) => textAt(request, 'spec', 'username')),
  textColumn('RequestedDuration', 'How long the certificate should last.', (request) => {
    const seconds = numberOf(valueAt(request, 'spec', 'expirationSeconds'))
    return seconds === undefined ? '<none>' : humanDuration(seconds * 1000)
  }),
  textColumn('Condition', 'What was answered.', (request) => answerOf(request)),
])

function answerOf(request: ApiObject): string {
  const types = listOf(valueAt(request, 'status', 'conditions')).map((condition) => textAt(condition, 'type'))
  const answers = ['Approved', 'Denied', 'Failed'].filter((type) => types.includes(type))
  const issued = textAt(request, 'status', 'certificate') === '' ? [] : ['Issued']
  return [...(answers.length > 0 ? answers : ['Pending']), ...issued].join(',')
}
