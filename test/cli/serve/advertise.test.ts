import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from '@jest/globals'
import { advertisedFrom } from '../../../src/cli/serve/advertise.js'

const at = (address: string, internal = false): NetworkInterfaceInfo =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo
const interfaces = { lo: [at('127.0.0.1', true), at('::1', true)], eth0: [at('fe80::1'), at('2001:db8::1'), at('192.0.2.9')] }

test.each([
  ['192.0.2.1', '0.0.0.0', '192.0.2.1'],
  [undefined, '198.51.100.3', '198.51.100.3'],
  [undefined, '2001:db8::5', '2001:db8::5'],
  [undefined, '0.0.0.0', '192.0.2.9'],
  [undefined, '::', '192.0.2.9'],
  [undefined, '127.0.0.1', '192.0.2.9'],
  [undefined, '::1', '192.0.2.9'],
  [undefined, 'localhost', '192.0.2.9'],
])('with --advertise-address %s and --bind-address %s workloads connect to %s', (given, host, address) => {
  expect(advertisedFrom({ given, host, interfaces })).toBe(address)
})

test('a machine that has no other address is reached by its own alone', () => {
  expect(advertisedFrom({ given: undefined, host: '0.0.0.0', interfaces: { lo: interfaces.lo } })).toBe('0.0.0.0')
  expect(advertisedFrom({ given: undefined, host: '127.0.0.1', interfaces: {} })).toBe('127.0.0.1')
  expect(advertisedFrom({ given: undefined, host: 'localhost', interfaces: {} })).toBe('127.0.0.1')
  expect(advertisedFrom({ given: undefined, host: '0.0.0.0', interfaces: { eth1: [at('2001:db8::1')] } })).toBe('2001:db8::1')
})
