import { describe, expect, test } from '@jest/globals'
import protobuf from 'protobufjs'
import { decodeProtobuf } from '../../../src/codec/index.js'
import { kubernetesDialect, platformDialect } from '../../../src/public/index.js'
import { createDiscovery } from '../../../src/server/discovery/index.js'
import { ask, define, FakeCatalog, PART, refusal, request } from './fake-plane.js'

const configMaps = define({ plural: 'configmaps', kind: 'ConfigMap', shortNames: ['cm'] })
const coreEvents = define({ plural: 'events', kind: 'Event', shortNames: ['ev'] })
const namespaces = define({
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
  verbs: ['get', 'list', 'create'],
  subresources: [
    { name: 'status', verbs: PART },
    { name: 'finalize', verbs: ['update'] },
  ],
})
const events = define({ group: 'events.platform.io', plural: 'events', kind: 'Event', shortNames: ['ev'] })
const widgets = define({
  group: 'a.example.com',
  plural: 'widgets',
  kind: 'Widget',
  versions: ['v1', 'v1beta1', 'v1alpha1'],
  unserved: ['v1alpha1'],
  custom: true,
  shortNames: ['wd'],
  categories: ['all'],
  subresources: [
    { name: 'status', verbs: PART },
    { name: 'scale', verbs: PART, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
  ],
})

const setUp = (dialect = platformDialect) => {
  const catalog = new FakeCatalog(namespaces, configMaps, coreEvents, events, widgets)
  return { catalog, discovery: createDiscovery({ catalog, dialect }) }
}

describe('the older documents', () => {
  test('/api lists the versions of the core group and the address of the server', async () => {
    const { discovery } = setUp()
    const answer = await ask(discovery, request('/api', { host: 'plane:6443' }))
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json()).toEqual({
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'plane:6443' }],
    })
  })

  test('/apis lists the named groups in the order of preference, the preferred version first', async () => {
    const { discovery } = setUp()
    const versionsOfWidgets = [
      { groupVersion: 'a.example.com/v1', version: 'v1' },
      { groupVersion: 'a.example.com/v1beta1', version: 'v1beta1' },
    ]
    expect((await ask(discovery, request('/apis'))).json()).toEqual({
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: [
        {
          name: 'events.platform.io',
          versions: [{ groupVersion: 'events.platform.io/v1', version: 'v1' }],
          preferredVersion: { groupVersion: 'events.platform.io/v1', version: 'v1' },
        },
        { name: 'a.example.com', versions: versionsOfWidgets, preferredVersion: versionsOfWidgets[0] },
      ],
    })
    expect((await ask(discovery, request('/apis/a.example.com'))).json()).toEqual({
      kind: 'APIGroup',
      apiVersion: 'v1',
      name: 'a.example.com',
      versions: versionsOfWidgets,
      preferredVersion: versionsOfWidgets[0],
    })
  })

  test('a resource list has each type by name, its subresources after it', async () => {
    const { discovery } = setUp()
    const list = (await ask(discovery, request('/api/v1'))).json()
    expect(list).toMatchObject({ kind: 'APIResourceList', groupVersion: 'v1' })
    expect(list.resources.map(({ name }: { name: string }) => name)).toEqual([
      'configmaps',
      'events',
      'namespaces',
      'namespaces/finalize',
      'namespaces/status',
    ])
    expect(list.resources[0]).toEqual({
      name: 'configmaps',
      singularName: 'configmap',
      namespaced: true,
      kind: 'ConfigMap',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      shortNames: ['cm'],
      storageVersionHash: 'qFsyl6wFWjQ=',
    })
  })

  test('a custom resource has its verbs in the order that clients print, and its scale has the kind Scale', async () => {
    const { discovery } = setUp()
    expect((await ask(discovery, request('/apis/a.example.com/v1beta1'))).json()).toEqual({
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: 'a.example.com/v1beta1',
      resources: [
        {
          name: 'widgets',
          singularName: 'widget',
          namespaced: true,
          kind: 'Widget',
          verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
          shortNames: ['wd'],
          categories: ['all'],
          storageVersionHash: expect.any(String),
        },
        { name: 'widgets/status', singularName: '', namespaced: true, kind: 'Widget', verbs: ['get', 'patch', 'update'] },
        {
          name: 'widgets/scale',
          singularName: '',
          namespaced: true,
          group: 'autoscaling',
          version: 'v1',
          kind: 'Scale',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    })
  })

  test('/version has every field as text and a semantic version', async () => {
    const { discovery } = setUp()
    const version = (await ask(discovery, request('/version/'))).json()
    expect(version).toMatchObject({ major: '1', minor: '36', gitVersion: 'v1.36.0', platform: expect.stringMatching(/.+\/.+/) })
    const fields = 'major minor gitVersion gitCommit gitTreeState buildDate goVersion compiler platform'.split(' ')
    for (const field of fields) expect(typeof version[field]).toBe('string')
  })

  test.each(['/api/v1', '/apis', '/apis/a.example.com', '/apis/a.example.com/v1', '/version'])(
    '%s is the same document with a slash at its end',
    async (path) => {
      const { discovery } = setUp()
      expect((await ask(discovery, request(`${path}/?timeout=32s`))).text).toBe((await ask(discovery, request(path))).text)
    },
  )

  test.each([
    '/',
    '/api/v2',
    '/api/v1/configmaps',
    '/apis/b.example.com',
    '/apis/a.example.com/v1alpha1',
    '/apis/a.example.com/v9',
    '/version/more',
    '/apis/__proto__',
    '/other',
  ])('%s is left to others', (path) => {
    expect(setUp().discovery.handle(request(path))).toBeUndefined()
  })

  test('pretty returns the same document indented', async () => {
    const { discovery } = setUp()
    const [plain, indented] = [await ask(discovery, request('/apis')), await ask(discovery, request('/apis?pretty=true'))]
    expect(indented.text).toContain('\n  "kind"')
    expect(indented.json()).toEqual(plain.json())
    expect((await ask(discovery, request('/apis?pretty=false'))).text).toBe(plain.text)
  })
})

describe('the aggregated document', () => {
  const v2 = 'application/json;g=apidiscovery.platform.io;v=v2;as=APIGroupDiscoveryList'
  const v2beta1 = 'application/json;g=apidiscovery.platform.io;v=v2beta1;as=APIGroupDiscoveryList'

  test('holds groups, versions, types and subresources at once', async () => {
    const { discovery } = setUp()
    const answer = await ask(discovery, request('/apis', { accept: v2 }))
    expect(answer.headers['content-type']).toBe(v2)
    const document = answer.json()
    expect(document).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.platform.io/v2', metadata: {} })
    expect(document.items.map(({ metadata }: { metadata: object }) => metadata)).toEqual([
      { name: 'events.platform.io' },
      { name: 'a.example.com' },
    ])
    const [first, second, more] = document.items[1].versions
    expect([first.version, second.version, more]).toEqual(['v1', 'v1beta1', undefined])
    expect(first.freshness).toBe('Current')
    expect(first.resources).toEqual([
      {
        resource: 'widgets',
        responseKind: { group: 'a.example.com', version: 'v1', kind: 'Widget' },
        scope: 'Namespaced',
        singularResource: 'widget',
        verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
        shortNames: ['wd'],
        categories: ['all'],
        subresources: [
          {
            subresource: 'status',
            responseKind: { group: 'a.example.com', version: 'v1', kind: 'Widget' },
            verbs: ['get', 'patch', 'update'],
          },
          {
            subresource: 'scale',
            responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
            verbs: ['get', 'patch', 'update'],
          },
        ],
      },
    ])
  })

  test('/api has the core group, without a name, and scopes by type', async () => {
    const { discovery } = setUp()
    const [core, more] = (await ask(discovery, request('/api', { accept: v2 }))).json().items
    expect(more).toBeUndefined()
    expect(core.metadata).toEqual({})
    const scopes = core.versions[0].resources.map(({ resource, scope }: { resource: string; scope: string }) => [resource, scope])
    expect(scopes).toEqual([
      ['configmaps', 'Namespaced'],
      ['events', 'Namespaced'],
      ['namespaces', 'Cluster'],
    ])
  })

  const plain = 'application/json'
  test.each([
    [`${v2},${v2beta1},application/json`, v2],
    [`${v2beta1},application/json`, v2beta1],
    ['application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.platform.io', v2],
    [`application/json,${v2}`, plain],
    [`application/json;q=0.5,${v2beta1};q=0.9`, v2beta1],
    ['application/json;g=apidiscovery.platform.io;v=v9;as=APIGroupDiscoveryList', plain],
    ['application/json;g=apidiscovery.other.io;v=v2;as=APIGroupDiscoveryList', plain],
    [`application/json;g=apidiscovery.platform.io;v=v9;as=APIGroupDiscoveryList,${v2}`, v2],
    ['*/*', plain],
    ['text/html,application/*', plain],
    ['', plain],
    ['application/yaml', 'application/yaml'],
  ])('Accept: %s is answered with %s', async (accept, contentType) => {
    const { discovery } = setUp()
    const answer = await ask(discovery, request('/apis', { accept }))
    expect([answer.status, answer.headers['content-type'], answer.headers.vary]).toEqual([200, contentType, 'Accept'])
  })

  test('the group of the document follows the dialect', async () => {
    const { discovery } = setUp(kubernetesDialect)
    const accept = `application/json;g=apidiscovery.${kubernetesDialect.groupDomain};v=v2;as=APIGroupDiscoveryList`
    expect((await ask(discovery, request('/api', { accept }))).headers['content-type']).toBe(accept)
    expect((await ask(discovery, request('/api', { accept: v2 }))).headers['content-type']).toBe(plain)
  })

  test('documents of one group have no aggregated form', async () => {
    const { discovery } = setUp()
    expect((await ask(discovery, request('/apis/a.example.com', { accept: v2 }))).headers['content-type']).toBe(plain)
  })
})

describe('the binary form', () => {
  const accept = platformDialect.protobufMediaType

  test.each(['/api', '/apis', '/apis/a.example.com', '/apis/a.example.com/v1', '/api/v1'])(
    'of %s has the content of its JSON',
    async (path) => {
      const { discovery } = setUp()
      const { headers, bytes } = await ask(discovery, request(path, { accept, host: 'plane:6443' }))
      expect(headers['content-type']).toBe(accept)
      const { kind, value } = await decodeProtobuf(bytes, platformDialect)
      const { apiVersion: _, ...document } = (await ask(discovery, request(path, { host: 'plane:6443' }))).json()
      expect({ kind, ...value }).toEqual(document)
    },
  )

  test('has the published numbers of fields', async () => {
    const { discovery } = setUp()
    const { bytes } = await ask(discovery, request('/apis/a.example.com/v1', { accept }))
    const { root } = protobuf.parse(`
      message Envelope { optional bytes raw = 2; }
      message List { optional string groupVersion = 1; repeated Resource resources = 2; }
      message Verbs { repeated string items = 1; }
      message Resource {
        optional string name = 1; optional bool namespaced = 2; optional string kind = 3; optional Verbs verbs = 4;
        repeated string shortNames = 5; optional string singularName = 6; repeated string categories = 7;
        optional string group = 8; optional string version = 9; optional string storageVersionHash = 10;
      }`)
    const { raw } = root.lookupType('Envelope').decode(bytes.subarray(4)).toJSON()
    const list = root.lookupType('List').decode(Buffer.from(raw, 'base64')).toJSON()
    expect(list).toMatchObject({
      groupVersion: 'a.example.com/v1',
      resources: [
        { name: 'widgets', namespaced: true, kind: 'Widget', singularName: 'widget', shortNames: ['wd'], categories: ['all'] },
        { name: 'widgets/status' },
        { name: 'widgets/scale', group: 'autoscaling', version: 'v1', kind: 'Scale' },
      ],
    })
    expect(list.resources[0].verbs.items).toContain('watch')
  })

  test('is not available at /version', async () => {
    expect(await refusal(setUp().discovery, request('/version', { accept }))).toBe(406)
  })
})

describe('refusals', () => {
  test.each(['text/html', 'application/xml', 'image/png, text/*'])('Accept: %s is 406', async (accept) => {
    expect(await refusal(setUp().discovery, request('/apis', { accept }))).toBe(406)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s on a discovery document is 405', async (method) => {
    expect(await refusal(setUp().discovery, request('/apis/a.example.com/v1', {}, { method }))).toBe(405)
  })
})

describe('caching', () => {
  test('a client with the current ETag is answered with 304 without a body', async () => {
    const { discovery } = setUp()
    const { headers } = await ask(discovery, request('/apis'))
    const tag = headers.etag ?? ''
    expect(tag).toMatch(/^"[0-9A-F]{64}"$/)
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await ask(discovery, request('/apis', { 'if-none-match': held }))
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag])
    }
    expect((await ask(discovery, request('/apis', { 'if-none-match': '"other"' }))).status).toBe(200)
  })

  test('the catalog is read once for each of its generations, and a change is seen at once', async () => {
    const { catalog, discovery } = setUp()
    const before = await ask(discovery, request('/apis'))
    await ask(discovery, request('/apis/a.example.com/v1'))
    expect((await ask(discovery, request('/apis'))).bytes).toBe(before.bytes)
    expect(catalog.reads).toBe(1)

    catalog.set(configMaps, events)
    const after = await ask(discovery, request('/apis', { 'if-none-match': before.headers.etag ?? '' }))
    expect([after.status, after.json().groups.length]).toEqual([200, 1])
    expect(discovery.handle(request('/apis/a.example.com'))).toBeUndefined()
  })

  test('each form of a document has a tag of its own', async () => {
    const { discovery } = setUp()
    const tags = await Promise.all(
      ['application/json', 'application/yaml'].map(
        async (accept) => (await ask(discovery, request('/apis', { accept }))).headers.etag,
      ),
    )
    expect(new Set(tags).size).toBe(2)
  })
})
