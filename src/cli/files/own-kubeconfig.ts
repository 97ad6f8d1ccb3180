/**
 * Kubeconfig files that commands write, such as `--write-kubeconfig`.
 *
 * @module
 */

import { access, constants, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Kubeconfig, parseKubeconfig, readTextFile } from '../../client/node/index.js'
import { decodeYaml } from '../../codec/index.js'
import { getKey } from '../../meta/index.js'
import { reasonOf } from '../command-error.js'
import { badFlag } from '../flags.js'
import { writePrivateFile } from './private-file.js'

/** The file of a flag, and what the command has to write. */
export interface OwnKubeconfig {
  /** Name of the flag, without the dashes. */
  readonly flag: string
  readonly path: string
  /** Name of its only user. */
  readonly user: string
  /** The credential that it gets. Only one of the same kind is replaced; with `none`, that of the file stays. */
  readonly credential: keyof typeof CREDENTIALS
}

/** What stays of a file that is replaced. */
export interface KeptParts {
  /** The entry of the user, for a command that has no credential. */
  readonly user?: unknown
  /** Namespace of the context. */
  readonly namespace?: string
}

/** Members of a user's entry; undefined for any. */
const CREDENTIALS = {
  none: undefined,
  token: ['token'],
  certificate: ['clientCertificateData', 'clientKeyData'],
} as const satisfies Record<string, readonly string[] | undefined>

/** Name of the cluster and of the context in the files of commands. */
const NAME = 'binnacle'

/**
 * Looks whether a kubeconfig can be written. It may replace one that the same command wrote earlier, as after a restart, but no
 * other file: that may hold the only copy of somebody's credentials. To be called before the command has any effect.
 *
 * @param file - The file.
 * @throws {@link CommandError} when the file is not ours to replace, or its folder cannot be written.
 */
export async function readOwnKubeconfig(file: OwnKubeconfig): Promise<KeptParts> {
  return explained(file, async () => {
    const there = await stat(file.path).catch(() => undefined)
    // Devices and pipes are written to.
    if (there && !there.isFile()) return {}
    await access(path.dirname(there ? await realpath(file.path) : file.path), constants.W_OK)
    return there && there.size > 0 ? keptOf(file, await readTextFile(file.path)) : {}
  })
}

/**
 * Writes a kubeconfig, readable by its owner only, where {@link readOwnKubeconfig} allows it.
 *
 * @param file - The file.
 * @param textOf - Makes the kubeconfig, from what stays of the old one.
 * @throws {@link CommandError} when the file is not ours to replace, or cannot be written.
 */
export async function writeOwnKubeconfig(
  file: OwnKubeconfig,
  textOf: (kept: KeptParts) => string | Promise<string>,
): Promise<void> {
  const text = await textOf(await readOwnKubeconfig(file))
  await explained(file, () => writePrivateFile(file.path, text))
}

async function explained<T>({ flag, path: name }: OwnKubeconfig, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isNowhere = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw badFlag(flag, name, isNowhere ? 'its folder is not there' : reasonOf(error), error)
  }
}

async function keptOf(file: OwnKubeconfig, text: string): Promise<KeptParts> {
  const config = await parseKubeconfig(text).catch(() => undefined)
  const document = config && (await decodeYaml(new TextEncoder().encode(text))).value
  const foreign = foreignContent(file, config, document)
  if (foreign !== undefined) throw new Error(`${foreign}, which would be lost: name another file`)
  const namespace = config?.contexts.get(NAME)?.namespace
  const users = getKey(document, 'users')
  const entry = Array.isArray(users) && file.credential === 'none' ? getKey(users[0], 'user') : undefined
  return { ...(entry !== undefined && { user: entry }), ...(namespace !== undefined && { namespace }) }
}

/** What a file has that the command did not write. */
function foreignContent(
  { user, credential }: OwnKubeconfig,
  config: Kubeconfig | undefined,
  document: unknown,
): string | undefined {
  if (config === undefined) return 'it is no kubeconfig'
  const named = { cluster: [config.clusters, NAME], user: [config.users, user], context: [config.contexts, NAME] } as const
  const isEmpty = Object.values(named).every(([entries]) => entries.size === 0)
  if (isEmpty && getKey(document, 'kind') !== 'Config') return 'it is no kubeconfig'
  for (const [what, [entries, own]] of Object.entries(named)) {
    const foreign = [...entries.keys()].find((name) => name !== own)
    if (foreign !== undefined) return `it has the ${what} ${JSON.stringify(foreign)}`
  }
  const { folder: _, ...members } = config.users.get(user) ?? {}
  const written: readonly string[] | undefined = CREDENTIALS[credential]
  const isForeign = written && Object.keys(members).some((member) => !written.includes(member))
  return isForeign ? `it has other credentials of the user ${JSON.stringify(user)}` : undefined
}
