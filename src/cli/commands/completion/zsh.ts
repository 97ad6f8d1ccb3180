/**
 * Completion in zsh.
 *
 * @module
 */

import type { Flag, FlagTable } from '../../flags.js'
import { valueBehind, type Word } from './words.js'

/**
 * The script for zsh.
 *
 * @param words - The commands.
 */
export const zshScript = (words: readonly Word[]): string => `#compdef binnacle
# zsh completion of binnacle; made by: binnacle completion zsh
_binnacle() {
  local -a commands
  commands=(
${words.map(({ name, help }) => `    ${quoted(`${name}:${help.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${words.map(caseOf).join('\n')}
  esac
}
compdef _binnacle binnacle
`

function caseOf({ name, flags, actions }: Word): string {
  if (!actions) return `    ${name}) _arguments ${specsOf(flags)} '*:file:_files' ;;`
  const inner = Object.entries(actions).map(([action, own]) => `        ${action}) _arguments ${specsOf(own)} '*:file:_files' ;;`)
  return `    ${name})
      if (( CURRENT == 2 )); then
        compadd ${Object.keys(actions).join(' ')}
        return
      fi
      shift words
      (( CURRENT-- ))
      case $words[1] in
${inner.join('\n')}
      esac ;;`
}

const specsOf = (flags: FlagTable): string =>
  [...Object.entries(flags).map(([name, flag]) => specOf(name, flag)), quoted('--help[prints the options]')].join(' ')

function specOf(name: string, flag: Flag): string {
  const value = valueBehind(flag)
  const help = `[${flag.help.replace(/[[\]:\\]/g, '\\$&')}]`
  const many = flag.repeatable ? '*' : ''
  if (value.is === 'nothing') return quoted(`${many}--${name}${help}`)
  const offered = value.is === 'one of' ? `(${value.values.join(' ')})` : value.is === 'file' ? '_files' : ' '
  return quoted(`${many}--${name}=${help}:${(flag.value ?? 'value').toLowerCase()}:${offered}`)
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
