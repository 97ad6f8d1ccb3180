/**
 * An authority of the plane's own, for planes that were given none: it stands in a Secret, so that it outlives the process, and all
 * replicas have the same.
 *
 * @module
 */

import { builtInSigners, type Signer } from '../../certificates/index.js'
import { type Client, isAlreadyExists, isNotFound } from '../../client/index.js'
import { decodeBase64Text, encodeBase64Text } from '../../codec/index.js'
import { type CertificateAuthority, createCertificateAuthority, readCertificateAuthority } from '../../crypto/index.js'
import { type ApiObject, type Dialect, dialectOf } from '../../meta/index.js'
import type { ControlLoopOptions } from '../client-loop.js'
import { SECRETS, type SecretFields } from '../types.js'

/** Name of the Secret in the system namespace. */
const AUTHORITY_SECRET = 'binnacle-signing-authority'

/**
 * The built-in signers with the plane's own authority, which is made at once where there is none: others can be told to trust it
 * before
 * the first certificate is asked for. What fails now is tried again with the first use.
 *
 * @param client - Reaches the plane.
 * @param options - Dialect; the error handler.
 * @param durationSeconds - How long certificates last at most; a year by default.
 */
export function ownSigners(client: Client, options: ControlLoopOptions, durationSeconds?: number): readonly Signer[] {
  const dialect = dialectOf(options.dialect)
  const authority = ownAuthority(client, dialect)
  const made = client.activity.begin()
  authority()
    .catch((error: unknown) => {
      if (!client.closed.aborted) options.onError?.(error, AUTHORITY_SECRET)
    })
    .finally(made)
  const { clock, random } = client
  const longest = durationSeconds === undefined ? {} : { durationSeconds }
  return builtInSigners({ dialect, clock, random, ...longest, authorityOf: () => authority })
}

/** Reads the authority from its Secret, and creates it when missing. A change of the Secret replaces the authority. */
function ownAuthority(client: Client, dialect: Dialect): () => Promise<CertificateAuthority> {
  const secrets = client.resource<SecretFields>(SECRETS).namespace(dialect.namespaces.system)
  let known: { readonly version: string | undefined; readonly authority: CertificateAuthority } | undefined
  const find = async (): Promise<ApiObject & SecretFields> => {
    try {
      return await secrets.get(AUTHORITY_SECRET)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
    const { clock, random } = client
    const made = await createCertificateAuthority({ commonName: AUTHORITY_SECRET, clock, random })
    const data = { 'tls.crt': encodeBase64Text(made.certificatePem), 'tls.key': encodeBase64Text(made.privateKeyPem) }
    const type = `${dialect.labelDomain}/tls`
    try {
      return await secrets.create({ metadata: { name: AUTHORITY_SECRET }, type, data })
    } catch (error) {
      if (!isAlreadyExists(error)) throw error
      return secrets.get(AUTHORITY_SECRET)
    }
  }
  return async () => {
    const { metadata, data = {} } = await find()
    if (known && known.version === metadata.resourceVersion) return known.authority
    const [certificatePem, privateKeyPem] = [decodeBase64Text(data['tls.crt'] ?? ''), decodeBase64Text(data['tls.key'] ?? '')]
    const authority = await readCertificateAuthority({ certificatePem, privateKeyPem })
    known = { version: metadata.resourceVersion, authority }
    return authority
  }
}
