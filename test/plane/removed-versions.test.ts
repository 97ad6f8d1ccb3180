/**
 * The specification's table "API versions removed by release", row by row: what the last release before it has of a version, and what is
 * left of its objects when it is gone.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { type ApiObject, formatApiVersion } from '../../src/meta/index.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { convertObject, type ResourceDefinition } from '../../src/resources/index.js'
import type { ServerResponse } from '../../src/server/index.js'
import { createLmdbStorage } from '../../src/storage/lmdb/index.js'
import { kinds } from '../admission/kinds.js'
import { headersOf, jsonOf, requestOf } from '../server/requests.js'
import { nameFor, presentContents, saidBy } from './older-objects.js'

const FLOWS = 'flowschemas prioritylevelconfigurations'
const ROLES = 'clusterroles clusterrolebindings roles rolebindings'
const QUESTIONS = 'localsubjectaccessreviews selfsubjectaccessreviews subjectaccessreviews selfsubjectrulesreviews'
const JUDGES = 'validatingadmissionpolicies validatingadmissionpolicybindings'
const CHANGERS = 'mutatingadmissionpolicies mutatingadmissionpolicybindings'
const HOOKS = 'mutatingwebhookconfigurations validatingwebhookconfigurations'

/** What to use instead is empty where there is nothing. */
type Row = [removed: string, versions: string, resources: string, instead: string]

const ROWS: readonly Row[] = [
  ['1.29', 'flowcontrol.apiserver.platform.io/v1beta2', FLOWS, 'flowcontrol.apiserver.platform.io/v1beta3'],
  ['1.27', 'storage.platform.io/v1beta1', 'csistoragecapacities', 'storage.platform.io/v1'],
  ['1.26', 'flowcontrol.apiserver.platform.io/v1beta1', FLOWS, 'flowcontrol.apiserver.platform.io/v1beta3'],
  ['1.26', 'autoscaling/v2beta2', 'horizontalpodautoscalers', 'autoscaling/v2'],
  ['1.25', 'batch/v1beta1', 'cronjobs', 'batch/v1'],
  ['1.25', 'discovery.platform.io/v1beta1', 'endpointslices', 'discovery.platform.io/v1'],
  ['1.25', 'events.platform.io/v1beta1', 'events', 'events.platform.io/v1'],
  ['1.25', 'autoscaling/v2beta1', 'horizontalpodautoscalers', 'autoscaling/v2'],
  ['1.25', 'policy/v1beta1', 'poddisruptionbudgets', 'policy/v1'],
  ['1.25', 'policy/v1beta1', 'podsecuritypolicies', ''],
  ['1.25', 'node.platform.io/v1beta1', 'runtimeclasses', 'node.platform.io/v1'],
  ['1.22', 'admissionregistration.platform.io/v1beta1', HOOKS, 'admissionregistration.platform.io/v1'],
  ['1.22', 'apiextensions.platform.io/v1beta1', 'customresourcedefinitions', 'apiextensions.platform.io/v1'],
  ['1.22', 'apiregistration.platform.io/v1beta1', 'apiservices', 'apiregistration.platform.io/v1'],
  ['1.22', 'authentication.platform.io/v1beta1', 'tokenreviews', 'authentication.platform.io/v1'],
  ['1.22', 'authorization.platform.io/v1beta1', QUESTIONS, 'authorization.platform.io/v1'],
  ['1.22', 'certificates.platform.io/v1beta1', 'certificatesigningrequests', 'certificates.platform.io/v1'],
  ['1.22', 'coordination.platform.io/v1beta1', 'leases', 'coordination.platform.io/v1'],
  ['1.22', 'extensions/v1beta1 networking.platform.io/v1beta1', 'ingresses', 'networking.platform.io/v1'],
  ['1.22', 'networking.platform.io/v1beta1', 'ingressclasses', 'networking.platform.io/v1'],
  ['1.22', 'rbac.authorization.platform.io/v1beta1', ROLES, 'rbac.authorization.platform.io/v1'],
  ['1.22', 'scheduling.platform.io/v1beta1', 'priorityclasses', 'scheduling.platform.io/v1'],
  ['1.22', 'storage.platform.io/v1beta1', 'csidrivers csinodes storageclasses volumeattachments', 'storage.platform.io/v1'],
  ['1.16', 'extensions/v1beta1', 'networkpolicies', 'networking.platform.io/v1'],
  ['1.16', 'extensions/v1beta1 apps/v1beta2', 'daemonsets', 'apps/v1'],
  ['1.16', 'extensions/v1beta1 apps/v1beta1 apps/v1beta2', 'deployments', 'apps/v1'],
  ['1.16', 'apps/v1beta1 apps/v1beta2', 'statefulsets', 'apps/v1'],
  ['1.16', 'extensions/v1beta1 apps/v1beta1 apps/v1beta2', 'replicasets', 'apps/v1'],
  ['1.16', 'extensions/v1beta1', 'podsecuritypolicies', 'policy/v1beta1'],
]

/** What releases after those of the table have removed, or will remove. */
const LATER: readonly Row[] = [
  ['1.32', 'flowcontrol.apiserver.platform.io/v1beta3', FLOWS, 'flowcontrol.apiserver.platform.io/v1'],
  ['1.32', 'admissionregistration.platform.io/v1alpha1', JUDGES, 'admissionregistration.platform.io/v1'],
  ['1.34', 'admissionregistration.platform.io/v1beta1', JUDGES, 'admissionregistration.platform.io/v1'],
  ['1.38', 'admissionregistration.platform.io/v1alpha1', CHANGERS, 'admissionregistration.platform.io/v1'],
  ['1.40', 'admissionregistration.platform.io/v1beta1', CHANGERS, 'admissionregistration.platform.io/v1'],
]

const asked = { user: 'jane', groups: ['dev'], resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } }
/** Questions, which are answered and not kept. */
const reviews: Readonly<Record<string, () => object>> = {
  tokenreviews: () => ({ spec: { token: 'of nobody' } }),
  localsubjectaccessreviews: () => ({ spec: asked }),
  subjectaccessreviews: () => ({ spec: asked }),
  selfsubjectaccessreviews: () => ({ spec: { resourceAttributes: asked.resourceAttributes } }),
  selfsubjectrulesreviews: () => ({ spec: { namespace: 'default' } }),
}

const changers: Readonly<Record<string, () => object>> = {
  mutatingadmissionpolicies: () => ({
    spec: {
      reinvocationPolicy: 'Never',
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      },
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
    },
  }),
  mutatingadmissionpolicybindings: () => ({ spec: { policyName: 'p' } }),
}

let directory: string
let contents: Readonly<Record<string, (name: string) => object>>
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'binnacle-removed-'))
  contents = { ...(await presentContents()), ...changers, ...reviews }
})
afterAll(() => rm(directory, { recursive: true }))

async function inRelease(release: string, folder: string, work: (plane: ControlPlane) => Promise<void>): Promise<void> {
  const plane = await createControlPlane({
    release,
    resources: kinds,
    storage: await createLmdbStorage({ directory: path.join(directory, folder) }),
    runtimeConfig: { 'api/alpha': true, 'api/beta': true },
    logger: { error() {}, info() {} },
  })
  try {
    await work(plane)
  } finally {
    await plane.close()
  }
}

const versionsOf = ({ group, versions }: ResourceDefinition): readonly string[] =>
  versions.filter(({ served }) => served).map(({ name }) => formatApiVersion(group, name))

/** A type in one of its versions, as a plane serves it. */
class Served {
  readonly #plane: ControlPlane
  readonly #resource: string
  readonly #definition: ResourceDefinition
  readonly apiVersion: string

  constructor(plane: ControlPlane, apiVersion: string, resource: string) {
    const found = plane.catalog.all().find((one) => one.names.plural === resource && versionsOf(one).includes(apiVersion))
    if (!found) throw new Error(`there is no ${apiVersion} ${resource}`)
    this.#plane = plane
    this.#resource = resource
    this.#definition = found
    this.apiVersion = apiVersion
  }

  get kind(): string {
    return this.#definition.names.kind
  }

  /** The other versions of the same objects, in whatever group. */
  get others(): readonly Served[] {
    const { storedAs } = this.#definition
    return this.#plane.catalog
      .all()
      .filter((one) => one.storedAs.group === storedAs.group && one.storedAs.resource === storedAs.resource)
      .flatMap((one) => versionsOf(one))
      .filter((version) => version !== this.apiVersion)
      .map((version) => new Served(this.#plane, version, this.#resource))
  }

  /** An object as this version writes it. */
  object(name: string): ApiObject {
    const { storedAs, storageVersion, namespaced, review } = this.#definition
    const metadata = review ? {} : { name, ...(namespaced && { namespace: 'default' }) }
    const apiVersion = formatApiVersion(storedAs.group, storageVersion)
    const present = { apiVersion, kind: this.kind, metadata, ...contents[this.#resource]?.(name) }
    return convertObject(this.#definition, present, this.apiVersion)
  }

  create(name: string): Promise<ServerResponse> {
    return this.#plane.handle(requestOf(this.#path, { method: 'POST', body: this.object(name) }))
  }

  async read(name: string): Promise<unknown> {
    const response = await this.#plane.handle(requestOf(`${this.#path}/${name}`))
    return [this.apiVersion, response.status, jsonOf(response)]
  }

  /** What reading an object comes to that says this. */
  shown(name: string, status = 200): unknown {
    // The answer to this question does not repeat it.
    const said = this.#resource === 'selfsubjectrulesreviews' ? {} : saidBy(this.object(name))
    return [this.apiVersion, status, { apiVersion: this.apiVersion, kind: this.kind, ...said }]
  }

  get #path(): string {
    return pathOf(this.apiVersion, this.#resource, this.#definition.namespaced)
  }
}

const pathOf = (apiVersion: string, resource: string, namespaced: boolean): string =>
  `/${apiVersion === 'v1' ? 'api' : 'apis'}/${apiVersion}/${namespaced ? 'namespaces/default/' : ''}${resource}`

test.each([...ROWS, ...LATER])(
  '%s removes %s %s, which is served until then, and its objects remain afterwards',
  async (removed, versions, resources, instead) => {
    const older = versions.split(' ').flatMap((version) => resources.split(' ').map((resource) => ({ version, resource })))
    const folder = `${removed} ${versions} ${resources}`.replace(/\W/g, '-')
    const releaseBefore = `1.${Number(removed.slice(2)) - 1}`

    await inRelease(releaseBefore, folder, async (plane) => {
      for (const { version, resource } of older) {
        const served = new Served(plane, version, resource)
        const name = nameFor(resource, version)
        const created = await served.create(name)
        expect([version, created.status, jsonOf(created)]).toMatchObject(served.shown(name, 201) as unknown[])
        const use = instead === '' ? '' : `; use ${instead} ${served.kind}`
        expect(headersOf(created, 'warning').join()).toMatch(
          new RegExp(`${version} ${served.kind} is deprecated in v1\\.\\d+\\+, unavailable in v${removed}\\+${use}"`),
        )
        if (resource in reviews) continue
        for (const [i, other] of served.others.entries()) {
          expect(await other.read(name)).toMatchObject(other.shown(name) as unknown[])
          const back = nameFor(resource, `${version}by${i}`)
          expect([other.apiVersion, (await other.create(back)).status]).toEqual([other.apiVersion, 201])
          expect(await served.read(back)).toMatchObject(served.shown(back) as unknown[])
        }
      }
      const metrics = await (await fetchHandler(plane)(new Request('http://plane/metrics'))).text()
      for (const { version, resource } of older) {
        const [group, name] = version.split('/')
        const labels = `group="${group}",version="${name}",resource="${resource}",subresource="",removed_release="${removed}"`
        expect(metrics).toContain(`apiserver_requested_deprecated_apis{${labels}} 1`)
      }
    })

    await inRelease(removed, folder, async (plane) => {
      for (const { version, resource } of older) {
        const gone = await plane.handle(requestOf(pathOf(version, resource, false)))
        expect([version, gone.status]).toEqual([version, 404])
        if (instead === '') continue
        const present = new Served(plane, instead, resource)
        const name = nameFor(resource, version)
        if (resource in reviews) expect((await present.create(name)).status).toBe(201)
        else expect(await present.read(name)).toMatchObject(present.shown(name) as unknown[])
      }
    })
  },
  60_000,
)

test('the table has 29 rows', () => {
  expect(ROWS).toHaveLength(29)
})
