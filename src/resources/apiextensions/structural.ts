/**
 * What makes a schema structural: each place says what it holds, once, so that objects can be pruned, defaulted and merged
 * by it.
 *
 * Only the shape is judged here; whether defaults fit and rules compile is not.
 *
 * @module
 */

import {
  type Dialect,
  type FieldError,
  forbiddenField,
  getKey,
  invalidField,
  isRecord,
  requiredField,
  type UnknownRecord,
  unsupportedField,
} from '../../meta/index.js'
import { checkRuleTexts } from '../../schema/index.js'
import { textOf } from '../fields.js'
import { validateListMarkers } from './structural-lists.js'
import { validateFreedom, validateResourceMembers } from './structural-resources.js'

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const JUNCTORS = ['allOf', 'anyOf', 'oneOf'] as const

/** Members that belong to the structure; the parts of a logical junction may not have them. */
const STRUCTURE = ['default', 'description', 'nullable', 'title', 'type']

/** Markers that belong to the structure too. */
const MARKERS = ['embedded-resource', 'int-or-string', 'list-map-keys', 'list-type', 'map-type', 'preserve-unknown-fields']

/** Deeper schemas are refused: they are not read to their end. */
const DEPTH_MAX = 100

/** Errors beyond these say nothing new. */
const ERRORS_MAX = 100

type Node = Readonly<UnknownRecord>

/**
 * Checks that the schema of a version is structural.
 *
 * @param schema - `openAPIV3Schema` of a version.
 * @param path - Where it is.
 * @param dialect - Names the extensions.
 */
export function validateStructure(schema: Node, path: string, dialect: Dialect): readonly FieldError[] {
  const walk = new StructureWalk(dialect.schemaPrefix)
  if (schema.nullable === true) walk.report(forbiddenField(`${path}.nullable`, 'nullable cannot be true at the root'))
  if (schema.type !== undefined && schema.type !== 'object') {
    walk.report(invalidField(`${path}.type`, schema.type, 'must be object at the root'))
  }
  walk.node(schema, path, 0)
  return walk.errors
}

class StructureWalk {
  readonly errors: FieldError[] = []
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  report(error: FieldError): void {
    if (this.errors.length < ERRORS_MAX) this.errors.push(error)
  }

  /** A place of the structure, and the places below it. */
  node(node: Node, path: string, depth: number): void {
    if (this.#isTooDeep(path, depth)) return
    this.#type(node, path, depth === 0)
    this.#forbidden(node, path)
    const isResource = depth === 0 || this.#marked(node, 'embedded-resource')
    const errors = [
      ...validateListMarkers(node, path, this.#prefix),
      ...validateFreedom(node, path, this.#prefix),
      ...(isResource ? validateResourceMembers(node, path, this.#prefix) : []),
      ...checkRuleTexts(node, { path, prefix: this.#prefix }),
    ]
    for (const error of errors) this.report(error)
    for (const [key, child, at] of childrenOf(node, path)) {
      if (isRecord(child)) this.node(child, at, depth + 1)
      else if (key === 'items') this.report(forbiddenField(at, 'must be a schema object'))
    }
    for (const junctor of JUNCTORS) {
      for (const [i, part] of (Array.isArray(node[junctor]) ? node[junctor] : []).entries()) {
        const at = `${path}.${junctor}[${i}]`
        if (!isRecord(part)) continue
        this.#part(part, at, this.#marked(node, 'int-or-string'), depth + 1)
        this.#complete(part, node, at, path, depth + 1)
      }
    }
    if (isRecord(node.not)) {
      this.#part(node.not, `${path}.not`, false, depth + 1)
      this.#complete(node.not, node, `${path}.not`, path, depth + 1)
    }
  }

  /** What a part of a junction speaks of has to be said outside of it too. */
  #complete(part: Node, outer: Node, partPath: string, path: string, depth: number): void {
    if (depth > DEPTH_MAX || this.errors.length >= ERRORS_MAX) return
    const further = (inner: unknown, whole: unknown, innerPath: string, at: string): void => {
      if (!isRecord(inner)) return
      if (isRecord(whole)) this.#complete(inner, whole, innerPath, at, depth + 1)
      else this.report(requiredField(at, `because it is defined in ${innerPath}`))
    }
    further(part.items, outer.items, `${partPath}.items`, `${path}.items`)
    for (const [key, member] of Object.entries(isRecord(part.properties) ? part.properties : {})) {
      const own = isRecord(outer.properties) ? getKey(outer.properties, key) : undefined
      further(member, own ?? outer.additionalProperties, `${partPath}.properties[${key}]`, `${path}.properties[${key}]`)
    }
    for (const junctor of JUNCTORS) {
      for (const [i, inner] of (Array.isArray(part[junctor]) ? part[junctor] : []).entries()) {
        if (isRecord(inner)) this.#complete(inner, outer, `${partPath}.${junctor}[${i}]`, path, depth + 1)
      }
    }
    if (isRecord(part.not)) this.#complete(part.not, outer, `${partPath}.not`, path, depth + 1)
  }

  #isTooDeep(path: string, depth: number): boolean {
    if (depth <= DEPTH_MAX) return false
    this.report(forbiddenField(path, `is nested more than ${DEPTH_MAX} levels deep`))
    return true
  }

  #marked(node: Node, marker: string): boolean {
    return node[this.#prefix + marker] === true
  }

  #type(node: Node, path: string, isRoot: boolean): void {
    const type = textOf(node.type)
    const isFree = this.#marked(node, 'int-or-string') || this.#marked(node, 'preserve-unknown-fields')
    if (type === '') {
      if (isRoot || !isFree) {
        this.report(
          requiredField(
            `${path}.type`,
            isRoot ? 'must not be empty at the root' : 'must not be empty for specified object fields',
          ),
        )
      }
    } else if (!TYPES.includes(type)) {
      this.report(unsupportedField(`${path}.type`, type, TYPES))
    }
    if (type === 'array' && node.items === undefined) {
      this.report(requiredField(`${path}.items`, 'must be specified'))
    }
    if (this.#marked(node, 'embedded-resource') && type !== 'object') {
      this.report(invalidField(`${path}.type`, type, 'must be object if the schema is an embedded resource'))
    }
  }

  #forbidden(node: Node, path: string): void {
    if (node.$ref !== undefined) this.report(forbiddenField(`${path}.$ref`, '$ref is not supported'))
    if (node.uniqueItems === true) {
      this.report(
        forbiddenField(`${path}.uniqueItems`, 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'),
      )
    }
    if (node.additionalProperties === false) {
      this.report(forbiddenField(`${path}.additionalProperties`, 'additionalProperties cannot be set to false'))
    }
    const hasProperties = isRecord(node.properties) && Object.keys(node.properties).length > 0
    if (hasProperties && node.additionalProperties !== undefined) {
      this.report(forbiddenField(`${path}.additionalProperties`, 'additionalProperties and properties are mutual exclusive'))
    }
    for (const key of ['definitions', 'dependencies', 'patternProperties', 'additionalItems', 'id']) {
      if (node[key] !== undefined) this.report(forbiddenField(`${path}.${key}`, `${key} is not supported`))
    }
  }

  /** A part of a junction judges values; what they hold is said outside of it. */
  #part(part: Node, path: string, mayHaveType: boolean, depth: number): void {
    if (this.#isTooDeep(path, depth)) return
    for (const marker of MARKERS) {
      if (part[this.#prefix + marker] === undefined) continue
      this.report(forbiddenField(`${path}.${this.#prefix}${marker}`, 'must be undefined to be structural'))
    }
    for (const member of [...STRUCTURE, 'additionalProperties']) {
      if (part[member] === undefined || (member === 'type' && mayHaveType)) continue
      this.report(forbiddenField(`${path}.${member}`, 'must be empty to be structural'))
    }
    for (const [, child, at] of childrenOf(part, path)) if (isRecord(child)) this.#part(child, at, false, depth + 1)
    if (isRecord(part.not)) this.#part(part.not, `${path}.not`, false, depth + 1)
    for (const junctor of JUNCTORS) {
      for (const [i, inner] of (Array.isArray(part[junctor]) ? part[junctor] : []).entries()) {
        if (isRecord(inner)) this.#part(inner, `${path}.${junctor}[${i}]`, mayHaveType, depth + 1)
      }
    }
  }
}

/** The schemas below a place, with their keys and paths. */
function* childrenOf(node: Node, path: string): Iterable<readonly [string, unknown, string]> {
  if (node.items !== undefined) yield ['items', node.items, `${path}.items`]
  if (isRecord(node.additionalProperties))
    yield ['additionalProperties', node.additionalProperties, `${path}.additionalProperties`]
  if (!isRecord(node.properties)) return
  for (const [key, child] of Object.entries(node.properties)) yield ['properties', child, `${path}.properties[${key}]`]
}
