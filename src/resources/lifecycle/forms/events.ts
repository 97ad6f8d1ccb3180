/**
 * Event before `events/v1`: the same fields, with the rules of the core group's events.
 *
 * @module
 */

import type { FieldError } from '../../../meta/index.js'
import type { OlderForm } from '../lossless.js'
import { sameForm } from './same.js'

/** Rules that only apply to events of the present version. */
const NEW_RULES = /^(?:eventTime|type|firstTimestamp|lastTimestamp|count|source)$|^series\b/

export const eventForm: OlderForm = Object.freeze({
  ...sameForm,
  allows: ({ field, message }: FieldError) =>
    NEW_RULES.test(field) || (message.endsWith('field is immutable') && !field.startsWith('metadata.')),
})
