/**
 * A schema node, preprocessed for pruning, defaulting and validation. Nodes are created when first reached, so a document with
 * hundreds of definitions costs nothing until a kind is used, and may be recursive.
 *
 * @module
 */

import { isRecord, type JsonObject } from '../meta/index.js'
import type { ReservedKey } from './embedded-resource.js'
import { readMarker } from './markers.js'
import type { NodeChecks } from './node-checks.js'
import { type Definitions, resolveReferences } from './references.js'

/**
 * Schemas of custom resources are exact, as are those of a program's types; documents of built-in kinds omit what every client knows.
 */
export type SchemaStyle = 'structural' | 'typed' | 'builtin'

/** Fields of a resource that the registry handles. */
export const isReserved = (key: string): key is ReservedKey => key === 'apiVersion' || key === 'kind' || key === 'metadata'

const ANYTHING: JsonObject = Object.freeze({})

const ZERO_VALUES: Readonly<Record<string, () => unknown>> = {
  object: () => ({}),
  string: () => '',
  integer: () => 0,
  number: () => 0,
  boolean: () => false,
}

/** Creates the nodes of one set of definitions, each once. */
export class NodeFactory {
  readonly #nodes = new WeakMap<JsonObject, SchemaNode>()
  readonly definitions: Definitions
  readonly style: SchemaStyle

  constructor(definitions: Definitions, style: SchemaStyle) {
    this.definitions = definitions
    this.style = style
  }

  /** The node of a schema inside the document; anything but an object accepts any value. */
  node(document: unknown): SchemaNode {
    const schema = isRecord(document) ? (document as JsonObject) : ANYTHING
    let node = this.#nodes.get(schema)
    if (!node) {
      node = new SchemaNode(schema, this, false)
      this.#nodes.set(schema, node)
    }
    return node
  }

  /** The node of a whole resource, whose `apiVersion`, `kind` and `metadata` need not be declared. */
  resource(document: JsonObject): SchemaNode {
    return new SchemaNode(document, this, true)
  }
}

/** One schema node. */
export class SchemaNode {
  readonly document: JsonObject
  readonly builtin: boolean
  /** JSON types that fit; empty when any does. */
  readonly types: readonly string[]
  readonly nullable: boolean
  /** A quantity: a number or a string, with an optional suffix. */
  readonly isQuantity: boolean
  /** An int-or-string value, as marked in the schema. */
  readonly isIntOrString: boolean
  /** A resource, either the whole one or an embedded one. */
  readonly isResource: boolean
  /** The whole resource. */
  readonly isRoot: boolean
  /** Whether unknown fields are preserved. */
  readonly isOpen: boolean
  /** Whether the content is not described: values are accepted unchanged. */
  readonly isOpaque: boolean
  /** Whether values of this node are scalars. */
  readonly isLeaf: boolean
  /** Whether strings have to match a pattern here, which is charged. */
  readonly isPatterned: boolean
  readonly listType: unknown
  readonly listMapKeys: readonly string[]
  /** The compiled checks, created for the first value; stored here, as a map lookup for each value would cost as much. */
  checks: NodeChecks | undefined
  /** The completed default, created likewise. */
  filledDefault: FilledDefault | undefined
  readonly #factory: NodeFactory
  readonly #properties: JsonObject
  readonly #additional: JsonObject | undefined
  /** Created with the first property: most nodes have none. */
  #members: Map<string, SchemaNode> | undefined
  /** Null caches the absence. */
  #others: SchemaNode | null | undefined
  #items: SchemaNode | null | undefined
  #defaults: readonly DefaultedMember[] | undefined

  constructor(raw: JsonObject, factory: NodeFactory, isRoot: boolean) {
    const { document, name } = resolveReferences(raw, factory.definitions)
    const additional = document.additionalProperties
    this.document = document
    this.#factory = factory
    this.builtin = factory.style === 'builtin'
    this.isRoot = isRoot
    this.isResource = isRoot || readMarker(document, 'embedded-resource') === true
    this.isQuantity = this.builtin && name?.endsWith('.Quantity') === true
    this.types = typesOf(document, this.isQuantity)
    this.isIntOrString = !this.isQuantity && this.types.length === 2 && this.types[0] === 'integer' && this.types[1] === 'string'
    this.nullable =
      document.nullable === true || (Array.isArray(document.type) ? document.type.includes('null') : document.type === 'null')
    this.#properties = isRecord(document.properties) ? (document.properties as JsonObject) : ANYTHING
    this.#additional = isRecord(additional) ? (additional as JsonObject) : undefined
    const describesMembers = this.#properties !== ANYTHING || this.#additional !== undefined
    const preserves = readMarker(document, 'preserve-unknown-fields') === true || additional === true
    // Built-in kinds publish free-form values as objects without properties.
    this.isOpen = preserves || (!describesMembers && (this.types.length === 0 || (this.builtin && this.types.includes('object'))))
    this.isOpaque = this.isOpen && !describesMembers && !isRecord(document.items) && !this.isResource
    this.isLeaf = this.types.length > 0 && !this.types.includes('object') && !this.types.includes('array')
    this.isPatterned = typeof document.pattern === 'string'
    this.listType = readMarker(document, 'list-type')
    const keys = readMarker(document, 'list-map-keys')
    this.listMapKeys = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : NONE
  }

  /** The schema of an object's field; undefined when the field is not allowed. */
  member(key: string): SchemaNode | undefined {
    if (this.#properties === ANYTHING) return this.#unnamed
    const known = this.#members?.get(key)
    if (known) return known
    if (Object.hasOwn(this.#properties, key)) {
      const node = this.#factory.node(this.#properties[key])
      this.#members ??= new Map()
      this.#members.set(key, node)
      return node
    }
    // Not cached by key: keys of maps come from clients.
    return this.#unnamed
  }

  /** The schema of fields that are not declared by name. */
  get #unnamed(): SchemaNode | undefined {
    if (this.#others === undefined)
      this.#others = this.#additional ? this.#factory.node(this.#additional) : this.isOpen ? this.#factory.node(ANYTHING) : null
    return this.#others ?? undefined
  }

  /** Whether the schema was made of a program's type. */
  get isTyped(): boolean {
    return this.#factory.style === 'typed'
  }

  /** Whether this is a map of scalars. */
  get holdsLeaves(): boolean {
    return this.#properties === ANYTHING && this.#additional !== undefined && this.#unnamed?.isLeaf === true
  }

  /** Whether a field is declared by name. */
  declares(key: string): boolean {
    return Object.hasOwn(this.#properties, key)
  }

  /** Whether a null field counts as absent. Free-form values keep their nulls. */
  readsNullAsAbsent(key: string, member: SchemaNode): boolean {
    return member.types.length > 0 || this.declares(key)
  }

  /** The schema of a list's items; undefined when they are not described. */
  get items(): SchemaNode | undefined {
    if (this.#items === undefined) this.#items = isRecord(this.document.items) ? this.#factory.node(this.document.items) : null
    return this.#items ?? undefined
  }

  /** The meaning of a null list item or map value in a built-in kind: the zero value of the type. */
  get zero(): unknown {
    if (this.isQuantity) return '0'
    const [type = ''] = this.types
    return ZERO_VALUES[type]?.() ?? null
  }

  /** A nested schema that validates the same value. */
  part(document: unknown): SchemaNode {
    return this.#factory.node(document)
  }

  /** The declared default; undefined when there is none. */
  get ownDefault(): unknown {
    const value = this.document.default
    if (value === undefined || value === null) return undefined
    // Built-in documents declare Go's zero value as default: it represents absence, and is ignored.
    if (this.builtin && isZero(value)) return undefined
    return value
  }

  /** The declared fields with a default, with their keys. */
  get defaultedMembers(): readonly DefaultedMember[] {
    if (!this.#defaults) {
      const keys = Object.keys(this.#properties).filter((key) => !(this.isResource && isReserved(key)))
      this.#defaults = keys.flatMap((key) => {
        // Nodes of thousands of members, most of them without a default, take long to create.
        if (!mayHaveDefault(this.#properties[key])) return []
        const node = this.member(key)
        return node?.ownDefault === undefined ? [] : [{ key, node }]
      })
    }
    return this.#defaults
  }
}

/** Whether a member has a default of its own, or a reference, whose target may have one. */
const mayHaveDefault = (member: unknown): boolean =>
  isRecord(member) && (member.default !== undefined || Object.hasOwn(member, '$ref') || Array.isArray(member.allOf))

/** A completed default. */
export interface FilledDefault {
  /** Undefined when there is none. */
  readonly value: unknown
  /** Length of its JSON. */
  readonly length: number
}

/** A field of an object with a default. */
export interface DefaultedMember {
  readonly key: string
  readonly node: SchemaNode
}

/** Lists of types are shared: a definition has thousands of places. */
const NONE: readonly string[] = Object.freeze([])
const QUANTITY: readonly string[] = Object.freeze(['string', 'number'])
const INT_OR_STRING: readonly string[] = Object.freeze(['integer', 'string'])
const SINGLE = new Map(
  ['object', 'array', 'string', 'integer', 'number', 'boolean'].map((type): [unknown, readonly string[]] => [
    type,
    Object.freeze([type]),
  ]),
)

function typesOf(document: JsonObject, isQuantity: boolean): readonly string[] {
  if (isQuantity) return QUANTITY
  if (document.format === 'int-or-string' || readMarker(document, 'int-or-string') === true) return INT_OR_STRING
  if (document.type === undefined) return NONE
  const single = SINGLE.get(document.type)
  return single ?? ([document.type].flat().filter((type) => typeof type === 'string' && type !== 'null') as string[])
}

const isZero = (value: unknown): boolean =>
  value === '' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
