/**
 * Selectors of devices: expressions over the variable `device`.
 *
 * @module
 */

import type { JsonObject } from '../../meta/index.js'
import { NodeFactory, type SchemaNode } from '../node.js'
import { createEnvironment, type Environment } from './environment.js'
import { typeNames } from './error-text.js'
import { estimateCost, SELECTOR_COST_LIMIT } from './estimate.js'
import { compileExpression } from './program.js'
import { SchemaTypes } from './types.js'

/** Maximum number of attributes and capacities of a device; of characters of an attribute, of its name, and of a driver's name. */
const [MAX_VALUES, MAX_TEXT, MAX_NAME, MAX_DRIVER] = [32, 64, 32, 63]

/** Values by domain and name. An int-or-string value is dynamic in CEL, as attributes are of any type. */
const BY_DOMAIN: JsonObject = {
  type: 'object',
  maxProperties: MAX_VALUES,
  propertyNames: { maxLength: MAX_DRIVER },
  additionalProperties: {
    type: 'object',
    maxProperties: MAX_VALUES,
    propertyNames: { maxLength: MAX_NAME },
    additionalProperties: { type: ['integer', 'string'], maxLength: MAX_TEXT },
  },
}

const DEVICE: JsonObject = {
  type: 'object',
  properties: {
    driver: { type: 'string', maxLength: MAX_DRIVER },
    attributes: BY_DOMAIN,
    capacity: BY_DOMAIN,
    allowMultipleAllocations: { type: 'boolean' },
  },
}

/** The environment of selectors, and the schema of a device. */
interface Selecting {
  readonly environment: Environment
  readonly device: SchemaNode
}

let selecting: Selecting | undefined

function createSelecting(): Selecting {
  const created = createEnvironment()
  const factory = new NodeFactory({}, 'structural')
  const device = factory.node(DEVICE)
  const type = new SchemaTypes(created, factory, { memberName: (name) => name }).nameOf(device)
  return { environment: created.registerVariable('device', type ?? 'dyn'), device }
}

/** What is wrong with a selector. */
export interface SelectorFault {
  /** `Forbidden` for one that can be evaluated, but costs too much. */
  readonly reason: 'Invalid' | 'Forbidden'
  readonly message: string
}

/**
 * Checks a selector of devices. Await `prepareRules` before.
 *
 * @param source - Its expression.
 * @returns What is wrong with it, worded as in Kubernetes; undefined when it can be evaluated.
 */
export function deviceSelectorFault(source: string): SelectorFault | undefined {
  selecting ??= createSelecting()
  const { environment, device } = selecting
  const compiled = compileExpression(environment, source)
  const invalid = (message: string): SelectorFault => ({ reason: 'Invalid', message })
  if ('error' in compiled) return invalid(`compilation failed: ${compiled.error}`)
  const { type, root } = compiled.program
  if (type !== 'bool' && type !== 'dyn') return invalid(`must evaluate to bool or the unknown type, not ${typeNames(type)}`)
  if (estimateCost(root, { device }) <= SELECTOR_COST_LIMIT) return undefined
  return { reason: 'Forbidden', message: 'too complex, exceeds cost limit' }
}
