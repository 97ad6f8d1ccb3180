/**
 * Types of a `binnacle` command.
 *
 * @module
 */

import type { FlagTable } from './flags.js'

/** A command with its code. */
export interface LoadedCommand {
  /** Runs it with the arguments after its name. */
  run(args: readonly string[]): Promise<void>
  readonly flags: FlagTable
  /** The possible first arguments, and the flags of each. */
  readonly actions?: Readonly<Record<string, FlagTable>>
}

/** A command. */
export interface Command {
  /** Description for `--help`. */
  readonly help: string
  load(): Promise<LoadedCommand>
}
