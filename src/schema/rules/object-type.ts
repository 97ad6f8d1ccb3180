/**
 * The type of the objects that a policy is checked against.
 *
 * @module
 */

import type { Environment } from '../../cel/index.js'
import { isRecord, type JsonObject } from '../../meta/index.js'
import { NodeFactory } from '../node.js'
import type { Schema } from '../schema.js'
import { SchemaTypes } from './types.js'

/** Further types are declared as objects without known fields: Pod, the largest kind, has half as many. */
const MAX_TYPES = 500

const ANYTHING = 'dyn'
/** An int-or-string value is dynamic in CEL, and so is its content. */
const ANY: JsonObject = { type: ['integer', 'string'] }
/** Fields of every object, which a definition does not declare. */
const COMMON = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: ANY } as const

/**
 * Declares the types of a schema in an environment.
 *
 * @param environment - Not cloned yet.
 * @param schema - Schema of the whole object.
 * @param first - Number of its first type.
 * @returns Name of the type; `dyn` without a schema, or if the schema is empty.
 */
export function declareObjectType(environment: Environment, schema: Schema | undefined, first: number): string {
  if (!schema) return ANYTHING
  const { document, components } = schema
  const factory = new NodeFactory(components, 'builtin')
  const properties = factory.node(document).document.properties
  if (!isRecord(properties)) return ANYTHING
  const whole: JsonObject = { type: 'object', properties: { ...COMMON, ...(properties as JsonObject) } }
  return new SchemaTypes(environment, factory, { first, most: MAX_TYPES, nulls: true }).of(factory.node(whole))?.name ?? ANYTHING
}
