/**
 * The plane's own signing key for service account tokens, for planes without a configured one.
 *
 * @module
 */

import type { Client } from '../../client/index.js'
import { createSigningKey, readSigningKey, type SigningKey, writeSigningKey } from '../../crypto/index.js'
import type { Dialect } from '../../meta/index.js'
import { keepOwnSecret } from '../own-secret.js'

/** Name of the Secret in the system namespace. */
export const OWN_SIGNING_KEY = 'binnacle-token-signing-key'

/**
 * The plane's own key, generated on first use.
 *
 * @param client - A client of the plane.
 * @param dialect - Names the system namespace, which contains the Secret.
 * @returns Reads the current key.
 */
export function ownSigningKey(client: Client, dialect: Dialect): () => Promise<SigningKey> {
  return keepOwnSecret(client, dialect, {
    name: OWN_SIGNING_KEY,
    type: 'Opaque',
    make: async () => ({ 'private-key': await writeSigningKey(await createSigningKey()) }),
    read: (data) => readSigningKey(data('private-key')),
  })
}
