/**
 * Completion in fish.
 *
 * @module
 */

import type { Flag } from '../../flags.js'
import { commandFlags, valueBehind, type Word } from './words.js'

/**
 * The script for fish.
 *
 * @param words - The commands.
 */
export function fishScript(words: readonly Word[]): string {
  const commands = words.map(({ name, help }) => `complete -c binnacle -n __fish_use_subcommand -f -a ${name} -d ${quoted(help)}`)
  const actions = words.flatMap(({ name, actions: own }) => {
    if (!own) return []
    const all = Object.keys(own).join(' ')
    return [`complete -c binnacle -n '${seen(name)}; and not ${seen(all)}' -f -a ${quoted(all)}`]
  })
  const flags = commandFlags(words).flatMap(({ command, action, flags: own }) => {
    const condition = quoted(action === undefined ? seen(command) : `${seen(command)}; and ${seen(action)}`)
    return Object.entries(own).map(
      ([name, flag]) => `complete -c binnacle -n ${condition} -l ${name}${argumentOf(flag)} -d ${quoted(flag.help)}`,
    )
  })
  return ['# fish completion of binnacle; made by: binnacle completion fish', ...commands, ...actions, ...flags, ''].join('\n')
}

const seen = (words: string): string => `__fish_seen_subcommand_from ${words}`

function argumentOf(flag: Flag): string {
  const value = valueBehind(flag)
  if (value.is === 'nothing') return ''
  if (value.is === 'file') return ' -r -F'
  return value.is === 'one of' ? ` -x -a ${quoted(value.values.join(' '))}` : ' -x'
}

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`
