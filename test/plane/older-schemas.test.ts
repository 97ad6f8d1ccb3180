import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { kinds } from '../admission/kinds.js'
import { headersOf, jsonOf, requestOf, whole } from '../server/requests.js'

type Json = Readonly<Record<string, unknown>>

let old: ControlPlane
let newer: ControlPlane
beforeAll(async () => {
  const options = { resources: kinds, logger: { error() {}, info() {} } }
  old = await createControlPlane({ ...options, release: '1.15' })
  newer = await createControlPlane({ ...options, release: '1.24', featureGates: { ServerSideFieldValidation: true } })
})
afterAll(() => Promise.all([old.close(), newer.close()]))

const send = (plane: ControlPlane, method: string, path: string, body?: object, contentType?: string) =>
  plane.handle(
    requestOf(path, { method, ...(body && { body }), ...(contentType && { headers: { 'content-type': contentType } }) }),
  )
const STRATEGIC = 'application/strategic-merge-patch+json'
const APPLY = 'application/apply-patch+yaml'

const labels = { app: 'a' }
const containers = [
  { name: 'c', image: 'i' },
  { name: 'd', image: 'j' },
]
const templateOf = (...given: readonly Json[]) => ({ spec: { template: { spec: { containers: given } } } })

describe.each(['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'])('the containers of a Deployment in %s', (apiVersion) => {
  const path = `/apis/${apiVersion}/namespaces/default/deployments`
  const name = apiVersion.replace('/', '-')
  const imagesOf = (object: unknown) => {
    const { spec } = object as { spec: { template: { spec: { containers: { name: string; image: string }[] } } } }
    return spec.template.spec.containers.map((container) => `${container.name}:${container.image}`)
  }
  beforeAll(async () => {
    const spec = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } }
    expect((await send(old, 'POST', path, { metadata: { name }, spec })).status).toBe(201)
  })

  test('are merged by their names, in patches and by apply', async () => {
    const patched = await send(old, 'PATCH', `${path}/${name}`, templateOf({ name: 'c', image: 'new' }), STRATEGIC)
    expect(imagesOf(jsonOf(patched))).toEqual(['c:new', 'd:j'])
    const configuration = { apiVersion, kind: 'Deployment', metadata: { name }, ...templateOf({ name: 'd', image: 'applied' }) }
    const applied = await send(old, 'PATCH', `${path}/${name}?fieldManager=m&force=true`, configuration, APPLY)
    expect(imagesOf(jsonOf(applied))).toEqual(['c:new', 'd:applied'])
  })
})

test.each([
  { apiVersion: 'extensions/v1beta1', status: 200 },
  { apiVersion: 'apps/v1beta1', status: 200 },
  { apiVersion: 'apps/v1beta2', status: 422 },
  { apiVersion: 'apps/v1', status: 422 },
])('a new selector of a Deployment is answered by $status in $apiVersion', async ({ apiVersion, status }) => {
  const path = `/apis/${apiVersion}/namespaces/default/deployments`
  const name = `selector-${apiVersion.replace('/', '-')}`
  const specOf = (app: string) => ({
    selector: { matchLabels: { app } },
    template: { metadata: { labels: { app } }, spec: { containers } },
  })
  expect((await send(old, 'POST', path, { metadata: { name }, spec: specOf('a') })).status).toBe(201)
  const type = 'application/merge-patch+json'
  expect((await send(old, 'PATCH', `${path}/${name}`, { spec: specOf('b') }, type)).status).toBe(status)
})

test('two appliers of an older version share the webhooks of a configuration', async () => {
  const path = '/apis/admissionregistration.platform.io/v1beta1/validatingwebhookconfigurations/w'
  const identity = { apiVersion: 'admissionregistration.platform.io/v1beta1', kind: 'ValidatingWebhookConfiguration' }
  const apply = (manager: string, webhook: string) =>
    send(
      old,
      'PATCH',
      `${path}?fieldManager=${manager}`,
      { ...identity, metadata: { name: 'w' }, webhooks: [{ name: webhook, clientConfig: { url: 'https://a.example.com' } }] },
      APPLY,
    )
  await apply('a', 'a.b.example.com')
  const { webhooks } = jsonOf(await apply('b', 'c.d.example.com')) as { webhooks: Json[] }
  expect(webhooks.map(({ name }) => name)).toEqual(['a.b.example.com', 'c.d.example.com'])
})

const FLOW = 'flowcontrol.apiserver.platform.io/v1beta2'
const NAMESPACED = 'namespaces/default'
const levelOf = (limited: object) => ({ spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' }, ...limited } } })
const scaled = { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd' } }

test.each([
  { path: `${FLOW}/prioritylevelconfigurations`, body: levelOf({ bogus: 1 }), unknown: ['spec.limited.bogus'] },
  {
    path: `${FLOW}/prioritylevelconfigurations`,
    body: levelOf({ assuredConcurrencyShares: 2, nominalConcurrencyShares: 1 }),
    unknown: ['spec.limited.nominalConcurrencyShares'],
  },
  {
    path: `autoscaling/v2beta1/${NAMESPACED}/horizontalpodautoscalers`,
    body: {
      spec: {
        ...scaled,
        behavior: {},
        metrics: [{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 3, target: { type: 'Value' } } }],
      },
    },
    unknown: ['spec.behavior', 'spec.metrics[0].resource.target'],
  },
  {
    path: `discovery.platform.io/v1beta1/${NAMESPACED}/endpointslices`,
    body: {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['1.2.3.4'], topology: { rack: '1' }, zone: 'z', deprecatedTopology: { a: 'b' } }],
    },
    unknown: ['endpoints[0].zone', 'endpoints[0].deprecatedTopology'],
  },
])('an older version does not know $unknown', async ({ path, body, unknown }) => {
  const create = (level: string) =>
    send(newer, 'POST', `/apis/${path}?fieldValidation=${level}`, { metadata: { generateName: 'a-' }, ...body })
  const texts = unknown.map((field) => `unknown field ${JSON.stringify(field)}`)
  const refused = await create('Strict')
  expect([refused.status, (jsonOf(refused) as { message: string }).message]).toEqual([
    400,
    expect.stringContaining(texts.join(', ')),
  ])
  const warned = await create('Warn')
  expect(warned.status).toBe(201)
  const warnings = headersOf(warned, 'warning').join().replaceAll('\\"', '"')
  for (const text of texts) expect(warnings).toContain(text)
})

test('a value of a wrong type is reported by the name of the field in the version that was sent', async () => {
  const body = { metadata: { name: 'b' }, ...levelOf({ assuredConcurrencyShares: 'x' }) }
  const response = await send(newer, 'POST', `/apis/${FLOW}/prioritylevelconfigurations`, body)
  expect([response.status, jsonOf(response)]).toMatchObject([
    400,
    { message: expect.stringContaining('spec.limited.assuredConcurrencyShares') },
  ])
})

test('an older version is published with its own fields', async () => {
  const response = await whole(await send(old, 'GET', '/openapi/v3/apis/extensions/v1beta1'))
  const { components } = jsonOf(response) as { components: { schemas: Record<string, Json> } }
  const kind = (schema: Json) => JSON.stringify(schema['x-platform-group-version-kind'])
  const wanted = JSON.stringify([{ group: 'extensions', kind: 'Ingress', version: 'v1beta1' }])
  const ingress = Object.values(components.schemas).find((schema) => kind(schema) === wanted)
  expect(ingress).toMatchObject({
    properties: {
      spec: {
        properties: {
          backend: { properties: { serviceName: { type: 'string' }, servicePort: { format: 'int-or-string' } } },
          rules: expect.anything(),
        },
      },
    },
  })
  expect(ingress).not.toMatchObject({ properties: { spec: { properties: { defaultBackend: expect.anything() } } } })
})
