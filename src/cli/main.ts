#!/usr/bin/env node
/**
 * The command `binnacle`.
 *
 * @module
 */

import { CommandError } from './command-error.js'

const USAGE = `usage: binnacle COMMAND [options]

  serve         runs a whole plane in this process
  token         makes, lists and deletes bootstrap tokens of a plane
  join          makes this machine a node of a plane, with a bootstrap token
  auth          explains why somebody may do something, or what would have to be granted
  owners        prints an object as YAML, with the owners of each line
  convert       prints objects in another version of their kinds
  deprecations  lists who uses what goes
  storage       checks, compacts, exports, imports and migrates the state of a plane

  -h, --help     prints this; binnacle COMMAND --help lists the options of a command
  -v, --version  prints the version

Example: binnacle serve --storage lmdb:./state`

async function main([command, ...args]: readonly string[]): Promise<void> {
  switch (command) {
    case 'serve': {
      // Loaded here, so that the other words answer at once.
      const { serve } = await import('./serve.js')
      return serve(args)
    }
    case 'token': {
      const { token } = await import('./token.js')
      return token(args)
    }
    case 'join': {
      const { join } = await import('./join.js')
      return join(args)
    }
    case 'auth': {
      const { auth } = await import('./auth.js')
      return auth(args)
    }
    case 'owners': {
      const { owners } = await import('./owners.js')
      return owners(args)
    }
    case 'convert': {
      const { convert } = await import('./convert.js')
      return convert(args)
    }
    case 'deprecations': {
      const { deprecations } = await import('./deprecations.js')
      return deprecations(args)
    }
    case 'storage': {
      const { storage } = await import('./storage.js')
      return storage(args)
    }
    case '-h':
    case '--help':
    case 'help':
      console.log(USAGE)
      return
    case '-v':
    case '--version':
      console.log(await version())
      return
    case undefined:
      throw new CommandError('no command given: binnacle serve runs a plane, binnacle --help tells more')
    default:
      throw new CommandError(
        `unknown command ${JSON.stringify(command)}: binnacle serve runs a plane, binnacle --help tells more`,
      )
  }
}

async function version(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')).version
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(`binnacle: ${error.message}`)
  process.exitCode = error.exitCode
}
