import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { readKeyFile } from '../../../src/cli/files/key-files.js'
import { createSelfSignedCertificate, readSigningKey, readVerificationKeys } from '../../../src/crypto/index.js'

const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const read = (text: string) => {
  const file = path.join(folder, 'key.pem')
  writeFileSync(file, text)
  return readKeyFile('service-account-key-file', file)
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const certificate = await createSelfSignedCertificate({ hosts: ['a'] })

describe('a file of keys', () => {
  test.each([
    { form: 'pkcs1', text: rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(), algorithm: 'RS256' },
    { form: 'pkcs8', text: rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), algorithm: 'RS256' },
    { form: 'sec1', text: ec.privateKey.export({ type: 'sec1', format: 'pem' }).toString(), algorithm: 'ES384' },
    {
      form: 'sec1 after parameters',
      text: `-----BEGIN EC PARAMETERS-----\nBgUrgQQAIg==\n-----END EC PARAMETERS-----\n${ec.privateKey.export({ type: 'sec1', format: 'pem' })}`,
      algorithm: 'ES384',
    },
  ])('may hold a private key in the form $form', async ({ text, algorithm }) => {
    const { publicKeys, privateKey = '' } = await read(text)
    const signing = await readSigningKey(privateKey)
    expect(signing.algorithm).toBe(algorithm)
    expect((await readVerificationKeys(publicKeys)).map(({ keyId }) => keyId)).toEqual([signing.keyId])
  })

  test('may hold public keys and certificates, several of them', async () => {
    const texts = [
      rsa.publicKey.export({ type: 'spki', format: 'pem' }),
      rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }),
      certificate.certificatePem,
    ]
    const { publicKeys, privateKey } = await read(texts.join('\n'))
    expect((await readVerificationKeys(publicKeys)).map(({ algorithm }) => algorithm)).toEqual(['RS256', 'RS256', 'ES256'])
    expect(privateKey).toBeUndefined()
  })

  const encrypted = rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString()
  test.each([
    { text: '', says: 'holds no key in PEM' },
    { text: encrypted, says: 'holds something else than keys in PEM without a passphrase' },
    {
      text: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      says: 'expected RSA keys of 2048 bits or more, or ECDSA keys on P-256, P-384 or P-521',
    },
  ])('that cannot be used is refused in one line: $says', async ({ text, says }) => {
    await expect(read(text)).rejects.toThrow(`--service-account-key-file ${folder}/key.pem: ${says}`)
  })
})
