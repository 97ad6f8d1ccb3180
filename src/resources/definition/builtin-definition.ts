/**
 * Definitions of the built-in kinds: what they have in common, and what one of them says for itself.
 *
 * @module
 */

import { type ApiObject, copyWith, type Dialect, type JsonObject } from '../../meta/index.js'
import { compileSchema } from '../../schema/index.js'
import { kindSchema, metadataSchemas, type Properties } from '../fields/json-schema.js'
import { typesOnly } from '../fields/types-only.js'
import { omitEmptyBy } from '../known/omit-empty.js'
import { ALL_VERBS } from '../subresources/subresources.js'
import type { TableDefinition } from '../tables/tables.js'
import type { ResourceDefinition, Subresource } from './definition.js'
import { resourceNames } from './resource-names.js'
import type { Strategy } from './strategy.js'

/** What a built-in kind says for itself. */
export interface BuiltinKind extends Partial<Omit<ResourceDefinition, 'names' | 'versions' | 'strategy'>> {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** Name of the kind's schema, such as `core.v1.ConfigMap`. */
  readonly schemaName: string
  readonly description: string
  /** Members beside apiVersion, kind and metadata. */
  readonly properties: Properties
  /** The same in the form that objects are stored in, for a kind that is a view of another. */
  readonly storedProperties?: Properties
  readonly required?: readonly string[]
  /** Schemas that the members refer to. */
  readonly schemas?: Properties
  /** Optional members that stay even when they are empty. */
  readonly keepEmpty?: readonly string[]
  readonly table: TableDefinition
  readonly subresources?: readonly Subresource[]
  readonly strategy: Strategy
  /** Its version; `v1` by default. Others than that are served when they are turned on. */
  readonly version?: string
  /** Versions beside it that have the same form, in order of preference. They are served when they are turned on. */
  readonly otherVersions?: readonly string[]
}

/**
 * Makes the definition of a built-in kind. Empty optional values are left out before the
 * kind's own defaults are filled in.
 *
 * @param dialect - The dialect of the schema's markers.
 * @param builtin - What the kind says for itself.
 */
export function builtinDefinition(dialect: Dialect, builtin: BuiltinKind): ResourceDefinition {
  const { group, kind, plural, strategy, version: main = 'v1' } = builtin
  const documentOf = (version: string) =>
    kindSchema(dialect, { group, version, kind }, builtin.description, builtin.properties, builtin.required)
  const document = documentOf(main)
  const definitions: Readonly<Record<string, JsonObject>> = { ...metadataSchemas(dialect), ...builtin.schemas }
  const stored: JsonObject = builtin.storedProperties ? { type: 'object', properties: builtin.storedProperties } : document
  const omitEmpty = omitEmptyBy(stored, { definitions, texts: true, keep: builtin.keepEmpty ?? [] })
  return {
    group,
    names: resourceNames({ kind, plural, shortNames: builtin.shortNames, categories: builtin.categories }),
    namespaced: builtin.namespaced ?? true,
    versions: [main, ...(builtin.otherVersions ?? [])].map((version) => {
      const name = builtin.schemaName.replace(`.${main}.`, `.${version}.`)
      return {
        name: version,
        served: version === 'v1',
        schema: typesOnly(compileSchema(documentOf(version), { dialect, definitions, style: 'builtin', name })),
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
        // Metadata is read, and its empty members dropped, before an object gets here.
        const content: ApiObject = copyWith(omitEmpty(object), { metadata: object.metadata })
        return strategy.defaults?.(content) ?? content
      },
    },
  }
}
