/**
 * What a strategic merge patch has to know of a type: which lists merge, by what key, and which objects are replaced.
 *
 * Only the patch markers count. `list-type` and `map-type` are for apply: clients compute strategic patches from the patch
 * markers alone, and a list that they take to be replaced would keep what they left out if the server merged it.
 *
 * @module
 */

import { check, type DialectOption, dialectOf, getKey, isRecord, type JsonObject } from '../../meta/index.js'

/** One place of a type, as strategic merge patches see it. */
export interface StrategicType {
  /** Whether a list takes items in; otherwise it is replaced. */
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

/** How {@link compileStrategicType} reads a schema. */
export interface StrategicTypeOptions {
  /** Schemas that `$ref`s name, as `#/components/schemas/NAME` or `#/definitions/NAME`. Never written to. */
  readonly components?: Readonly<Record<string, JsonObject>>
  /** Sets the prefix of the extensions, as in published schemas. Default `platform`. */
  readonly dialect?: DialectOption
}

const typeOptions = /* @__PURE__ */ check.members<keyof StrategicTypeOptions>({
  components: check.object,
  dialect: check.dialect,
})

/**
 * Compiles the strategic view of a schema. Costs nothing until a patch reaches a part of it; schemas may refer to themselves.
 *
 * Markers, after the dialect's prefix: `patch-strategy` (`merge`, `replace`, `retainKeys`, or several with commas) and
 * `patch-merge-key`; a list that merges and names no key goes by its `list-map-keys` when there is exactly one. `retainKeys`
 * asks nothing of the server: it has clients send the `$retainKeys` directive. What the schema does not describe is open:
 * objects merge, lists are replaced. Metadata that it does not describe has the markers of object metadata.
 *
 * @param schemaDocument - The schema of a whole object, such as `schema.document`; never written to.
 * @param options - Where references lead, and the vendor's prefix.
 * @throws Nothing: a reference that leads nowhere, or in a circle, stands for anything.
 */
export function compileStrategicType(schemaDocument: JsonObject, options: StrategicTypeOptions = {}): StrategicType {
  check.refuse('compileStrategicType', [...check.object(schemaDocument, 'schemaDocument'), ...typeOptions(options, 'options')])
  const { schemaPrefix } = dialectOf(options.dialect)
  const source: Source = { components: options.components ?? {}, prefix: schemaPrefix, nodes: new Map(), numbers: new Map() }
  return new StrategicNode([schemaDocument, objectSchema(schemaPrefix)], source)
}

/** What all nodes of one type share. */
interface Source {
  readonly components: Readonly<Record<string, JsonObject>>
  readonly prefix: string
  /** Nodes by the numbers of the schemas that they come of, so that a recursive schema has no more nodes than places. */
  readonly nodes: Map<string, StrategicNode>
  readonly numbers: Map<JsonObject, number>
}

/** What every object has, for schemas that leave the metadata to the registry. */
const objectSchema = (prefix: string): JsonObject => ({
  properties: {
    metadata: {
      properties: {
        finalizers: { [`${prefix}patch-strategy`]: 'merge' },
        ownerReferences: { [`${prefix}patch-strategy`]: 'merge', [`${prefix}patch-merge-key`]: 'uid' },
      },
    },
  },
})

class StrategicNode implements StrategicType {
  readonly merges: boolean
  readonly mergeKey: string | undefined
  readonly replaces: boolean
  readonly #source: Source
  /** Schemas that all describe this place; the first to say something is right. */
  readonly #layers: readonly JsonObject[]
  readonly #members = new Map<string, StrategicNode>()
  #items: StrategicNode | undefined
  #values: StrategicNode | undefined

  constructor(schemas: readonly JsonObject[], source: Source) {
    this.#source = source
    this.#layers = layersOf(schemas, source.components)
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
    // One node for all other keys: they come from clients.
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
    const key = this.#source.prefix + name
    return getKey(
      this.#layers.find((layer) => Object.hasOwn(layer, key)),
      key,
    )
  }
}

const strategiesOf = (marker: unknown): readonly string[] =>
  typeof marker === 'string' ? marker.split(',').map((strategy) => strategy.trim()) : []

/** The schemas themselves, and those that they include by `$ref` or `allOf`, without repetition. */
function layersOf(schemas: readonly JsonObject[], components: Readonly<Record<string, JsonObject>>): readonly JsonObject[] {
  const layers = new Set<JsonObject>(schemas)
  // A set is walked in the order of insertion, and what is added on the way is reached too.
  for (const layer of layers) {
    const parts = Array.isArray(layer.allOf) ? layer.allOf : []
    for (const part of [referenced(layer.$ref, components), ...parts]) if (isRecord(part)) layers.add(part as JsonObject)
  }
  return [...layers]
}

function referenced(reference: unknown, components: Readonly<Record<string, JsonObject>>): unknown {
  const [, name] = typeof reference === 'string' ? (/^#\/(?:definitions|components\/schemas)\/(.+)$/s.exec(reference) ?? []) : []
  return name === undefined ? undefined : getKey(components, name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
