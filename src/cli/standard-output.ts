/**
 * Standard output, and what happens when it can no longer be written. A reader such as `head` may close the pipe before the end, which
 * is no failure; a full disk is one.
 *
 * @module
 */

import { fstatSync, writeFileSync } from 'node:fs'
import { reasonOf } from './command-error.js'

const DESCRIPTOR = 1

let isFile = false
let isClosed = false

/** Reports the first failure of a write, which would end the process otherwise. To be called once, before anything is printed. */
export function followStandardOutput(): void {
  isFile = fstatSync(DESCRIPTOR).isFile()
  process.stdout.on('error', giveUp)
}

/**
 * Prints the result of a command.
 *
 * @param text - With its line ends.
 * @returns Whether more can be printed now; if not, `drain` of the stream tells when.
 */
export function printResult(text: string): boolean {
  if (!isFile) return process.stdout.write(text)
  try {
    // The stream drops the rest of a text of which only a part finds room on the disk, without an error.
    writeFileSync(DESCRIPTOR, text)
  } catch (error) {
    giveUp(error as NodeJS.ErrnoException)
  }
  return true
}

/** Whether something that was printed is lost, and so all that would follow. */
export const isOutputClosed = (): boolean => isClosed

/** Node forgets errors of the standard streams, so this remembers them. */
function giveUp(error: NodeJS.ErrnoException): void {
  if (!isClosed && error.code !== 'EPIPE') {
    process.exitCode = 1
    console.error(`binnacle: cannot write to standard output: ${reasonOf(error)}`)
  }
  isClosed = true
}
