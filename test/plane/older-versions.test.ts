import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { createLmdbStorage } from '../../src/storage/lmdb/index.js'
import { kinds } from '../admission/kinds.js'
import { headersOf, jsonOf, requestOf } from '../server/requests.js'
import { base64, makeRequest } from '../support/certificate-requests.js'

type Json = Readonly<Record<string, unknown>>
const planes: ControlPlane[] = []
afterEach(() => Promise.all(planes.splice(0).map((plane) => plane.close())))

async function planeOf(release: string, options: object = {}): Promise<ControlPlane> {
  const plane = await createControlPlane({ release, resources: kinds, logger: { error() {}, info() {} }, ...options })
  planes.push(plane)
  return plane
}
const send = (plane: ControlPlane, method: string, path: string, body?: object) =>
  plane.handle(requestOf(path, { method, ...(body && { body }) }))

test('reviews of older versions are answered in their version', async () => {
  const plane = await planeOf('1.21')
  const review = { spec: { user: 'jane', group: ['dev'], resourceAttributes: { verb: 'get', resource: 'pods' } } }
  const response = await send(plane, 'POST', '/apis/authorization.platform.io/v1beta1/subjectaccessreviews', review)
  expect([response.status, jsonOf(response)]).toMatchObject([
    201,
    { apiVersion: 'authorization.platform.io/v1beta1', spec: { user: 'jane', group: ['dev'] }, status: { allowed: true } },
  ])
})

test.each([
  { release: '1.32', there: [], missing: ['networking.platform.io/v1/servicecidrs', 'resource.platform.io/v1/resourceclaims'] },
  { release: '1.33', there: ['networking.platform.io/v1/servicecidrs'], missing: ['resource.platform.io/v1/resourceclaims'] },
  {
    release: '1.34',
    there: [
      'networking.platform.io/v1/ipaddresses',
      'resource.platform.io/v1/deviceclasses',
      'storage.platform.io/v1/volumeattributesclasses',
    ],
    missing: [],
  },
])('$release has the kinds that were stable by then: $there, not $missing', async ({ release, there, missing }) => {
  const plane = await planeOf(release)
  const statuses = await Promise.all(
    [...there, ...missing].map(async (resource) => (await send(plane, 'GET', `/apis/${resource}`)).status),
  )
  expect(statuses).toEqual([...there.map(() => 200), ...missing.map(() => 404)])
})

test('a kind that was removed without a successor is validated, shown and kept in releases that have it', async () => {
  const plane = await planeOf('1.15')
  const any = { rule: 'RunAsAny' }
  const spec = { privileged: true, seLinux: any, runAsUser: any, supplementalGroups: any, fsGroup: any, volumes: ['*'] }
  const path = '/apis/extensions/v1beta1/podsecuritypolicies'
  expect((await send(plane, 'POST', path, { metadata: { name: 'p' }, spec })).status).toBe(201)
  const bad = await send(plane, 'POST', path, { metadata: { name: 'q' }, spec: { ...spec, fsGroup: { rule: 'Any' } } })
  expect([bad.status, jsonOf(bad)]).toMatchObject([
    422,
    { details: { causes: [{ field: 'spec.fsGroup.rule', reason: 'FieldValueNotSupported' }] } },
  ])
  const shown = await send(plane, 'GET', '/apis/policy/v1beta1/podsecuritypolicies/p')
  expect(jsonOf(shown)).toMatchObject({ apiVersion: 'policy/v1beta1', kind: 'PodSecurityPolicy', spec })
})

describe('what older versions accept, and the current one refuses,', () => {
  const sent = async (plane: ControlPlane, path: string, body: object) => {
    const response = await send(plane, 'POST', path, body)
    return [response.status, jsonOf(response)]
  }
  const csr = async () => base64((await makeRequest()).request)

  test('is kept of a webhook: undeclared side effects, and the old defaults', async () => {
    const plane = await planeOf('1.21')
    const place = (version: string) => `/apis/admissionregistration.platform.io/${version}/validatingwebhookconfigurations`
    const webhook = { name: 'a.b.example.com', clientConfig: { url: 'https://a.example.com' } }
    const body = { metadata: { name: 'w' }, webhooks: [webhook, webhook] }
    const defaults = { failurePolicy: 'Ignore', matchPolicy: 'Exact', timeoutSeconds: 30, sideEffects: 'Unknown' }
    expect(await sent(plane, place('v1beta1'), body)).toMatchObject([201, { webhooks: [defaults, defaults] }])
    expect((await sent(plane, place('v1'), { ...body, metadata: { name: 'x' } }))[0]).toBe(422)
    // It can be changed through the version that would refuse it, as long as its faults are those that it had.
    const shown = jsonOf(await send(plane, 'GET', `${place('v1')}/w`)) as Json & { metadata: Json; webhooks: Json[] }
    const labelled = { ...shown, metadata: { ...shown.metadata, labels: { a: 'b' } } }
    const put = await send(plane, 'PUT', `${place('v1')}/w`, labelled)
    expect([put.status, jsonOf(put)]).toMatchObject([200, { metadata: { labels: { a: 'b' } } }])
    const worse = { ...(jsonOf(put) as Json), webhooks: [...shown.webhooks, { ...shown.webhooks[0], name: 'c.b.example.com' }] }
    expect((await send(plane, 'PUT', `${place('v1')}/w`, worse)).status).toBe(422)
  })

  test('is kept of a signing request: no signer, and no usages', async () => {
    const plane = await planeOf('1.21')
    const place = (version: string) => `/apis/certificates.platform.io/${version}/certificatesigningrequests`
    const body = { metadata: { name: 'c' }, spec: { request: await csr() } }
    const spec = { signerName: 'platform.io/legacy-unknown', usages: ['digital signature', 'key encipherment'] }
    expect(await sent(plane, place('v1beta1'), body)).toMatchObject([201, { spec }])
    expect((await sent(plane, place('v1'), { metadata: { name: 'd' }, spec: { ...body.spec, ...spec } }))[0]).toBe(422)
    const approved = { ...body, status: { conditions: [{ type: 'Approved', reason: 'r' }] } }
    const put = await send(plane, 'PUT', `${place('v1beta1')}/c/approval`, approved)
    expect([put.status, jsonOf(put)]).toMatchObject([200, { status: { conditions: [{ type: 'Approved', status: 'True' }] } }])
  })

  test('is kept of an event: the fields of the core group, any type, and changes', async () => {
    const plane = await planeOf('1.24')
    const place = (version: string) => `/apis/events.platform.io/${version}/namespaces/default/events`
    const body = {
      metadata: { name: 'e' },
      regarding: { namespace: 'default', kind: 'Pod', name: 'p' },
      type: 'Odd',
      deprecatedCount: 1,
      deprecatedSource: { component: 'c' },
    }
    expect(await sent(plane, place('v1beta1'), body)).toMatchObject([201, body])
    expect((await sent(plane, place('v1'), { ...body, metadata: { name: 'f' } }))[0]).toBe(422)
    const again = await send(plane, 'PUT', `${place('v1beta1')}/e`, { ...body, deprecatedCount: 2, note: 'again' })
    expect([again.status, jsonOf(again)]).toMatchObject([200, { deprecatedCount: 2, note: 'again' }])
  })

  test('is kept of a definition: no schema, and undescribed fields', async () => {
    const plane = await planeOf('1.21')
    const place = (version: string) => `/apis/apiextensions.platform.io/${version}/customresourcedefinitions`
    const definition = (plural: string, validation?: object) => ({
      metadata: { name: `${plural}.shop.example.com` },
      spec: {
        group: 'shop.example.com',
        version: 'v1',
        names: { plural, kind: `K${plural}` },
        ...(validation && { validation }),
      },
    })
    const openAPIV3Schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { watts: { type: 'integer' } } } },
    }
    expect(await sent(plane, place('v1beta1'), definition('lamps'))).toMatchObject([201, { spec: { scope: 'Cluster' } }])
    expect((await sent(plane, place('v1beta1'), definition('sofas', { openAPIV3Schema })))[0]).toBe(201)
    const lamp = { metadata: { name: 'a' }, spec: { anything: [{ at: 'all' }] } }
    const object = (plural: string) => ({ apiVersion: 'shop.example.com/v1', kind: `K${plural}`, ...lamp })
    for (const plural of ['lamps', 'sofas']) {
      expect(await sent(plane, `/apis/shop.example.com/v1/${plural}`, object(plural))).toMatchObject([201, { spec: lamp.spec }])
    }
    const bad = { ...object('sofas'), metadata: { name: 'b' }, spec: { watts: 'many' } }
    expect((await sent(plane, '/apis/shop.example.com/v1/sofas', bad))[0]).toBe(422)
    const shown = jsonOf(await send(plane, 'GET', `${place('v1')}/lamps.shop.example.com`)) as Json & {
      metadata: Json
      spec: Json
    }
    const labelled = { ...shown, metadata: { ...shown.metadata, labels: { a: 'b' } } }
    expect((await send(plane, 'PUT', `${place('v1')}/lamps.shop.example.com`, labelled)).status).toBe(200)
    const another = {
      metadata: { name: 'tables.shop.example.com' },
      spec: { ...shown.spec, names: { plural: 'tables', kind: 'T' } },
    }
    const [status, refusal] = (await sent(plane, place('v1'), another)) as [number, { details: { causes: { field: string }[] } }]
    expect([status, refusal.details.causes.map(({ field }) => field).sort()]).toEqual([
      422,
      ['spec.preserveUnknownFields', 'spec.versions[0].schema.openAPIV3Schema'],
    ])
  })
})

test.each([
  { release: '1.21', version: 'v1', kept: undefined },
  { release: '1.21', version: 'v1beta1', kept: undefined },
  { release: '1.22', version: 'v1', kept: 3600 },
])('the duration of a signing request in $version at release $release is $kept: it came with 1.22', async (row) => {
  const plane = await planeOf(row.release)
  const content = { request: base64((await makeRequest()).request), signerName: 'example.com/any', usages: ['client auth'] }
  const path = `/apis/certificates.platform.io/${row.version}/certificatesigningrequests`
  const create = async (name: string, expirationSeconds: number) => {
    const body = { metadata: { name }, spec: { ...content, expirationSeconds } }
    const response = await send(plane, 'POST', `${path}?fieldValidation=Strict`, body)
    return [response.status, (jsonOf(response) as { spec?: { expirationSeconds?: number } }).spec?.expirationSeconds]
  }
  expect(await create('long', 3600)).toEqual([201, row.kept])
  // What is dropped is not judged.
  expect(await create('short', 5)).toEqual([row.kept === undefined ? 201 : 422, undefined])
  const bad = { metadata: { name: 'bad' }, spec: { ...content, request: base64('no request') } }
  expect((await send(plane, 'POST', path, bad)).status).toBe(422)
})

test('a version that is newer than the release is not served, and cannot be turned on', async () => {
  const plane = await planeOf('1.18')
  expect((await send(plane, 'GET', '/apis/networking.platform.io/v1/ingresses')).status).toBe(404)
  await expect(planeOf('1.18', { runtimeConfig: { 'batch/v1/cronjobs': true } })).rejects.toThrow('there is none')
})

test('trust bundles can be turned on in the versions that a release has', async () => {
  const featureGates = { ClusterTrustBundle: true }
  const on = (version: string) => ({ featureGates, runtimeConfig: { [`certificates.platform.io/${version}`]: true } })
  const path = (version: string) => `/apis/certificates.platform.io/${version}/clustertrustbundles`
  expect((await send(await planeOf('1.27', on('v1alpha1')), 'GET', path('v1alpha1'))).status).toBe(200)
  expect((await send(await planeOf('1.33', on('v1beta1')), 'GET', path('v1beta1'))).status).toBe(200)
  const early = await planeOf('1.32', { featureGates, runtimeConfig: { 'api/beta': true } })
  expect((await send(early, 'GET', path('v1beta1'))).status).toBe(404)
})

test('a version that will be removed can be turned off in advance', async () => {
  const plane = await planeOf('1.24', { runtimeConfig: { 'batch/v1beta1': false } })
  expect((await send(plane, 'GET', '/apis/batch/v1beta1/cronjobs')).status).toBe(404)
  expect((await send(plane, 'GET', '/apis/batch/v1/cronjobs')).status).toBe(200)
})

test('beta versions of 1.22 and later are served when they are switched on', async () => {
  const path = '/apis/admissionregistration.platform.io/v1beta1/validatingadmissionpolicies'
  const featureGates = { ValidatingAdmissionPolicy: true }
  expect((await send(await planeOf('1.28', { featureGates }), 'GET', path)).status).toBe(404)
  const runtimeConfig = { 'api/beta': true }
  expect((await send(await planeOf('1.28', { featureGates, runtimeConfig }), 'GET', path)).status).toBe(200)
})

test.each([
  { release: '1.22', served: ['v1beta1'] },
  { release: '1.23', served: ['v1beta1', 'v1beta2'] },
  { release: '1.26', served: ['v1beta2', 'v1beta3'] },
  { release: '1.28', served: ['v1beta2', 'v1beta3'] },
  { release: '1.29', served: ['v1', 'v1beta3'] },
  { release: '1.32', served: ['v1'] },
])(
  'release $release serves flow control in $served, as this group has been on in its beta versions',
  async ({ release, served }) => {
    const plane = await planeOf(release)
    const statusOf = async (version: string) =>
      (await send(plane, 'GET', `/apis/flowcontrol.apiserver.platform.io/${version}/flowschemas`)).status
    const versions = ['v1', 'v1beta1', 'v1beta2', 'v1beta3']
    const found = await Promise.all(versions.map(async (version) => ((await statusOf(version)) === 200 ? [version] : [])))
    expect(found.flat()).toEqual(served)
  },
)

test('a version that stays is deprecated without a removal release', async () => {
  const response = await send(await planeOf('1.33'), 'GET', '/api/v1/namespaces/default/endpoints')
  expect(headersOf(response, 'warning')).toEqual([
    '299 - "v1 Endpoints is deprecated in v1.33+; use discovery.platform.io/v1 EndpointSlice"',
  ])
  expect(headersOf(await send(await planeOf('1.32'), 'GET', '/api/v1/namespaces/default/endpoints'), 'warning')).toEqual([])
})

describe('objects of one directory', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'binnacle-releases-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  const in_ = async <T>(release: string, action: (plane: ControlPlane) => Promise<T>): Promise<T> => {
    const plane = await createControlPlane({
      release,
      resources: kinds,
      storage: await createLmdbStorage({ directory }),
      logger: { error() {}, info() {} },
    })
    try {
      return await action(plane)
    } finally {
      await plane.close()
    }
  }
  const contentOf = (object: Json) => {
    const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...content } = object
    return content
  }
  const ingress = {
    metadata: { name: 'i' },
    spec: { rules: [{ host: 'a.example', http: { paths: [{ path: '/', backend: { serviceName: 's', servicePort: 80 } }] } }] },
  }
  const namespaced = (group: string, version: string, resource: string) =>
    `/apis/${group}/${version}/namespaces/default/${resource}`

  test('that successive releases wrote through older versions are read the same by all later ones, and by the previous one', async () => {
    const written = await in_('1.15', async (plane) => {
      const first = await send(plane, 'POST', namespaced('extensions', 'v1beta1', 'ingresses'), ingress)
      expect([first.status, jsonOf(first)]).toMatchObject([201, { apiVersion: 'extensions/v1beta1', spec: ingress.spec }])
      const budget = { metadata: { name: 'b' }, spec: { selector: {}, minAvailable: 1 } }
      expect((await send(plane, 'POST', namespaced('policy', 'v1beta1', 'poddisruptionbudgets'), budget)).status).toBe(201)
      return jsonOf(await send(plane, 'GET', `${namespaced('networking.platform.io', 'v1beta1', 'ingresses')}/i`)) as Json
    })
    expect(written).toMatchObject({ apiVersion: 'networking.platform.io/v1beta1', spec: ingress.spec })
    const seen: Json[] = []
    for (const release of ['1.19', '1.21', '1.22', '1.25', '1.26', '1.29', '1.36']) {
      seen.push(
        await in_(
          release,
          async (plane) =>
            jsonOf(await send(plane, 'GET', `${namespaced('networking.platform.io', 'v1', 'ingresses')}/i`)) as Json,
        ),
      )
    }
    expect(contentOf(seen[0] as Json)).toMatchObject({
      spec: {
        rules: [
          {
            http: { paths: [{ pathType: 'ImplementationSpecific', backend: { service: { name: 's', port: { number: 80 } } } }] },
          },
        ],
      },
    })
    for (const object of seen) expect(object).toEqual(seen[0])
    await in_('1.22', async (plane) => {
      const change = { ...seen[0], spec: { ...(seen[0]?.spec as object), ingressClassName: 'mine' } }
      expect((await send(plane, 'PUT', `${namespaced('networking.platform.io', 'v1', 'ingresses')}/i`, change)).status).toBe(200)
    })
    const back = await in_(
      '1.21',
      async (plane) => jsonOf(await send(plane, 'GET', `${namespaced('extensions', 'v1beta1', 'ingresses')}/i`)) as Json,
    )
    expect(back).toMatchObject({ apiVersion: 'extensions/v1beta1', spec: { ...ingress.spec, ingressClassName: 'mine' } })
    const budget = await in_(
      '1.25',
      async (plane) => jsonOf(await send(plane, 'GET', `${namespaced('policy', 'v1', 'poddisruptionbudgets')}/b`)) as Json,
    )
    expect(budget.spec).toMatchObject({ selector: { matchExpressions: [{ operator: 'Exists' }] }, minAvailable: 1 })
  }, 60_000)

  test('lose nothing when clients read and write them in an older version', async () => {
    await in_('1.24', async (plane) => {
      const metrics = [
        { type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 70 } } },
      ]
      const spec = {
        maxReplicas: 3,
        scaleTargetRef: { kind: 'Deployment', name: 'd' },
        metrics,
        behavior: { scaleDown: { selectPolicy: 'Min' } },
      }
      const created = await send(plane, 'POST', namespaced('autoscaling', 'v2', 'horizontalpodautoscalers'), {
        metadata: { name: 'h' },
        spec,
      })
      expect(created.status).toBe(201)
      const place = `${namespaced('autoscaling', 'v2beta1', 'horizontalpodautoscalers')}/h`
      const older = jsonOf(await send(plane, 'GET', place)) as Json & { spec: Json }
      expect(older.spec.metrics).toEqual([{ type: 'Resource', resource: { name: 'memory', targetAverageUtilization: 70 } }])
      const put = await send(plane, 'PUT', place, { ...older, spec: { ...older.spec, maxReplicas: 5 } })
      expect(put.status).toBe(200)
      const now = jsonOf(await send(plane, 'GET', `${namespaced('autoscaling', 'v2', 'horizontalpodautoscalers')}/h`)) as Json
      expect(now.spec).toMatchObject({ ...spec, maxReplicas: 5 })
      expect((now.metadata as Json).annotations).toBeUndefined()
    })
  })

  test('in an older version are validated and pruned by the schema of that version', async () => {
    await in_('1.21', async (plane) => {
      const bad = { ...ingress, spec: { rules: 7 } }
      expect((await send(plane, 'POST', namespaced('extensions', 'v1beta1', 'ingresses'), bad)).status).toBe(400)
      const odd = { ...ingress, spec: { ...ingress.spec, nothing: 1 } }
      const created = jsonOf(await send(plane, 'POST', namespaced('extensions', 'v1beta1', 'ingresses'), odd)) as { spec: Json }
      expect(created.spec.nothing).toBeUndefined()
    })
  })
})
