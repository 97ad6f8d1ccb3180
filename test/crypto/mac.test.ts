import { describe, expect, test } from '@jest/globals'
import { createMac, MAC_BYTES, sameMac } from '../../src/crypto/index.js'

const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))

/** RFC 4231, test cases 1, 3 and 6: a short key, a long text, and a key that is longer than a block. */
const VECTORS = [
  ['0b'.repeat(20), '4869205468657265', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  [
    'aa'.repeat(131),
    Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First').toString('hex'),
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
] as const

/** Does something as on a host that is none of Node's kind. */
async function withoutNode(act: () => Promise<void>): Promise<void> {
  const { getBuiltinModule } = process
  Object.defineProperty(process, 'getBuiltinModule', { value: undefined, configurable: true })
  try {
    await act()
  } finally {
    Object.defineProperty(process, 'getBuiltinModule', { value: getBuiltinModule, configurable: true, writable: true })
  }
}

describe('an authentication code', () => {
  test.each(VECTORS)('is that of RFC 4231 for the key %.10s…', async (key, text, code) => {
    expect(new Uint8Array(await createMac(fromHex(key))(fromHex(text)))).toEqual(fromHex(code))
    await withoutNode(async () => {
      expect(await createMac(fromHex(key))(fromHex(text))).toEqual(fromHex(code))
    })
  })

  test('is the same as another one when all of its bytes are', () => {
    const code = new Uint8Array(MAC_BYTES).fill(7)
    expect(sameMac(code, code.slice())).toBe(true)
    for (let at = 0; at < MAC_BYTES; at += 1) expect(sameMac(code, code.with(at, 6))).toBe(false)
    expect(sameMac(code, code.subarray(1))).toBe(false)
    expect(sameMac(code.subarray(1), code)).toBe(false)
  })
})
