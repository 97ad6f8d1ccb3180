/**
 * `fromOpenAPI`: the resource types of an existing cluster, from the OpenAPI document that it publishes.
 *
 * @module
 */

import { defaultTable } from '../../codec/index.js'
import { type ApiObject, compareVersions, type Dialect, isRecord, type JsonObject, platformDialect } from '../../meta/index.js'
import { compileSchema, type Schema } from '../../schema/index.js'
import { builtinResources } from '../builtin.js'
import type { ResourceDefinition, ResourceVerb, ResourceVersion } from '../definition.js'
import { listOf, recordOf, textOf } from '../fields.js'
import { type KnownKind, knownKinds } from '../known-kinds.js'
import { omitEmptyBy } from '../omit-empty.js'
import { resourceNames } from '../resource-names.js'
import type { Strategy } from '../strategy.js'
import { ALL_VERBS, subresourcesOf } from '../subresources.js'
import { typesOnly } from '../types-only.js'
import { type DocumentResource, type OpenAPIDocument, readDocument, resourcesOf, translateGroup } from './document.js'
import { schemaIndex } from './schema-index.js'

/** Options of {@link fromOpenAPI}. */
export interface FromOpenAPIOptions {
  /** The plane's words; groups of the document that are in other words are translated. Default {@link platformDialect}. */
  readonly dialect?: Dialect
}

/** What a type needs to be stored: some verbs are not enough. */
const STORED: readonly ResourceVerb[] = ['create', 'get', 'list']

/** Texts that mean something when they are empty. */
const KEPT = ['storageClassName']

/**
 * Makes resource types from an OpenAPI document: one for each kind that is created, read and listed.
 *
 * Left out are kinds that every plane has by itself, kinds that are asked and not stored (reviews, bindings, evictions),
 * and subresources other than `status` and `scale`. What documents do not say (short names, rules, defaults, columns) is
 * added for the kinds that are known. Schemas are compiled when the first object comes.
 *
 * @param document - A parsed document of OpenAPI version 2 or 3, with the vendor's extensions on its operations. It is kept,
 *   and must not be changed any more.
 * @param options - The plane's words.
 * @returns Definitions in the order of the document's paths.
 * @throws Error, with one line, when the document is none.
 */
export function fromOpenAPI(document: unknown, options: FromOpenAPIOptions = {}): readonly ResourceDefinition[] {
  const dialect = options.dialect ?? platformDialect
  const source = readDocument(document)
  const reader = new DocumentReader(source, dialect)
  const native = new Set(builtinResources(dialect).map(({ group, names }) => `${group}/${names.plural}`))
  const types = new Map<string, DocumentResource[]>()
  for (const resource of resourcesOf(source)) {
    const key = `${reader.translate(resource.group)}/${resource.plural}`
    if (native.has(key)) continue
    const versions = types.get(key)
    if (versions) versions.push(resource)
    else types.set(key, [resource])
  }
  return [...types.values()].flatMap((resources) => reader.definition(resources) ?? [])
}

/** Makes definitions from the parts of one document. */
class DocumentReader {
  readonly #source: OpenAPIDocument
  readonly #dialect: Dialect
  readonly #known: ReturnType<typeof knownKinds>
  readonly #schemaOf: ReturnType<typeof schemaIndex>

  constructor(source: OpenAPIDocument, dialect: Dialect) {
    this.#source = source
    this.#dialect = dialect
    this.#known = knownKinds(dialect)
    this.#schemaOf = schemaIndex(source)
  }

  /** A group of the document in the plane's words. */
  translate(group: string): string {
    return translateGroup(group, this.#source.dialect, this.#dialect)
  }

  /** The definition of a type, from all its paths; undefined when it is not stored. */
  definition(resources: readonly DocumentResource[]): ResourceDefinition | undefined {
    const mains = resources
      .filter(({ subresource, verbs }) => subresource === '' && STORED.every((verb) => verbs.has(verb)))
      .sort((a, b) => compareVersions(a.version, b.version))
    const [preferred] = mains
    if (!preferred) return undefined
    const group = this.translate(preferred.group)
    const { plural } = preferred
    const { kind } = preferred.kind
    const known = this.#known(group, plural)
    const versions = mains.map((main) => this.#version(main, resources, known))
    return {
      group,
      names: resourceNames({ kind, plural, shortNames: known.shortNames, categories: known.categories }),
      namespaced: mains.some(({ namespaced }) => namespaced),
      versions,
      storageVersion: preferred.version,
      storedAs: { group, resource: plural },
      verbs: verbsOf(preferred.verbs),
      hasGeneration: known.hasGeneration ?? false,
      custom: false,
      ...(known.convert && { convert: known.convert }),
      ...(known.selectableFields && { selectableFields: known.selectableFields }),
      strategy: this.#strategy(preferred, known, versions[0]?.subresources.some(({ name }) => name === 'status') ?? false),
    }
  }

  #version(main: DocumentResource, resources: readonly DocumentResource[], known: KnownKind): ResourceVersion {
    const parts = resources.filter(({ version }) => version === main.version).map(({ subresource }) => subresource)
    const scale = parts.includes('scale') ? known.scale : undefined
    const schema = this.#schema(main, known)
    return {
      name: main.version,
      served: true,
      ...(schema && { schema }),
      table: known.table ?? defaultTable,
      subresources: subresourcesOf({ status: parts.includes('status'), ...(scale && { scale }) }),
    }
  }

  #schema(main: DocumentResource, known: KnownKind): Schema | undefined {
    const found = this.#schemaOf(main.kind)
    if (!found) return undefined
    const schema = compileSchema(this.#inOwnWords(found.document), {
      dialect: this.#dialect,
      definitions: this.#source.schemas,
      style: 'builtin',
      name: found.name,
    })
    return known.judgesItself ? typesOnly(schema) : schema
  }

  /** The schema of a kind, naming the groups that it belongs to in the plane's words. */
  #inOwnWords(document: JsonObject): JsonObject {
    const { dialect } = this.#source
    if (dialect === this.#dialect) return document
    const marker = `${dialect.schemaPrefix}group-version-kind`
    const kinds = listOf(document[marker]).map((kind) => ({
      ...recordOf(kind),
      group: this.translate(textOf(recordOf(kind).group)),
    }))
    return { ...document, [marker]: kinds as unknown as JsonObject[] }
  }

  #strategy(main: DocumentResource, known: KnownKind, hasStatus: boolean): Strategy {
    const strategy = known.strategy ?? {}
    // Walks the schema's document, which is only done for objects that come.
    let omitEmpty: (<T>(value: T) => T) | undefined
    return {
      ...strategy,
      defaults: (object) => {
        omitEmpty ??= omitEmptyBy(this.#schemaOf(main.kind)?.document ?? {}, { definitions: this.#source.schemas, keep: KEPT })
        const content: ApiObject = { ...omitEmpty(object), metadata: object.metadata }
        // Built-in kinds show their status even when there is nothing in it.
        const whole = hasStatus && !isRecord(content.status) ? { ...content, status: {} } : content
        return strategy.defaults?.(whole) ?? whole
      },
      prepareForCreate(object, context) {
        const whole = hasStatus ? { ...object, status: {} } : object
        return strategy.prepareForCreate?.(whole, context) ?? whole
      },
    }
  }
}

const verbsOf = (verbs: ReadonlySet<ResourceVerb>): readonly ResourceVerb[] =>
  // What can be listed can be watched, and documents do not always tell.
  ALL_VERBS.filter((verb) => verbs.has(verb) || (verb === 'watch' && verbs.has('list')))
