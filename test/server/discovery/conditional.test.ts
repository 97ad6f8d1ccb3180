import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { createRepresentation } from '../../../src/server/discovery/conditional.js'

const MIB = 1024 * 1024
const hashOf = async (bytes: Uint8Array) => (await createRepresentation(bytes, 'application/json')).hash

test('a short document has its SHA-256 as hash', async () => {
  const bytes = new TextEncoder().encode('{}')
  expect(await hashOf(bytes)).toBe(createHash('sha256').update(bytes).digest('hex').toUpperCase())
})

test.each([0, MIB - 1, MIB, 3 * MIB, 3 * MIB + 4])(
  'a document of megabytes has another hash when byte %i of it changes',
  async (at) => {
    const bytes = new Uint8Array(3 * MIB + 5)
    const before = await hashOf(bytes)
    expect(before).toMatch(/^[0-9A-F]{64}$/)
    expect(await hashOf(new Uint8Array(bytes))).toBe(before)
    bytes[at] = 1
    expect(await hashOf(bytes)).not.toBe(before)
  },
)

test('a document of megabytes has another hash than a longer or shorter one that begins with it', async () => {
  const hashes = await Promise.all([2 * MIB, 2 * MIB + 1, 3 * MIB].map((length) => hashOf(new Uint8Array(length))))
  expect(new Set(hashes).size).toBe(3)
})
