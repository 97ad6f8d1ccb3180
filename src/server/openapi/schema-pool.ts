/**
 * The schemas of documents: those of published kinds, of their components, and the shared ones.
 *
 * @module
 */

import { isRecord, type JsonObject, jsonEqual, type Pausing, setKey } from '../../meta/index.js'
import type { ServedResource } from '../../resources/index.js'
import { type PublishOptions, publishKind } from './kind-schema.js'
import { metaSchemas } from './meta-schemas.js'
import type { PathOperations } from './operation.js'
import { operationsOf } from './operations.js'
import { collectReferences } from './schema-walk.js'

/**
 * Maximum JSON length of the schemas of custom types in one document (ours). Making a document takes ten times its memory, and definitions
 * are limited by the storage alone.
 */
const MAX_LENGTH = 32 * 1024 * 1024

/** Paths and schemas of a set of types, independent of the version of OpenAPI. */
export interface Contents {
  readonly paths: readonly PathOperations[]
  /** Schemas by name; every reference among them and from the paths leads to one of them. */
  readonly schemas: Readonly<Record<string, JsonObject>>
}

/**
 * Gathers the paths of a set of types, and the schemas that they need. Pauses before each.
 *
 * @param resources - The types, each in one version.
 * @param options - How types are published.
 */
export function* gather(resources: readonly ServedResource[], options: PublishOptions): Pausing<Contents> {
  const { dialect } = options
  const pool = new Map(Object.entries(metaSchemas(dialect)))
  const wanted = new Set<string>()
  const gathered = { pool, wanted, extension: `${dialect.schemaPrefix}group-version-kind` }
  const paths: PathOperations[] = []
  const seen = new Set<unknown>()
  let left = MAX_LENGTH
  const hasRoom = (schema: JsonObject): boolean => {
    const { length } = JSON.stringify(schema)
    if (length > left) return false
    left -= length
    return true
  }
  for (const resource of resources) {
    yield
    const published = yield* publishKind(resource, { ...options, hasRoom })
    // Kinds of one OpenAPI document share their components: the same object needs no second look.
    if (!seen.has(published.components)) {
      seen.add(published.components)
      for (const [name, schema] of Object.entries(published.components)) if (!pool.has(name)) pool.set(name, schema)
    }
    const isListed = resource.definition.verbs.includes('list')
    addSchema(gathered, published.name, published.schema)
    if (isListed) addSchema(gathered, published.listName, published.list)
    for (const body of virtualTypesOf(resource)) {
      const { name, schema } = yield* publishKind(body, options)
      addSchema(gathered, name, schema)
    }
    paths.push(...operationsOf(resource, published))
  }
  for (const { operations } of paths) {
    for (const { body, answer } of operations) {
      if (answer !== undefined) wanted.add(answer)
      if (body !== undefined) wanted.add(body)
    }
  }
  return { paths, schemas: yield* close(pool, wanted) }
}

/** The kinds that are sent to subresources. */
const virtualTypesOf = ({ version }: ServedResource): readonly ServedResource[] =>
  version.subresources.flatMap(({ virtualType }) => {
    const [asked] = virtualType?.versions ?? []
    return virtualType && asked ? [{ definition: virtualType, version: asked }] : []
  })

/** Where the schemas of kinds are gathered. */
interface Gathered {
  readonly pool: Map<string, JsonObject>
  readonly wanted: Set<string>
  /** The extension that names the kinds of a schema. */
  readonly extension: string
}

function addSchema({ pool, wanted, extension }: Gathered, name: string, schema: JsonObject): void {
  // Two group versions may share one schema; then it is of both their kinds.
  const kinds = wanted.has(name) ? mergeKinds(pool.get(name)?.[extension], schema[extension]) : schema[extension]
  pool.set(name, kinds === undefined ? schema : { ...schema, [extension]: kinds })
  wanted.add(name)
}

function mergeKinds(left: JsonObject[string] | undefined, right: JsonObject[string] | undefined): JsonObject[string] {
  const kinds = Array.isArray(left) ? [...left] : []
  for (const kind of Array.isArray(right) ? right : []) {
    if (!kinds.some((other) => jsonEqual(other, kind))) kinds.push(kind)
  }
  return kinds
}

/**
 * Takes the wanted schemas and all that they refer to. A name that nothing describes becomes an object of unknown
 * content: clients refuse a whole document for one reference that leads nowhere.
 */
function* close(pool: ReadonlyMap<string, JsonObject>, wanted: Set<string>): Pausing<Readonly<Record<string, JsonObject>>> {
  const found = new Map<string, JsonObject>()
  // A set grows while it is walked, and the walk goes on to what was added.
  for (const name of wanted) {
    yield
    const schema = pool.get(name) ?? { type: 'object' }
    found.set(name, isRecord(schema) ? schema : { type: 'object' })
    collectReferences(schema, wanted)
  }
  const schemas = {}
  for (const name of [...found.keys()].sort()) setKey(schemas, name, found.get(name))
  return schemas
}
