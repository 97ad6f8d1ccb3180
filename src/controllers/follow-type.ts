/**
 * Follows a type: all its objects, then every change, for as long as the plane runs.
 *
 * @module
 */

import type { ResourceDefinition } from '../resources/index.js'
import type { Row } from '../store/index.js'
import type { LoopParts, StopLoop } from './loop.js'

/**
 * Receives the objects of a type, synchronously with their commits. If it throws, the error is reported and following continues.
 */
export interface TypeListener {
  /** An object was created or has changed. */
  put(row: Row, change: 'ADDED' | 'MODIFIED'): void
  /** An object was removed. */
  remove(row: Row): void
}

/**
 * Reports the existing objects of a type and every later change.
 *
 * @param parts - The registry, and the error handler.
 * @param definition - The type.
 * @param listener - Receives the existing objects before this returns, then each change.
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
        // A throw here would end the process, as no request catches it. It must not affect other listeners either.
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
