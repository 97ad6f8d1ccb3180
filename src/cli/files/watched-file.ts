/**
 * Files that are read again when they change: renewed certificates need no restart.
 *
 * @module
 */

import { type Clock, systemClock } from '../../meta/index.js'
import { reasonOf } from '../command-error.js'
import { badFlag } from '../flags.js'
import { readText } from './certificate-files.js'

/** The file of a flag. */
export interface WatchedFile {
  /** Name of the flag, without the dashes. */
  readonly flag: string
  readonly path: string
  /** Schedules the checks; the machine's clock by default. */
  readonly clock?: Clock
}

/** Interval of checks. Polling also works where file notifications do not: on network file systems, and behind links. */
const INTERVAL_MS = 5_000

/**
 * Reads a file, and again whenever its text has changed. A later text that is refused, or a file that cannot be read, is reported
 * once on standard error; the earlier content stays in effect.
 *
 * @param file - The file.
 * @param take - Receives the text; throws an error with one line for an invalid one.
 * @returns The result of `take` for the first text.
 * @throws {@link CommandError} when the file cannot be read now, or its text is refused.
 */
export async function watchFile<T>(file: WatchedFile, take: (text: string) => T | Promise<T>): Promise<T> {
  const { flag, path, clock = systemClock } = file
  let current = await readText(flag, path)
  let complaint = ''
  const first = await tryTake(file, () => take(current))
  const look = async () => {
    try {
      const text = await readText(flag, path)
      if (text !== current) {
        current = text
        await tryTake(file, () => take(text))
        console.error(`binnacle: --${flag} ${path} has changed and was read again`)
      }
      complaint = ''
    } catch (error) {
      const reason = reasonOf(error)
      if (reason !== complaint) console.error(`binnacle: ${reason}; what was read before goes on to count`)
      complaint = reason
    }
    clock.setTimeout(look, INTERVAL_MS)
  }
  clock.setTimeout(look, INTERVAL_MS)
  return first
}

async function tryTake<T>({ flag, path }: WatchedFile, take: () => T | Promise<T>): Promise<T> {
  try {
    return await take()
  } catch (error) {
    throw badFlag(flag, path, reasonOf(error), error)
  }
}
