#!/usr/bin/env node
/**
 * The command `binnacle`.
 *
 * @module
 */

import { closestWord } from '../meta/index.js'
import type { Command } from './command.js'
import { CommandError } from './command-error.js'
import { COMMANDS } from './commands.js'
import { followStandardOutput } from './standard-output.js'
import { visible } from './visible.js'

const WIDTH = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
const USAGE = `usage: binnacle COMMAND [options]

${Object.entries(COMMANDS)
  .map(([name, { help }]) => `  ${name.padEnd(WIDTH)}  ${help}`)
  .join('\n')}

  -h, --help     prints this, and behind a command its options
  -v, --version  prints the version

Example: binnacle serve --storage lmdb:./state`

async function main([command, ...args]: readonly string[]): Promise<void> {
  const found = commandOf(command)
  if (found) return (await found.load()).run(args)
  switch (command) {
    case '-h':
    case '--help':
      console.log(USAGE)
      return
    case 'help':
      return args.length > 0 ? main([...args, '--help']) : main(['--help'])
    case '-v':
    case '--version':
      if (args.length > 0) throw new CommandError(`${command}: unexpected argument ${JSON.stringify(args[0])}`)
      console.log(await version())
      return
    case undefined:
      throw new CommandError('no command given: binnacle serve runs a plane, binnacle --help tells more')
    default:
      throw new CommandError(`unknown command ${JSON.stringify(command)}: ${adviceFor(command)}`)
  }
}

const commandOf = (word: string | undefined): Command | undefined =>
  word !== undefined && Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined

function adviceFor(command: string): string {
  const near = closestWord(command, [...Object.keys(COMMANDS), '--help', '--version'])
  return near === undefined ? 'binnacle serve runs a plane, binnacle --help tells more' : `did you mean binnacle ${near}?`
}

async function version(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')).version
}

followStandardOutput()
try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  // The message may contain text of a server.
  const lines = error.message.split('\n').map(visible)
  console.error(`binnacle: ${lines.join('\n')}`)
  process.exitCode = error.exitCode
}
