/**
 * Forces garbage collection, for tests about memory leaks.
 *
 * @module
 */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Resolves when all unreachable objects are collected. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // A WeakRef keeps its target alive until the end of the turn. Buffers are freed in the background, at the latest before the
  // next collection.
  for (let i = 0; i < 2; i += 1) {
    await new Promise(setImmediate)
    collect()
  }
}
