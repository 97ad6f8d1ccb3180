import { describe, expect, test } from '@jest/globals'
import type { AnswerKind } from '../../src/endpoints/index.js'
import { kubernetesDialect, platformDialect } from '../../src/meta/index.js'
import { builtinResources, defineResource, type ResourceDefinition } from '../../src/resources/index.js'
import type { BinaryTarget } from '../../src/server/binary-form.js'
import { Negotiator } from '../../src/server/negotiation.js'
import { parsed } from './requests.js'

const negotiator = new Negotiator(platformDialect)
const TABLE = 'application/json;as=Table;v=v1;g=meta.platform.io'
const PARTIAL = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.platform.io'
const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.platform.io'

const PROTOBUF = 'application/vnd.platform.protobuf'
const PARTIAL_PROTOBUF = `${PROTOBUF};as=PartialObjectMetadata;v=v1;g=meta.platform.io`

function targetOf(definition: ResourceDefinition | undefined): BinaryTarget {
  const [version] = definition?.versions ?? []
  if (!definition || !version) throw new Error('no such type')
  return { definition, version, subresource: undefined }
}
const configMaps = targetOf(builtinResources(platformDialect).find(({ names }) => names.plural === 'configmaps'))
const gadgets = targetOf(defineResource({ group: 'example.com', kind: 'Gadget', versions: [{ name: 'v1' }] }))
const gizmos = targetOf(
  defineResource({
    group: 'example.com',
    kind: 'Gizmo',
    versions: [{ name: 'v1', protobuf: { Gizmo: { fields: { metadata: { id: 1, type: 'ObjectMeta' } } } } }],
  }),
)

const choose = async (
  accept: string | undefined,
  kind: AnswerKind = 'object',
  target = configMaps,
  url = '/api/v1/configmaps',
) => {
  const headers = accept === undefined ? {} : { accept }
  const { format, shape } = await negotiator.choose(parsed(url, { headers }), kind, target)
  return `${format} ${shape}`
}

describe('what a client gets', () => {
  test.each([
    { accept: undefined, gets: 'json Object' },
    { accept: '', gets: 'json Object' },
    { accept: '*/*', gets: 'json Object' },
    { accept: 'application/*,application/json;q=0.1', gets: 'json Object' },
    { accept: 'application/*,*/*;q=0.1', gets: 'json Object' },
    { accept: 'application/*,application/yaml;q=0.1', gets: 'json Object' },
    { accept: 'application/json', gets: 'json Object' },
    { accept: 'application/json;charset=utf-8', gets: 'json Object' },
    { accept: 'application/yaml', gets: 'yaml Object' },
    { accept: 'text/html,application/json', gets: 'json Object' },
    { accept: 'application/json;q=0.5,application/yaml', gets: 'yaml Object' },
    { accept: 'application/xml,application/json;q=0.2', gets: 'json Object' },
    { accept: PROTOBUF, gets: 'protobuf Object' },
    { accept: `${PROTOBUF},application/json`, gets: 'protobuf Object' },
    { accept: `application/json,${PROTOBUF}`, gets: 'json Object' },
    { accept: `*/*,${PROTOBUF}`, gets: 'protobuf Object' },
    { accept: `${PROTOBUF};q=0.5,application/json`, gets: 'json Object' },
    { accept: `${PROTOBUF};as=Table;v=v1;g=meta.platform.io,${TABLE}`, gets: 'json Table' },
    { accept: PARTIAL_PROTOBUF, gets: 'protobuf PartialObjectMetadata' },
    { accept: TABLE, gets: 'json Table' },
    { accept: `${TABLE},application/json`, gets: 'json Table' },
    { accept: 'application/json;as=Table;v=v1beta1;g=meta.platform.io', gets: 'json Table' },
    { accept: 'application/json;as=Table;v=v9;g=meta.platform.io,application/json', gets: 'json Object' },
    { accept: 'application/json;as=Table;v=v1;g=meta.other.io,application/json', gets: 'json Object' },
    { accept: 'application/yaml;as=Table;v=v1;g=meta.platform.io', gets: 'yaml Table' },
    { accept: PARTIAL, gets: 'json PartialObjectMetadata' },
  ])('an Accept of $accept gets $gets', async ({ accept, gets }) => {
    expect(await choose(accept)).toBe(gets)
  })

  test.each([
    { kind: 'list', accept: PARTIAL_LIST, gets: 'json PartialObjectMetadataList' },
    { kind: 'list', accept: TABLE, gets: 'json Table' },
    { kind: 'watch', accept: TABLE, gets: 'json Table' },
    { kind: 'watch', accept: PARTIAL, gets: 'json PartialObjectMetadata' },
    { kind: 'watch', accept: 'application/json;stream=watch', gets: 'json Object' },
    { kind: 'watch', accept: 'application/yaml,application/json;q=0.1', gets: 'json Object' },
  ] as const)('of a $kind, $accept gets $gets', async ({ kind, accept, gets }) => {
    expect(await choose(accept, kind)).toBe(gets)
  })

  test.each([
    { kind: 'object', accept: 'application/xml' },
    { kind: 'object', accept: 'text/*' },
    { kind: 'object', accept: 'application/*' },
    { kind: 'list', accept: 'application/*,text/html' },
    { kind: 'object', accept: 'application/json;q=0' },
    { kind: 'object', accept: 'nonsense' },
    { kind: 'object', accept: `${PROTOBUF};as=Table;v=v1;g=meta.platform.io` },
    { kind: 'object', accept: 'application/json;as=Nonsense;v=v1;g=meta.platform.io' },
    { kind: 'object', accept: PARTIAL_LIST },
    { kind: 'list', accept: PARTIAL },
    { kind: 'watch', accept: 'application/yaml' },
    { kind: 'watch', accept: PARTIAL_LIST },
  ] as const)('of a $kind, $accept gets 406', async ({ kind, accept }) => {
    await expect(choose(accept, kind)).rejects.toMatchObject({ status: { code: 406 } })
  })

  test.each([
    { accept: `${PROTOBUF},application/json`, gets: 'json Object' },
    { accept: PARTIAL_PROTOBUF, gets: 'protobuf PartialObjectMetadata' },
    { accept: 'application/*', gets: 'json Object' },
  ])('of a type without messages, $accept gets $gets', async ({ accept, gets }) => {
    expect(await choose(accept, 'object', gadgets)).toBe(gets)
  })

  test('a watch of a type without messages is not sent in protobuf, one of a type with its own messages is', async () => {
    const refused = { status: { code: 406, message: expect.not.stringContaining('protobuf') } }
    await expect(choose(PROTOBUF, 'object', gadgets)).rejects.toMatchObject(refused)
    expect(await choose(PROTOBUF, 'object', gizmos)).toBe('protobuf Object')
    expect(await choose(PROTOBUF, 'list', gizmos)).toBe('protobuf Object')
  })

  test('a refusal names the supported media types', async () => {
    await expect(choose('image/png')).rejects.toThrow(
      'only the following media types are accepted: application/json, application/yaml, application/vnd.platform.protobuf',
    )
    await expect(choose('image/png', 'watch', gadgets)).rejects.toThrow('accepted: application/json;stream=watch')
  })

  test.each([
    ['application/json', false],
    ['application/json;drop=metadata.managedFields', true],
    ['application/json; drop="spec+metadata.managedFields"', true],
    ['application/json;drop=spec', false],
    [`${PROTOBUF};drop=metadata.managedFields`, true],
  ])('%s leaves out managed fields: %s', async (accept, drops) => {
    const chosen = await negotiator.choose(parsed('/api', { headers: { accept } }), 'object', configMaps)
    expect(chosen.dropManagedFields).toBe(drops)
  })

  test('the group of tables is the dialect’s own', async () => {
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
    const chosen = await new Negotiator(kubernetesDialect).choose(parsed('/api/v1/configmaps', { headers }), 'list', configMaps)
    expect(chosen).toMatchObject({ shape: 'Table', metaVersion: 'meta.k8s.io/v1' })
  })

  test('a table has the requested version', async () => {
    const headers = { accept: 'application/json;as=Table;v=v1beta1;g=meta.platform.io' }
    const chosen = await negotiator.choose(parsed('/api', { headers }), 'list', configMaps)
    expect(chosen.metaVersion).toBe('meta.platform.io/v1beta1')
  })

  test('the cache of headers is bounded', async () => {
    for (let i = 1; i < 2000; i += 1) expect(await choose(`application/json;q=0.${i}`)).toBe('json Object')
  })
})

describe('line breaks', () => {
  const isPretty = async (url: string, headers: Record<string, string> = {}, kind: AnswerKind = 'object') =>
    (await negotiator.choose(parsed(url, { headers }), kind, configMaps)).pretty

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
  ])('%s: %s', async (url, pretty) => {
    expect(await isPretty(url)).toBe(pretty)
  })

  test.each([
    ['curl/8.0', true],
    ['Wget/1.2', true],
    ['Mozilla/5.0 (X11)', true],
    ['kubectl/v1.36.0', false],
  ])('for the program %s: %s, unless the query says otherwise', async (agent, pretty) => {
    expect(await isPretty('/api', { 'user-agent': agent })).toBe(pretty)
    expect(await isPretty('/api?pretty=false', { 'user-agent': agent })).toBe(false)
  })

  test('are for JSON alone, and never for watches', async () => {
    expect(await isPretty('/api?pretty=1', { accept: 'application/yaml' })).toBe(false)
    expect(await isPretty('/api?pretty=1', { accept: PROTOBUF })).toBe(false)
    expect(await isPretty('/api?pretty=1', {}, 'watch')).toBe(false)
  })
})

describe('failures', () => {
  test.each([
    ['application/yaml', 'yaml'],
    ['application/yaml;q=0.2,application/json', 'json'],
    ['image/png', 'json'],
    ['image/png,application/yaml', 'yaml'],
    [`a/b${',a/b'.repeat(100)}`, 'json'],
    [PROTOBUF, 'protobuf'],
    [`application/json,${PROTOBUF}`, 'json'],
  ])('are written for %s in %s', async (accept, format) => {
    expect((await negotiator.chooseForError(parsed('/api', { headers: { accept } }), false)).format).toBe(format)
  })

  test('are not written in protobuf for a type that has none', async () => {
    const headers = { accept: `${PROTOBUF},application/yaml` }
    expect((await negotiator.chooseForError(parsed('/api', { headers }), true)).format).toBe('yaml')
  })
})
