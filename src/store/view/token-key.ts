/**
 * The secret of continue tokens, stored beside the objects: all replicas accept each other's tokens, and tokens survive
 * restarts.
 *
 * @module
 */

import type { Random } from '../../meta/index.js'
import type { Storage } from '../../storage/index.js'

/** Where the secret is kept. Keys of objects begin with a slash. */
export const TOKEN_KEY = 'continue-token-key'

const KEY_BYTES = 32

/**
 * The secret that all users of a storage share; the first one creates it.
 *
 * @param storage - Where it is stored, if that outlives the process.
 * @param held - The secret that was loaded, if any.
 * @param random - Creates a new one.
 */
export async function sharedTokenKey(storage: Storage, held: Uint8Array | undefined, random: Random): Promise<Uint8Array> {
  if (held && held.length >= KEY_BYTES) return held
  const made = random.bytes(KEY_BYTES)
  if (!storage.outlivesProcess) return made
  const { outcome } = await storage.commit({ key: TOKEN_KEY, expectedRevision: 0, value: made })
  if (outcome === 'committed') return made
  const { entries } = await storage.load()
  for await (const { key, value } of entries) if (key === TOKEN_KEY && value.length >= KEY_BYTES) return value
  throw new Error(`the storage holds no secret of ${KEY_BYTES} bytes at ${TOKEN_KEY}`)
}
