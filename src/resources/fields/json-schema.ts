/**
 * Helpers for the JSON schemas of the built-in kinds, and the schemas that all of them share.
 *
 * @module
 */

import type { Dialect, GroupVersionKind, JsonObject } from '../../meta/index.js'

/** Properties of an object schema. */
export type Properties = Readonly<Record<string, JsonObject>>

/** Prefix of {@link refTo} references; schemas are published below it. */
const POINTER = '#/definitions/'

/** A string. */
export const text = (description: string, more: JsonObject = {}): JsonObject => ({ type: 'string', description, ...more })

/** A time, in seconds precision. */
export const time = (description: string): JsonObject => text(description, { format: 'date-time' })

/** A boolean. */
export const flag = (description: string): JsonObject => ({ type: 'boolean', description })

/** An integer. */
export const integer = (description: string, format: 'int32' | 'int64' = 'int32'): JsonObject => ({
  type: 'integer',
  format,
  description,
})

/** A list. */
export const list = (description: string, items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  description,
  items,
  ...more,
})

/** A map of strings to values. */
export const map = (description: string, values: JsonObject = { type: 'string' }): JsonObject => ({
  type: 'object',
  description,
  additionalProperties: values,
})

/** An object with declared properties. */
export const struct = (description: string, properties: Properties, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  description,
  properties,
  ...(required.length > 0 && { required }),
})

/** A reference to another schema, by name. */
export const refTo = (name: string, description?: string): JsonObject => {
  const ref = { $ref: POINTER + name }
  // Keywords beside a $ref are ignored, so the reference is wrapped in an allOf.
  return description === undefined ? ref : { description, allOf: [ref] }
}

/** An object that apply treats as atomic, such as a reference: a part of it has no meaning. */
export const atomicStruct = ({ schemaPrefix }: Dialect, schema: JsonObject): JsonObject => ({
  ...schema,
  [`${schemaPrefix}map-type`]: 'atomic',
})

/** The list markers, with the prefix of the dialect. */
export function listMarkers({ schemaPrefix }: Dialect) {
  const keyedInApply = (...keys: readonly [string, ...string[]]): JsonObject => ({
    [`${schemaPrefix}list-type`]: 'map',
    [`${schemaPrefix}list-map-keys`]: keys,
  })
  return {
    /** Atomic list. */
    atomic: { [`${schemaPrefix}list-type`]: 'atomic' },
    /** Set of strings. */
    set: { [`${schemaPrefix}list-type`]: 'set' },
    /** Entries are identified by their keys in apply; strategic merge patches replace the list. */
    keyedInApply,
    /** Entries are identified by their keys; the first of them is the strategic merge key. */
    keyed: (...keys: readonly [string, ...string[]]): JsonObject => ({
      ...keyedInApply(...keys),
      [`${schemaPrefix}patch-strategy`]: 'merge',
      [`${schemaPrefix}patch-merge-key`]: keys[0],
    }),
  }
}

/** The fields of a kind, beside those that every object has. */
export interface KindFields {
  readonly description: string
  readonly properties: Properties
  readonly required?: readonly string[] | undefined
}

/** The schema of a kind: its own fields, and the common ones. */
export function kindSchema(
  dialect: Dialect,
  gvk: GroupVersionKind,
  { description, properties, required = [] }: KindFields,
): JsonObject {
  return {
    ...struct(
      description,
      {
        apiVersion: text('Version of the API that this object is written in.'),
        kind: text('What this object is.'),
        metadata: refTo('meta.v1.ObjectMeta', 'What every object has: name, labels, and what the server keeps about it.'),
        ...properties,
      },
      required,
    ),
    [`${dialect.schemaPrefix}group-version-kind`]: [{ group: gvk.group, version: gvk.version, kind: gvk.kind }],
  }
}

/**
 * The schemas of object metadata, by the names that they are published under.
 *
 * @param dialect - The dialect of the markers.
 */
export function metadataSchemas(dialect: Dialect): Properties {
  const { atomic, set, keyed } = listMarkers(dialect)
  return {
    'meta.v1.ObjectMeta': struct('What every object has.', {
      annotations: map('Remarks of any kind, not selected by.'),
      creationTimestamp: time('When the object was created. Set by the server.'),
      deletionGracePeriodSeconds: integer('Seconds that the object has to end by itself. Set by the server.', 'int64'),
      deletionTimestamp: time('When the deletion of the object was asked for. Set by the server.'),
      finalizers: list(
        'Who has to clean up before the object is removed.',
        { type: 'string' },
        {
          ...set,
          [`${dialect.schemaPrefix}patch-strategy`]: 'merge',
        },
      ),
      generateName: text('Beginning of a name that the server completes, when there is no name.'),
      generation: integer('Counts changes of the desired state. Set by the server.', 'int64'),
      labels: map('Names and values by which objects are selected.'),
      managedFields: list('Who set which fields. Kept by the server.', refTo('meta.v1.ManagedFieldsEntry'), atomic),
      name: text('Name of the object, unique within its scope.'),
      namespace: text('Namespace that the object is in.'),
      ownerReferences: list('Objects that this one goes with.', refTo('meta.v1.OwnerReference'), keyed('uid')),
      resourceVersion: text('Version of the object. Opaque; to be compared for equality. Set by the server.'),
      selfLink: text('Not used any more.'),
      uid: text('Identity of the object in time and space. Set by the server.'),
    }),
    'meta.v1.ManagedFieldsEntry': struct('Fields that one manager set.', {
      apiVersion: text('Version that the fields are in.'),
      fieldsType: text('Format of the fields: FieldsV1.'),
      fieldsV1: refTo('meta.v1.FieldsV1', 'The fields.'),
      manager: text('Who set them.'),
      operation: text('How they were set: Apply or Update.'),
      subresource: text('Through which subresource they were set.'),
      time: time('When they were set.'),
    }),
    'meta.v1.FieldsV1': { type: 'object', description: 'A set of fields, as a tree of their names.' },
    'meta.v1.OwnerReference': atomicStruct(
      dialect,
      struct(
        'An object that owns this one.',
        {
          apiVersion: text('Version of the owner.'),
          blockOwnerDeletion: flag('Whether the owner stays until this object is gone, in a foreground deletion.'),
          controller: flag('Whether the owner manages this object.'),
          kind: text('Kind of the owner.'),
          name: text('Name of the owner.'),
          uid: text('Identity of the owner.'),
        },
        ['apiVersion', 'kind', 'name', 'uid'],
      ),
    ),
  }
}
