import { describe, expect, test } from '@jest/globals'
import type { DeprecatedElement } from '../../../src/meta/index.js'
import { deprecationOf } from '../../../src/public/meta.js'

const old: DeprecatedElement = { name: '--colour', deprecated: '2.4', removed: '2.7', replacement: '--tone' }

describe('a deprecated part of a command line', () => {
  test.each([
    ['2.3', undefined],
    ['2.4', '--colour is deprecated since 2.4 and will be removed in 2.7; use --tone'],
    ['2.6', '--colour is deprecated since 2.4 and will be removed in 2.7; use --tone'],
  ])('in release %s says %j', (release, line) => {
    expect(deprecationOf(old, release)).toBe(line)
  })

  test('is refused by the release that removes it, and by later ones', () => {
    for (const release of ['2.7', '2.10', '3.0'])
      expect(() => deprecationOf(old, release)).toThrow(new RangeError('--colour was removed in 2.7; use --tone'))
  })

  test('may have no removal release, and no replacement', () => {
    expect(deprecationOf({ name: 'serve', deprecated: '2.4' }, '9.0')).toBe('serve is deprecated since 2.4')
  })

  test.each([
    { audience: 'user', stability: 'GA', stays: 3 },
    { audience: 'user', stability: 'BETA', stays: 1 },
    { audience: 'user', stability: 'ALPHA', stays: 0 },
    { audience: 'admin', stability: 'GA', stays: 2 },
    { audience: 'admin', stability: 'BETA', stays: 1 },
    { audience: 'admin', stability: 'ALPHA', stays: 0 },
  ] as const)('that was $stability stays $stays releases for a $audience', ({ audience, stability, stays }) => {
    const element = (after: number) => ({ ...old, audience, stability, removed: `2.${4 + after}` as const })
    expect(deprecationOf(element(stays + 1), '2.4')).toContain('is deprecated')
    expect(deprecationOf(element(stays), '2.3')).toBeUndefined()
    if (stays > 0) expect(() => deprecationOf(element(stays - 1), '2.3')).toThrow(`expected ${stays} releases or more between`)
  })
})
