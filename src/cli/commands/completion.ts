/**
 * `binnacle completion`: scripts for shell completion of commands, options and values.
 *
 * @module
 */

import type { Command } from '../command.js'
import { CommandError } from '../command-error.js'
import { wantsHelp } from '../flags.js'
import { printResult } from '../standard-output.js'
import { bashScript } from './completion/bash.js'
import { fishScript } from './completion/fish.js'
import type { Word } from './completion/words.js'
import { zshScript } from './completion/zsh.js'

const SCRIPTS: Readonly<Record<string, (words: readonly Word[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** The supported shells. */
export const shells: readonly string[] = Object.keys(SCRIPTS)

const HELP = `usage: binnacle completion ${shells.join('|')}

Prints a script; a shell that runs it completes the words of binnacle.

  bash  source <(binnacle completion bash)         in ~/.bashrc
  zsh   source <(binnacle completion zsh)          in ~/.zshrc, after compinit
  fish  binnacle completion fish | source          in ~/.config/fish/config.fish

Example: binnacle completion bash > /etc/bash_completion.d/binnacle`

/**
 * Runs the command.
 *
 * @param args - The arguments after `completion`.
 * @param commands - The commands to complete.
 * @throws {@link CommandError} without the name of a supported shell.
 */
export async function completion(args: readonly string[], commands: Readonly<Record<string, Command>>): Promise<void> {
  if (wantsHelp(args)) {
    console.log(HELP)
    return
  }
  const [shell = '', extra] = args
  if (Object.hasOwn(SCRIPTS, shell) && extra !== undefined)
    throw new CommandError(`completion ${shell}: unexpected argument ${JSON.stringify(extra)}`)
  if (!Object.hasOwn(SCRIPTS, shell)) {
    throw new CommandError(`completion ${args.join(' ') || 'needs a word'}: expected one of ${shells.join(', ')}, see --help`)
  }
  const words: Word[] = []
  for (const [name, { help, load }] of Object.entries(commands)) words.push({ name, help, ...(await load()) })
  printResult(SCRIPTS[shell]?.(words) ?? '')
}
