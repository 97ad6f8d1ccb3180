/**
 * Forbidden keywords in definitions' schemas, at any node, and the rules of markers and validation rules.
 *
 * @module
 */

import {
  type FieldError,
  forbiddenField,
  invalidField,
  isRecord,
  type Pausing,
  type UnknownRecord,
  unsupportedField,
} from '../../meta/index.js'
import { checkRuleTexts } from '../../schema/index.js'
import { textOf } from '../fields/fields.js'
import { ErrorList, Pace, partsOf, type SchemaPart } from './schema-places.js'
import { validateListMarkers } from './structural-lists.js'

type Node = Readonly<UnknownRecord>

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const RESOURCE_MEMBERS = ['apiVersion', 'kind', 'metadata']

/** Properties inherited from parent nodes. */
interface Surroundings {
  /** Whether it is a part of a resource's kind, apiVersion or metadata. */
  readonly isResourceMember: boolean
  /** Why defaults are forbidden; undefined when allowed. */
  readonly noDefaults: string | undefined
}

/**
 * Checks the keywords of a schema at all depths, yielding between nodes.
 *
 * @param schema - `openAPIV3Schema` of a version, with limited depth.
 * @param path - Its field path.
 * @param prefix - Prefix of the marker names.
 */
export function* validateKeywords(schema: Node, path: string, prefix: string): Pausing<readonly FieldError[]> {
  const walk = new KeywordWalk(prefix)
  yield* walk.node({ node: schema, path, depth: 0 }, { isResourceMember: false, noDefaults: undefined })
  return walk.errors.all
}

class KeywordWalk {
  readonly errors = new ErrorList()
  readonly #pace = new Pace()
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  *node(place: SchemaPart, around: Surroundings): Pausing<void> {
    if (this.errors.isFull) return
    if (this.#pace.isPause) yield
    const { node, path, depth } = place
    const prefix = this.#prefix
    this.errors.addAll(validateWords(node, path, around, prefix))
    this.errors.addAll(validateMembers(node, path))
    const { items, properties, additionalProperties } = node
    if (isRecord(additionalProperties)) {
      const noDefaults = around.isResourceMember ? 'inside additionalProperties applying to object metadata' : around.noDefaults
      const below = { node: additionalProperties, path: `${path}.additionalProperties`, depth: depth + 1 }
      yield* this.node(below, { ...around, noDefaults })
    }
    for (const [key, member] of Object.entries(isRecord(properties) ? properties : {})) {
      const below = { node: member as Node, path: `${path}.properties[${key}]`, depth: depth + 1 }
      if (isRecord(member)) yield* this.node(below, this.#around(key, place, around))
    }
    for (const part of partsOf(place)) yield* this.node(part, around)
    if (isRecord(items)) yield* this.node({ node: items, path: `${path}.items`, depth: depth + 1 }, around)
    if (node[`${prefix}preserve-unknown-fields`] === false)
      this.errors.add(invalidField(`${path}.${prefix}preserve-unknown-fields`, false, 'must be true or undefined'))
    this.errors.addAll(validateListMarkers(node, path, prefix))
    this.errors.addAll(checkRuleTexts(node, { path, prefix }))
  }

  #around(key: string, { node, depth }: SchemaPart, around: Surroundings): Surroundings {
    const isResource = depth === 0 || node[`${this.#prefix}embedded-resource`] === true
    if (!isResource || !RESOURCE_MEMBERS.includes(key)) return around
    return { isResourceMember: true, noDefaults: depth === 0 ? `in top-level ${key}` : around.noDefaults }
  }
}

const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref']

/** An empty map of schemas says nothing. */
const isNoSchemas = (key: string, value: unknown): boolean =>
  (key === 'definitions' || key === 'patternProperties') && isRecord(value) && Object.keys(value).length === 0

function validateWords(node: Node, path: string, around: Surroundings, prefix: string): readonly FieldError[] {
  const type = textOf(node.type)
  const has = (key: string): boolean => node[key] !== undefined && node[key] !== null
  const forbidden = (key: string, detail: string): readonly FieldError[] => [forbiddenField(`${path}.${key}`, detail)]
  return [
    ...(type === '' || TYPES.includes(type) ? [] : [unsupportedField(`${path}.type`, type, TYPES)]),
    ...(has('default') && around.noDefaults !== undefined ? forbidden('default', `must not be set ${around.noDefaults}`) : []),
    ...UNSUPPORTED.flatMap((key) => (has(key) && !isNoSchemas(key, node[key]) ? forbidden(key, `${key} is not supported`) : [])),
    ...(type === 'null' ? forbidden('type', 'type cannot be set to null, use nullable as an alternative') : []),
    ...(Array.isArray(node.items) ? forbidden('items', 'items must be a schema object and not an array') : []),
    ...(around.isResourceMember && node[`${prefix}embedded-resource`] === true
      ? forbidden(`${prefix}embedded-resource`, 'must not be used inside of resource meta')
      : []),
  ]
}

function validateMembers(node: Node, path: string): readonly FieldError[] {
  const { additionalProperties } = node
  const isOpen = additionalProperties === undefined || additionalProperties === null || additionalProperties === true
  const hasMembers = isRecord(node.properties) && Object.keys(node.properties).length > 0
  return [
    ...(node.uniqueItems === true
      ? [
          forbiddenField(
            `${path}.uniqueItems`,
            'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
          ),
        ]
      : []),
    ...(hasMembers && !isOpen
      ? [forbiddenField(`${path}.additionalProperties`, 'additionalProperties and properties are mutual exclusive')]
      : []),
  ]
}
