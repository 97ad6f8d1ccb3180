/**
 * The type of the objects that a policy is checked against.
 *
 * @module
 */

import { isRecord, type JsonObject } from '../../../meta/index.js'
import { NodeFactory } from '../../node.js'
import type { Schema } from '../../schema.js'
import type { Environment } from '../environment.js'
import { SchemaTypes } from '../types.js'

/** Further ones are known to be objects, and nothing more: Pod, the largest kind, has half as many. */
const MAX_TYPES = 500

const ANYTHING = 'dyn'
/** A value that may be a number or a text is of any type to the language, and so is what is inside. */
const ANY: JsonObject = { type: ['integer', 'string'] }
/** What every object has, and a definition does not say. */
const COMMON = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: ANY } as const

/**
 * Tells an environment of the type of the objects of a schema.
 *
 * @param environment - Not cloned yet.
 * @param schema - Of the whole object.
 * @param first - The number of its first type.
 * @returns Name of the type; that of values of any kind where there is no schema, or it says nothing.
 */
export function declareObjectType(environment: Environment, schema: Schema | undefined, first: number): string {
  if (!schema) return ANYTHING
  const { document, components } = schema
  const factory = new NodeFactory(components, 'builtin')
  const properties = factory.node(document).document.properties
  if (!isRecord(properties)) return ANYTHING
  const whole: JsonObject = { type: 'object', properties: { ...COMMON, ...(properties as JsonObject) } }
  return new SchemaTypes(environment, factory, { first, most: MAX_TYPES, nulls: true }).nameOf(factory.node(whole)) ?? ANYTHING
}
