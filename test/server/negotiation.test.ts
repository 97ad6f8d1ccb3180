import { describe, expect, test } from '@jest/globals'
import { kubernetesDialect, platformDialect } from '../../src/meta/index.js'
import { type AnswerKind, Negotiator } from '../../src/server/negotiation.js'
import { parsed } from './requests.js'

const negotiator = new Negotiator(platformDialect)
const TABLE = 'application/json;as=Table;v=v1;g=meta.platform.io'
const PARTIAL = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.platform.io'
const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.platform.io'

const choose = (accept: string | undefined, kind: AnswerKind = 'object', url = '/api/v1/configmaps') => {
  const headers = accept === undefined ? {} : { accept }
  const { format, shape } = negotiator.choose(parsed(url, { headers }), kind)
  return `${format} ${shape}`
}

describe('what a client gets', () => {
  test.each([
    { accept: undefined, gets: 'json Object' },
    { accept: '', gets: 'json Object' },
    { accept: '*/*', gets: 'json Object' },
    { accept: 'application/*', gets: 'json Object' },
    { accept: 'application/json', gets: 'json Object' },
    { accept: 'application/json;charset=utf-8', gets: 'json Object' },
    { accept: 'application/yaml', gets: 'yaml Object' },
    { accept: 'text/html,application/json', gets: 'json Object' },
    { accept: 'application/json;q=0.5,application/yaml', gets: 'yaml Object' },
    { accept: 'application/xml,application/json;q=0.2', gets: 'json Object' },
    { accept: 'application/vnd.platform.protobuf,application/json', gets: 'json Object' },
    { accept: TABLE, gets: 'json Table' },
    { accept: `${TABLE},application/json`, gets: 'json Table' },
    { accept: 'application/json;as=Table;v=v1beta1;g=meta.platform.io', gets: 'json Table' },
    { accept: 'application/json;as=Table;v=v9;g=meta.platform.io,application/json', gets: 'json Object' },
    { accept: 'application/json;as=Table;v=v1;g=meta.other.io,application/json', gets: 'json Object' },
    { accept: 'application/yaml;as=Table;v=v1;g=meta.platform.io', gets: 'yaml Table' },
    { accept: PARTIAL, gets: 'json PartialObjectMetadata' },
  ])('who accepts $accept gets $gets', ({ accept, gets }) => {
    expect(choose(accept)).toBe(gets)
  })

  test.each([
    { kind: 'list', accept: PARTIAL_LIST, gets: 'json PartialObjectMetadataList' },
    { kind: 'list', accept: TABLE, gets: 'json Table' },
    { kind: 'watch', accept: TABLE, gets: 'json Table' },
    { kind: 'watch', accept: PARTIAL, gets: 'json PartialObjectMetadata' },
    { kind: 'watch', accept: 'application/json;stream=watch', gets: 'json Object' },
    { kind: 'watch', accept: 'application/yaml,application/json;q=0.1', gets: 'json Object' },
  ] as const)('of a $kind, $accept gets $gets', ({ kind, accept, gets }) => {
    expect(choose(accept, kind)).toBe(gets)
  })

  test.each([
    { kind: 'object', accept: 'application/xml' },
    { kind: 'object', accept: 'text/*' },
    { kind: 'object', accept: 'application/json;q=0' },
    { kind: 'object', accept: 'nonsense' },
    { kind: 'object', accept: 'application/vnd.platform.protobuf' },
    { kind: 'object', accept: 'application/json;as=Nonsense;v=v1;g=meta.platform.io' },
    { kind: 'object', accept: PARTIAL_LIST },
    { kind: 'list', accept: PARTIAL },
    { kind: 'watch', accept: 'application/yaml' },
    { kind: 'watch', accept: PARTIAL_LIST },
  ] as const)('of a $kind, $accept gets 406', ({ kind, accept }) => {
    expect(() => choose(accept, kind)).toThrow(expect.objectContaining({ status: expect.objectContaining({ code: 406 }) }))
  })

  test('the group of tables is the dialect’s own', () => {
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
    const chosen = new Negotiator(kubernetesDialect).choose(parsed('/api/v1/configmaps', { headers }), 'list')
    expect(chosen).toMatchObject({ shape: 'Table', metaVersion: 'meta.k8s.io/v1' })
  })

  test('the version of a table is the one that was asked for', () => {
    const headers = { accept: 'application/json;as=Table;v=v1beta1;g=meta.platform.io' }
    expect(negotiator.choose(parsed('/api', { headers }), 'list').metaVersion).toBe('meta.platform.io/v1beta1')
  })

  test('thousands of different headers do not pile up', () => {
    for (let i = 1; i < 2000; i += 1) expect(choose(`application/json;q=0.${i}`)).toBe('json Object')
  })
})

describe('line breaks', () => {
  const isPretty = (url: string, headers: Record<string, string> = {}) =>
    negotiator.choose(parsed(url, { headers }), 'object').pretty

  test.each([
    ['/api', false],
    ['/api?pretty', false],
    ['/api?pretty=', false],
    ['/api?pretty=1', true],
    ['/api?pretty=true', true],
    ['/api?pretty=True', true],
    ['/api?pretty=0', false],
    ['/api?pretty=false', false],
    ['/api?pretty=yes', false],
  ])('%s: %s', (url, pretty) => {
    expect(isPretty(url)).toBe(pretty)
  })

  test.each([
    ['curl/8.0', true],
    ['Wget/1.2', true],
    ['Mozilla/5.0 (X11)', true],
    ['kubectl/v1.36.0', false],
  ])('for the program %s: %s, unless the query says otherwise', (agent, pretty) => {
    expect(isPretty('/api', { 'user-agent': agent })).toBe(pretty)
    expect(isPretty('/api?pretty=false', { 'user-agent': agent })).toBe(false)
  })

  test('are for JSON alone, and never for watches', () => {
    expect(negotiator.choose(parsed('/api?pretty=1', { headers: { accept: 'application/yaml' } }), 'object').pretty).toBe(false)
    expect(negotiator.choose(parsed('/api?pretty=1'), 'watch').pretty).toBe(false)
  })
})

describe('failures', () => {
  test.each([
    ['application/yaml', 'yaml'],
    ['application/yaml;q=0.2,application/json', 'json'],
    ['image/png', 'json'],
    ['image/png,application/yaml', 'yaml'],
    [`a/b${',a/b'.repeat(100)}`, 'json'],
  ])('are written for %s in %s', (accept, format) => {
    expect(negotiator.chooseForError(parsed('/api', { headers: { accept } })).format).toBe(format)
  })
})
