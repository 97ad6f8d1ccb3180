/**
 * Schemas of the kinds and parts that all groups share.
 *
 * @module
 */

import type { Dialect, JsonObject } from '../../meta/index.js'
import { SCALE_DESCRIPTION, SCALE_KIND, scaleProperties } from '../../resources/index.js'
import { metaName, refTo, schemaName } from './names.js'

const text = (description: string): JsonObject => ({ type: 'string', description })
const time = (description: string): JsonObject => ({ type: 'string', format: 'date-time', description })
const flag = (description: string): JsonObject => ({ type: 'boolean', description })
const int64 = (description: string): JsonObject => ({ type: 'integer', format: 'int64', description })
const int32 = (description: string): JsonObject => ({ type: 'integer', format: 'int32', description })
const texts = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items: { type: 'string' },
  description,
  ...more,
})
const textMap = (description: string): JsonObject => ({ type: 'object', additionalProperties: { type: 'string' }, description })

/** Description of `apiVersion` wherever a schema says nothing itself. It begins with the words that clients look for; so do the others. */
export const API_VERSION_DESCRIPTION =
  'APIVersion defines the group and version of the schema that this object is written in. The server converts versions that it knows and refuses others.'

/** Description of `kind` wherever a schema says nothing itself. */
export const KIND_DESCRIPTION = 'Kind is a string value that names the kind of this object, in CamelCase. It cannot be changed.'

/** Description of `metadata` wherever a schema says nothing itself. */
export const METADATA_DESCRIPTION = "Standard object's metadata: its name, its labels and what else every object has."

/**
 * Makes the shared schemas.
 *
 * @param dialect - Names the extensions.
 * @returns Schemas by name, references pointing into `#/components/schemas/`.
 * @see Specification, "Object metadata (every object)" and "Collection (list response)"
 */
export function metaSchemas(dialect: Dialect): Readonly<Record<string, JsonObject>> {
  const ext = (name: string, value: JsonObject[string]): JsonObject => ({ [dialect.schemaPrefix + name]: value })
  const ref = (kind: string, description: string): JsonObject => ({ allOf: [refTo(metaName(kind))], description })
  const listOf = (kind: string, description: string, more: JsonObject): JsonObject => ({
    type: 'array',
    items: refTo(metaName(kind)),
    description,
    ...more,
  })
  const kindOf = (group: string, version: string, kind: string): JsonObject =>
    ext('group-version-kind', [{ group, version, kind }])
  const typed = { apiVersion: text(API_VERSION_DESCRIPTION), kind: text(KIND_DESCRIPTION) }
  const atomic = ext('list-type', 'atomic')
  const mapByUid = { ...ext('list-type', 'map'), ...ext('list-map-keys', ['uid']) }
  const mergeByUid = { ...ext('patch-merge-key', 'uid'), ...ext('patch-strategy', 'merge') }
  const set = { ...ext('list-type', 'set'), ...ext('patch-strategy', 'merge') }
  const object = (description: string, properties: JsonObject, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    description,
    properties,
    ...more,
  })

  const shared: Record<string, JsonObject> = {
    ObjectMeta: object('The metadata that every stored object has.', {
      annotations: textMap('Free data that tools attach to the object. It cannot be selected by.'),
      creationTimestamp: time('When the server stored the object first. Set by the server.'),
      deletionGracePeriodSeconds: int64(
        'Seconds that the object has to finish once its deletion was asked for. Set by the server.',
      ),
      deletionTimestamp: time(
        'When the object will be gone at the latest; present once its deletion was asked for. Set by the server.',
      ),
      finalizers: texts('Names of those who must agree before the object is removed. Each takes its own name off.', set),
      generateName: text('Start of a name that the server completes when name is not given.'),
      generation: int64('Counts the changes of the desired state. Set by the server.'),
      labels: textMap('Names and values to find and group objects by.'),
      managedFields: listOf('ManagedFieldsEntry', 'Who manages which fields. Kept by the server.', atomic),
      name: text('Name of the object, unique among its kind in its namespace. It cannot be changed.'),
      namespace: text('Namespace of the object; empty for kinds that have none. It cannot be changed.'),
      ownerReferences: listOf('OwnerReference', 'Objects that this one depends on. When all are gone, it may be removed.', {
        ...mapByUid,
        ...mergeByUid,
      }),
      resourceVersion: text(
        'Version of the stored object, for comparing only. Sent back in an update, it guards against overwriting.',
      ),
      selfLink: text('No longer set.'),
      uid: text('Unique in all of time and space. Set by the server.'),
    }),
    ManagedFieldsEntry: object('The fields that one manager manages.', {
      apiVersion: text('Version that the fields are named in.'),
      fieldsType: text('Format of fieldsV1; always FieldsV1.'),
      fieldsV1: ref('FieldsV1', 'The fields.'),
      manager: text('Name of the manager.'),
      operation: text('How the manager wrote the fields: Apply or Update.'),
      subresource: text('Subresource through which the fields were written, if any.'),
      time: time('When the manager or its fields changed last.'),
    }),
    FieldsV1: { type: 'object', description: 'A set of fields as a tree of keys such as f:spec; a leaf is an empty object.' },
    OwnerReference: object(
      'Names an object that owns this one.',
      {
        apiVersion: text('Group and version of the owner.'),
        blockOwnerDeletion: flag('Whether the owner stays until this object is gone, when it is deleted in the foreground.'),
        controller: flag('Whether the owner is the one that controls this object.'),
        kind: text('Kind of the owner.'),
        name: text('Name of the owner.'),
        uid: text('UID of the owner.'),
      },
      { required: ['apiVersion', 'kind', 'name', 'uid'], ...ext('map-type', 'atomic') },
    ),
    ListMeta: object('The metadata of a list.', {
      continue: text('Token to ask for the next part of the list with; empty at its end.'),
      remainingItemCount: int64('About how many objects come after this part.'),
      resourceVersion: text('Version that the list was read at. A watch can start there.'),
      selfLink: text('No longer set.'),
    }),
    DeleteOptions: object(
      'How to delete.',
      {
        ...typed,
        dryRun: texts('All: everything is done but the storing.', atomic),
        gracePeriodSeconds: int64('Seconds that the object has to finish; 0 means at once.'),
        orphanDependents: flag('Older form of propagationPolicy: whether dependents stay.'),
        preconditions: ref('Preconditions', 'What must hold, or nothing is deleted.'),
        propagationPolicy: text('What happens to dependents: Orphan, Background or Foreground.'),
      },
      kindOf('', 'v1', 'DeleteOptions'),
    ),
    Preconditions: object('What must hold for a deletion.', {
      resourceVersion: text('Version that the object must have.'),
      uid: text('UID that the object must have.'),
    }),
    Patch: { type: 'object', description: 'A patch, in the language that the content type names.' },
    Status: object(
      'What came of a request that does not answer with an object.',
      {
        ...typed,
        code: int32('HTTP status code.'),
        details: ref('StatusDetails', 'What exactly the answer is about.'),
        message: text('What happened, for people.'),
        metadata: ref('ListMeta', 'Always empty.'),
        reason: text('Why the request failed, for programs.'),
        status: text('Success or Failure.'),
      },
      kindOf('', 'v1', 'Status'),
    ),
    StatusDetails: object('What a status is about.', {
      causes: listOf('StatusCause', 'Each single cause of the failure.', atomic),
      group: text('Group of the resource.'),
      kind: text('Resource, or kind where the reason says so.'),
      name: text('Name of the object.'),
      retryAfterSeconds: int32('Seconds after which another try may succeed.'),
      uid: text('UID of the object.'),
    }),
    StatusCause: object('One cause of a failure.', {
      field: text('The field, such as spec.ports[0].port.'),
      message: text('What is wrong, for people.'),
      reason: text('What is wrong, for programs.'),
    }),
  }
  const { group, version, kind } = SCALE_KIND
  const result: Record<string, JsonObject> = {
    [schemaName(SCALE_KIND)]: object(
      SCALE_DESCRIPTION,
      { ...typed, metadata: ref('ObjectMeta', METADATA_DESCRIPTION), ...scaleProperties() },
      kindOf(group, version, kind),
    ),
  }
  for (const [kind, schema] of Object.entries(shared)) result[metaName(kind)] = schema
  return result
}
