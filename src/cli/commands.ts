/**
 * The table of commands. Each is loaded on demand, for a fast start.
 *
 * @module
 */

import type { Command } from './command.js'

/** The commands by name, in the order of `--help`. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    help: 'runs a plane',
    async load() {
      const [{ serve }, { serveFlags }] = await Promise.all([import('./serve/serve.js'), import('./serve/serve-flags.js')])
      return { run: serve, flags: serveFlags }
    },
  },
  token: {
    help: 'makes, lists and deletes bootstrap tokens of a plane',
    async load() {
      const [{ createFlags, token }, { connectionFlags }] = await Promise.all([
        import('./commands/token.js'),
        import('./commands/connection-flags.js'),
      ])
      return { run: token, flags: {}, actions: { create: createFlags, list: connectionFlags, delete: connectionFlags } }
    },
  },
  join: {
    help: 'joins a node to a plane, with a bootstrap token',
    async load() {
      const { join, joinFlags } = await import('./commands/join.js')
      return { run: join, flags: joinFlags }
    },
  },
  auth: {
    help: 'explains why a user may do something, or what is missing',
    async load() {
      const { auth, explainFlags } = await import('./commands/auth.js')
      return { run: auth, flags: {}, actions: { explain: explainFlags } }
    },
  },
  owners: {
    help: 'prints an object as YAML, with the field managers of each line',
    async load() {
      const { owners, ownersFlags } = await import('./commands/owners.js')
      return { run: owners, flags: ownersFlags }
    },
  },
  convert: {
    help: 'converts objects to another version of their kinds',
    async load() {
      const { convert, convertFlags } = await import('./commands/convert.js')
      return { run: convert, flags: convertFlags }
    },
  },
  deprecations: {
    help: 'lists the use of deprecated versions',
    async load() {
      const { deprecations, deprecationsFlags } = await import('./commands/deprecations.js')
      return { run: deprecations, flags: deprecationsFlags }
    },
  },
  storage: {
    help: 'checks, exports, imports and migrates the state of a plane',
    async load() {
      const { ACTIONS, migrateFlags, storage } = await import('./commands/storage.js')
      const actions = Object.fromEntries(Object.keys(ACTIONS).map((action) => [action, action === 'migrate' ? migrateFlags : {}]))
      return { run: storage, flags: {}, actions }
    },
  },
  completion: {
    help: 'prints a completion script for a shell',
    async load() {
      const { completion, shells } = await import('./commands/completion.js')
      return {
        run: (args) => completion(args, COMMANDS),
        flags: {},
        actions: Object.fromEntries(shells.map((shell) => [shell, {}])),
      }
    },
  },
}
