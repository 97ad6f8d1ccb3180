import { describe, expect, test } from '@jest/globals'
import { compressed } from '../../src/server/content-coding.js'
import type { ServerResponse, StreamBody } from '../../src/server/index.js'
import { headersOf, parsed } from './requests.js'

const LARGE: StreamBody = { isLarge: true, start: () => () => {} }
const answer = (changes: Partial<ServerResponse> = {}): ServerResponse => ({ status: 200, headers: [], body: LARGE, ...changes })
const ask = (coding: string | undefined, method = 'GET') =>
  parsed('/api', { method, headers: coding === undefined ? {} : { 'accept-encoding': coding } })

describe('what is compressed', () => {
  test.each([
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'gzip'],
    ['br;q=1, gzip;q=0.1', 'gzip'],
    [undefined, undefined],
    ['', undefined],
    ['br, deflate', undefined],
    ['gzip;q=0', undefined],
    ['*, gzip;q=0', undefined],
    ['gzip;q=nonsense', undefined],
  ])('for clients that accept %s: %s', (coding, wanted) => {
    const { contentCoding, headers } = compressed(ask(coding), answer())
    expect(contentCoding).toBe(wanted)
    expect(headers.some(([name]) => name === 'content-encoding')).toBe(wanted !== undefined)
  })

  test.each([
    ['a short answer', ask('gzip'), answer({ body: new Uint8Array(1000) })],
    ['a failure', ask('gzip'), answer({ status: 404 })],
    ['an answer that has no body', ask('gzip', 'HEAD'), answer()],
    ['a watch', ask('gzip'), answer({ body: { start: () => () => {} } })],
  ])('%s is not', (_, request, response) => {
    expect(compressed(request, response)).toBe(response)
  })

  test('has a weak ETag, and Vary', () => {
    const headers = [
      ['etag', '"a"'],
      ['vary', 'Accept'],
      ['x', 'y'],
    ] as const
    const response = compressed(ask('gzip'), answer({ headers }))
    expect(['etag', 'vary', 'x', 'content-encoding'].map((name) => headersOf(response, name))).toEqual([
      ['W/"a"'],
      ['Accept, Accept-Encoding'],
      ['y'],
      ['gzip'],
    ])
  })
})
