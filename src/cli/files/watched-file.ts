/**
 * Files that are read again when they change: renewed certificates need no restart.
 *
 * @module
 */

import { type Clock, systemClock } from '../../meta/index.js'
import { reasonOf } from '../command-error.js'
import { badFlag } from '../flags.js'
import { readText } from './read-text.js'

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
export function watchFile<T>(file: WatchedFile, take: (text: string) => T | Promise<T>): Promise<T> {
  const { flag, path, clock = systemClock } = file
  const takeNamed = async ([text = '']: readonly string[]) => {
    try {
      return await take(text)
    } catch (error) {
      throw badFlag(flag, path, reasonOf(error), error)
    }
  }
  return watchFiles([file], takeNamed, clock)
}

/**
 * As {@link watchFile}, for files that belong together, such as a certificate and its key. While only one of them has been replaced,
 * `take` refuses the texts, and gets them again when the other one has changed.
 *
 * @param files - The files.
 * @param take - Receives their texts, in the order of the files; throws an error with one line that names a file.
 * @param clock - Schedules the checks.
 * @returns The result of `take` for the first texts.
 * @throws {@link CommandError} when a file cannot be read now, and what `take` throws.
 */
export async function watchFiles<T>(
  files: readonly Omit<WatchedFile, 'clock'>[],
  take: (texts: readonly string[]) => T | Promise<T>,
  clock: Clock = systemClock,
): Promise<T> {
  const read = () => Promise.all(files.map(({ flag, path }) => readText(flag, path)))
  let current = await read()
  let complaint = ''
  const first = await take(current)
  const look = async () => {
    try {
      const [before, texts] = [current, await read()]
      const changed = files.filter((_, i) => texts[i] !== before[i])
      if (changed.length > 0) {
        current = texts
        await take(texts)
        for (const { flag, path } of changed) console.error(`binnacle: --${flag} ${path} has changed and was read again`)
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
