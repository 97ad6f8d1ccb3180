import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { createDigest } from '../../src/crypto/index.js'

const salted = (byte: number) => ({ uuid: () => '', bytes: (length: number) => new Uint8Array(length).fill(byte) })

describe('a digest of tokens', () => {
  test('is the SHA-256 of the text after the secret in base64, at once', () => {
    const expected = createHash('sha256').update(Buffer.alloc(32, 7).toString('base64')).update('a.b.c').digest('hex')
    expect(createDigest(salted(7))('a.b.c')).toBe(expected)
  })

  test('differs between processes: each has its own secret', () => {
    expect(createDigest()('a.b.c')).not.toBe(createDigest()('a.b.c'))
  })

  test('on a host without a digest that answers at once, two texts still have two digests', async () => {
    const { getBuiltinModule } = process
    Object.defineProperty(process, 'getBuiltinModule', { value: undefined, configurable: true })
    try {
      const digest = createDigest(salted(7))
      expect(await digest('a')).toBe(await digest('a'))
      expect(await digest('a')).not.toBe(await digest('b'))
      expect((await digest('a')).length).toBe(32)
    } finally {
      Object.defineProperty(process, 'getBuiltinModule', { value: getBuiltinModule, configurable: true, writable: true })
    }
  })
})
