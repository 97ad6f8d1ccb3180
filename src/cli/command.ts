/**
 * What a command of `binnacle` is.
 *
 * @module
 */

import type { FlagTable } from './flags.js'

/** What a command is made of. */
export interface LoadedCommand {
  /** Runs it with the words behind its name. */
  run(args: readonly string[]): Promise<void>
  readonly flags: FlagTable
  /** The words that may stand first behind its name, and the flags of each. */
  readonly actions?: Readonly<Record<string, FlagTable>>
}

/** A command. */
export interface Command {
  /** What it does, for `--help`. */
  readonly help: string
  load(): Promise<LoadedCommand>
}
