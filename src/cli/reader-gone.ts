/**
 * Readers of standard output, such as `head`, that close the pipe before the end. That is no failure of the command.
 *
 * @module
 */

let isGone = false

/** Ignores what can no longer be written. To be called once, before anything is printed. */
export function allowReaderToGo(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    // Node forgets errors of the standard streams.
    isGone = true
  })
}

/** Whether the reader of standard output has closed the pipe. */
export const isReaderGone = (): boolean => isGone
