/**
 * Selectors of devices: expressions over the variable `device`.
 *
 * @module
 */

import type { JsonObject } from '../../meta/index.js'
import { NodeFactory } from '../node.js'
import { createEnvironment, type Environment } from './environment.js'
import { typeNames } from './error-text.js'
import { compileExpression } from './program.js'
import { SchemaTypes } from './types.js'

/** Values by domain and name. An int-or-string value is dynamic in CEL, as attributes are of any type. */
const BY_DOMAIN: JsonObject = {
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: { type: ['integer', 'string'] } },
}

const DEVICE: JsonObject = {
  type: 'object',
  properties: {
    driver: { type: 'string' },
    attributes: BY_DOMAIN,
    capacity: BY_DOMAIN,
    allowMultipleAllocations: { type: 'boolean' },
  },
}

let environment: Environment | undefined

function deviceEnvironment(): Environment {
  const created = createEnvironment()
  const factory = new NodeFactory({}, 'structural')
  const type = new SchemaTypes(created, factory, { memberName: (name) => name }).nameOf(factory.node(DEVICE))
  return created.registerVariable('device', type ?? 'dyn')
}

/**
 * Checks a selector of devices. Await `prepareRules` before.
 *
 * @param source - Its expression.
 * @returns What is wrong with it, worded as in Kubernetes; undefined when it can be evaluated.
 */
export function deviceSelectorFault(source: string): string | undefined {
  environment ??= deviceEnvironment()
  const compiled = compileExpression(environment, source)
  if ('error' in compiled) return `compilation failed: ${compiled.error}`
  const { type } = compiled.program
  return type === 'bool' || type === 'dyn' ? undefined : `must evaluate to bool or the unknown type, not ${typeNames(type)}`
}
