/**
 * Checks that a schema is structural: each node declares its structure exactly once, so that objects can be pruned, defaulted and
 * merged by it.
 *
 * Only the structure is checked here, not defaults and rules.
 *
 * @module
 */

import {
  type Dialect,
  type FieldError,
  forbiddenField,
  invalidField,
  isRecord,
  jsonEqual,
  type Pausing,
  requiredField,
  type UnknownRecord,
} from '../../meta/index.js'
import { textOf } from '../fields/fields.js'
import { ErrorList, Pace, partsOf, type SchemaPart } from './schema-places.js'
import { validateKeywords } from './structural-keywords.js'
import { incompletePart, validatePart } from './structural-parts.js'
import { validateFreedom, validateResourceMembers } from './structural-resources.js'

/** Deeper schemas are refused without a full traversal. */
const DEPTH_MAX = 100

/** The form of int-or-string in a junction: the only place where parts may have types. */
const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }]

/** Messages for a node without a type, by its location. */
const UNTYPED = {
  root: 'must not be empty at the root',
  items: 'must not be empty for specified array items',
  member: 'must not be empty for specified object fields',
} as const

type Level = keyof typeof UNTYPED
type Node = Readonly<UnknownRecord>

/**
 * Checks that the schema of a version is structural, yielding between nodes.
 *
 * @param schema - `openAPIV3Schema` of a version.
 * @param path - Its field path.
 * @param dialect - Names the extensions.
 */
export function* validateStructure(schema: Node, path: string, dialect: Dialect): Pausing<readonly FieldError[]> {
  const walk = new StructureWalk(dialect.schemaPrefix)
  yield* walk.node({ node: schema, path, depth: 0 }, 'root')
  return [
    ...(schema.nullable === true ? [forbiddenField(`${path}.nullable`, 'nullable cannot be true at the root')] : []),
    // Properties of a schema have no order, so the errors are sorted.
    ...walk.errors.inOrder(),
    ...(walk.isTooDeep ? [] : yield* validateKeywords(schema, path, dialect.schemaPrefix)),
  ]
}

class StructureWalk {
  readonly errors = new ErrorList()
  isTooDeep = false
  readonly #pace = new Pace()
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** A structural node, and the nodes below it. */
  *node(place: SchemaPart, level: Level): Pausing<void> {
    const { node, path } = place
    if (this.#leave(place)) return
    if (this.#pace.isPause) yield
    yield* this.#below(place, level)
    yield* this.#junctions(place)
    this.errors.addAll(validateType(node, path, level, this.#prefix))
    this.errors.addAll(validateFreedom(node, path, this.#prefix))
    this.errors.addAll(validateResourceMembers(node, path, { isRoot: level === 'root', prefix: this.#prefix }))
  }

  *#below({ node, path, depth }: SchemaPart, level: Level): Pausing<void> {
    const { items, properties, additionalProperties } = node
    if (node.type === 'array' && items === undefined) this.errors.add(requiredField(`${path}.items`, 'must be specified'))
    if (isRecord(items)) yield* this.node({ node: items, path: `${path}.items`, depth: depth + 1 }, 'items')
    for (const [key, member] of Object.entries(isRecord(properties) ? properties : {})) {
      if (isRecord(member)) yield* this.node({ node: member, path: `${path}.properties[${key}]`, depth: depth + 1 }, 'member')
    }
    const at = `${path}.additionalProperties`
    if (additionalProperties !== undefined && level === 'root') {
      this.errors.add(forbiddenField(at, 'must not be used at the root'))
    }
    if (isRecord(additionalProperties)) yield* this.node({ node: additionalProperties, path: at, depth: depth + 1 }, 'member')
  }

  /** Parts of junctions validate values; the structure is declared outside of them. */
  *#junctions(place: SchemaPart): Pausing<void> {
    for (const part of partsOf(place)) {
      yield* this.#complete(part, place)
      if (part.path.startsWith(`${place.path}.anyOf`) && jsonEqual(place.node.anyOf, INT_OR_STRING)) continue
      yield* this.#part(part, part.path === `${place.path}.allOf[0]`)
    }
  }

  *#complete(part: SchemaPart, place: SchemaPart): Pausing<void> {
    for (const error of incompletePart(part, place, DEPTH_MAX)) {
      if (this.errors.isFull) return
      if (error) this.errors.add(error)
      else if (this.#pace.isPause) yield
    }
  }

  /** A part, and the parts below it. Only the first part of a node may repeat int-or-string. */
  *#part(part: SchemaPart, isFirst: boolean): Pausing<void> {
    if (this.#leave(part)) return
    if (this.#pace.isPause) yield
    this.errors.addAll(validatePart(part, this.#prefix))
    const mayHaveTypes = isFirst && jsonEqual(part.node.anyOf, INT_OR_STRING)
    for (const inner of partsOf(part)) {
      if (!(mayHaveTypes && inner.path.startsWith(`${part.path}.anyOf`))) yield* this.#part(inner, false)
    }
    const { items, properties } = part.node
    if (isRecord(items)) yield* this.#part({ node: items, path: `${part.path}.items`, depth: part.depth + 1 }, false)
    for (const [key, node] of Object.entries(isRecord(properties) ? properties : {})) {
      if (isRecord(node)) yield* this.#part({ node, path: `${part.path}.properties[${key}]`, depth: part.depth + 1 }, false)
    }
  }

  /** Whether to stop. */
  #leave({ path, depth }: SchemaPart): boolean {
    if (depth <= DEPTH_MAX) return this.errors.isFull
    this.isTooDeep = true
    this.errors.add(forbiddenField(path, `must not be nested more than ${DEPTH_MAX} levels deep`))
    return true
  }
}

function validateType(node: Node, path: string, level: Level, prefix: string): readonly FieldError[] {
  const type = textOf(node.type)
  const marked = (marker: string): boolean => node[prefix + marker] === true
  const at = `${path}.type`
  if (marked('embedded-resource') && type !== 'object') {
    const detail = `must be object if ${prefix}embedded-resource is true`
    return [type === '' ? requiredField(at, detail) : invalidField(at, type, detail)]
  }
  if (type === '') return marked('int-or-string') || marked('preserve-unknown-fields') ? [] : [requiredField(at, UNTYPED[level])]
  return level === 'root' && type !== 'object' ? [invalidField(at, type, 'must be object at the root')] : []
}
