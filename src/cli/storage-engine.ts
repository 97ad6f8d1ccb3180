/**
 * The value of `--storage`: which engine, and where it keeps what it is given.
 *
 * @module
 */

import { z } from 'zod'
import { withoutCredentials } from '../meta/index.js'
import { createEtcdStorage, createMemoryStorage, type EtcdStorageOptions, type Storage } from '../storage/index.js'
import { CommandError, reasonOf } from './command-error.js'

/** An engine, as it is named on the command line. */
export type StorageChoice =
  | { readonly engine: 'memory' }
  | { readonly engine: 'lmdb'; readonly directory: string }
  | { readonly engine: 'etcd'; readonly endpoints: readonly string[] }

const EXPECTED = 'expected memory, lmdb:DIR or etcd:URL[,URL]'

/**
 * Reads the name of an engine.
 *
 * @param text - `memory`, `lmdb:DIR`, or `etcd:URL[,URL]`.
 * @returns The choice, or undefined when the text is none of these.
 */
export function parseStorageChoice(text: string): StorageChoice | undefined {
  if (text === 'memory') return { engine: 'memory' }
  const colon = text.indexOf(':')
  const place = text.slice(colon + 1)
  if (colon < 0 || place === '') return undefined
  if (text.startsWith('lmdb:')) return { engine: 'lmdb', directory: place }
  if (!text.startsWith('etcd:')) return undefined
  const endpoints = place.split(',')
  return endpoints.every((endpoint) => URL.canParse(endpoint)) ? { engine: 'etcd', endpoints } : undefined
}

/** The flag's schema. */
export const storageSchema = z.string().transform((text, context) => {
  const choice = parseStorageChoice(text)
  if (choice) return choice
  context.addIssue({ code: 'custom', message: EXPECTED })
  return z.NEVER
})

/**
 * Opens an engine.
 *
 * @param choice - As it was named.
 * @param etcd - How etcd is reached, if that is the engine.
 * @throws {@link CommandError} in one line when it cannot be opened.
 */
export async function openStorage(choice: StorageChoice, etcd: Partial<EtcdStorageOptions> = {}): Promise<Storage> {
  try {
    if (choice.engine === 'etcd') return await reached(await createEtcdStorage({ ...etcd, endpoints: choice.endpoints }))
    if (choice.engine === 'memory') return createMemoryStorage()
    const { createLmdbStorage } = await import('../storage/lmdb/index.js')
    return await createLmdbStorage({ directory: choice.directory })
  } catch (error) {
    const place = choice.engine === 'etcd' ? `etcd:${choice.endpoints.map(withoutCredentials).join(',')}: ` : ''
    throw new CommandError(`${place}${reasonOf(error)}`, { exitCode: 1, cause: error })
  }
}

/** Whoever starts a plane wants to know at once that etcd is not where they say, and why. */
async function reached(storage: Storage): Promise<Storage> {
  try {
    await storage.healthCheck?.check()
    return storage
  } catch (error) {
    await storage.close()
    throw new Error(`it cannot be used: ${reasonOf((error as Error).cause ?? error)}`, { cause: error })
  }
}
