/**
 * The value of `--storage`: an engine, and its location.
 *
 * @module
 */

import { z } from 'zod'
import { withoutCredentials } from '../meta/index.js'
import { createEtcdStorage, createMemoryStorage, type EtcdStorageOptions, type Storage } from '../storage/index.js'
import { CommandError, reasonOf } from './command-error.js'

/** An engine of the command line. */
export type StorageChoice =
  | { readonly engine: 'memory' }
  | { readonly engine: 'lmdb'; readonly directory: string; readonly mustExist?: boolean }
  | { readonly engine: 'etcd'; readonly endpoints: readonly string[] }
  | { readonly engine: 'postgres'; readonly url: string }

/** Values of `--storage`, for messages. */
export const STORAGE_PLACES = 'memory, lmdb:DIR, etcd:URL[,URL] or postgres:URL'

/**
 * Parses the value.
 *
 * @param text - `memory`, `lmdb:DIR`, `etcd:URL[,URL]`, or `postgres:URL`; a `postgres://` URI needs no prefix.
 * @returns The choice, or undefined when the text is none of these.
 */
export function parseStorageChoice(text: string): StorageChoice | undefined {
  if (text === 'memory') return { engine: 'memory' }
  const colon = text.indexOf(':')
  const place = text.slice(colon + 1)
  if (colon < 0 || place === '') return undefined
  if (text.startsWith('lmdb:')) return { engine: 'lmdb', directory: place }
  // `postgres://host/db` reads as an engine and the rest of its URI; libpq has two names for the scheme.
  if (/^postgres(ql)?:\/\//.test(text)) return { engine: 'postgres', url: text }
  if (text.startsWith('postgres:')) return /^postgres(ql)?:\/\//.test(place) ? { engine: 'postgres', url: place } : undefined
  if (!text.startsWith('etcd:')) return undefined
  const endpoints = place.split(',')
  return endpoints.every((endpoint) => URL.canParse(endpoint)) ? { engine: 'etcd', endpoints } : undefined
}

/** The flag's schema. */
export const storageSchema = z.string().transform((text, context) => {
  const choice = parseStorageChoice(text)
  if (choice) return choice
  context.addIssue({ code: 'custom', message: `expected ${STORAGE_PLACES}` })
  return z.NEVER
})

/**
 * Opens an engine.
 *
 * @param choice - The parsed value.
 * @param etcd - Connection options for etcd, if that is the engine.
 * @throws {@link CommandError} in one line when it cannot be opened.
 */
export async function openStorage(choice: StorageChoice, etcd: Partial<EtcdStorageOptions> = {}): Promise<Storage> {
  try {
    if (choice.engine === 'etcd') return await reached(await createEtcdStorage({ ...etcd, endpoints: choice.endpoints }))
    if (choice.engine === 'memory') return createMemoryStorage()
    if (choice.engine === 'postgres') {
      const { createPostgresStorage } = await import('../storage/postgres/index.js')
      return await createPostgresStorage({ url: choice.url })
    }
    const { createLmdbStorage } = await import('../storage/lmdb/index.js')
    const { directory, mustExist = false } = choice
    return await createLmdbStorage({ directory, mustExist })
  } catch (error) {
    throw new CommandError(`${placeOf(choice)}${reasonOf(error)}`, { exitCode: 1, cause: error })
  }
}

/** Adds the location if the error does not have it. */
function placeOf(choice: StorageChoice): string {
  if (choice.engine === 'etcd') return `etcd:${choice.endpoints.map(withoutCredentials).join(',')}: `
  return choice.engine === 'postgres' ? `${withoutCredentials(choice.url)}: ` : ''
}

/** gRPC ends its messages with a note on name resolution, which is empty where nothing was to be resolved. */
const EMPTY_NOTE = / Resolution note:$/

/** Checks the connection to etcd at startup, so that a wrong endpoint fails at once, with its reason. */
async function reached(storage: Storage): Promise<Storage> {
  try {
    await storage.healthCheck?.check()
    return storage
  } catch (error) {
    await storage.close()
    const reason = reasonOf((error as Error).cause ?? error)
    throw new Error(`it cannot be used: ${reason.replace(EMPTY_NOTE, '')}`, { cause: error })
  }
}
