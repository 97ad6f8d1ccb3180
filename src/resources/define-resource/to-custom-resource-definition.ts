/**
 * Converts a type defined in a program to a CustomResourceDefinition for any cluster.
 *
 * @module
 */

import {
  type ApiObject,
  aDialect,
  check,
  type Dialect,
  type DialectOption,
  dialectOf,
  isRecord,
  type JsonObject,
  type JsonValue,
  type ObjectMeta,
  setKey,
} from '../../meta/index.js'
import { aDefinition } from '../definition/a-definition.js'
import type { ResourceDefinition, ResourceVersion } from '../definition/definition.js'
import { ResourceSpecError } from './check-resource-spec.js'
import type { ResourceVersionSpec } from './resource-version-spec.js'

/** Options of {@link toCustomResourceDefinition}. */
export interface CustomResourceOptions {
  /** The dialect of the document. Default `platform`. */
  readonly dialect?: DialectOption
  /**
   * `spec.conversion` of the document: how the cluster converts between versions. Required if the type has conversion functions,
   * which exist only in this program: serve them as a webhook.
   */
  readonly conversion?: JsonObject
}

const customOptions = check.members<keyof CustomResourceOptions>({ dialect: aDialect, conversion: check.object })

/** A CustomResourceDefinition document: it always has a name, so that it can be applied. */
type CustomResourceDocument = ApiObject & { readonly metadata: ObjectMeta & { readonly name: string } }

/**
 * Converts a type to a CustomResourceDefinition, to install the same type in a cluster.
 *
 * @param definition - A type made by `defineResource`.
 * @param options - The dialect of the cluster, and its conversion settings.
 * @returns The definition, ready to be created or applied. Hooks of the type (`validate`, `strategy`) are not part of it.
 * @throws {@link ResourceSpecError} for a type from another source, a recursive type, or one with conversion functions and no
 *   `conversion` option.
 */
export function toCustomResourceDefinition(
  definition: ResourceDefinition,
  options: CustomResourceOptions = {},
): CustomResourceDocument {
  check.refuse('toCustomResourceDefinition', [...aDefinition(definition, 'definition'), ...customOptions(options, 'options')])
  const { conversion } = options
  const dialect = dialectOf(options.dialect)
  const { definedBy, group, names, namespaced, versions, storageVersion } = definition
  const { plural, singular, kind, listKind, shortNames, categories } = names
  if (!definedBy) throw new ResourceSpecError(kind, ['only a type made by defineResource can be written as a document'])
  if (definedBy.conversions && !conversion) {
    throw new ResourceSpecError(kind, ['its conversion functions stay here: give the option conversion, such as a webhook'])
  }
  return {
    apiVersion: `apiextensions.${dialect.groupDomain}/v1`,
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      names: {
        plural,
        singular,
        kind,
        listKind,
        ...(shortNames.length > 0 && { shortNames }),
        ...(categories.length > 0 && { categories }),
      },
      ...(conversion && { conversion }),
      versions: versions.map((version) => {
        const source = definedBy.versions.find(({ name }) => name === version.name)
        return versionDocument(version, source ?? { name: version.name }, {
          isStored: version.name === storageVersion,
          schema: schemaDocument(kind, version, dialect),
        })
      }),
    },
  }
}

function versionDocument(
  version: ResourceVersion,
  source: ResourceVersionSpec,
  { isStored, schema }: { readonly isStored: boolean; readonly schema: JsonObject },
): JsonObject {
  const { printerColumns = [], selectableFields = [], subresources: { status, scale } = {} } = source
  return {
    name: version.name,
    served: version.served,
    storage: isStored,
    ...(version.deprecated && { deprecated: true }),
    ...(version.deprecationWarning !== undefined && { deprecationWarning: version.deprecationWarning }),
    schema: { openAPIV3Schema: schema },
    ...((status || scale) && { subresources: { ...(status && { status: {} }), ...(scale && { scale: { ...scale } }) } }),
    ...(printerColumns.length > 0 && { additionalPrinterColumns: printerColumns.map((column) => ({ ...column })) }),
    ...(selectableFields.length > 0 && { selectableFields: selectableFields.map((jsonPath) => ({ jsonPath })) }),
  }
}

function schemaDocument(kind: string, { name, schema }: ResourceVersion, dialect: Dialect): JsonObject {
  if (!schema) return { type: 'object', [`${dialect.schemaPrefix}preserve-unknown-fields`]: true }
  if (Object.keys(schema.components).length > 0) {
    throw new ResourceSpecError(kind, [`version ${JSON.stringify(name)} is recursive, which the document cannot say`])
  }
  return inWordsOf(dialect, schema.document)
}

/** Keywords with nested schemas, by the form of their value. */
const ONE = new Set(['items', 'not', 'additionalProperties'])
const MANY = new Set(['allOf', 'anyOf', 'oneOf'])

/** Renames a schema's markers to another dialect; names of properties and values are data, and are kept. */
function inWordsOf(dialect: Dialect, schema: JsonObject): JsonObject {
  const renamed: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isRecord(value))
      setKey(
        renamed,
        key,
        eachOf(value as JsonObject, (part) => inWordsOf(dialect, part)),
      )
    else if (MANY.has(key) && Array.isArray(value)) renamed[key] = value.map((part) => inWordsOf(dialect, part))
    else if (ONE.has(key) && isRecord(value)) renamed[key] = inWordsOf(dialect, value as JsonObject)
    // CustomResourceDefinitions cannot mark fields as deprecated.
    else if (key === 'deprecated') continue
    else setKey(renamed, key.replace(/^x-[a-z0-9]+-/, dialect.schemaPrefix), value)
  }
  return renamed
}

function eachOf(parts: JsonObject, change: (part: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part as JsonObject)]))
}
