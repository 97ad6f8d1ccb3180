/**
 * Selectors of devices: expressions over the variable `device`.
 *
 * @module
 */

import type { Environment } from '../../cel/index.js'
import { LazyCode } from '../../meta/index.js'

/** Values by domain and name. Attributes are of any type. */
const BY_DOMAIN = { map: { map: 'dyn' } } as const

const DEVICE = {
  fields: { driver: 'string', attributes: BY_DOMAIN, capacity: BY_DOMAIN, allowMultipleAllocations: 'bool' },
} as const

const cel = /* @__PURE__ */ new LazyCode(async () => {
  const language = await import('../../cel/index.js')
  await language.loadEngine()
  return language
}, 'selectors are not prepared: await prepareSelectors() first')

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
export const prepareSelectors = (): Promise<void> | undefined => cel.prepare()

/**
 * Checks a selector of devices. Await {@link prepareSelectors} before.
 *
 * @param source - Its expression.
 * @returns What is wrong with it, worded as in Kubernetes; undefined when it can be evaluated.
 */
export function deviceSelectorFault(source: string): string | undefined {
  const { compileExpression, typeNames } = cel.loaded
  environment ??= deviceEnvironment()
  const compiled = compileExpression(environment, source)
  if ('error' in compiled) return `compilation failed: ${compiled.error}`
  const { type } = compiled.program
  return type === 'bool' || type === 'dyn' ? undefined : `must evaluate to bool or the unknown type, not ${typeNames(type)}`
}
