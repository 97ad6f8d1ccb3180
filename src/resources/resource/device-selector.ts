/**
 * Selectors of devices: expressions over the variable `device`.
 *
 * @module
 */

import type { Environment } from '../../cel/index.js'
import { type JsonObject, LazyCode } from '../../meta/index.js'
import { expressionCost, prepareRules } from '../../schema/index.js'

/** Values by domain and name. Attributes are of any type. */
const BY_DOMAIN = { map: { map: 'dyn' } } as const

const DEVICE = {
  fields: { driver: 'string', attributes: BY_DOMAIN, capacity: BY_DOMAIN, allowMultipleAllocations: 'bool' },
} as const

const cel = /* @__PURE__ */ new LazyCode(async () => {
  const language = await import('../../cel/index.js')
  await Promise.all([language.loadEngine(), prepareRules()])
  return language
}, 'selectors are not prepared: await loadSelectors() first')

/** Cost limit of a selector, which schedulers evaluate for each device. */
const COST_LIMIT = 1_000_000
/** Maximum number of attributes and capacities of a device; of characters of an attribute, of its name, and of a driver's name. */
const [MAX_VALUES, MAX_TEXT, MAX_NAME, MAX_DRIVER] = [32, 64, 32, 63]

const SIZES_BY_DOMAIN: JsonObject = {
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

/** The maximum sizes of a device's parts, for the estimate of the cost. */
const SIZES: JsonObject = {
  type: 'object',
  properties: {
    driver: { type: 'string', maxLength: MAX_DRIVER },
    attributes: SIZES_BY_DOMAIN,
    capacity: SIZES_BY_DOMAIN,
    allowMultipleAllocations: { type: 'boolean' },
  },
}

/** What is wrong with a selector. */
export interface SelectorFault {
  /** `Forbidden` for one that can be evaluated, but costs too much. */
  readonly reason: 'Invalid' | 'Forbidden'
  readonly message: string
}

let environment: Environment | undefined

function deviceEnvironment(): Environment {
  const { createEnvironment, ObjectTypes } = cel.loaded
  const created = createEnvironment()
  return created.registerVariable('device', new ObjectTypes(created).of(DEVICE).name)
}

/**
 * Loads what checks selectors, once.
 *
 * @returns Undefined when it is loaded already.
 */
export const loadSelectors = (): Promise<void> | undefined => cel.prepare()

/**
 * Checks a selector of devices. Await {@link loadSelectors} before.
 *
 * @param source - Its expression.
 * @returns What is wrong with it, worded as in Kubernetes; undefined when it can be evaluated.
 */
export function deviceSelectorFault(source: string): SelectorFault | undefined {
  const { compileExpression, typeNames } = cel.loaded
  environment ??= deviceEnvironment()
  const compiled = compileExpression(environment, source)
  const invalid = (message: string): SelectorFault => ({ reason: 'Invalid', message })
  if ('error' in compiled) return invalid(`compilation failed: ${compiled.error}`)
  const { type, root } = compiled.program
  if (type !== 'bool' && type !== 'dyn') return invalid(`must evaluate to bool or the unknown type, not ${typeNames(type)}`)
  if (expressionCost(root, { device: SIZES }) <= COST_LIMIT) return undefined
  return { reason: 'Forbidden', message: 'too complex, exceeds cost limit' }
}
