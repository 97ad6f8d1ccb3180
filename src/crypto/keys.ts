/**
 * Signing and verification keys of tokens, from PEM and as JSON Web Keys.
 *
 * @module
 */

import { loadJose } from './jose.js'

/** Supported signature algorithms (RFC 7518 §3.1): the key determines its algorithm, never the token. */
const ALGORITHMS = ['RS256', 'ES256', 'ES384', 'ES512'] as const

/** The algorithm of a key. */
export type KeyAlgorithm = (typeof ALGORITHMS)[number]

/** A key of Web Crypto. Programs without the types of browsers have no name for it, but Node declares `crypto` as well. */
export type WebCryptoKey = Parameters<typeof crypto.subtle.sign>[1]

/** A published public key (RFC 7517 §4). */
export interface PublicJwk {
  readonly use: 'sig'
  readonly kty: string
  readonly kid: string
  readonly alg: KeyAlgorithm
  readonly [parameter: string]: string
}

/** A verification key. */
export interface VerificationKey {
  readonly algorithm: KeyAlgorithm
  /** The SHA-256 of its DER form (SubjectPublicKeyInfo), in base64url. */
  readonly keyId: string
  readonly publicKey: WebCryptoKey
  readonly jwk: PublicJwk
}

/** A signing key, with its public key. */
export interface SigningKey extends VerificationKey {
  readonly privateKey: WebCryptoKey
}

/** More than any list of rotated keys. */
const MAX_BLOCKS = 100
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g

/**
 * Makes a signing key: RSA with 2048 bits, as RS256 is the only algorithm that all verifiers support (OpenID Connect Core 1.0
 * §15.1).
 */
export async function createSigningKey(): Promise<SigningKey> {
  const { generateKeyPair } = await loadJose()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return signingKeyOf(privateKey, 'RS256')
}

/**
 * Exports a signing key.
 *
 * @param key - An exportable key, such as one of {@link createSigningKey}.
 * @returns One block `PRIVATE KEY` (PKCS #8).
 */
export async function writeSigningKey({ privateKey }: SigningKey): Promise<string> {
  const { exportPKCS8 } = await loadJose()
  return exportPKCS8(privateKey)
}

/**
 * Reads a signing key.
 *
 * @param pem - One block `PRIVATE KEY` (PKCS #8): RSA of 2048 bits or more, or ECDSA on P-256, P-384 or P-521.
 * @throws Error, with one line that never contains the key.
 */
export async function readSigningKey(pem: string): Promise<SigningKey> {
  const [block, ...more] = blocksOf(pem)
  if (block?.label !== 'PRIVATE KEY' || more.length > 0) throw new Error(`expected one PEM block PRIVATE KEY${foundIn(pem)}`)
  return readPrivate(block.text)
}

/**
 * Reads verification keys. Of a private key the public half is used.
 *
 * @param pem - Blocks `PUBLIC KEY` (SubjectPublicKeyInfo) or `PRIVATE KEY` (PKCS #8), one or more; see {@link readSigningKey}.
 * @throws Error, with one line that never contains the key.
 */
export async function readVerificationKeys(pem: string): Promise<readonly VerificationKey[]> {
  const blocks = blocksOf(pem)
  if (blocks.length === 0 || blocks.some(({ label }) => label !== 'PRIVATE KEY' && label !== 'PUBLIC KEY')) {
    throw new Error(`expected PEM blocks PUBLIC KEY or PRIVATE KEY${foundIn(pem)}`)
  }
  return Promise.all(blocks.map(({ label, text }) => (label === 'PUBLIC KEY' ? readPublic(text) : readPrivate(text))))
}

function blocksOf(pem: string): readonly { readonly label: string; readonly text: string }[] {
  const blocks = [...pem.matchAll(BLOCK)].map(([text, label = '']) => ({ label, text }))
  if (blocks.length > MAX_BLOCKS) throw new Error(`expected at most ${MAX_BLOCKS} keys`)
  return blocks
}

/** Describes the actual content, and how to convert the formats of other tools. */
function foundIn(pem: string): string {
  const labels = [...pem.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----/g)].map(([, label]) => label)
  if (labels.length === 0) return ', found none'
  const old = labels.some((label) => label === 'RSA PRIVATE KEY' || label === 'EC PRIVATE KEY')
  return `, found ${labels.slice(0, 3).join(', ')}${old ? ' (openssl pkcs8 -topk8 -nocrypt converts it)' : ''}`
}

async function readPrivate(pem: string): Promise<SigningKey> {
  const { importPKCS8 } = await loadJose()
  const { key, algorithm } = await withFittingAlgorithm((name) => importPKCS8(pem, name, { extractable: true }))
  return signingKeyOf(key, algorithm)
}

async function readPublic(pem: string): Promise<VerificationKey> {
  const { importSPKI } = await loadJose()
  const { key, algorithm } = await withFittingAlgorithm((name) => importSPKI(pem, name, { extractable: true }))
  return verificationKeyOf(key, algorithm)
}

/** Finds the only algorithm that a key can be imported for. */
async function withFittingAlgorithm(
  read: (algorithm: KeyAlgorithm) => Promise<CryptoKey>,
): Promise<{ readonly key: CryptoKey; readonly algorithm: KeyAlgorithm }> {
  for (const algorithm of ALGORITHMS) {
    const key = await read(algorithm).catch(() => undefined)
    if (!key) continue
    const { modulusLength = 0 } = key.algorithm as Partial<RsaKeyAlgorithm>
    if (algorithm === 'RS256' && modulusLength < 2048) throw new Error('an RSA key needs 2048 bits or more')
    return { key, algorithm }
  }
  throw new Error('expected an RSA key, or an ECDSA key on P-256, P-384 or P-521')
}

async function signingKeyOf(privateKey: CryptoKey, algorithm: KeyAlgorithm): Promise<SigningKey> {
  const { exportJWK, importJWK } = await loadJose()
  const { kty, n, e, crv, x, y } = await exportJWK(privateKey)
  const members = Object.entries({ kty, n, e, crv, x, y }).filter(([, value]) => value !== undefined)
  const publicKey = (await importJWK(Object.fromEntries(members), algorithm, { extractable: true })) as CryptoKey
  return { ...(await verificationKeyOf(publicKey, algorithm)), privateKey }
}

async function verificationKeyOf(publicKey: CryptoKey, algorithm: KeyAlgorithm): Promise<VerificationKey> {
  const { exportJWK, base64url } = await loadJose()
  const der = await crypto.subtle.exportKey('spki', publicKey)
  const keyId = base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', der)))
  const { kty = '', ...parameters } = (await exportJWK(publicKey)) as Record<string, string>
  return { algorithm, keyId, publicKey, jwk: { use: 'sig', kty, kid: keyId, alg: algorithm, ...parameters } }
}
