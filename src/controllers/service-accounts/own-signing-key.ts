/**
 * A key of the plane's own that signs tokens of service accounts, for planes that were given none.
 *
 * @module
 */

import type { Client } from '../../client/index.js'
import { createSigningKey, readSigningKey, type SigningKey, writeSigningKey } from '../../crypto/index.js'
import type { Dialect } from '../../meta/index.js'
import { keepOwnSecret } from '../own-secret.js'

const KEY_SECRET = 'binnacle-token-signing-key'

/**
 * The plane's own key, which is made with its first use.
 *
 * @param client - Reaches the plane.
 * @param dialect - Names the system namespace, in which the Secret is.
 * @returns Reads the key as it is now.
 */
export function ownSigningKey(client: Client, dialect: Dialect): () => Promise<SigningKey> {
  return keepOwnSecret(client, dialect, {
    name: KEY_SECRET,
    type: 'Opaque',
    make: async () => ({ 'private-key': await writeSigningKey(await createSigningKey()) }),
    read: (data) => readSigningKey(data('private-key')),
  })
}
