import { isIPv6 } from 'node:net'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addressText, parseAddress, validateAddress, validateRange } from '../../../src/meta/index.js'

test.each([
  ['10.0.0.0/8', []],
  ['2001:db8::/64', []],
  ['10.0.0.1/8', ['must not have bits set beyond the prefix length']],
  ['2001:db8::1/64', ['must not have bits set beyond the prefix length']],
  ['010.0.0.0/8', ['must not have leading 0s in IP or prefix length']],
  ['10.0.0.0/08', ['must not have leading 0s in IP or prefix length']],
  ['::ffff:10.0.0.0/104', ['must not have an IPv4-mapped IPv6 address']],
  ['10.0.0.0', ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']],
  ['x/8', ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']],
])('the range %s has the faults %j', (text, faults) => {
  expect(validateRange(text)).toEqual(faults)
})

test.each([
  ['10.0.0.1', []],
  ['10.00.0.01', ['must not have leading 0s']],
  ['::ffff:10.0.0.1', ['must not be an IPv4-mapped IPv6 address']],
  ['10.0.0.256', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
])('the address %s has the faults %j', (text, faults) => {
  expect(validateAddress(text)).toEqual(faults)
})

test('what is an IPv6 address, and which one, is what Node says', () => {
  const part = fc.oneof(fc.stringMatching(/^[0-9a-fA-F]{1,4}$/), fc.constantFrom('0', '', '12345', 'g'))
  const texts = fc
    .array(fc.tuple(part, fc.constantFrom(':', ':', ':', ':', '::')), { minLength: 1, maxLength: 10 })
    .chain((parts) => {
      const text = parts.flat().join('')
      return fc.constantFrom(text, text.replace(/:+$/, ''), `:${text}`)
    })
  fc.assert(
    fc.property(texts, (text) => {
      const address = parseAddress(text)
      expect(address !== undefined).toBe(isIPv6(text))
      if (address) expect(`[${addressText(address)}]`).toBe(new URL(`http://[${text}]`).hostname)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['::', 0n],
  ['::1', 1n],
  ['1::', 1n << 112n],
  ['2001:DB8::ff', 0x20010db80000000000000000000000ffn],
  ['1:2:3:4:5:6:7:8', 0x00010002000300040005000600070008n],
  ['1:2:3:4:5:6:7::', 0x00010002000300040005000600070000n],
])('%s is read as a number', (text, value) => {
  expect(parseAddress(text)).toEqual({ bits: 128, value })
})
