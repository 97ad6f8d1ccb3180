/**
 * What is still in memory, for tests about what is not.
 *
 * @module
 */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Resolves when everything is collected that nothing refers to. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // A weak reference holds what it refers to until the turn is over.
  await new Promise(setImmediate)
  collect()
}
