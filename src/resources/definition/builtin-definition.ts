/**
 * Common definition of the built-in kinds.
 *
 * @module
 */

import { type ApiObject, copyWith, type Dialect, type JsonObject } from '../../meta/index.js'
import { compileSchemaLater } from '../../schema/index.js'
import { kindSchema, metadataSchemas, type Properties } from '../fields/json-schema.js'
import { typesOnly } from '../fields/types-only.js'
import { canonicalBytesBy } from '../known/by-schema.js'
import { omitEmptyBy } from '../known/omit-empty.js'
import { ALL_VERBS } from '../subresources/subresources.js'
import type { TableDefinition } from '../tables/tables.js'
import type { ResourceDefinition, Subresource } from './definition.js'
import { resourceNames } from './resource-names.js'
import type { Strategy } from './strategy.js'

/** The kind-specific parts of a built-in definition. */
export interface BuiltinKind extends Partial<Omit<ResourceDefinition, 'names' | 'versions' | 'strategy'>> {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** Name of the kind's schema, such as `core.v1.ConfigMap`. */
  readonly schemaName: string
  readonly description: string
  /** Fields besides apiVersion, kind and metadata. */
  readonly properties: Properties
  /** The fields in the storage form, for a kind that is a view of another. */
  readonly storedProperties?: Properties
  readonly required?: readonly string[]
  /** Makes the schemas that the fields refer to, on first use. */
  readonly schemas?: () => Properties
  /** Optional fields that are kept even when empty. */
  readonly keepEmpty?: readonly string[]
  /** Optional fields that are left out when they are zero or false, too. */
  readonly plainFields?: readonly string[]
  readonly table: TableDefinition
  readonly subresources?: readonly Subresource[]
  readonly strategy: Strategy
  /** Its version; `v1` by default. Other versions are served only if enabled. */
  readonly version?: string
  /** Further versions with the same form, in order of preference. They are served only if enabled. */
  readonly otherVersions?: readonly string[]
}

/**
 * Makes the definition of a built-in kind. Empty optional values are left out, and bytes put into canonical form, before the kind's
 * own defaults are filled in.
 *
 * @param dialect - The dialect of the schema's markers.
 * @param builtin - The kind-specific parts.
 */
export function builtinDefinition(dialect: Dialect, builtin: BuiltinKind): ResourceDefinition {
  const { group, kind, plural, strategy, version: main = 'v1' } = builtin
  const documentOf = (version: string) => kindSchema(dialect, { group, version, kind }, builtin)
  const definitionsOf = once((): Properties => ({ ...metadataSchemas(dialect), ...builtin.schemas?.() }))
  const normalizeOf = once(() => {
    const { storedProperties: properties, keepEmpty: keep = [] } = builtin
    const plain = new Set(builtin.plainFields)
    const stored: JsonObject = properties ? { type: 'object', properties } : documentOf(main)
    const definitions = definitionsOf()
    const [omitEmpty, canonical] = [
      omitEmptyBy(stored, { definitions, texts: true, keep, plain: () => plain }),
      canonicalBytesBy(stored, definitions),
    ]
    return (object: ApiObject): ApiObject => canonical(omitEmpty(object))
  })
  return {
    group,
    names: resourceNames({ kind, plural, shortNames: builtin.shortNames, categories: builtin.categories }),
    namespaced: builtin.namespaced ?? true,
    versions: [main, ...(builtin.otherVersions ?? [])].map((version) => {
      const name = builtin.schemaName.replace(`.${main}.`, `.${version}.`)
      return {
        name: version,
        served: version === 'v1',
        schema: typesOnly(
          compileSchemaLater(() => ({ document: documentOf(version), definitions: definitionsOf() }), {
            ...{ dialect, style: 'builtin', name },
          }),
        ),
        table: builtin.table,
        subresources: builtin.subresources ?? [],
      }
    }),
    storageVersion: main,
    storedAs: builtin.storedAs ?? { group, resource: plural },
    verbs: builtin.verbs ?? ALL_VERBS,
    hasGeneration: builtin.hasGeneration ?? false,
    custom: false,
    ...(builtin.convert && { convert: builtin.convert }),
    ...(builtin.selectableFields && { selectableFields: builtin.selectableFields }),
    ...(builtin.prepareReview && { prepareReview: builtin.prepareReview }),
    ...(builtin.review && { review: builtin.review }),
    strategy: {
      ...strategy,
      defaults(object) {
        // The registry has parsed the metadata and dropped its empty fields already.
        const content: ApiObject = copyWith(normalizeOf()(object), { metadata: object.metadata })
        return strategy.defaults?.(content) ?? content
      },
    },
  }
}

/** Makes something on first use: the start of a plane needs few of its schemas. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
