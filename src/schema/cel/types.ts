/**
 * CEL types of schemas.
 *
 * @module
 */

import { isRecord } from '../../meta/index.js'
import type { NodeFactory, SchemaNode } from '../node.js'
import type { ruleEngine } from './engine.js'
import { celEquals } from './lists.js'
import { escapeName } from './names.js'
import { Struct, type StructClass, type StructMember, type StructOf } from './struct.js'

type Environment = InstanceType<ReturnType<typeof ruleEngine>['language']['Environment']>

/** Fields that rules at the root may read even if the schema does not declare them. No other metadata can be read. */
const RESOURCE_MEMBERS = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } },
} as const

/** Deeper values have the type `dyn`. */
const MAX_DEPTH = 100
/** Object types beyond this number become `dyn`, as the CEL package compares each type with all others. */
const MAX_TYPES = 1500

interface StructType {
  readonly name: string
  readonly type: StructClass
  readonly members: ReadonlyMap<string, StructMember>
}

interface SchemaTypesOptions {
  readonly memberName?: (key: string) => string | undefined
  readonly first?: number
  readonly most?: number
  readonly nulls?: boolean
}

/** The types of one schema, registered with one environment. */
export class SchemaTypes {
  readonly #environment: Environment
  readonly #resource: NodeFactory
  readonly #memberName: (key: string) => string | undefined
  readonly #structs = new Map<SchemaNode, StructType | undefined>()
  readonly #first: number
  readonly #most: number
  readonly #nulls: boolean
  #count = 0

  /**
   * @param environment - The types are registered in it.
   * @param factory - Creates the schema nodes of fields.
   * @param options - `memberName`: escapes a field name; undefined for a name that expressions cannot use. `first`: number of the
   *   first type, if the environment has types of several schemas; 0 by default. `most`: maximum number of object types. `nulls`:
   *   whether objects may be compared with null; they may not by default.
   */
  constructor(
    environment: Environment,
    factory: NodeFactory,
    { memberName = escapeName, first = 0, most = MAX_TYPES, nulls = false }: SchemaTypesOptions = {},
  ) {
    this.#environment = environment
    this.#first = first
    this.#most = most
    this.#nulls = nulls
    this.#resource = factory
    this.#memberName = memberName
  }

  /** Number of object types. */
  get count(): number {
    return this.#count
  }

  /** Finds the class of the objects of a schema. */
  readonly structOf: StructOf = (node) => this.#structs.get(node)

  /**
   * Returns the CEL type name of a schema.
   *
   * @returns Such as `list<string>`; undefined when values of the schema are not accessible in expressions.
   */
  nameOf(node: SchemaNode, depth = 0): string | undefined {
    // The type cannot express null, so a nullable value is `dyn` and checked at run time.
    if (node.isIntOrString || (node.nullable && depth > 0)) return this.#plainName(node, depth) && 'dyn'
    return this.#plainName(node, depth)
  }

  #plainName(node: SchemaNode, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return 'dyn'
    if (node.isIntOrString) return 'dyn'
    const [type] = node.types
    if (type === 'array') {
      const items = node.items && this.nameOf(node.items, depth + 1)
      return items && `list<${items}>`
    }
    if (type === 'object') return this.#objectName(node, depth)
    if (type === 'string') return textType(node)
    return type === 'integer' ? 'int' : type === 'number' ? 'double' : type === 'boolean' ? 'bool' : undefined
  }

  #objectName(node: SchemaNode, depth: number): string | undefined {
    const { additionalProperties } = node.document
    if (isRecord(additionalProperties) && !isRecord(node.document.properties)) {
      const values = this.nameOf(node.part(additionalProperties), depth + 1)
      return values && `map<string, ${values}>`
    }
    if (this.#structs.has(node)) return this.#structs.get(node)?.name ?? 'dyn'
    if (this.#count >= this.#most) return 'dyn'
    // An object that contains itself has no name while its fields are declared, so the inner one becomes `dyn`.
    this.#structs.set(node, undefined)
    const struct = this.#declare(node, depth)
    this.#structs.set(node, struct)
    return struct.name
  }

  #declare(node: SchemaNode, depth: number): StructType {
    const members = new Map<string, StructMember>()
    const fields: Record<string, string> = Object.create(null)
    for (const [key, document] of this.#membersOf(node)) {
      const name = this.#memberName(key)
      const member = this.#resource.node(document)
      const type = name === undefined ? undefined : this.nameOf(member, depth + 1)
      if (name === undefined || type === undefined) continue
      members.set(name, { key, node: member })
      fields[name] = type
    }
    const name = `object_${this.#first + this.#count++}`
    const type = class extends Struct {}
    this.#environment.registerType(name, { ctor: type, fields })
    this.#environment.registerOperator(`${name} == ${name}`, (a: unknown, b: unknown) => celEquals(a, b))
    if (this.#nulls) this.#environment.registerOperator(`${name} == null`, (value: unknown) => value === null)
    return { name, type, members }
  }

  #membersOf(node: SchemaNode): readonly (readonly [string, unknown])[] {
    const declared = isRecord(node.document.properties) ? Object.entries(node.document.properties) : []
    if (!node.isResource) return declared
    return [...declared.filter(([key]) => !Object.hasOwn(RESOURCE_MEMBERS, key)), ...Object.entries(RESOURCE_MEMBERS)]
  }
}

function textType({ document: { format } }: SchemaNode): string {
  if (format === 'date-time' || format === 'date') return 'google.protobuf.Timestamp'
  if (format === 'duration') return 'google.protobuf.Duration'
  return format === 'byte' ? 'bytes' : 'string'
}
