/**
 * Lines about requests on the standard streams, within a limit: clients cause any number of them, and a reader that has stopped reading
 * leaves all of them in memory. Lines that find no room on a full disk are counted as well.
 *
 * @module
 */

/** Maximum bytes that wait for the reader. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024

/** A standard stream. */
export interface LineOutput {
  /** Prints a line; the callback gets an error when it could not be written. */
  readonly print: (line: string, written: (error?: unknown) => void) => void
  /** Bytes that wait for the reader. */
  readonly waiting: () => number
}

const standardOutput: LineOutput = {
  print: (line, written) => process.stdout.write(`${line}\n`, written),
  waiting: () => process.stdout.writableLength,
}
const standardError: LineOutput = { print: (line) => console.error(line), waiting: () => process.stderr.writableLength }

/**
 * Makes a function that prints lines as long as they can be written. Afterwards their number is printed instead of those that were dropped.
 *
 * @param output - The stream.
 */
export function linePrinter({ print, waiting }: LineOutput): (line: string) => void {
  let dropped = 0
  const written = (error?: unknown) => {
    if (error) dropped += 1
  }
  return (line) => {
    if (waiting() > MAX_WAITING_BYTES) {
      dropped += 1
      return
    }
    if (dropped > 0) {
      const count = dropped
      dropped = 0
      print(`binnacle: ${count} ${count === 1 ? 'line was' : 'lines were'} dropped, as nothing could be written`, (error) => {
        if (error) dropped += count
      })
    }
    print(line, written)
  }
}

/** Prints a line to standard output, unless too much waits there. */
export const printLine = linePrinter(standardOutput)
/** The same for standard error. */
export const printErrorLine = linePrinter(standardError)
