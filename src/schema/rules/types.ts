/**
 * CEL types of schemas.
 *
 * @module
 */

import {
  type DeclaredStruct,
  type DeclaredType,
  type Environment,
  listType,
  mapType,
  ObjectTypes,
  SIMPLE_TYPES,
  type StructMember,
} from '../../cel/index.js'
import { isRecord } from '../../meta/index.js'
import type { NodeFactory, SchemaNode } from '../node.js'
import { escapeName } from './names.js'

/** Fields that rules at the root may read even if the schema does not declare them. No other metadata can be read. */
export const RESOURCE_MEMBERS = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } },
} as const

/** Deeper values have the type `dyn`. */
const MAX_DEPTH = 100
/** Object types beyond this number become `dyn`, as the CEL package compares each type with all others. */
const MAX_TYPES = 1500

interface SchemaTypesOptions {
  /** Number of the first type, if the environment has types of several schemas; 0 by default. */
  readonly first?: number
  /** Maximum number of object types. */
  readonly most?: number
  /** Whether objects may be compared with null; they may not by default. */
  readonly nulls?: boolean
}

/** The types of one schema, registered with one environment. */
export class SchemaTypes {
  readonly #factory: NodeFactory
  readonly #most: number
  readonly #objects: ObjectTypes
  readonly #known = new Map<SchemaNode, DeclaredType>()

  /**
   * @param environment - The types are registered in it.
   * @param factory - Creates the schema nodes of fields.
   * @param options - How many types, and how they are numbered and compared.
   */
  constructor(environment: Environment, factory: NodeFactory, { most = MAX_TYPES, ...options }: SchemaTypesOptions = {}) {
    this.#factory = factory
    this.#most = most
    this.#objects = new ObjectTypes(environment, options)
  }

  /** Number of object types. */
  get count(): number {
    return this.#objects.count
  }

  /**
   * Returns the CEL type of a schema.
   *
   * @returns Undefined when values of the schema are not accessible in expressions.
   */
  of(node: SchemaNode, depth = 0): DeclaredType | undefined {
    const type = this.#plain(node, depth)
    // The name cannot express null, so a nullable value is `dyn` and checked at run time.
    return type && node.nullable && depth > 0 && type.name !== 'dyn' ? { ...type, name: 'dyn' } : type
  }

  #plain(node: SchemaNode, depth: number): DeclaredType | undefined {
    if (depth > MAX_DEPTH || node.isIntOrString) return SIMPLE_TYPES.dyn
    const [type] = node.types
    switch (type) {
      case 'array':
        return this.#list(node, depth)
      case 'object':
        return this.#object(node, depth)
      case 'string':
        return textType(node)
      case 'integer':
        return SIMPLE_TYPES.int
      case 'number':
        return SIMPLE_TYPES.double
      default:
        return type === 'boolean' ? SIMPLE_TYPES.bool : undefined
    }
  }

  #list(node: SchemaNode, depth: number): DeclaredType | undefined {
    const items = node.items && this.of(node.items, depth + 1)
    return items && listType(items, mergeOf(node))
  }

  #object(node: SchemaNode, depth: number): DeclaredType | undefined {
    const { additionalProperties } = node.document
    if (isRecord(additionalProperties) && !isRecord(node.document.properties)) {
      const values = this.of(node.part(additionalProperties), depth + 1)
      return values && mapType(values)
    }
    const known = this.#known.get(node)
    if (known) return known
    if (this.count >= this.#most) return SIMPLE_TYPES.dyn
    // An object that contains itself has no name while its fields are declared, so the inner one becomes `dyn`.
    const inner: { name: string; struct?: DeclaredStruct } = { name: 'dyn' }
    this.#known.set(node, inner)
    const whole = this.#objects.declare(this.#membersOf(node, depth))
    inner.struct = whole.struct
    this.#known.set(node, whole)
    return whole
  }

  #membersOf(node: SchemaNode, depth: number): ReadonlyMap<string, StructMember> {
    const members = new Map<string, StructMember>()
    for (const [key, document] of fieldsOf(node)) {
      const name = escapeName(key)
      const type = name === undefined ? undefined : this.of(this.#factory.node(document), depth + 1)
      // As in Kubernetes, a null in an object is absent, while it is a value in a list or a map.
      if (name !== undefined && type) members.set(name, { key, type, isAbsentAsNull: true })
    }
    return members
  }
}

function fieldsOf(node: SchemaNode): readonly (readonly [string, unknown])[] {
  const declared = isRecord(node.document.properties) ? Object.entries(node.document.properties) : []
  if (!node.isResource) return declared
  return [...declared.filter(([key]) => !Object.hasOwn(RESOURCE_MEMBERS, key)), ...Object.entries(RESOURCE_MEMBERS)]
}

function mergeOf({ listType: type, listMapKeys: keys }: SchemaNode): DeclaredType['merge'] {
  if (type === 'set') return 'set'
  return type === 'map' && keys.length > 0 ? keys : undefined
}

function textType({ document: { format } }: SchemaNode): DeclaredType {
  switch (format) {
    case 'date-time':
      return SIMPLE_TYPES.timestamp
    case 'date':
      return SIMPLE_TYPES.date
    case 'duration':
      return SIMPLE_TYPES.duration
    default:
      return format === 'byte' ? SIMPLE_TYPES.bytes : SIMPLE_TYPES.string
  }
}
