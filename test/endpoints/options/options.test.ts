import { describe, expect, test } from '@jest/globals'
import { deleteOptionsFromBody, deleteOptionsFromQuery } from '../../../src/endpoints/options/delete-options.js'
import { readListOptions, readWatchOptions } from '../../../src/endpoints/options/list-options.js'
import { readPatchOptions, readWriteOptions } from '../../../src/endpoints/options/write-options.js'
import { ApiError, platformDialect } from '../../../src/meta/index.js'
import { parsed } from '../../server/requests.js'

const queryOf = (query: string) => parsed(`/api?${query}`).query
/** The result, or code and message of the refusal. */
const outcome = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    if (error instanceof ApiError) return `${error.status.code} ${error.status.message}`
    throw error
  }
}

describe('options of lists', () => {
  test.each([
    { query: '', options: {} },
    { query: 'limit=5&continue=abc', options: { limit: 5, continue: 'abc' } },
    { query: 'limit=0', options: { limit: 0 } },
    { query: 'limit=-3', options: { limit: -3 } },
    { query: 'resourceVersion=&resourceVersionMatch=&continue=', options: {} },
    { query: 'resourceVersion=7&resourceVersionMatch=Exact', options: { resourceVersion: '7', resourceVersionMatch: 'Exact' } },
    { query: 'sendInitialEvents=true', options: { sendInitialEvents: true } },
    { query: 'sendInitialEvents=false', options: { sendInitialEvents: false } },
  ])('$query', ({ query, options }) => {
    expect(readListOptions(queryOf(query))).toEqual(options)
  })

  test.each([
    { query: 'limit=', message: '400 strconv.ParseInt: parsing "": invalid syntax' },
    { query: 'limit=abc', message: '400 strconv.ParseInt: parsing "abc": invalid syntax' },
    { query: 'limit=1.5', message: '400 strconv.ParseInt: parsing "1.5": invalid syntax' },
    { query: 'limit=99999999999999999999', message: '400 strconv.ParseInt: parsing "99999999999999999999": value out of range' },
    { query: 'timeoutSeconds=abc', message: '400 strconv.ParseInt: parsing "abc": invalid syntax' },
  ])('$query is refused', ({ query, message }) => {
    expect(outcome(() => readListOptions(queryOf(query)))).toBe(message)
  })

  test('selectors that cannot be read are refused with 400', () => {
    expect(outcome(() => readListOptions(queryOf('labelSelector=a%20b')))).toMatch(/^400 /)
    expect(outcome(() => readListOptions(queryOf('fieldSelector=metadata.name')))).toMatch(/^400 /)
  })

  test('a selector of any size is read or refused, in no time', () => {
    const huge = Array.from({ length: 3000 }, (_, i) => `k${i}=v`).join(',')
    expect(outcome(() => readListOptions(queryOf(`labelSelector=${huge}`)))).toMatch(/^400 /)
  })
})

describe('options of watches', () => {
  test.each([
    { query: '', options: { allowWatchBookmarks: false } },
    { query: 'allowWatchBookmarks=true&timeoutSeconds=5', options: { allowWatchBookmarks: true, timeoutSeconds: 5 } },
    { query: 'timeoutSeconds=0', options: { allowWatchBookmarks: false } },
    { query: 'timeoutSeconds=-1', options: { allowWatchBookmarks: false, timeoutSeconds: -1 } },
  ])('$query', ({ query, options }) => {
    expect(readWatchOptions(queryOf(query))).toEqual(options)
  })
})

describe('options of writes', () => {
  const read = (query: string, agent?: string) =>
    outcome(() => {
      const headers = agent === undefined ? {} : { 'user-agent': agent }
      return readWriteOptions(parsed(`/api?${query}`, { headers }), 'CreateOptions', platformDialect)
    })

  test.each([
    { query: '', options: { dryRun: false, fieldManager: 'unknown' } },
    { query: 'dryRun', options: { dryRun: false, fieldManager: 'unknown' } },
    { query: 'dryRun=', options: { dryRun: false, fieldManager: 'unknown' } },
    { query: 'dryRun=All', options: { dryRun: true, fieldManager: 'unknown' } },
    { query: 'dryRun=All&dryRun=All', options: { dryRun: true, fieldManager: 'unknown' } },
    { query: 'fieldManager=me', options: { dryRun: false, fieldManager: 'me', requestedManager: 'me' } },
    { query: 'fieldValidation=', options: { dryRun: false, fieldManager: 'unknown' } },
    { query: 'fieldValidation=Strict', options: { dryRun: false, fieldManager: 'unknown', fieldValidation: 'Strict' } },
  ])('$query', ({ query, options }) => {
    expect(read(query)).toEqual(options)
  })

  test.each([
    {
      query: 'dryRun=true',
      message: '422 CreateOptions.meta.platform.io "" is invalid: dryRun: Unsupported value: ["true"]: supported values: "All"',
    },
    {
      query: 'dryRun=All&dryRun=Some',
      message:
        '422 CreateOptions.meta.platform.io "" is invalid: dryRun: Unsupported value: ["All","Some"]: supported values: "All"',
    },
    {
      query: 'fieldValidation=strict',
      message:
        '422 CreateOptions.meta.platform.io "" is invalid: fieldValidation: Unsupported value: "strict": supported values: "", "Ignore", "Strict", "Warn"',
    },
    {
      query: `fieldManager=${'m'.repeat(129)}`,
      message: '422 CreateOptions.meta.platform.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
    },
    {
      query: 'fieldManager=a%07',
      message:
        '422 CreateOptions.meta.platform.io "" is invalid: fieldManager: Invalid value: "a\\a": invalid character U+0007 (at position 1)',
    },
  ])('$query is refused', ({ query, message }) => {
    expect(read(query)).toBe(message)
  })

  test.each([
    { agent: 'kubectl/v1.36.0 (linux/amd64)', manager: 'kubectl' },
    { agent: 'curl', manager: 'curl' },
    { agent: '/v1', manager: 'unknown' },
    { agent: `${'é'.repeat(100)}/1`, manager: 'é'.repeat(64) },
    { agent: 'a\u0000b/1', manager: 'ab' },
  ])('without a field manager the user agent $agent is the manager $manager', ({ agent, manager }) => {
    expect(read('', agent)).toMatchObject({ fieldManager: manager })
  })
})

describe('options of patches', () => {
  const read = (type: 'merge' | 'apply', query: string) =>
    outcome(() => readPatchOptions(parsed(`/api?${query}`), type, platformDialect))

  test('apply needs a field manager and may force', () => {
    expect(read('apply', 'fieldManager=me&force=true')).toMatchObject({ options: { fieldManager: 'me' }, force: true })
    expect(read('apply', 'fieldManager=me')).toMatchObject({ force: undefined })
    expect(read('apply', '')).toMatch(/^422 PatchOptions.* fieldManager: Required value: is required for apply patch$/)
  })

  test('no other patch may force', () => {
    expect(read('merge', 'force=true')).toMatch(/^422 PatchOptions.* force: Forbidden: may not be specified for non-apply patch$/)
    expect(read('merge', '')).toMatchObject({ options: { dryRun: false } })
  })
})

test.each([
  ['allowWatchBookmarks', true],
  ['allowWatchBookmarks=', true],
  ['allowWatchBookmarks=1', true],
  ['allowWatchBookmarks=T', true],
  ['allowWatchBookmarks=yes', true],
  ['allowWatchBookmarks=no', true],
  ['allowWatchBookmarks=0', false],
  ['allowWatchBookmarks=false', false],
  ['allowWatchBookmarks=FALSE', false],
  ['', false],
])('a flag is set by any value but 0 and false: ?%s is %s', (query, expected) => {
  expect(readWatchOptions(queryOf(query)).allowWatchBookmarks).toBe(expected)
})

describe('options of deletes', () => {
  const fromBody = (value: unknown, query = '') =>
    outcome(() => deleteOptionsFromBody({ value, duplicateFields: [] }, queryOf(query), platformDialect))
  const fromQuery = (query: string) => outcome(() => deleteOptionsFromQuery(queryOf(query), platformDialect))

  test.each([
    { body: {}, options: { dryRun: false } },
    { body: null, options: { dryRun: false } },
    { body: { kind: 'DeleteOptions', apiVersion: 'v1', unknown: true }, options: { dryRun: false } },
    {
      body: { gracePeriodSeconds: 0, propagationPolicy: 'Orphan' },
      options: { dryRun: false, gracePeriodSeconds: 0, propagationPolicy: 'Orphan' },
    },
    { body: { dryRun: ['All'], orphanDependents: true }, options: { dryRun: true, orphanDependents: true } },
    {
      body: { preconditions: { uid: 'u', resourceVersion: '1' } },
      options: { dryRun: false, preconditions: { uid: 'u', resourceVersion: '1' } },
    },
    { body: { preconditions: {}, gracePeriodSeconds: null, dryRun: null }, options: { dryRun: false } },
    { body: JSON.parse('{"__proto__":{"dryRun":["All"]}}'), options: { dryRun: false } },
  ])('the body $body', ({ body, options }) => {
    expect(fromBody(body)).toEqual(options)
  })

  test.each([
    { query: 'dryRun=All', dryRun: true },
    { query: 'dryRun=', dryRun: false },
    { query: 'dryRun', dryRun: false },
    { query: 'propagationPolicy=Foreground&gracePeriodSeconds=x&dryRun=All', dryRun: true },
  ])(
    'dryRun of the query $query applies to a delete with a body, whose other options are only those of the body',
    ({ query, dryRun }) => {
      expect(fromBody({ propagationPolicy: 'Orphan' }, query)).toEqual({ dryRun, propagationPolicy: 'Orphan' })
      expect(fromBody({ dryRun: ['All'] }, query)).toEqual({ dryRun: true })
    },
  )

  test('an unknown dryRun is refused beside a body, too', () => {
    expect(fromBody({}, 'dryRun=Some')).toMatch(/^422 .*dryRun: Unsupported value: \["Some"\]/)
  })

  test.each([
    [[]],
    ['text'],
    [{ kind: 'ConfigMap' }],
    [{ gracePeriodSeconds: 'abc' }],
    [{ gracePeriodSeconds: 1.5 }],
    [{ dryRun: 'All' }],
    [{ orphanDependents: 'yes' }],
    [{ preconditions: [] }],
    [{ preconditions: { uid: 5 } }],
  ])('the body %j cannot be read', (body) => {
    expect(fromBody(body)).toMatch(/^400 /)
  })

  test.each([
    { query: '', options: { dryRun: false } },
    {
      query: 'gracePeriodSeconds=10&propagationPolicy=Background',
      options: { dryRun: false, gracePeriodSeconds: 10, propagationPolicy: 'Background' },
    },
    { query: 'dryRun=All&orphanDependents=false', options: { dryRun: true, orphanDependents: false } },
    { query: 'propagationPolicy=', options: { dryRun: false } },
  ])('the query $query', ({ query, options }) => {
    expect(fromQuery(query)).toEqual(options)
  })

  test('an unknown policy is refused with the list of valid ones', () => {
    const message =
      '422 DeleteOptions.meta.platform.io "" is invalid: propagationPolicy: Unsupported value: "Up": supported values: "Foreground", "Background", "Orphan", "nil"'
    expect(fromBody({ propagationPolicy: 'Up' })).toBe(message)
    expect(fromQuery('propagationPolicy=Up')).toBe(message)
  })

  test('both forms of a policy at once are refused', () => {
    expect(fromBody({ propagationPolicy: 'Orphan', orphanDependents: true })).toMatch(/^422 .*cannot be both set$/)
  })

  test('invalid numbers are refused with 400', () => {
    expect(fromQuery('gracePeriodSeconds=abc')).toMatch(/^400 /)
  })
})
