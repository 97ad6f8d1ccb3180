/**
 * `binnacle token`: bootstrap tokens, by which others join a plane.
 *
 * @module
 */

import { z } from 'zod'
import { connect, type NodeConnectOptions } from '../../client/node/index.js'
import {
  allowJoining,
  createBootstrapToken,
  deleteBootstrapToken,
  listBootstrapTokens,
  readClusterInfo,
} from '../../controllers/library/index.js'
import { ApiError, type Dialect, existingClientsDialect, formatTime } from '../../meta/index.js'
import { CommandError } from '../command-error.js'
import { describeFlags, type FlagTable, parseFlags, wantsHelp } from '../flags.js'
import { duration } from '../value-schemas.js'
import { visible } from '../visible.js'
import { asking, connectionFlags, openConnection } from './connection-flags.js'

const GROUP_PREFIX = 'system:bootstrappers:'

/** The flags of `binnacle token create`, by name. */
export const createFlags = {
  ...connectionFlags,
  description: { help: 'description of the token', value: 'TEXT', schema: z.string() },
  ttl: { help: 'lifetime, 0 for ever', value: 'DURATION', schema: duration, default: '24h' },
  groups: {
    help: `comma list of groups of its user, each of which begins with ${GROUP_PREFIX}`,
    value: 'GROUPS',
    schema: z
      .string()
      .transform((text) => text.split(','))
      .refine(
        (groups) => groups.every((group) => group.startsWith(GROUP_PREFIX)),
        `expected names that begin with ${GROUP_PREFIX}`,
      ),
  },
} as const satisfies FlagTable

const HELP = `usage: binnacle token create [options]
       binnacle token list [options]
       binnacle token delete ID [options]

  create  makes a token, lets its holders join, and prints what they type
  list    prints the tokens that there are, without their secrets
  delete  takes a token back

${describeFlags(createFlags)}

Example: binnacle token create --kubeconfig ./kubeconfig --ttl 1h`

/**
 * Runs the command.
 *
 * @param args - The arguments after `token`.
 * @throws {@link CommandError} for an invalid command line, or when the plane refuses.
 */
export async function token([action, ...args]: readonly string[]): Promise<void> {
  if (wantsHelp([action ?? '', ...args])) {
    console.log(HELP)
    return
  }
  switch (action) {
    case 'create':
      return create(args)
    case 'list':
      return list(args)
    case 'delete':
      return remove(args)
    default:
      throw new CommandError(`token ${action ?? 'needs a word'}: expected create, list or delete, see --help`)
  }
}

async function create(args: readonly string[]): Promise<void> {
  const values = parseFlags(createFlags, args)
  const { dialect, description, ttl, groups } = values
  const { client, server, certificates } = await openConnection(values)
  const ca = await asking(certificates)
  const made = await asking(async () => {
    await allowJoining(client, dialect, { server, certificates: ca })
    return createBootstrapToken(client, dialect, {
      ...(description !== undefined && { description }),
      ...(ttl > 0 && { ttlSeconds: ttl / 1000 }),
      ...(groups && { groups }),
    })
  })
  client.close()
  const words = dialect.name === existingClientsDialect.name ? '' : ` --dialect ${dialect.name}`
  console.log(`${made}\n\nnpx binnacle join ${server} --token ${made}${words}`)
  if (await isRefused({ server, token: made, ...(ca !== '' && { ca }) }, dialect)) {
    console.error(
      'warning: the plane refuses this token: it has to run with --authorization-mode RBAC --enable-bootstrap-token-auth',
    )
  }
}

/** Whether a plane refuses a token. Another failure to reach it is left to `join`, which explains it. */
async function isRefused(source: NodeConnectOptions, dialect: Dialect): Promise<boolean> {
  const read = async () => {
    const client = connect(source)
    await readClusterInfo(client, dialect).finally(() => client.close())
  }
  const refusal = await asking(read).then(
    () => undefined,
    (error: unknown) => (error as Error).cause,
  )
  return refusal instanceof ApiError && refusal.status.code === 401
}

async function list(args: readonly string[]): Promise<void> {
  const values = parseFlags(connectionFlags, args)
  const { client } = await openConnection(values)
  for (const { id, expiry, description } of await asking(() => listBootstrapTokens(client, values.dialect))) {
    console.log(`${id}  ${expiry === undefined ? 'never ends' : `ends ${formatTime(expiry)}`}  ${visible(description)}`.trimEnd())
  }
  client.close()
}

async function remove([id, ...args]: readonly string[]): Promise<void> {
  if (id === undefined || id.startsWith('-')) throw new CommandError('token delete needs an id: binnacle token delete ID')
  const values = parseFlags(connectionFlags, args)
  const { client } = await openConnection(values)
  await asking(() => deleteBootstrapToken(client, values.dialect, id))
  client.close()
  console.log(`${id.split('.', 1)[0]} is deleted`)
}
