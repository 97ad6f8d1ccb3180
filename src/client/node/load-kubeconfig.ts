/**
 * Configuration files from disk.
 *
 * @module
 */

import os from 'node:os'
import path from 'node:path'
import { check } from '../../meta/index.js'
import { type Kubeconfig, KubeconfigError } from '../kubeconfig/kubeconfig.js'
import { mergeKubeconfigs } from '../kubeconfig/merge.js'
import { parseKubeconfig } from '../kubeconfig/parse.js'
import { readTextFile } from './read-text-file.js'

/** Which files to read. */
export interface LoadKubeconfigOptions {
  /**
   * Paths of the files, in order of precedence. Default: those in the environment variable `KUBECONFIG`, or `~/.kube/config`
   * where it is not set, as kubectl does.
   */
  readonly paths?: readonly string[]
}

const loadOptions = /* @__PURE__ */ check.members<keyof LoadKubeconfigOptions>({ paths: check.listOf(check.text) })

/**
 * Reads configuration files and merges them. Relative paths in a file start at its folder.
 *
 * @param options - The files. Missing ones are skipped, as long as one exists.
 * @throws `KubeconfigError` with one line for files that cannot be read, or when none exists.
 */
export async function loadKubeconfig(options: LoadKubeconfigOptions = {}): Promise<Kubeconfig> {
  check.refuse('loadKubeconfig', loadOptions(options, ''))
  const { paths = defaultPaths() } = options
  const wanted = paths.filter((file) => file !== '')
  const parts = (await Promise.all(wanted.map(load))).filter((part) => part !== undefined)
  if (parts.length === 0) throw new KubeconfigError(`there is no kubeconfig at ${wanted.join(', ') || '(no path was given)'}`)
  return mergeKubeconfigs(parts)
}

function defaultPaths(): readonly string[] {
  const { KUBECONFIG: list = '' } = process.env
  return list === '' ? [path.join(os.homedir(), '.kube', 'config')] : list.split(path.delimiter)
}

async function load(file: string): Promise<Kubeconfig | undefined> {
  let text: string
  try {
    text = await readTextFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new KubeconfigError(`${file}: cannot be read: ${(error as Error).message}`, error)
  }
  return parseKubeconfig(text, { name: file, folder: path.dirname(path.resolve(file)) })
}
