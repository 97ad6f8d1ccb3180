/**
 * Webhook configurations, whose webhooks say little and mean much.
 *
 * @module
 */

import { type ApiObject, errorsOf, type FieldError, requiredField, type UnknownRecord } from '../../meta/index.js'
import { withDefaults } from '../core/pod-template.js'
import { listOf, recordOf, textOf } from '../fields.js'
import type { KnownKind } from '../known-kind.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables.js'

/** How many services are asked. */
const webhooksTable: TableDefinition = tableOf([
  nameColumn,
  { ...textColumn('Webhooks', 'How many services are asked.', ({ webhooks }) => listOf(webhooks).length), type: 'integer' },
  ageColumn,
])

/**
 * What is known of a kind of webhook configurations.
 *
 * @param more - Defaults of a webhook beyond those that all kinds share.
 */
export function webhookConfigurations(more: Readonly<UnknownRecord>): KnownKind {
  const defaults = {
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
    ...more,
  }
  const complete = (webhook: unknown) => {
    const { rules, ...rest } = recordOf(webhook)
    const scoped = listOf(rules).map((rule) => withDefaults(recordOf(rule), { scope: '*' }))
    return withDefaults({ ...rest, ...(scoped.length > 0 && { rules: scoped }) }, defaults)
  }
  const withWebhooks = (object: ApiObject): ApiObject => {
    const webhooks = listOf(object.webhooks)
    return webhooks.length > 0 ? { ...object, webhooks: webhooks.map(complete) } : object
  }
  return {
    table: webhooksTable,
    judgesItself: true,
    strategy: {
      allowUnconditionalUpdate: false,
      defaults: withWebhooks,
      validateCreate: validate,
      validateUpdate: validate,
    },
  }
}

const validate = (object: ApiObject): readonly FieldError[] =>
  errorsOf(listOf(object.webhooks), (entry, i) => validateWebhook(recordOf(entry), `webhooks[${i}]`))

function validateWebhook(webhook: UnknownRecord, path: string): FieldError[] {
  const errors: FieldError[] = []
  if (textOf(webhook.name) === '') errors.push(requiredField(`${path}.name`))
  if (textOf(webhook.sideEffects) === '') {
    errors.push(requiredField(`${path}.sideEffects`, 'must specify one of None, NoneOnDryRun'))
  }
  const { url, service } = recordOf(webhook.clientConfig)
  if ((url === undefined) === (service === undefined)) {
    errors.push(requiredField(`${path}.clientConfig`, 'exactly one of url or service is required'))
  }
  if (listOf(webhook.admissionReviewVersions).length === 0) {
    errors.push(requiredField(`${path}.admissionReviewVersions`, 'must specify one of v1, v1beta1'))
  }
  return errors
}
