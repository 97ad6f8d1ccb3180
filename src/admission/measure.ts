/**
 * How long admission takes, and what comes of it.
 *
 * @module
 */

import { ApiError, type Clock } from '../meta/index.js'
import type { AdmissionAttributes } from './attributes.js'

/** What was measured: all plugins together, one plugin, one webhook. */
export interface AdmissionPart {
  readonly of: 'step' | 'controller' | 'webhook'
  /** Name of the plugin, or of the webhook; empty for all. */
  readonly name: string
  /** Changing, or judging. */
  readonly type: 'admit' | 'validate'
  readonly operation: AdmissionAttributes['operation']
}

/** One measurement. */
export interface AdmissionMeasurement extends AdmissionPart {
  readonly seconds: number
  /** HTTP status that the request was refused with; undefined when it was not. */
  readonly rejectionCode: number | undefined
  /** Whether it was refused because somebody who had to be asked gave no answer. */
  readonly hasFailed: boolean
}

/** Takes measurements. */
export type ObserveAdmission = (measurement: AdmissionMeasurement) => void

/** Who measures, and what time it is. */
export interface AdmissionObserver {
  readonly clock: Clock
  readonly observe: ObserveAdmission
}

/**
 * Does a part of admission, and measures it.
 *
 * @param part - Which.
 * @param observer - Takes the measurement; undefined where nobody wants one.
 * @param work - Does it.
 * @returns What the work returns; it throws what the work throws.
 */
export async function measured<T>(
  part: AdmissionPart,
  observer: AdmissionObserver | undefined,
  work: () => T | Promise<T>,
): Promise<T> {
  if (!observer) return work()
  const startedMs = observer.clock.now()
  const tell = (rejectionCode: number | undefined) =>
    observer.observe({
      ...part,
      seconds: (observer.clock.now() - startedMs) / 1000,
      rejectionCode,
      hasFailed: rejectionCode !== undefined && rejectionCode >= 500,
    })
  try {
    const result = await work()
    tell(undefined)
    return result
  } catch (error) {
    tell(error instanceof ApiError ? error.status.code : 500)
    throw error
  }
}
