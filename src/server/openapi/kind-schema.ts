/**
 * The published schema of a kind, and of the list of it.
 *
 * @module
 */

import {
  type Dialect,
  type GroupVersionKind,
  getKey,
  isDeeperThan,
  isRecord,
  type JsonObject,
  jsonEqual,
  type Pausing,
  setKey,
} from '../../meta/index.js'
import type { ResourceVersion, ServedResource } from '../../resources/index.js'
import { API_VERSION_DESCRIPTION, KIND_DESCRIPTION, METADATA_DESCRIPTION } from './meta-schemas.js'
import { COMPONENTS, metaName, refTo, schemaName } from './names.js'

/** Deeper schemas than this are published as open objects, so that one of them cannot spoil a whole document. */
const MAX_DEPTH = 500

/** A kind as it is published. */
export interface PublishedKind {
  readonly name: string
  readonly schema: JsonObject
  readonly listName: string
  readonly list: JsonObject
  /** Schemas that came with the kind's own. */
  readonly components: Readonly<Record<string, JsonObject>>
}

/** How types are published. */
export interface PublishOptions {
  readonly dialect: Dialect
  readonly bareWhenOpen: boolean
  /** Decides whether a document has room for the schema of a custom type; it has by default. */
  readonly hasRoom?: (schema: JsonObject) => boolean
}

/**
 * Makes the schemas of a served type. Pauses after each walk over its schema, which may be as large as an object.
 *
 * @param resource - The type, in one version.
 * @param options - `dialect`: whose extensions to use. `bareWhenOpen`: whether a custom type that keeps unknown fields at its root is
 *   published as an object of which nothing is said, as clients that read OpenAPI v2 would refuse fields that are not described.
 *   `hasRoom`: a type without room is published as an object that keeps unknown fields.
 */
export function* publishKind(
  { definition, version }: ServedResource,
  { dialect, bareWhenOpen, hasRoom = () => true }: PublishOptions,
): Pausing<PublishedKind> {
  const gvk = { group: definition.group, version: version.name, kind: definition.names.kind }
  const components = version.schema?.components ?? {}
  const own = findSchema(version.schema?.document, components)
  yield
  const name = version.schema?.name ?? own?.name ?? schemaName(gvk)
  const open: JsonObject = { type: 'object', [`${dialect.schemaPrefix}preserve-unknown-fields`]: true }
  const isShown = own && !isDeeperThan(own.schema, MAX_DEPTH) && (!definition.custom || hasRoom(own.schema))
  yield
  const source = isShown ? own.schema : open
  const isBare = bareWhenOpen && definition.custom && source[`${dialect.schemaPrefix}preserve-unknown-fields`] === true
  const described = isBare ? BARE : withSelectable(withStandardFields(source, definition.custom), version, dialect)
  const schema = withKind(described, gvk, dialect)
  const listName = `${name.slice(0, name.lastIndexOf('.') + 1)}${definition.names.listKind}`
  const list = listSchema(name, { ...gvk, kind: definition.names.listKind }, dialect)
  return { name, schema, listName, list, components }
}

/** An object of which nothing is said. */
const BARE: JsonObject = Object.freeze({ type: 'object' })

/** Follows a schema that is nothing but a reference to one of its components. */
function findSchema(
  document: JsonObject | undefined,
  components: Readonly<Record<string, JsonObject>>,
): { readonly schema: JsonObject; readonly name?: string } | undefined {
  if (!document) return undefined
  const { $ref } = document
  if (typeof $ref !== 'string' || !$ref.startsWith(COMPONENTS)) return { schema: document }
  const name = $ref.slice(COMPONENTS.length)
  const schema = getKey(components, name)
  return isRecord(schema) ? { schema: schema as JsonObject, name } : undefined
}

/** Adds `apiVersion`, `kind` and `metadata`, which schemas of custom resources leave to the server. */
function withStandardFields(schema: JsonObject, custom: boolean): JsonObject {
  const declared = isRecord(schema.properties) ? (schema.properties as JsonObject) : {}
  const properties: Record<string, JsonObject[string]> = {}
  properties.apiVersion = declared.apiVersion ?? { type: 'string', description: API_VERSION_DESCRIPTION }
  properties.kind = declared.kind ?? { type: 'string', description: KIND_DESCRIPTION }
  // A custom schema may narrow metadata, but what metadata is, is given.
  properties.metadata = custom || isBare(declared.metadata) ? METADATA : (declared.metadata as JsonObject)
  for (const [name, property] of Object.entries(declared)) {
    if (!Object.hasOwn(properties, name)) setKey(properties, name, property)
  }
  return { ...schema, type: 'object', properties }
}

const METADATA: JsonObject = {
  allOf: [refTo(metaName('ObjectMeta'))],
  description: METADATA_DESCRIPTION,
}

/** Whether a schema of metadata says no more than that it is an object. */
const isBare = (schema: JsonObject[string] | undefined): boolean =>
  !isRecord(schema) || ['$ref', 'allOf', 'properties'].every((keyword) => schema[keyword] === undefined)

/** Names the fields that clients may select objects of a custom type by. */
function withSelectable(schema: JsonObject, { selectableFields }: ResourceVersion, { schemaPrefix }: Dialect): JsonObject {
  if (!selectableFields) return schema
  const fields = Object.keys(selectableFields).map((fieldPath) => ({ fieldPath }))
  return { ...schema, [`${schemaPrefix}selectable-fields`]: fields }
}

/** Marks a schema with the kind that it is of, unless it says so already. */
function withKind(schema: JsonObject, { group, version, kind }: GroupVersionKind, { schemaPrefix }: Dialect): JsonObject {
  const extension = `${schemaPrefix}group-version-kind`
  const gvk = { group, kind, version }
  const marked = schema[extension]
  const kinds = Array.isArray(marked) ? marked : []
  return kinds.some((other) => jsonEqual(other, gvk)) ? schema : { ...schema, [extension]: [...kinds, gvk] }
}

const listSchema = (itemName: string, gvk: GroupVersionKind, dialect: Dialect): JsonObject =>
  withKind(
    {
      type: 'object',
      description: `A list of ${gvk.kind.replace(/List$/, '')} objects.`,
      required: ['items'],
      properties: {
        apiVersion: { type: 'string', description: API_VERSION_DESCRIPTION },
        items: { type: 'array', items: refTo(itemName), description: 'The objects.' },
        kind: { type: 'string', description: KIND_DESCRIPTION },
        metadata: { allOf: [refTo(metaName('ListMeta'))], description: 'The metadata of the list.' },
      },
    },
    gvk,
    dialect,
  )
