/**
 * Following a type: all its objects, then every change, for as long as the plane runs.
 *
 * @module
 */

import type { ResourceDefinition } from '../resources/index.js'
import type { Row } from '../store/index.js'
import type { LoopParts, StopLoop } from './loop.js'

/** Is told of the objects of a type, synchronously with their commits. Whatever it throws is reported, and ends nothing. */
export interface TypeListener {
  /** An object is there, or has changed. */
  put(row: Row, change: 'ADDED' | 'MODIFIED'): void
  /** An object is gone. */
  remove(row: Row): void
}

/**
 * Tells of the objects of a type, now and later.
 *
 * @param parts - The registry, and who takes failures.
 * @param definition - The type.
 * @param listener - Is told; of the objects that there are before this returns.
 * @returns A function that stops.
 */
export function followType(
  { registry, reportError }: Pick<LoopParts, 'registry' | 'reportError'>,
  definition: ResourceDefinition,
  listener: TypeListener,
): StopLoop {
  const subscription = registry
    .stored(definition)
    .follow()
    .subscribe({
      next({ type, row }) {
        // An error thrown here would end the process: no request waits for it. Nor does it end what is done for others.
        try {
          if (type === 'DELETED') listener.remove(row)
          else listener.put(row, type)
        } catch (error) {
          reportError(error)
        }
      },
      error: reportError,
    })
  return () => subscription.unsubscribe()
}
