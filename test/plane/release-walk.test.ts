/**
 * One directory that all releases of the specification's table work on, one after the other and each one step back: whatever is written
 * through any version of any kind that was ever moved, renamed or removed reads the same for as long as that version is served.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ApiObject, compareReleases, formatApiVersion, platformDialect } from '../../src/meta/index.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { builtinResources, converterBetween, type ResourceDefinition } from '../../src/resources/index.js'
import { removalsOf } from '../../src/resources/lifecycle/removals.js'
import { createLmdbStorage } from '../../src/storage/lmdb/index.js'
import { kinds } from '../admission/kinds.js'
import { headersOf, jsonOf, requestOf } from '../server/requests.js'
import { base64, makeRequest } from '../support/certificate-requests.js'

const RELEASES = Array.from({ length: 15 }, (_, i) => `1.${15 + i}`)

const container = { name: 'c', image: 'i' }
const labels = { a: 'b' }
const selector = { matchLabels: labels }
const template = { metadata: { labels }, spec: { containers: [container] } }
const webhook = {
  name: 'a.b.example.com',
  clientConfig: { url: 'https://x.example.com' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}
const role = { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }
const bindingTo = (kind: string) => ({
  roleRef: { apiGroup: 'rbac.authorization.platform.io', kind, name: 'r' },
  subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.platform.io', name: 'u' }],
})
const any = { rule: 'RunAsAny' }

/** What objects hold, in the present form of their kinds; more than the older forms have words for. */
const CONTENTS: Readonly<Record<string, (name: string) => object>> = {
  flowschemas: () => ({ spec: { matchingPrecedence: 7, priorityLevelConfiguration: { name: 'p' } } }),
  prioritylevelconfigurations: () => ({
    spec: { type: 'Limited', limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' } } },
  }),
  csistoragecapacities: () => ({ storageClassName: 's', capacity: '1Gi' }),
  horizontalpodautoscalers: () => ({
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { kind: 'Deployment', name: 'd' },
      metrics: [{ type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 70 } } }],
      behavior: { scaleDown: { selectPolicy: 'Min' } },
    },
  }),
  cronjobs: () => ({
    spec: {
      schedule: '* * * * *',
      jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } } },
    },
  }),
  endpointslices: () => ({
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'], zone: 'z', nodeName: 'n' }],
    ports: [{ port: 80 }],
  }),
  events: () => ({
    eventTime: '2030-01-01T00:00:00.000000Z',
    ...{ reportingController: 'a.example.com/b', reportingInstance: 'i', action: 'a', reason: 'r', type: 'Normal', note: 'n' },
    regarding: { namespace: 'default', kind: 'Pod', name: 'p' },
  }),
  poddisruptionbudgets: () => ({ spec: { selector, minAvailable: 1 } }),
  podsecuritypolicies: () => ({ spec: { seLinux: any, runAsUser: any, supplementalGroups: any, fsGroup: any } }),
  runtimeclasses: () => ({ handler: 'h' }),
  mutatingwebhookconfigurations: () => ({ webhooks: [{ ...webhook, reinvocationPolicy: 'IfNeeded' }] }),
  validatingwebhookconfigurations: () => ({ webhooks: [{ ...webhook, timeoutSeconds: 3 }] }),
  customresourcedefinitions: (name) => ({
    spec: {
      group: 'walk.example.com',
      scope: 'Namespaced',
      names: { plural: name.split('.')[0], kind: `K${name.split('.')[0]}` },
      versions: ['v1', 'v2'].map((version) => ({
        name: version,
        served: true,
        storage: version === 'v1',
        schema: { openAPIV3Schema: { type: 'object', description: version } },
        additionalPrinterColumns: [{ name: 'C', type: 'string', jsonPath: `.${version}` }],
      })),
    },
  }),
  apiservices: (name) => ({
    spec: {
      group: name.slice(3),
      version: 'v1',
      groupPriorityMinimum: 10,
      versionPriority: 10,
      service: { namespace: 'n', name: 's' },
    },
  }),
  validatingadmissionpolicies: () => ({
    spec: {
      failurePolicy: 'Ignore',
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
      },
      validations: [{ expression: 'true' }],
    },
  }),
  validatingadmissionpolicybindings: () => ({ spec: { policyName: 'p', validationActions: ['Deny'] } }),
  certificatesigningrequests: () => ({ spec: { request: csr, signerName: 'example.com/s', usages: ['client auth'] } }),
  leases: () => ({ spec: { holderIdentity: 'h', leaseDurationSeconds: 5 } }),
  ingresses: () => ({
    spec: {
      defaultBackend: { service: { name: 's', port: { name: 'web' } } },
      rules: [
        { http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 't', port: { number: 80 } } } }] } },
      ],
    },
  }),
  ingressclasses: () => ({ spec: { controller: 'example.com/c' } }),
  clusterroles: () => role,
  roles: () => role,
  clusterrolebindings: () => bindingTo('ClusterRole'),
  rolebindings: () => bindingTo('Role'),
  priorityclasses: () => ({ value: 5 }),
  csidrivers: () => ({ spec: { attachRequired: false } }),
  csinodes: () => ({ spec: { drivers: [] } }),
  storageclasses: () => ({ provisioner: 'example.com/p' }),
  volumeattachments: () => ({ spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } }),
  networkpolicies: () => ({ spec: { podSelector: selector } }),
  daemonsets: () => ({ spec: { selector, template } }),
  deployments: () => ({ spec: { selector, template, progressDeadlineSeconds: 9 } }),
  statefulsets: () => ({ spec: { selector, template, serviceName: 's' } }),
  replicasets: () => ({ spec: { selector, template } }),
}

let directory: string
let csr: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'binnacle-walk-'))
  csr = base64((await makeRequest()).request)
})
afterAll(() => rm(directory, { recursive: true }))

const convert = converterBetween([...builtinResources(platformDialect), ...kinds], platformDialect)
const removedResources = new Set(removalsOf(platformDialect).map(({ resource }) => resource))

interface ServedKind {
  readonly definition: ResourceDefinition
  readonly version: string
  readonly resource: string
  readonly apiVersion: string
}

/** Every version of the kinds of the table that a plane serves, in all groups that they are in. */
function servedBy(plane: ControlPlane): readonly ServedKind[] {
  return [...plane.catalog.all()]
    .filter(({ custom, review, names, group }) => !custom && !review && removedResources.has(names.plural) && group !== '')
    .flatMap((definition) =>
      definition.versions
        .filter(({ served }) => served)
        .map(({ name: version }) => ({
          definition,
          version,
          resource: definition.names.plural,
          apiVersion: formatApiVersion(definition.group, version),
        })),
    )
}

function pathOf({ definition, apiVersion, resource }: ServedKind, inAll = false): string {
  return `/apis/${apiVersion}/${definition.namespaced && !inAll ? 'namespaces/default/' : ''}${resource}`
}

function nameOf({ apiVersion, resource }: ServedKind, release: string): string {
  const word = `w${release}-${apiVersion}`.replace(/[^a-z0-9]/g, '')
  if (resource === 'customresourcedefinitions') return `${word}.walk.example.com`
  return resource === 'apiservices' ? `v1.${word}.example.com` : word
}

async function write(plane: ControlPlane, kind: ServedKind, release: string): Promise<void> {
  const name = nameOf(kind, release)
  const { definition, apiVersion } = kind
  const stored = formatApiVersion(definition.storedAs.group, definition.storageVersion)
  const content = CONTENTS[kind.resource]?.(name)
  expect([kind.resource, typeof content]).toEqual([kind.resource, 'object'])
  const metadata = { name, ...(definition.namespaced && { namespace: 'default' }) }
  const present = { apiVersion: stored, kind: definition.names.kind, metadata, ...content } as ApiObject
  const body = convert(present, apiVersion)
  const response = await plane.handle(requestOf(pathOf(kind), { method: 'POST', body }))
  const { metadata: _metadata, ...sent } = body
  expect([pathOf(kind), response.status, jsonOf(response)]).toMatchObject([pathOf(kind), 201, sent])
}

type Seen = Map<string, unknown>

/** All objects of the walk, each in all versions that are served. */
async function readAll(plane: ControlPlane): Promise<Seen> {
  const seen: Seen = new Map()
  for (const kind of servedBy(plane)) {
    const { items } = jsonOf(await plane.handle(requestOf(pathOf(kind, true)))) as { readonly items: readonly ApiObject[] }
    for (const item of items) {
      const { name = '' } = item.metadata
      if (/^(?:v1\.)?w1/.test(name)) seen.set(`${kind.apiVersion} ${kind.resource} ${name}`, item)
    }
  }
  return seen
}

async function inRelease<T>(release: string, work: (plane: ControlPlane) => Promise<T>): Promise<T> {
  const plane = await createControlPlane({
    release,
    resources: kinds,
    storage: await createLmdbStorage({ directory }),
    runtimeConfig: { 'api/beta': true },
    logger: { error() {}, info() {} },
  })
  try {
    return await work(plane)
  } finally {
    await plane.close()
  }
}

/** What is seen again has to be as it was. */
function expectSame(now: Seen, before: Seen, where: string): void {
  const changed = [...now].filter(([key, item]) => before.has(key) && !isDeepStrictEqual(item, before.get(key)))
  expect([where, changed.map(([key]) => key)]).toEqual([where, []])
}

test('through releases 1.15 to 1.29, and from each one step back, nothing is lost and each object reads the same', async () => {
  const known: Seen = new Map()
  const written = new Set<string>()
  for (const release of RELEASES) {
    const [now, served] = await inRelease(release, async (plane) => {
      expectSame(await readAll(plane), known, `${release}, before it writes`)
      for (const kind of servedBy(plane)) {
        await write(plane, kind, release)
        written.add(`${kind.definition.storedAs.group}/${kind.resource} ${nameOf(kind, release)}`)
      }
      return [await readAll(plane), servedBy(plane)] as const
    })
    // Every object that any release has written is there in every version of its kind.
    const missing = served.flatMap(({ definition, apiVersion, resource }) =>
      [...written]
        .filter((key) => key.startsWith(`${definition.storedAs.group}/${resource} `))
        .map((key) => `${apiVersion} ${key.slice(key.indexOf('/') + 1)}`)
        .filter((key) => !now.has(key)),
    )
    expect([release, missing]).toEqual([release, []])
    for (const [key, item] of now) known.set(key, item)

    const before = RELEASES[RELEASES.indexOf(release) - 1]
    if (before !== undefined) expectSame(await inRelease(before, readAll), known, `${before}, after a step back from ${release}`)
  }
  expect(new Set([...written].map((key) => key.split(' ')[0]?.split('/')[1]))).toEqual(
    new Set(Object.keys(CONTENTS).filter((resource) => removedResources.has(resource))),
  )
}, 300_000)

/** The rows of the specification's table, a kind each; questions are no objects. */
const rows = removalsOf(platformDialect).filter(
  ({ removed, resource }) => compareReleases(removed, '1.29') <= 0 && !resource.endsWith('reviews'),
)

test.each(rows.map((row) => [`${row.group}/${row.version} ${row.resource}`, row] as const))(
  'an object that was written through %s is there through what took its place when that is gone',
  async (_, { group, version, resource, removed, replacement }) => {
    const apiVersion = formatApiVersion(group, version)
    const last = `1.${Number(removed.slice(2)) - 1}`
    const name = nameOf({ apiVersion, resource } as ServedKind, last)
    await inRelease(removed, async (plane) => {
      const find = (from: string) => {
        const kind = servedBy(plane).find((one) => one.apiVersion === from && one.resource === resource)
        return kind ? plane.handle(requestOf(`${pathOf(kind)}/${name}`)) : undefined
      }
      expect(find(apiVersion)).toBeUndefined()
      if (!replacement) return
      const response = await find(formatApiVersion(replacement.group, replacement.version))
      expect(response?.status).toBe(200)
      expect(response && headersOf(response, 'warning').filter((line) => line.includes(apiVersion))).toEqual([])
    })
  },
  30_000,
)
