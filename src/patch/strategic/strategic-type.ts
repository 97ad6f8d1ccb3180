/**
 * The view of a type for strategic merge patches: which lists merge, by what key, and which objects are replaced.
 *
 * Only the patch markers are used. `list-type` and `map-type` are for apply: clients compute strategic patches from the patch
 * markers alone. If the server merged a list that the client considers replaced, items omitted by the client would remain.
 *
 * @module
 */

import { check, getKey, isRecord, type JsonObject, schemaMarker, type UnknownRecord } from '../../meta/index.js'

/** One node of a type, for strategic merge patches. */
export interface StrategicType {
  /** Whether a list is merged; otherwise it is replaced. */
  readonly merges: boolean
  /** The merge key of a list's items; undefined when they are scalars. */
  readonly mergeKey: string | undefined
  /** Whether an object is replaced; otherwise it merges member by member. */
  readonly replaces: boolean
  /** The type of the items of a list. */
  readonly items: StrategicType
  /** The type of a member of an object, whatever its key. */
  member(key: string): StrategicType
}

/** Options of {@link compileStrategicType}. */
export interface StrategicTypeOptions {
  /** Targets of `$ref`s, as `#/components/schemas/NAME` or `#/definitions/NAME`. Never written to. */
  readonly definitions?: Readonly<Record<string, JsonObject>>
}

const typeOptions = /* @__PURE__ */ check.members<keyof StrategicTypeOptions>({ definitions: check.object })

/**
 * Compiles the strategic view of a schema, on demand for each part that a patch reaches; schemas may be recursive.
 *
 * Markers, with the prefix of any vendor: `patch-strategy` (`merge`, `replace`, `retainKeys`, or several with commas) and
 * `patch-merge-key`; a merging list without a merge key uses its `list-map-keys` if there is exactly one. `retainKeys` has no
 * effect on the server: clients then send the `$retainKeys` directive. Parts without a schema are open: objects merge, lists are
 * replaced. Metadata without a schema has the markers of object metadata.
 *
 * @param schemaDocument - The schema of a whole object, such as `schema.document`; never written to.
 * @param options - `definitions` for references.
 * @throws TypeError for a type of a library or a whole document. An unresolvable or circular reference allows any value.
 */
export function compileStrategicType(schemaDocument: UnknownRecord, options: StrategicTypeOptions = {}): StrategicType {
  check.refuse('compileStrategicType', [
    ...(isRecord(schemaDocument) ? check.oneSchema : check.object)(schemaDocument, 'schemaDocument'),
    ...typeOptions(options, 'options'),
  ])
  const source: Source = { definitions: options.definitions ?? {}, nodes: new Map(), numbers: new Map() }
  return new StrategicNode([schemaDocument as JsonObject, objectSchema], source)
}

/** State shared by all nodes of one type. */
interface Source {
  readonly definitions: Readonly<Record<string, JsonObject>>
  /** Nodes by the ids of their schemas, so that a recursive schema has a limited number of nodes. */
  readonly nodes: Map<string, StrategicNode>
  readonly numbers: Map<JsonObject, number>
}

/** Common members of objects, for schemas that leave the metadata to the registry. */
const objectSchema: JsonObject = {
  properties: {
    metadata: {
      properties: {
        finalizers: { 'x-platform-patch-strategy': 'merge' },
        ownerReferences: { 'x-platform-patch-strategy': 'merge', 'x-platform-patch-merge-key': 'uid' },
      },
    },
  },
}

class StrategicNode implements StrategicType {
  readonly merges: boolean
  readonly mergeKey: string | undefined
  readonly replaces: boolean
  readonly #source: Source
  /** All schemas of this node; for each keyword the first one with it is used. */
  readonly #layers: readonly JsonObject[]
  readonly #members = new Map<string, StrategicNode>()
  #items: StrategicNode | undefined
  #values: StrategicNode | undefined

  constructor(schemas: readonly JsonObject[], source: Source) {
    this.#source = source
    this.#layers = layersOf(schemas, source.definitions)
    const strategies = strategiesOf(this.#marker('patch-strategy'))
    this.merges = strategies.includes('merge')
    this.replaces = strategies.includes('replace')
    this.mergeKey = this.merges ? this.#mergeKey() : undefined
  }

  get items(): StrategicNode {
    this.#items ??= this.#node(this.#layers.map((layer) => getKey(layer, 'items')))
    return this.#items
  }

  member(key: string): StrategicNode {
    const known = this.#members.get(key)
    if (known) return known
    const declared = this.#layers.map((layer) => getKey(layer.properties, key))
    if (declared.some(isRecord)) {
      const node = this.#node(declared)
      this.#members.set(key, node)
      return node
    }
    // One node for all other keys, which are defined by clients.
    this.#values ??= this.#node(this.#layers.map((layer) => getKey(layer, 'additionalProperties')))
    return this.#values
  }

  #node(schemas: readonly unknown[]): StrategicNode {
    const { nodes, numbers } = this.#source
    const parts = new Set(schemas.filter(isRecord) as JsonObject[])
    const key = Array.from(parts, (part) => {
      const number = numbers.get(part) ?? numbers.size
      numbers.set(part, number)
      return number
    }).join()
    const known = nodes.get(key)
    if (known) return known
    const node = new StrategicNode([...parts], this.#source)
    nodes.set(key, node)
    return node
  }

  #mergeKey(): string | undefined {
    const named = this.#marker('patch-merge-key')
    if (typeof named === 'string' && named !== '') return named
    const keys = this.#marker('list-map-keys')
    return Array.isArray(keys) && keys.length === 1 && typeof keys[0] === 'string' ? keys[0] : undefined
  }

  #marker(name: string): unknown {
    for (const layer of this.#layers) {
      const value = schemaMarker(layer, name)
      if (value !== undefined) return value
    }
    return undefined
  }
}

const strategiesOf = (marker: unknown): readonly string[] =>
  typeof marker === 'string' ? marker.split(',').map((strategy) => strategy.trim()) : []

/** The schemas and those that they include by `$ref` or `allOf`, each once. */
function layersOf(schemas: readonly JsonObject[], definitions: Readonly<Record<string, JsonObject>>): readonly JsonObject[] {
  const layers = new Set<JsonObject>(schemas)
  // A set is iterated in the order of insertion, including elements added meanwhile.
  for (const layer of layers) {
    const parts = Array.isArray(layer.allOf) ? layer.allOf : []
    for (const part of [referenced(layer.$ref, definitions), ...parts]) if (isRecord(part)) layers.add(part as JsonObject)
  }
  return [...layers]
}

function referenced(reference: unknown, definitions: Readonly<Record<string, JsonObject>>): unknown {
  const [, name] = typeof reference === 'string' ? (/^#\/(?:definitions|components\/schemas)\/(.+)$/s.exec(reference) ?? []) : []
  return name === undefined ? undefined : getKey(definitions, name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
