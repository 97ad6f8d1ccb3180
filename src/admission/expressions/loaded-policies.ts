/**
 * Loads the code that compiles and runs expressions of policies, with the language that they are written in.
 *
 * @module
 */

import { LazyCode } from '../../meta/index.js'
import { prepareRules } from '../../schema/index.js'

const policies = /* @__PURE__ */ new LazyCode(async () => {
  const code = await import('./index.js')
  // A policy may be checked against the types of a schema.
  await prepareRules()
  return code
}, 'policies are not prepared: await preparePolicies() first')

/**
 * Loads the code, once.
 *
 * @returns Undefined when it is loaded already.
 */
export const preparePolicies = (): Promise<void> | undefined => policies.prepare()

/**
 * The code that compiles and runs expressions of policies. Await {@link preparePolicies} before.
 *
 * @throws Error when it was not prepared.
 */
export const loadedPolicies = (): typeof import('./index.js') => policies.loaded
