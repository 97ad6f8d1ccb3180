/**
 * The common part of all API objects, as a schema with merge markers.
 *
 * @module
 */

import type { JsonObject } from '../../meta/index.js'

const text: JsonObject = { type: 'string' }
const whole: JsonObject = { type: 'integer' }
const texts: JsonObject = { type: 'object', additionalProperties: text }

const ownerReference: JsonObject = {
  type: 'object',
  'x-platform-map-type': 'atomic',
  properties: {
    apiVersion: text,
    kind: text,
    name: text,
    uid: text,
    controller: { type: 'boolean' },
    blockOwnerDeletion: { type: 'boolean' },
  },
}

const metadata: JsonObject = {
  type: 'object',
  properties: {
    name: text,
    generateName: text,
    namespace: text,
    selfLink: text,
    uid: text,
    resourceVersion: text,
    generation: whole,
    creationTimestamp: text,
    deletionTimestamp: text,
    deletionGracePeriodSeconds: whole,
    labels: texts,
    annotations: texts,
    ownerReferences: {
      type: 'array',
      items: ownerReference,
      'x-platform-list-type': 'map',
      'x-platform-list-map-keys': ['uid'],
    },
    finalizers: { type: 'array', items: text, 'x-platform-list-type': 'set' },
    managedFields: { type: 'array', 'x-platform-list-type': 'atomic' },
  },
}

/**
 * Schemas of the fields that every API object has.
 *
 * @see Specification, "Object metadata (every object)"
 */
export const objectFields: Readonly<Record<string, JsonObject>> = { apiVersion: text, kind: text, metadata }
