import { afterEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { CONFIG_MAPS, configMap, type TestPlane, testPlane } from './plane.js'
import { jsonOf, textOf } from './requests.js'

let planes: TestPlane[] = []
const aPlane = async () => {
  const made = await testPlane()
  planes.push(made)
  return made
}
afterEach(async () => {
  for (const { plane, clock, logged } of planes) {
    expect(plane.stats).toEqual({ requestsInFlight: 0, openWatches: 0 })
    expect(logged).toEqual([])
    await plane.close()
    expect(clock.pending).toBe(0)
  }
  planes = []
})

const MERGE = { 'content-type': 'application/merge-patch+json' }

describe('bodies', () => {
  test.each([
    { what: 'no JSON', body: 'nonsense', code: 400 },
    { what: 'nothing', body: '', code: 400 },
    { what: 'a list', body: '[]', code: 400 },
    { what: 'a text', body: '"text"', code: 400 },
    { what: 'half an object', body: '{"metadata":{"name":"a"}', code: 400 },
    { what: 'an object and more', body: '{"metadata":{"name":"a"}} more', code: 400 },
    { what: 'a NUL byte', body: '{"metadata":{"name":"a\u0000"}}', code: 400 },
    { what: 'an escaped NUL in the name', body: '{"metadata":{"name":"a\\u0000"}}', code: 422 },
    { what: 'bytes that are no UTF-8', body: new Uint8Array([0x7b, 0xff, 0x7d]), code: 400 },
    { what: 'metadata of the wrong type', body: '{"metadata":"x"}', code: 400 },
    { what: 'a name of the wrong type', body: '{"metadata":{"name":7}}', code: 400 },
    { what: 'data of the wrong type', body: '{"metadata":{"name":"a"},"data":["x"]}', code: 400 },
    { what: 'another kind', body: '{"kind":"Secret","apiVersion":"v1","metadata":{"name":"a"}}', code: 400 },
    { what: 'a hundred thousand lists in each other', body: '['.repeat(100_000), code: 400 },
    { what: 'deep nesting that ends', body: `{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, code: 400 },
    { what: 'a number that no double holds', body: '{"metadata":{"name":"a","generation":1e999}}', code: 400 },
    { what: 'a whole number beyond 2^53', body: '{"metadata":{"name":"a","generation":9007199254740993}}', code: 422 },
    { what: 'more than 100,000 members and items', body: `{"data":[${Array(100_000).fill('1').join()}]}`, code: 413 },
    { what: 'more than 3 MiB', body: `{"data":{"k":"${'x'.repeat(3 * 1024 * 1024)}"}}`, code: 413 },
    { what: '__proto__ as its name', body: '{"metadata":{"name":"__proto__"}}', code: 422 },
  ])('with $what are answered $code', async ({ body, code }) => {
    const { send } = await aPlane()
    const response = await send('POST', CONFIG_MAPS, { body })
    expect([response.status, jsonOf(response)]).toMatchObject([code, { kind: 'Status', status: 'Failure', code }])
    expect(jsonOf(await send('GET', CONFIG_MAPS))).toMatchObject({ items: [] })
  })

  test.each([
    { type: 'text/plain', code: 415 },
    { type: 'application/merge-patch+json', code: 415 },
    { type: 'text/json', code: 415 },
    { type: ';', code: 415 },
    { type: 'application/json; charset', code: 201 },
    { type: '', code: 201 },
  ])('of the media type "$type" are answered $code', async ({ type, code }) => {
    const { send } = await aPlane()
    const response = await send('POST', CONFIG_MAPS, { headers: { 'content-type': type }, body: configMap('a') })
    expect(response.status).toBe(code)
  })

  test.each([
    { type: 'application/merge-patch+json', body: '{"spec":{"size":9007199254740993}}', field: 'spec.size' },
    {
      type: 'application/json-patch+json',
      body: '[{"op":"add","path":"/spec/size","value":9007199254740993}]',
      field: '[0].value',
    },
    {
      type: 'application/apply-patch+yaml',
      body: 'apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a}\nspec: {size: 9007199254740993}\n',
      field: 'spec.size',
    },
    {
      type: 'application/apply-patch+yaml',
      body: '{"apiVersion":"example.com/v1","kind":"Gadget","metadata":{"name":"a"},"spec":{"size":9007199254740993}}',
      field: 'spec.size',
    },
  ])('of $type with a whole number beyond 2^53 are refused: $body', async ({ type, body, field }) => {
    const { send } = await aPlane()
    const gadgets = '/apis/example.com/v1/namespaces/default/gadgets'
    const gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'a' }, spec: { size: 1 } }
    expect((await send('POST', gadgets, { body: gadget })).status).toBe(201)
    const url = `${gadgets}/a?fieldManager=tester`
    const response = await send('PATCH', url, { headers: { 'content-type': type }, body })
    expect(jsonOf(response)).toMatchObject({ code: 422, reason: 'Invalid', details: { causes: [{ field }] } })
    expect(jsonOf(await send('GET', `${gadgets}/a`))).toMatchObject({ spec: { size: 1 } })
  })

  test.each([
    { type: 'application/yaml', body: 'a: b: c', code: 400 },
    {
      type: 'application/yaml',
      body: `a: &a [x]\n${Array.from({ length: 30 }, (_, i) => `k${i}: &k${i} [*a,*a,*a,*a,*a,*a]`).join('\n')}`,
      code: 400,
    },
    { type: 'application/yaml', body: 'metadata: {name: a}\nx: 9007199254740993', code: 422 },
    { type: 'application/yaml', body: `- ${'a\n- '.repeat(90_000)}`, code: 413 },
    { type: 'application/vnd.platform.protobuf', body: 'not protobuf at all', code: 400 },
    {
      type: 'application/vnd.platform.protobuf',
      body: new Uint8Array([0x6b, 0x38, 0x73, 0, 0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]),
      code: 400,
    },
  ])('of $type that are invalid are answered $code', async ({ type, body, code }) => {
    const { send } = await aPlane()
    expect((await send('POST', CONFIG_MAPS, { headers: { 'content-type': type }, body })).status).toBe(code)
  })

  test('a body that breaks off is a bad request', async () => {
    const { plane } = await aPlane()
    const response = await plane.handle({
      method: 'POST',
      url: CONFIG_MAPS,
      headers: [],
      peerCertificates: [],
      signal: new AbortController().signal,
      readBody: () => Promise.reject(new Error('gone')),
    })
    expect([response.status, jsonOf(response)]).toMatchObject([400, { reason: 'BadRequest' }])
  })
})

describe('patches', () => {
  test.each([
    { type: 'application/merge-patch+json', body: '[1]', code: 400 },
    { type: 'application/merge-patch+json', body: '{"data":', code: 400 },
    { type: 'application/json-patch+json', body: '{"op":"remove"}', code: 400 },
    { type: 'application/json-patch+json', body: '', code: 400 },
    { type: 'application/json-patch+json', body: '[{"op":"remove","path":"/nothing"}]', code: 422 },
    { type: 'application/json-patch+json', body: '[{"op":"add","path":"/__proto__/polluted","value":1}]', code: 422 },
    { type: 'application/json', body: '{}', code: 415 },
    { type: '', body: '{}', code: 415 },
  ])('$type with $body are answered $code', async ({ type, body, code }) => {
    const { send } = await aPlane()
    await send('POST', CONFIG_MAPS, { body: configMap('a') })
    const response = await send('PATCH', `${CONFIG_MAPS}/a`, { headers: type ? { 'content-type': type } : {}, body })
    expect([response.status, jsonOf(response)]).toMatchObject([code, { kind: 'Status', code }])
    expect('polluted' in {}).toBe(false)
  })
})

describe('__proto__', () => {
  test('is a key of data like any other', async () => {
    const { send } = await aPlane()
    const created = await send('POST', CONFIG_MAPS, {
      body: '{"metadata":{"name":"a"},"data":{"__proto__":"x","constructor":"y"}}',
    })
    expect([created.status, textOf(created)]).toEqual([201, expect.stringContaining('"__proto__":"x"')])
    const patched = await send('PATCH', `${CONFIG_MAPS}/a`, { headers: MERGE, body: '{"data":{"__proto__":"z"}}' })
    expect(textOf(patched)).toContain('"__proto__":"z"')
    expect(textOf(await send('GET', CONFIG_MAPS))).toContain('"__proto__":"z"')
  })

  test('as an unknown field is dropped with a warning', async () => {
    const { send } = await aPlane()
    const response = await send('POST', CONFIG_MAPS, { body: '{"metadata":{"name":"a"},"__proto__":{"polluted":1}}' })
    expect(response.headers).toContainEqual(['warning', '299 - "unknown field \\"__proto__\\""'])
    expect('polluted' in {}).toBe(false)
  })

  test('as a label and an annotation', async () => {
    const { send } = await aPlane()
    // A label has to begin with a letter or a digit, so this one is refused by the rules of labels, and by nothing else.
    const refused = await send('POST', CONFIG_MAPS, { body: '{"metadata":{"name":"a","labels":{"__proto__":"x"}}}' })
    expect([refused.status, textOf(refused)]).toEqual([422, expect.stringContaining('metadata.labels')])
    const created = await send('POST', CONFIG_MAPS, { body: '{"metadata":{"name":"a","labels":{"constructor":"x"}}}' })
    expect(created.status).toBe(201)
    const selected = await send('GET', `${CONFIG_MAPS}?labelSelector=constructor%3Dx`)
    expect(jsonOf(selected)).toMatchObject({ items: [{ metadata: { name: 'a' } }] })
    expect(jsonOf(await send('GET', `${CONFIG_MAPS}?labelSelector=toString`))).toMatchObject({ items: [] })
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s does not name an inherited member', async (word) => {
    const { send } = await aPlane()
    for (const url of [
      `${CONFIG_MAPS}/${word}`,
      `/api/v1/${word}`,
      `/api/${word}/configmaps`,
      `/apis/${word}/v1/x`,
      `${CONFIG_MAPS}/a/${word}`,
      `/${word}`,
    ]) {
      expect((await send('GET', url)).status).toBe(404)
    }
    expect((await send(word.toUpperCase(), CONFIG_MAPS)).status).toBe(405)
    expect((await send('GET', `${CONFIG_MAPS}?${word}=1`)).status).toBe(200)
    expect((await send('GET', `${CONFIG_MAPS}?fieldSelector=${word}%3D1`)).status).toBe(400)
  })
})

describe('an object instead of a text, with a toString of its own', () => {
  const RBAC = '/apis/rbac.authorization.platform.io/v1'
  const DEFINITIONS = '/apis/apiextensions.platform.io/v1/customresourcedefinitions'
  const apply = 'application/apply-patch+yaml'
  const odd = '{"toString":1,"valueOf":2}'

  test.each([
    { what: 'the kind', url: CONFIG_MAPS, body: `{"kind":${odd},"metadata":{"name":"a"}}` },
    { what: 'the version', url: CONFIG_MAPS, body: `{"apiVersion":${odd},"metadata":{"name":"a"}}` },
    {
      what: 'the kind of an apply',
      url: `${CONFIG_MAPS}/a?fieldManager=x`,
      type: apply,
      body: `{"kind":${odd},"metadata":{"name":"a"}}`,
    },
    {
      what: 'the version of an apply',
      url: `${CONFIG_MAPS}/a?fieldManager=x`,
      type: apply,
      body: `{"apiVersion":${odd},"metadata":{"name":"a"}}`,
    },
    {
      what: 'the version of a definition',
      url: DEFINITIONS,
      body: `{"kind":"CustomResourceDefinition","apiVersion":${odd},"spec":{"n":9007199254740993}}`,
    },
    {
      what: 'an operator',
      url: `${RBAC}/clusterroles`,
      body: `{"metadata":{"name":"a"},"aggregationRule":{"clusterRoleSelectors":[{"matchExpressions":[{"key":"a","operator":${odd}}]}]}}`,
    },
    {
      what: 'the name of an operation',
      url: `${CONFIG_MAPS}/a`,
      type: 'application/json-patch+json',
      body: `[{"op":${odd},"path":${odd},"from":${odd}}]`,
    },
    {
      what: 'a directive',
      url: `${CONFIG_MAPS}/a`,
      type: 'application/strategic-merge-patch+json',
      body: `{"$patch":${odd},"metadata":{"$setElementOrder/finalizers":[${odd}],"finalizers":[${odd}]}}`,
    },
    { what: 'a key of a map', url: CONFIG_MAPS, type: 'application/yaml', body: `x: &a ${odd}\n*a : 1` },
    {
      what: 'the time of an event',
      url: CONFIG_MAPS.replace('configmaps', 'events'),
      body: `{"metadata":{"name":"a"},"eventTime":${odd},"firstTimestamp":${odd},"involvedObject":{"kind":${odd}}}`,
    },
    {
      what: 'fields of managers',
      url: CONFIG_MAPS,
      body: `{"metadata":{"name":"a","managedFields":[{"manager":${odd},"operation":${odd},"fieldsType":${odd},"fieldsV1":${odd}}]}}`,
    },
    {
      what: 'owners',
      url: CONFIG_MAPS,
      body: `{"metadata":{"name":"a","ownerReferences":[{"uid":${odd},"kind":${odd},"name":${odd},"apiVersion":${odd}}]}}`,
    },
    {
      what: 'the words of a rule',
      url: `${RBAC}/clusterroles`,
      body: `{"metadata":{"name":"a"},"rules":[{"verbs":[${odd}],"resources":[${odd}],"apiGroups":[${odd}]}]}`,
    },
    {
      what: 'a type in a schema',
      url: DEFINITIONS,
      body: `{"metadata":{"name":"x.y"},"spec":{"group":"y","scope":${odd},"names":{"plural":"x","kind":"X"},"versions":[{"name":"v1","schema":{"openAPIV3Schema":{"type":${odd},"format":${odd},"pattern":${odd},"x-platform-validations":[{"rule":${odd}}]}}}]}}`,
    },
    {
      what: 'options of a deletion',
      url: `${CONFIG_MAPS}/a`,
      method: 'DELETE',
      body: `{"propagationPolicy":${odd},"gracePeriodSeconds":${odd},"preconditions":{"uid":${odd}},"dryRun":[${odd}]}`,
    },
  ])('is answered with a client error: $what', async ({ url, body, type = 'application/json', method }) => {
    const { send } = await aPlane()
    await send('POST', CONFIG_MAPS, { body: configMap('a') })
    const verb = method ?? (url.includes(`${CONFIG_MAPS}/a`) ? 'PATCH' : 'POST')
    const { status } = await send(verb, url, { headers: { 'content-type': type }, body })
    expect([status >= 400, status < 500]).toEqual([true, true])
  })
})

describe('addresses', () => {
  test.each([
    { url: '/api/v1/namespaces/default%2Fconfigmaps/configmaps/a', code: 400 },
    { url: '/api/v1/namespaces/a%2Fb/configmaps', code: 400 },
    { url: `${CONFIG_MAPS}/a%2Fb`, code: 400 },
    { url: `${CONFIG_MAPS}/a%252Fb`, code: 400 },
    { url: `${CONFIG_MAPS}/.`, code: 400 },
    { url: '/api/v1/namespaces/..', code: 400 },
    { url: `${CONFIG_MAPS}/..`, code: 400 },
    { url: `${CONFIG_MAPS}/%2e%2e`, code: 400 },
    { url: `${CONFIG_MAPS}/%00`, code: 404 },
    { url: '/api/v1/namespaces/../configmaps', code: 400 },
    { url: '/api/v1/../v1/namespaces', code: 404 },
    { url: '/../../etc/passwd', code: 404 },
    { url: `${CONFIG_MAPS}/%`, code: 400 },
    { url: `${CONFIG_MAPS}?limit=%zz`, code: 400 },
    { url: `${CONFIG_MAPS}?labelSelector=${'a,'.repeat(16_000)}`, code: 400 },
    { url: `${CONFIG_MAPS}?labelSelector=${'a'.repeat(40_000)}`, code: 414 },
    { url: `${CONFIG_MAPS}?limit=1&limit=abc`, code: 200 },
    { url: `${CONFIG_MAPS}?limit=abc&limit=1`, code: 400 },
  ])('$url is answered $code', async ({ url, code }) => {
    const { send } = await aPlane()
    for (const method of code === 404 ? ['GET', 'DELETE'] : ['GET']) {
      const { status } = await send(method, url)
      expect(status).toBe(code)
    }
  })

  test('an invalid name is refused with the message of the API', async () => {
    const { send } = await aPlane()
    const messageOf = async (url: string) => (jsonOf(await send('GET', url)) as { message: string }).message
    expect(await messageOf(`${CONFIG_MAPS}/..`)).toBe(`Name parameter invalid: "..": may not be '..'`)
    expect(await messageOf(`${CONFIG_MAPS}/a%252Fb`)).toBe(`Name parameter invalid: "a%2Fb": may not contain '%'`)
    expect(await messageOf(`${CONFIG_MAPS}/a%2Fb`)).toBe(`Name parameter invalid: "a/b": may not contain '/'`)
  })

  test('PUT to an invalid name creates no object', async () => {
    const { send } = await aPlane()
    const leases = '/apis/coordination.platform.io/v1/namespaces/default/leases'
    for (const name of ['a%2Fb', '%2e%2e', '..']) {
      const body = { metadata: { name: decodeURIComponent(name) }, spec: {} }
      expect((await send('PUT', `${leases}/${name}`, { body })).status).toBe(400)
    }
    expect(jsonOf(await send('GET', leases))).toMatchObject({ items: [] })
  })

  test('no request is answered with an internal error', async () => {
    const { send } = await aPlane()
    const segment = fc.oneof(
      fc.constantFrom('api', 'apis', 'v1', 'namespaces', 'default', 'configmaps', 'watch', 'status', '..', ''),
      fc.webSegment(),
    )
    const url = fc
      .tuple(fc.array(segment, { maxLength: 8 }), fc.webQueryParameters())
      .map(([path, query]) => `/${path.join('/')}?${query}`)
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'FOO')
    await fc.assert(
      fc.asyncProperty(method, url, fc.string(), async (verb, address, body) => {
        const { status, body: answer } = await send(verb, address, { body })
        if (!(answer instanceof Uint8Array)) answer.start({ write: () => 0, onDrained() {}, end() {}, abort() {} })()
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
  })
})
