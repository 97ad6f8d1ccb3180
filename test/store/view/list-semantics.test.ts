import { describe, expect, test } from '@jest/globals'
import type { ApiError } from '../../../src/meta/index.js'
import { parseResourceVersion } from '../../../src/store/index.js'
import { getSemantics, listSemantics, watchSemantics } from '../../../src/store/view/list-semantics.js'

const GROUP = 'meta.platform.io'
const refused = (attempt: () => unknown) => {
  try {
    return attempt()
  } catch (error) {
    return (error as ApiError).status
  }
}
const invalid = (...causes: string[]) => ({
  code: 422,
  reason: 'Invalid',
  message: `ListOptions.${GROUP} "" is invalid: ${causes.length === 1 ? causes[0] : `[${causes.join(', ')}]`}`,
  details: {
    group: GROUP,
    kind: 'ListOptions',
    causes: causes.map((cause) => ({
      field: cause.slice(0, cause.indexOf(': ')),
      message: cause.slice(cause.indexOf(': ') + 2),
    })),
  },
})
const MATCH = 'resourceVersionMatch: Forbidden: resourceVersionMatch'

describe('get', () => {
  test.each([
    { resourceVersion: undefined, meaning: { meaning: 'MostRecent' } },
    { resourceVersion: '', meaning: { meaning: 'MostRecent' } },
    { resourceVersion: '0', meaning: { meaning: 'Any' } },
    { resourceVersion: '7', meaning: { meaning: 'NotOlderThan', revision: 7 } },
  ])('version $resourceVersion means $meaning.meaning', ({ resourceVersion, meaning }) => {
    expect(getSemantics(resourceVersion === undefined ? {} : { resourceVersion })).toEqual(meaning)
  })
})

describe('list', () => {
  const exact = { meaning: 'Exact', revision: 7 }
  const notOlder = { meaning: 'NotOlderThan', revision: 7 }
  const mostRecent = { meaning: 'MostRecent' }
  const any = { meaning: 'Any' }
  const unless = invalid(`${MATCH} is forbidden unless resourceVersion is provided`)
  const zero = invalid(`${MATCH} "exact" is forbidden for resourceVersion "0"`)
  const withToken = invalid(`${MATCH} is forbidden when continue is provided`)
  const token = { meaning: 'ContinueToken', token: 't' }
  // The table of the specification, row by row: version unset, zero, other.
  test.each([
    { rest: {}, unset: mostRecent, zero: any, other: notOlder },
    { rest: { limit: 2 }, unset: mostRecent, zero: any, other: exact },
    {
      rest: { limit: 2, continue: 't' },
      unset: token,
      zero: token,
      other: { code: 400, message: 'specifying resource version is not allowed when using continue' },
    },
    { rest: { resourceVersionMatch: 'Exact' }, unset: unless, zero, other: exact },
    { rest: { resourceVersionMatch: 'Exact', limit: 2 }, unset: unless, zero, other: exact },
    { rest: { resourceVersionMatch: 'NotOlderThan' }, unset: unless, zero: any, other: notOlder },
    { rest: { resourceVersionMatch: 'NotOlderThan', limit: 2 }, unset: unless, zero: any, other: notOlder },
    // What the table leaves out.
    { rest: { limit: 0 }, unset: mostRecent, zero: any, other: notOlder },
    { rest: { limit: -3 }, unset: mostRecent, zero: any, other: notOlder },
    { rest: { continue: 't' }, unset: token, zero: token, other: { code: 400 } },
    { rest: { continue: '', limit: 2 }, unset: mostRecent, zero: any, other: exact },
    { rest: { resourceVersionMatch: '' }, unset: mostRecent, zero: any, other: notOlder },
    {
      rest: { resourceVersionMatch: 'Exact', continue: 't' },
      unset: invalid(
        `${MATCH} is forbidden unless resourceVersion is provided`,
        `${MATCH} is forbidden when continue is provided`,
      ),
      zero: { code: 422 },
      other: withToken,
    },
    {
      rest: { resourceVersionMatch: 'Newest' },
      unset: { code: 422 },
      zero: invalid('resourceVersionMatch: Unsupported value: "Newest": supported values: "Exact", "NotOlderThan", ""'),
      other: { code: 422 },
    },
    {
      rest: { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' },
      unset: { code: 422 },
      zero: invalid('sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list'),
      other: { code: 422 },
    },
    { rest: { sendInitialEvents: false }, unset: { code: 422 }, zero: { code: 422 }, other: { code: 422 } },
  ])('$rest', ({ rest, unset, zero, other }) => {
    expect(refused(() => listSemantics(rest, GROUP))).toMatchObject(unset)
    expect(refused(() => listSemantics({ ...rest, resourceVersion: '' }, GROUP))).toMatchObject(unset)
    expect(refused(() => listSemantics({ ...rest, resourceVersion: '0' }, GROUP))).toMatchObject(zero)
    expect(refused(() => listSemantics({ ...rest, resourceVersion: '7' }, GROUP))).toMatchObject(other)
  })

  test('every cause names its reason', () => {
    expect(refused(() => listSemantics({ resourceVersionMatch: 'Newest' }, GROUP))).toMatchObject({
      details: { causes: [{ reason: 'FieldValueForbidden' }, { reason: 'FieldValueNotSupported' }] },
    })
  })
})

describe('watch', () => {
  const requires = 'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'
  const unless = `${MATCH} is forbidden for watch unless sendInitialEvents is provided`
  const unsupported = 'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"'
  const notOlder = { resourceVersionMatch: 'NotOlderThan' }
  test.each([
    {
      rest: {},
      unset: { meaning: 'MostRecent', state: true },
      zero: { meaning: 'Any', state: true },
      other: { meaning: 'Exact', revision: 7, state: false },
    },
    {
      rest: { sendInitialEvents: true, ...notOlder },
      unset: { meaning: 'MostRecent', state: true },
      zero: { meaning: 'Any', state: true },
      other: { meaning: 'NotOlderThan', revision: 7, state: true },
    },
    {
      rest: { sendInitialEvents: false, ...notOlder },
      unset: { meaning: 'MostRecent', state: false },
      zero: { meaning: 'Any', state: false },
      other: { meaning: 'Exact', revision: 7, state: false },
    },
    { rest: { sendInitialEvents: true }, unset: invalid(requires), zero: invalid(requires), other: invalid(requires) },
    { rest: { sendInitialEvents: false }, unset: invalid(requires), zero: invalid(requires), other: invalid(requires) },
    { rest: notOlder, unset: invalid(unless), zero: invalid(unless), other: invalid(unless) },
    {
      rest: { resourceVersionMatch: 'Exact' },
      unset: invalid(unless, unsupported),
      zero: invalid(unless, unsupported),
      other: invalid(unless, unsupported),
    },
    {
      rest: { sendInitialEvents: true, resourceVersionMatch: 'Exact' },
      unset: invalid(requires, unsupported),
      zero: invalid(requires, unsupported),
      other: invalid(requires, unsupported),
    },
  ])('$rest', ({ rest, unset, zero, other }) => {
    expect(refused(() => watchSemantics(rest, GROUP))).toMatchObject(unset)
    expect(refused(() => watchSemantics({ ...rest, resourceVersion: '0' }, GROUP))).toMatchObject(zero)
    expect(refused(() => watchSemantics({ ...rest, resourceVersion: '7' }, GROUP))).toMatchObject(other)
  })
})

describe('a resourceVersion', () => {
  test.each([
    'abc',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '1 ',
    '0x10',
    '١',
    '18446744073709551616',
    '9'.repeat(5_000),
    '0'.repeat(5_000),
  ])('%j is not a version: 400', (text) => {
    expect(refused(() => parseResourceVersion(text))).toMatchObject({ code: 400, reason: 'BadRequest' })
    expect(refused(() => listSemantics({ resourceVersion: text }, GROUP))).toMatchObject({ code: 400 })
    expect(refused(() => listSemantics({ resourceVersion: text, resourceVersionMatch: 'NotOlderThan' }, GROUP))).toMatchObject({
      code: 400,
    })
    expect(refused(() => watchSemantics({ resourceVersion: text }, GROUP))).toMatchObject({ code: 400 })
    expect(refused(() => getSemantics({ resourceVersion: text }))).toMatchObject({ code: 400 })
  })

  test('is a decimal number of 64 bits at most, whose leading zeros say nothing', () => {
    expect(parseResourceVersion('0')).toBe(0)
    expect(parseResourceVersion('00')).toBe(0)
    expect(parseResourceVersion('007')).toBe(7)
    expect(getSemantics({ resourceVersion: '00' })).toEqual({ meaning: 'Any' })
    expect(listSemantics({ resourceVersion: '07', limit: 1 }, GROUP)).toEqual({ meaning: 'Exact', revision: 7 })
    expect(parseResourceVersion('9000000000000')).toBe(9_000_000_000_000)
    expect(parseResourceVersion('18446744073709551615')).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
  })
})
