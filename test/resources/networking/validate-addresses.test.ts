import { describe, expect, test } from '@jest/globals'
import { changed, kinds, refused, refusedUpdate, stored } from '../packaged/support.js'

const PARENT = { group: 'gateway.example.com', resource: 'gateways', namespace: 'ns', name: 'g' }

describe('an IPAddress', () => {
  test.each([
    ['10.0.0.1', []],
    ['2001:db8::1', []],
    ['::', []],
    ['2001:DB8::1', ['must be in canonical form ("2001:db8::1")']],
    ['2001:db8:0:0:0:0:0:1', ['must be in canonical form ("2001:db8::1")']],
    ['::ffff:10.0.0.1', ['must not be an IPv4-mapped IPv6 address']],
    ['10.0.0.01', ['must not have leading 0s']],
    ['a', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
  ])('is named by its address: %j is refused for %j', (name, messages) => {
    expect(kinds.IPAddress.strategy.validateName?.(name, false)).toEqual(messages)
  })

  test('has no generated name', () => {
    expect(kinds.IPAddress.strategy.validateName?.('10.0.0.1', true)).not.toEqual([])
  })

  test.each([
    [{}, []],
    [{ group: '', namespace: '' }, []],
    [{ resource: '' }, ['resource']],
    [{ name: '' }, ['name']],
    [{ group: 'A_B' }, ['group']],
    [{ resource: 'a/b', namespace: '..', name: 'a%b' }, ['resource', 'namespace', 'name']],
  ])('with a parent with %j is refused at %j', (change, members) => {
    const spec = { parentRef: { ...PARENT, ...change } }
    expect(refused('IPAddress', { spec })).toEqual(members.map((member) => `spec.parentRef.${member}`))
  })

  test('has a parent, which cannot be changed', () => {
    expect(refused('IPAddress', { spec: {} })).toEqual(['spec.parentRef'])
    const live = stored('IPAddress', { spec: { parentRef: PARENT } })
    expect(refusedUpdate('IPAddress', live, { 'metadata.labels': { a: 'b' } })).toEqual([])
    expect(refusedUpdate('IPAddress', live, { 'spec.parentRef.name': 'other' })).toEqual(['spec.parentRef'])
  })
})

describe('a ServiceCIDR', () => {
  test.each([
    [['10.0.0.0/24'], []],
    [['10.0.0.0/24', '2001:db8::/64'], []],
    [['2001:db8::/64', '10.0.0.0/24'], []],
    [[], ['spec.cidrs']],
    [['10.0.0.0/24', '10.1.0.0/24'], ['spec.cidrs']],
    [['2001:db8::/64', '2001:db9::/64'], ['spec.cidrs']],
    [['10.0.0.0/24', '2001:db8::/64', '10.1.0.0/24'], ['spec.cidrs']],
    [['10.0.0.0'], ['spec.cidrs[0]']],
    [['10.0.0.0/24', '2001:DB8::/64'], ['spec.cidrs[1]']],
    [['10.0.0.1/24'], ['spec.cidrs[0]']],
  ])('with the ranges %j is refused at %j', (cidrs, fields) => {
    expect(refused('ServiceCIDR', { spec: { cidrs } })).toEqual(fields)
  })

  test.each([
    [['10.0.0.0/24'], ['10.0.0.0/24', '2001:db8::/64'], []],
    [['10.0.0.0/24'], ['2001:db8::/64', '10.0.0.0/24'], ['spec.cidrs']],
    [['10.0.0.0/24'], ['10.0.0.0/24', '10.1.0.0/24'], ['spec.cidrs']],
    [['10.0.0.0/24'], ['10.0.0.0/16'], ['spec.cidrs']],
    [['10.0.0.0/24', '2001:db8::/64'], ['10.0.0.0/24'], ['spec.cidrs']],
  ])('with the ranges %j cannot change to %j but for a second family: refused at %j', (before, next, fields) => {
    const live = stored('ServiceCIDR', { spec: { cidrs: before } })
    expect(refusedUpdate('ServiceCIDR', changed(live, {}), { 'spec.cidrs': next })).toEqual(fields)
  })
})
