import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  dnsLabelName,
  dnsSubdomainName,
  generateName,
  pathSegmentName,
  systemRandom,
  validateDnsLabel,
  validateDnsSubdomain,
  validatePathSegment,
  validateWildcardSubdomain,
} from '../../../src/meta/index.js'

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"

describe('a DNS subdomain', () => {
  test.each(['a', '0', 'a.b-c.d', 'a-b', `${'a'.repeat(63)}.${'b'.repeat(63)}`, 'a'.repeat(253)])('%j is one', (name) => {
    expect(validateDnsSubdomain(name)).toEqual([])
  })

  test.each([
    '',
    'Upper',
    'under_score',
    '-lead',
    'trail-',
    'dot..dot',
    'a.',
    '.a',
    'sp ace',
    'ümlaut',
    'a/b',
    '..',
    'a-.b',
    'a\n',
  ])('%j is none', (name) => {
    expect(validateDnsSubdomain(name)).toEqual([SUBDOMAIN])
  })

  test('it has at most 253 characters', () => {
    expect(validateDnsSubdomain('a'.repeat(254))).toEqual(['must be no more than 253 characters'])
    expect(validateDnsSubdomain('A'.repeat(254))).toEqual(['must be no more than 253 characters', SUBDOMAIN])
  })
})

describe('a wildcard subdomain', () => {
  const message =
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

  test.each(['*.a', '*.a.b-c.d', `*.${'a'.repeat(251)}`])('%j is one', (name) => {
    expect(validateWildcardSubdomain(name)).toEqual([])
  })

  test.each(['', '*', '*.', 'a.b', '*a.b', '*.*.b', 'a.*.b', '*.A'])('%j is none', (name) => {
    expect(validateWildcardSubdomain(name)).toEqual([message])
  })

  test('it has at most 253 characters', () => {
    expect(validateWildcardSubdomain(`*.${'a'.repeat(252)}`)).toEqual(['must be no more than 253 characters'])
  })
})

describe('a DNS label', () => {
  test.each(['a', '0', 'my-name', '123-abc', 'a'.repeat(63)])('%j is one', (name) => {
    expect(validateDnsLabel(name)).toEqual([])
  })

  test.each([
    ['Bad', [LABEL]],
    ['a.b', ['must not contain dots']],
    ['A.b', [LABEL]],
    ['a_b', [LABEL]],
    ['-a', [LABEL]],
    ['a-', [LABEL]],
    ['', [LABEL]],
    ['a'.repeat(64), ['must be no more than 63 characters']],
    [`${'a'.repeat(63)}.b`, ['must be no more than 63 characters', 'must not contain dots']],
  ])('%j is none', (name, messages) => {
    expect(validateDnsLabel(name)).toEqual(messages)
  })
})

describe('a path segment', () => {
  test.each(['a', 'team:Reader Of_all', '...', 'ümlaut', 'a.b', '\u{1f600}'])('%j is one', (name) => {
    expect(validatePathSegment(name)).toEqual([])
  })

  test.each([
    ['.', ["may not be '.'"]],
    ['..', ["may not be '..'"]],
    ['a/b', ["may not contain '/'"]],
    ['a%b', ["may not contain '%'"]],
    ['a\ud800', ['may not contain lone surrogates']],
    ['%2F/', ["may not contain '/'", "may not contain '%'"]],
  ])('%j is none', (name, messages) => {
    expect(validatePathSegment(name)).toEqual(messages)
  })
})

describe('a prefix for a generated name', () => {
  test('may end in a dash where a name may not', () => {
    for (const rule of [dnsSubdomainName, dnsLabelName]) {
      expect(rule('gen-', true)).toEqual([])
      expect(rule('gen-', false)).toHaveLength(1)
    }
  })

  test('may be a dot or two where a name is a path segment', () => {
    expect(pathSegmentName('..', true)).toEqual([])
    expect(pathSegmentName('..', false)).toEqual(["may not be '..'"])
    expect(pathSegmentName('a/', true)).toEqual(["may not contain '/'"])
  })

  test('has to satisfy all other rules', () => {
    expect(dnsSubdomainName('Bad_', true)).toEqual([SUBDOMAIN])
    expect(dnsSubdomainName('-', true)).toEqual([SUBDOMAIN])
    expect(dnsSubdomainName('a.-', true)).toEqual([SUBDOMAIN])
    expect(dnsLabelName('a.', true)).toEqual([LABEL])
  })
})

describe('generateName', () => {
  test('five characters follow what was given, 63 at most in all', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9.-]{0,300}$/), (base) => {
        const name = generateName(base, systemRandom)
        expect(name.slice(0, -5)).toBe(base.slice(0, 58))
        expect(name.slice(-5)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{5}$/)
        expect(name.length).toBeLessThanOrEqual(63)
      }),
    )
  })

  test('a prefix that its rule accepts becomes a name that the rule accepts', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9.-]{1,58}$/), (base) => {
        fc.pre(dnsSubdomainName(base, true).length === 0)
        expect(dnsSubdomainName(generateName(base, systemRandom), false)).toEqual([])
      }),
    )
  })

  test('every character can come up, and the same chance makes the same name', () => {
    const seen = new Set<string>()
    for (let i = 0; i < 27; i++) {
      const random = {
        ...systemRandom,
        bytes: (length: number) => new Uint8Array(length).fill(i).map((_, at) => (at % 2 ? i : 0)),
      }
      const name = generateName('', random)
      expect(generateName('', random)).toBe(name)
      for (const character of name) seen.add(character)
    }
    expect(seen.size).toBe(27)
  })

  test('no character of the prefix is cut in two', () => {
    expect(generateName('😀'.repeat(60), systemRandom).slice(0, -5)).toBe('😀'.repeat(58))
  })
})
