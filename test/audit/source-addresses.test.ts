import { expect, test } from '@jest/globals'
import { sourceAddresses } from '../../src/audit/index.js'

test.each([
  { headers: {}, peer: '10.0.0.9', addresses: ['10.0.0.9'] },
  {
    headers: { 'x-forwarded-for': '10.1.2.3, 2001:db8::1' },
    peer: '10.0.0.9',
    addresses: ['10.1.2.3', '2001:db8::1', '10.0.0.9'],
  },
  { headers: { 'x-forwarded-for': '10.1.2.3', 'x-real-ip': '10.4.5.6' }, peer: '10.4.5.6', addresses: ['10.1.2.3', '10.4.5.6'] },
  { headers: { 'x-forwarded-for': '10.1.2.3', 'x-real-ip': '10.1.2.3' }, peer: '::1', addresses: ['10.1.2.3', '::1'] },
  { headers: { 'x-forwarded-for': 'unknown, 300.1.1.1, 1.2.3, <b>' }, peer: '::ffff:10.0.0.9', addresses: ['10.0.0.9'] },
  { headers: {}, peer: undefined, addresses: [] },
])('$headers from $peer', ({ headers, peer, addresses }) => {
  expect(sourceAddresses((name) => (headers as Record<string, string>)[name], peer)).toEqual(addresses)
})

test('the number of trusted proxies is bounded', () => {
  const header = Array.from({ length: 1000 }, (_, i) => `10.0.0.${i % 200}`).join(',')
  expect(sourceAddresses((name) => (name === 'x-forwarded-for' ? header : undefined), undefined)).toHaveLength(32)
})
