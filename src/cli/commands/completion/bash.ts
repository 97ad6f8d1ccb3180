/**
 * Completion in bash.
 *
 * @module
 */

import { type CommandFlags, commandFlags, valueBehind, type Word } from './words.js'

/**
 * The script for bash. Without another completion, bash completes files.
 *
 * @param words - The commands.
 */
export function bashScript(words: readonly Word[]): string {
  const all = commandFlags(words)
  const actions = words.flatMap(({ name, actions: own }) =>
    own ? [`    ${name}) COMPREPLY=($(compgen -W "${Object.keys(own).join(' ')}" -- "$current")); return ;;`] : [],
  )
  return `# bash completion of binnacle; made by: binnacle completion bash
_binnacle() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${words.map(({ name }) => name).join(' ')}" -- "$current"))
    return
  fi
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${actions.join('\n')}
    esac
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${all.map(casesOf).join('\n')}
  esac
}
complete -o default -F _binnacle binnacle
`
}

function casesOf({ command, action, flags }: CommandFlags): string {
  const all = Object.entries(flags)
  const values = all.flatMap(([name, flag]) => {
    const value = valueBehind(flag)
    if (value.is === 'nothing') return []
    const offered = value.is === 'one of' ? `COMPREPLY=($(compgen -W "${value.values.join(' ')}" -- "$current")); ` : ''
    return [`        --${name}) ${offered}return ;;`]
  })
  const names = all.map(([name]) => `--${name}`)
  return `    "${command} "${action === undefined ? '*' : `"${action}"`})
      case "$previous" in
${[...values, '        *) ;;'].join('\n')}
      esac
      case "$current" in
        -*) COMPREPLY=($(compgen -W "${[...names, '--help'].join(' ')}" -- "$current")) ;;
      esac ;;`
}
