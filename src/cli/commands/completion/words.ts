/**
 * The words of the command line, for completion scripts.
 *
 * @module
 */

import type { LoadedCommand } from '../../command.js'
import type { Flag, FlagTable } from '../../flags.js'

/** A command. */
export interface Word extends Pick<LoadedCommand, 'flags' | 'actions'> {
  readonly name: string
  readonly help: string
}

/** Flags after a command, and after its action. */
export interface CommandFlags {
  readonly command: string
  /** Undefined for a command without actions. */
  readonly action: string | undefined
  readonly flags: FlagTable
}

/** The flags of every command, and of every action. */
export const commandFlags = (words: readonly Word[]): readonly CommandFlags[] =>
  words.flatMap(({ name, flags, actions }): CommandFlags[] =>
    actions
      ? Object.entries(actions).map(([action, own]) => ({ command: name, action, flags: own }))
      : [{ command: name, action: undefined, flags }],
  )

/** The value of a flag. A switch has none. */
export type Value = { readonly is: 'nothing' | 'file' | 'text' } | { readonly is: 'one of'; readonly values: readonly string[] }

/** The value of a flag. */
export function valueBehind({ value, values }: Flag): Value {
  if (values) return { is: 'one of', values }
  if (value === undefined) return { is: 'nothing' }
  return { is: value === 'FILE' || value === 'DIR' ? 'file' : 'text' }
}
