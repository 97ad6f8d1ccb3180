/**
 * The plane's own certificate authority, for planes without a configured one. It is kept in a Secret, so that it outlives the
 * process and all replicas share it.
 *
 * @module
 */

import { builtInSigners, type Signer } from '../../certificates/index.js'
import type { Client } from '../../client/index.js'
import { type CertificateAuthority, createCertificateAuthority, readCertificateAuthority } from '../../crypto/index.js'
import { type Dialect, dialectOf, notify } from '../../meta/index.js'
import type { ControlLoopOptions } from '../client-loop.js'
import { keepOwnSecret } from '../own-secret.js'

/** Name of the Secret in the system namespace. */
const AUTHORITY_SECRET = 'binnacle-signing-authority'

/**
 * The built-in signers with the plane's own authority. A missing authority is created at once, so that clients can trust it
 * before the first certificate is requested. A failure now is retried on first use.
 *
 * @param client - A client of the plane.
 * @param options - Dialect; the error handler.
 * @param durationSeconds - Maximum lifetime of certificates; a year by default.
 */
export function ownSigners(client: Client, options: ControlLoopOptions, durationSeconds?: number): readonly Signer[] {
  const dialect = dialectOf(options.dialect)
  const authority = ownAuthority(client, dialect)
  const made = client.activity.begin()
  authority()
    .catch((error: unknown) => {
      if (!client.closed.aborted) notify('onError', options.onError, error, AUTHORITY_SECRET)
    })
    .finally(made)
  const { clock, random } = client
  const longest = durationSeconds === undefined ? {} : { durationSeconds }
  return builtInSigners({ dialect, clock, random, ...longest, authorityOf: () => authority })
}

function ownAuthority(client: Client, dialect: Dialect): () => Promise<CertificateAuthority> {
  return keepOwnSecret(client, dialect, {
    name: AUTHORITY_SECRET,
    type: `${dialect.labelDomain}/tls`,
    async make() {
      const { clock, random } = client
      const made = await createCertificateAuthority({ commonName: AUTHORITY_SECRET, clock, random })
      return { 'tls.crt': made.certificatePem, 'tls.key': made.privateKeyPem }
    },
    read: (data) => readCertificateAuthority({ certificatePem: data('tls.crt'), privateKeyPem: data('tls.key') }),
  })
}
