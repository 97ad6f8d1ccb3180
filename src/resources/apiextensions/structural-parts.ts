/**
 * The parts of logical junctions: they only validate values; the structure is declared by the surrounding node.
 *
 * @module
 */

import { type FieldError, forbiddenField, getKey, isRecord, requiredField } from '../../meta/index.js'
import { partsOf, type SchemaPart } from './schema-places.js'

/** Keywords that a part may not have, with the message of Kubernetes. */
const UNSAID: readonly (readonly [member: string, wanted: 'empty' | 'false' | 'undefined'])[] = [
  ['type', 'empty'],
  ['additionalProperties', 'undefined'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  ['externalDocs', 'undefined'],
]
const UNMARKED: typeof UNSAID = [
  ['preserve-unknown-fields', 'false'],
  ['embedded-resource', 'false'],
  ['int-or-string', 'false'],
  ['list-map-keys', 'empty'],
  ['list-type', 'undefined'],
  ['map-type', 'undefined'],
  ['validations', 'empty'],
]

/**
 * Checks that a part has no structural keywords.
 *
 * @param part - The part itself; nested ones are not checked.
 * @param prefix - Prefix of the marker names.
 */
export function validatePart({ node, path }: SchemaPart, prefix: string): readonly FieldError[] {
  const said = [...UNSAID, ...UNMARKED.map(([marker, wanted]) => [prefix + marker, wanted] as const)].filter(([member, wanted]) =>
    isSaid(node[member], wanted),
  )
  return [
    ...said.map(([member, wanted]) => forbiddenField(`${path}.${member}`, `must be ${wanted} to be structural`)),
    ...(isRecord(node.properties) && Object.hasOwn(node.properties, 'metadata')
      ? [forbiddenField(`${path}.properties[metadata]`, 'must not be specified in a nested context')]
      : []),
  ]
}

function isSaid(value: unknown, wanted: 'empty' | 'false' | 'undefined'): boolean {
  if (value === undefined || value === null) return false
  if (wanted === 'false') return value === true
  return wanted === 'undefined' || (value !== '' && !(Array.isArray(value) && value.length === 0))
}

/**
 * Finds fields in a part that the surrounding node does not declare.
 *
 * @param part - The part.
 * @param outer - The surrounding node.
 * @param depthMax - Maximum depth.
 * @returns Errors, and undefined for each visited node.
 */
export function* incompletePart(part: SchemaPart, outer: SchemaPart, depthMax: number): Iterable<FieldError | undefined> {
  if (part.depth > depthMax) return
  yield undefined
  const { items, properties } = part.node
  const { properties: declared } = outer.node
  function* further(inner: unknown, whole: unknown, innerPath: string, path: string): Iterable<FieldError | undefined> {
    if (!isRecord(inner)) return
    if (isRecord(whole)) {
      yield* incompletePart({ node: inner, path: innerPath, depth: part.depth + 1 }, { ...outer, node: whole, path }, depthMax)
    } else yield requiredField(path, `because it is defined in ${innerPath}`)
  }
  yield* further(items, outer.node.items, `${part.path}.items`, `${outer.path}.items`)
  for (const [key, member] of Object.entries(isRecord(properties) ? properties : {})) {
    yield* further(member, getKey(declared, key), `${part.path}.properties[${key}]`, `${outer.path}.properties[${key}]`)
  }
  for (const inner of partsOf(part)) yield* incompletePart(inner, outer, depthMax)
}
