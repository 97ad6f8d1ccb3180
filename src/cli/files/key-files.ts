/**
 * Key files in all common formats, converted to the formats that the library reads.
 *
 * @module
 */

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { badFlag } from '../flags.js'
import { attempt } from './attempt.js'
import { readText } from './read-text.js'

/** The content of a key file. */
export interface KeyFile {
  /** All keys, the public half of each, in PEM. */
  readonly publicKeys: string
  /** The first private key, in PEM; undefined when there is none. */
  readonly privateKey: string | undefined
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g

/**
 * Reads a file of keys: RSA or ECDSA, private or public, or certificates.
 *
 * @param flag - Name of the flag, without the dashes.
 * @param path - Its value.
 * @throws {@link CommandError} when it cannot be read or has no such key.
 */
export async function readKeyFile(flag: string, path: string): Promise<KeyFile> {
  const text = await readText(flag, path)
  const blocks = [...text.matchAll(BLOCK)]
    .map(([block]) => block)
    .filter((block) => !block.startsWith('-----BEGIN EC PARAMETERS'))
  if (blocks.length === 0) throw badFlag(flag, path, 'holds no key in PEM')
  const keys = blocks.map((block) => {
    const privateKey = attempt(() => createPrivateKey(block))
    const publicKey = attempt(() => createPublicKey(block))
    if (!publicKey) throw badFlag(flag, path, 'holds something else than keys in PEM without a passphrase')
    if (!isUsable(publicKey)) {
      throw badFlag(flag, path, 'expected RSA keys of 2048 bits or more, or ECDSA keys on P-256, P-384 or P-521')
    }
    return { privateKey, publicKey }
  })
  const privateKey = keys.find((key) => key.privateKey)?.privateKey
  return {
    publicKeys: keys.map((key) => key.publicKey.export({ type: 'spki', format: 'pem' })).join(''),
    privateKey: privateKey?.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const CURVES = ['prime256v1', 'secp384r1', 'secp521r1']

function isUsable({ asymmetricKeyType, asymmetricKeyDetails: { modulusLength = 0, namedCurve = '' } = {} }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' ? modulusLength >= 2048 : asymmetricKeyType === 'ec' && CURVES.includes(namedCurve)
}
