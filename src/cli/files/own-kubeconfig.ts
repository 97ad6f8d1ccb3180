/**
 * Kubeconfig files that commands write, such as `--write-kubeconfig`.
 *
 * @module
 */

import { stat } from 'node:fs/promises'
import { parseKubeconfig, readTextFile } from '../../client/node/index.js'
import { reasonOf } from '../command-error.js'
import { badFlag } from '../flags.js'
import { writePrivateFile } from './private-file.js'

/** The file of a flag. */
export interface OwnKubeconfig {
  /** Name of the flag, without the dashes. */
  readonly flag: string
  readonly path: string
}

/** The names that `kubeconfigText` and `join` give to clusters, contexts and users. */
const OWN_NAME = /^(binnacle|system:node:.*)$/

/**
 * Writes a kubeconfig, readable by its owner only. It replaces one that a command wrote earlier, as after a restart, but no other
 * file: that may hold the only copy of somebody's credentials.
 *
 * @param file - The flag and the path.
 * @param text - The kubeconfig.
 * @throws {@link CommandError} when the file is not ours to replace, or cannot be written.
 */
export async function writeOwnKubeconfig({ flag, path }: OwnKubeconfig, text: string): Promise<void> {
  try {
    const foreign = await foreignContent(path)
    if (foreign !== undefined) throw new Error(`${foreign}, which would be lost: name another file`)
    await writePrivateFile(path, text)
  } catch (error) {
    const isNowhere = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw badFlag(flag, path, isNowhere ? 'its folder is not there' : reasonOf(error), error)
  }
}

/** What a file has that no command wrote; undefined without any, and for devices and pipes. */
async function foreignContent(path: string): Promise<string | undefined> {
  const there = await stat(path).catch(() => undefined)
  if (!there?.isFile() || there.size === 0) return undefined
  const config = await parseKubeconfig(await readTextFile(path)).catch(() => undefined)
  if (config === undefined) return 'it is no kubeconfig'
  const { clusters, users, contexts } = config
  for (const [what, entries] of Object.entries({ cluster: clusters, user: users, context: contexts })) {
    const foreign = [...entries.keys()].find((name) => !OWN_NAME.test(name))
    if (foreign !== undefined) return `it has the ${what} ${JSON.stringify(foreign)}`
  }
  return undefined
}
