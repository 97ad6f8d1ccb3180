/**
 * Webhook configurations before `admissionregistration/v1`: other defaults, more optional fields, and duplicate names are
 * allowed.
 *
 * @module
 */

import { type FieldError, isRecord } from '../../../meta/index.js'
import { withFields } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'

const DEFAULTS = Object.freeze({
  failurePolicy: 'Ignore',
  matchPolicy: 'Exact',
  timeoutSeconds: 30,
  sideEffects: 'Unknown',
  admissionReviewVersions: Object.freeze(['v1beta1']),
})

export const webhookForm: OlderForm = {
  toPresent(object) {
    const { webhooks } = object
    if (!Array.isArray(webhooks)) return object
    return withFields(object, {
      webhooks: webhooks.map((webhook) => (isRecord(webhook) ? { ...DEFAULTS, ...webhook } : webhook)),
    })
  },
  fromPresent: (object) => object,
  allows,
  changes: { webhooks: { optional: ['admissionReviewVersions', 'sideEffects'] } },
}

function allows({ field, reason, message }: FieldError): boolean {
  if (field.endsWith('.sideEffects')) return /^Unsupported value: "(?:Some|Unknown)"/.test(message)
  return field.endsWith('].name') && reason === 'FieldValueDuplicate'
}
