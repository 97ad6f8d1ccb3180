/**
 * The contract of storage engines as a list of rules: each has a title, and checks a new engine.
 *
 * @module
 */

import { check } from '../../meta/index.js'
import type { Storage } from '../../storage/index.js'
import { commitRules } from './commit-rules.js'
import { EngineUnderTest, type Rule } from './engine-under-test.js'
import { followRules } from './follow-rules.js'
import { modelRules } from './model-rule.js'

/** One rule of the contract. */
export interface StorageRule {
  /** The rule, as a title for a test. */
  readonly name: string
  /**
   * Opens an empty engine, checks the rule on it, and closes it.
   *
   * @throws Error with the expected and the actual value.
   */
  readonly check: () => Promise<void>
}

/**
 * The rules that every storage engine keeps, for testing an engine. They work with any test runner: `for (const { name, check }
 * of storageContract(open)) test(name, check)`.
 *
 * @param open - Makes an empty engine. It is called for each rule, more than once for some; each engine is closed.
 * @returns The rules. All hold for the engines of this package.
 */
export function storageContract(open: () => Storage | Promise<Storage>): readonly StorageRule[] {
  check.refuse('storageContract', check.callable(open, 'open'))
  const ruled = ([name, check]: Rule): StorageRule => ({
    name,
    check: async () => {
      const engine = new EngineUnderTest(await open())
      try {
        await check(engine, open)
      } finally {
        await engine.storage.close()
      }
    },
  })
  return [...commitRules, ...followRules, ...modelRules].map(ruled)
}
