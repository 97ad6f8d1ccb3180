import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { compareVersions, formatApiVersion, formatGroupResource, parseApiVersion } from '../../../src/meta/index.js'

describe('apiVersion', () => {
  test.each([
    ['v1', { group: '', version: 'v1' }],
    ['apps/v1', { group: 'apps', version: 'v1' }],
    ['example.com/v1beta1', { group: 'example.com', version: 'v1beta1' }],
    ['', { group: '', version: '' }],
    ['apps/', { group: 'apps', version: '' }],
    ['a/b/c', undefined],
  ])('%j is read as %j', (text, expected) => {
    expect(parseApiVersion(text)).toEqual(expected)
  })

  test('what was written is read back', () => {
    const part = fc.stringMatching(/^[a-z0-9.]{1,10}$/)
    fc.assert(
      fc.property(fc.oneof(fc.constant(''), part), part, (group, version) => {
        expect(parseApiVersion(formatApiVersion(group, version))).toEqual({ group, version })
      }),
    )
  })
})

test('a resource is named with its group, the core group without one', () => {
  expect(formatGroupResource({ group: '', resource: 'configmaps' })).toBe('configmaps')
  expect(formatGroupResource({ group: 'example.com', resource: 'widgets' })).toBe('widgets.example.com')
})

describe('compareVersions', () => {
  const inOrder = [
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v10beta3',
    'v3beta1',
    'v12alpha1',
    'v11alpha2',
    'foo1',
    'foo10',
    'v1beta',
    'v1gamma1',
  ]

  test('stable before beta before alpha, higher numbers first, then the rest by name', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(inOrder, { minLength: inOrder.length }), (shuffled) => {
        expect(shuffled.sort(compareVersions)).toEqual(inOrder)
      }),
    )
  })

  test('numbers too long for a double keep their order', () => {
    const long = '9'.repeat(400)
    expect(compareVersions(`v${long}`, `v1${long}`)).toBeGreaterThan(0)
    expect(compareVersions('v9007199254740993', 'v9007199254740992')).toBeLessThan(0)
  })

  test('it is a total order', () => {
    const version = fc.oneof(
      fc.stringMatching(/^v[0-9]{1,3}((alpha|beta)[0-9]{1,2})?$/),
      fc.stringMatching(/^[vab01]{0,3}$/),
      fc.constantFrom(...inOrder),
    )
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(compareVersions(a, b) === 0).toBe(a === b)
        expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0)
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) expect(compareVersions(a, c)).toBeLessThanOrEqual(0)
      }),
    )
  })
})
