import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../../src/public/adapters.js'
import { type ControlPlane, createControlPlane, defineResource } from '../../../src/public/index.js'
import { packagedKinds } from '../../../src/public/kubernetes.js'

const INT32_MAX = 2_147_483_647
const JSON_PATCH = 'application/json-patch+json'
const MERGE_PATCH = 'application/merge-patch+json'
const APPLY = 'application/apply-patch+yaml'

const counted = { type: 'object', properties: { replicas: { type: 'integer' } } } as const
const Widget = defineResource(
  {
    group: 'example.com',
    kind: 'Widget',
    versions: [
      {
        name: 'v1',
        schema: { spec: counted, status: counted },
        subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
      },
    ],
  },
  { dialect: 'kubernetes' },
)
const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'main', image: 'example.com/app:1' }] } }
const OWNERS = {
  Deployment: {
    path: '/apis/apps/v1/namespaces/default/deployments',
    object: { apiVersion: 'apps/v1', kind: 'Deployment', spec: { selector: { matchLabels: { app: 'a' } }, template } },
  },
  Widget: {
    path: '/apis/example.com/v1/namespaces/default/widgets',
    object: { apiVersion: 'example.com/v1', kind: 'Widget', spec: {} },
  },
}

describe.each(Object.values(OWNERS))('the scale at $path', ({ path, object }) => {
  let plane: ControlPlane
  const send = async (method: string, address: string, type: string, body: unknown) => {
    const init = { method, headers: { 'content-type': type }, body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await fetchHandler(plane)(new Request(`http://plane${address}`, init))
    const { message, spec } = (await response.json()) as { message?: string; spec?: { replicas?: number } }
    const warning = response.headers.get('warning') ?? undefined
    return { code: response.status, message, replicas: spec?.replicas, warning }
  }
  const put = (body: object, query = '') =>
    send('PUT', `${path}/a/scale${query}`, 'application/json', { metadata: { name: 'a' }, ...body })
  const patch = (type: string, body: unknown, query = '') => send('PATCH', `${path}/a/scale${query}`, type, body)
  const stored = async () => {
    const response = await fetchHandler(plane)(new Request(`http://plane${path}/a`))
    return ((await response.json()) as { spec: { replicas: number } }).spec.replicas
  }

  beforeAll(async () => {
    plane = await createControlPlane({
      dialect: 'kubernetes',
      resources: [...Object.values(packagedKinds({ dialect: 'kubernetes' })), Widget],
    })
    const body = { ...object, metadata: { name: 'a', namespace: 'default' }, spec: { ...object.spec, replicas: 3 } }
    expect((await send('POST', path, 'application/json', body)).code).toBe(201)
  })
  afterAll(() => plane.close())

  test.each<[string, object, string]>([
    ['more replicas than an int32', { spec: { replicas: INT32_MAX + 1 } }, 'spec.replicas'],
    ['a spec that is no object', { spec: 'x' }, 'spec'],
    ['replicas that are no number', { spec: { replicas: '3' } }, 'spec.replicas'],
    ['replicas that are no whole number', { spec: { replicas: 1.5 } }, 'spec.replicas'],
    ['a status that is no object', { spec: { replicas: 3 }, status: 'x' }, 'status'],
    ['a selector that is no text', { spec: { replicas: 3 }, status: { selector: 4 } }, 'status.selector'],
  ])('%s cannot be read, whatever the verb', async (_, body, field) => {
    expect(await put(body)).toMatchObject({
      code: 400,
      message: expect.stringContaining(`Scale in version "v1" cannot be handled as a Scale: ${field}: `),
    })
    expect((await patch(MERGE_PATCH, body)).code).toBe(422)
    const applied = await patch(
      APPLY,
      { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' }, ...body },
      '?fieldManager=m',
    )
    expect(applied.code).toBe(422)
    expect(await stored()).toBe(3)
  })

  test('unknown fields are warned of, or refused', async () => {
    const body = { spec: { replicas: 3, zoo: 1 }, foo: 1 }
    const both = 'unknown field "spec.zoo", unknown field "foo"'
    expect(await put(body)).toMatchObject({ code: 200, warning: expect.stringContaining('unknown field \\"spec.zoo\\"') })
    expect(await put(body, '?fieldValidation=Ignore')).toMatchObject({ code: 200, warning: undefined })
    for (const refused of [
      await put(body, '?fieldValidation=Strict'),
      await patch(MERGE_PATCH, body, '?fieldValidation=Strict'),
    ]) {
      expect(refused).toMatchObject({
        code: 400,
        message: expect.stringContaining(`handled as a Scale: strict decoding error: ${both}`),
      })
    }
    const applied = await patch(
      APPLY,
      { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' }, ...body },
      '?fieldManager=m',
    )
    expect(applied).toMatchObject({ code: 400, message: expect.stringMatching(/^Scale\.autoscaling "a" is invalid: .*zoo/) })
    expect(await stored()).toBe(3)
  })

  test('a wrong case is an unknown field, and no scale to nothing under Strict', async () => {
    expect(await put({ Spec: { replicas: 1 } }, '?fieldValidation=Strict')).toMatchObject({ code: 400 })
  })

  test('repeated fields are named as those of a Scale', async () => {
    const twice = '{"metadata":{"name":"a"},"spec":{"replicas":3,"replicas":3}}'
    expect(await send('PUT', `${path}/a/scale?fieldValidation=Strict`, 'application/json', twice)).toMatchObject({
      code: 400,
      message: 'Scale in version "v1" cannot be handled as a Scale: strict decoding error: duplicate field "spec.replicas"',
    })
  })

  test('what it was read with may be sent back, and a patch changes the count', async () => {
    const read = await (await fetchHandler(plane)(new Request(`http://plane${path}/a/scale`))).json()
    expect(await put(read as object, '?fieldValidation=Strict')).toMatchObject({ code: 200, replicas: 3 })
    const set = [{ op: 'replace', path: '/spec/replicas', value: 4 }]
    expect(await patch(JSON_PATCH, set, '?fieldValidation=Strict')).toMatchObject({ code: 200, replicas: 4 })
    expect(await patch(MERGE_PATCH, { spec: { replicas: 3 } })).toMatchObject({ code: 200, replicas: 3 })
  })
})
