/**
 * The words of the command line, as scripts for shells are made from them.
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

/** Flags behind a command, and behind the word that follows it. */
export interface CommandFlags {
  readonly command: string
  /** Undefined where a command has no such words. */
  readonly action: string | undefined
  readonly flags: FlagTable
}

/** The flags of every command, and of every word that may follow one. */
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
