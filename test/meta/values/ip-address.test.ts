import { expect, test } from '@jest/globals'
import { validateAddress, validateRange } from '../../../src/meta/index.js'

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
