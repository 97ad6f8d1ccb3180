/**
 * What each control loop is given to do in the tests of faults, and what has to come of it. Each works in a namespace of its own, so that
 * all can work at once.
 */

import type { ApiObject } from '../../src/meta/index.js'
import { createCertificateRequest } from '../../src/public/certificates.js'
import type { Client, ResourceClient } from '../../src/public/client.js'
import type { TestPlane, TestPlaneOptions } from '../../src/public/testing.js'
import { kinds } from '../admission/kinds.js'
import { approved, requestType, type SigningRequestFields } from '../support/certificate-requests.js'
import { selfSigned } from '../support/certificates.js'
import { ACCOUNTS, base64, configMaps, NAMESPACES, namesOf, ownerOf, secrets } from './support.js'

/** See the head of the file. */
export interface LoopCase {
  /** What the plane has to have beside what every plane has. */
  readonly plane?: TestPlaneOptions
  /** Gives the loop something to do. */
  readonly work: (client: Client, lab: TestPlane) => Promise<unknown>
  /** What is to be seen of it. */
  readonly outcome: (client: Client) => Promise<unknown>
  /** What that is when all is done, and nothing was done that should not be. */
  readonly done: unknown
  /** Names of the objects that the loop deletes, those apart whose owners or namespace are gone. */
  readonly deletes?: readonly string[]
}

/** What the plane is known by. */
export const ROOT = (await selfSigned({ subject: 'CN=root' })).cert
const NODE = (await createCertificateRequest({ commonName: 'system:node:n1', organizations: ['system:nodes'] })).requestPem
const JANE = (await createCertificateRequest({ commonName: 'jane' })).requestPem

const CLIENT = 'platform.io/apiserver-client'
const NODE_CLIENT = 'platform.io/apiserver-client-nodeagent'
const CLIENT_USAGES = ['digital signature', 'client auth']
const SYSTEM = 'platform-system'
const DEFINITIONS = { group: 'apiextensions.platform.io', version: 'v1', kind: 'CustomResourceDefinition' } as const
const BUNDLES = { group: 'certificates.platform.io', version: 'v1beta1', resource: 'clustertrustbundles' } as const
const POLICIES = { group: 'admissionregistration.platform.io', version: 'v1', kind: 'ValidatingAdmissionPolicy' } as const
const NOBODY = { apiVersion: 'v1', kind: 'ConfigMap', name: 'nobody', uid: '00000000-0000-4000-8000-000000000000' }

const CLUSTER_ROLES = { group: 'rbac.authorization.platform.io', version: 'v1', resource: 'clusterroles' } as const
const ruleOf = (resource: string) => ({ verbs: ['get'], apiGroups: [''], resources: [resource] })

const namespaces = (client: Client) => client.resource(NAMESPACES)
const accounts = (client: Client, namespace: string) => client.resource(ACCOUNTS).namespace(namespace)
const requests = (client: Client) => client.resource<SigningRequestFields>(requestType())
const jobs = (client: Client) => client.resource({ group: 'batch', version: 'v1', resource: 'jobs' }).namespace('jobs')

const nodes = (client: Client) => client.resource({ group: '', version: 'v1', resource: 'nodes' })
const pods = (client: Client, namespace: string) =>
  client.resource({ group: '', version: 'v1', resource: 'pods' }).namespace(namespace)
const claims = (client: Client) =>
  client.resource({ group: '', version: 'v1', resource: 'persistentvolumeclaims' }).namespace('claims')
const volumes = (client: Client) => client.resource({ group: '', version: 'v1', resource: 'persistentvolumes' })

/** Which of these names are there, and not on their way out. */
async function left(objects: ResourceClient<object>, ...names: readonly string[]): Promise<readonly string[]> {
  const { items } = await objects.list()
  const there = items.filter(({ metadata }) => !metadata.deletionTimestamp).map(({ metadata }) => metadata.name ?? '')
  return there.filter((name) => names.includes(name)).sort()
}

const ask = (client: Client, name: string, request: string, signerName: string, usages = CLIENT_USAGES) =>
  requests(client).create({ metadata: { name }, spec: { request: base64(request), signerName, usages } })
const approve = (client: Client, made: ApiObject & SigningRequestFields) =>
  requests(client)
    .subresource<SigningRequestFields>('approval')
    .update({ ...made, status: { conditions: [approved] } })
const stateOf = async (client: Client, name: string) => {
  const { status } = await requests(client).get(name)
  return { conditions: (status?.conditions ?? []).map(({ type }) => type), isSigned: status?.certificate !== undefined }
}

/** A bootstrap token's Secret. */
const token = (client: Client, id: string, more: Readonly<Record<string, string>> = {}) => {
  const texts = { 'token-id': id, 'token-secret': '0123456789abcdef', ...more }
  const data = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, base64(text)]))
  return secrets(client, SYSTEM).create({
    metadata: { name: `bootstrap-token-${id}` },
    type: 'bootstrap.platform.io/token',
    data,
  })
}
const ago = (lab: TestPlane, ms: number) => new Date(lab.clock.now() - ms).toISOString()
const HOUR_MS = 3_600_000

const lampsOf = (storage: string) => ({
  metadata: { name: 'lamps.shop.example.com' },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced',
    names: { plural: 'lamps', singular: 'lamp', kind: 'Lamp', listKind: 'LampList' },
    versions: ['v1beta1', 'v1'].map((name) => ({
      name,
      served: true,
      storage: name === storage,
      schema: { openAPIV3Schema: { type: 'object' } },
    })),
  },
})

/** By the name of the loop. */
export const LOOP_CASES: Readonly<Record<string, LoopCase>> = {
  namespace: {
    async work(client) {
      for (const name of ['stays', 'goes']) {
        await namespaces(client).create({ metadata: { name } })
        await configMaps(client, name).create({ metadata: { name: 'content' } })
        await secrets(client, name).create({ metadata: { name: 'content' } })
      }
      await namespaces(client).delete('goes')
    },
    outcome: async (client) => ({
      namespaces: await left(namespaces(client), 'stays', 'goes'),
      maps: await left(client.resource({ group: '', version: 'v1', resource: 'configmaps' }), 'content'),
      secrets: await left(client.resource({ group: '', version: 'v1', resource: 'secrets' }), 'content'),
    }),
    done: { namespaces: ['stays'], maps: ['content'], secrets: ['content'] },
  },

  garbagecollector: {
    async work(client) {
      await namespaces(client).create({ metadata: { name: 'garbage' } })
      const maps = configMaps(client, 'garbage')
      const create = (name: string, ownerReferences: readonly ReturnType<typeof ownerOf>[] = []) =>
        maps.create({ metadata: { name, ownerReferences } })
      const [background, foreground, orphans, other] = [
        await create('background'),
        await create('foreground'),
        await create('orphans'),
        await create('other'),
      ]
      await create('owned', [ownerOf(background)])
      await create('shared', [ownerOf(background), ownerOf(other)])
      await create('blocking', [ownerOf(foreground, { blockOwnerDeletion: true })])
      await create('orphan', [ownerOf(orphans)])
      await create('of-nobody', [NOBODY])
      await secrets(client, 'garbage').create({ metadata: { name: 'owned', ownerReferences: [ownerOf(background)] } })
      await maps.delete('background')
      await maps.delete('foreground', { propagationPolicy: 'Foreground' })
      await maps.delete('orphans', { propagationPolicy: 'Orphan' })
    },
    async outcome(client) {
      const { items } = await configMaps(client, 'garbage').list()
      const owners = items.map(({ metadata }) => [metadata.name, metadata.ownerReferences?.map(({ name }) => name) ?? []])
      return {
        maps: Object.fromEntries(owners.filter(([name]) => name !== 'kube-root-ca.crt')),
        secrets: await namesOf(secrets(client, 'garbage')),
      }
    },
    done: { maps: { orphan: [], other: [], shared: ['other'] }, secrets: [] },
  },

  serviceaccount: {
    async work(client) {
      await namespaces(client).create({ metadata: { name: 'accounts' } })
      // The loop may have been faster.
      await accounts(client, 'accounts')
        .create({ metadata: { name: 'default' } })
        .catch(() => {})
      await accounts(client, 'accounts').delete('default')
    },
    outcome: (client) => namesOf(accounts(client, 'accounts')),
    done: ['default'],
  },

  'serviceaccount-token': {
    async work(client) {
      await namespaces(client).create({ metadata: { name: 'tokens' } })
      await accounts(client, 'tokens').create({ metadata: { name: 'robot' } })
      for (const account of ['robot', 'nobody']) {
        const annotations = { 'platform.io/service-account.name': account }
        const metadata = { name: `of-${account}`, annotations }
        await secrets(client, 'tokens').create({ metadata, type: 'platform.io/service-account-token' })
      }
    },
    async outcome(client) {
      const { items } = await secrets(client, 'tokens').list()
      return items.map(({ metadata, data = {} }) => [metadata.name, Object.keys(data).sort()])
    },
    done: [['of-robot', ['ca.crt', 'namespace', 'token']]],
    deletes: ['of-nobody'],
  },

  'root-ca-cert-publisher': {
    async work(client) {
      await namespaces(client).create({ metadata: { name: 'roots' } })
      const maps = configMaps(client, 'roots')
      await maps.create({ metadata: { name: 'kube-root-ca.crt' } }).catch(() => {})
      await maps.patch('kube-root-ca.crt', { merge: { data: { 'ca.crt': 'wrong', extra: 'x' } } })
    },
    outcome: async (client) => (await configMaps(client, 'roots').get('kube-root-ca.crt')).data,
    done: { 'ca.crt': ROOT },
  },

  'clusterrole-aggregation': {
    async work(client) {
      const clusterRoles = client.resource(CLUSTER_ROLES)
      const part = (name: string, whole: string, resource: string) =>
        clusterRoles.create({ metadata: { name, labels: { [whole]: 'true' } }, rules: [ruleOf(resource)] })
      const whole = (name: string, labels: Readonly<Record<string, string>> = {}) => {
        const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { [name]: 'true' } }] }
        return clusterRoles.create({ metadata: { name, labels }, aggregationRule, rules: [ruleOf('stray')] })
      }
      await whole('outer')
      await whole('inner', { outer: 'true' })
      await part('stays', 'inner', 'pods')
      await part('unlabelled', 'inner', 'secrets')
      await part('deleted', 'inner', 'nodes')
      await part('direct', 'outer', 'leases')
      await clusterRoles.patch('unlabelled', { merge: { metadata: { labels: null } } })
      await clusterRoles.delete('deleted')
    },
    async outcome(client) {
      const clusterRoles = client.resource<{ rules?: unknown }>(CLUSTER_ROLES)
      return [(await clusterRoles.get('outer')).rules, (await clusterRoles.get('inner')).rules]
    },
    done: [[ruleOf('leases'), ruleOf('pods')], [ruleOf('pods')]],
  },

  csrapproving: {
    async work(client) {
      await ask(client, 'of-node', NODE, NODE_CLIENT)
      await ask(client, 'of-client', NODE, CLIENT)
    },
    outcome: async (client) => [(await stateOf(client, 'of-node')).conditions, (await stateOf(client, 'of-client')).conditions],
    done: [['Approved'], []],
  },

  csrsigning: {
    async work(client) {
      await approve(client, await ask(client, 'approved', JANE, CLIENT))
      await approve(client, await ask(client, 'refused', JANE, CLIENT, ['server auth']))
      await ask(client, 'pending', JANE, CLIENT)
    },
    outcome: async (client) => ({
      approved: await stateOf(client, 'approved'),
      refused: await stateOf(client, 'refused'),
      pending: await stateOf(client, 'pending'),
      authorities: await left(secrets(client, SYSTEM), 'binnacle-signing-authority'),
    }),
    done: {
      approved: { conditions: ['Approved'], isSigned: true },
      refused: { conditions: ['Approved', 'Failed'], isSigned: false },
      pending: { conditions: [], isSigned: false },
      authorities: ['binnacle-signing-authority'],
    },
  },

  csrcleaner: {
    async work(_, lab) {
      const request = (name: string, agoMs: number, status: object) => ({
        apiVersion: 'certificates.platform.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name, creationTimestamp: ago(lab, agoMs) },
        spec: { request: base64(JANE), signerName: CLIENT, usages: CLIENT_USAGES },
        status,
      })
      const denied = { type: 'Denied', status: 'True', lastUpdateTime: ago(lab, HOUR_MS - 10_000) }
      await lab.seed([
        request('denied-before', 2 * HOUR_MS, { conditions: [denied] }),
        request('asked-before', 24 * HOUR_MS - 10_000, {}),
        request('asked-now', 0, {}),
      ])
    },
    outcome: (client) => left(requests(client), 'denied-before', 'asked-before', 'asked-now'),
    done: ['asked-now'],
    deletes: ['denied-before', 'asked-before'],
  },

  'cluster-trust-bundle-publisher': {
    plane: {
      featureGates: { ClusterTrustBundle: true },
      runtimeConfig: { 'certificates.platform.io/v1beta1': true },
    },
    async work(client) {
      for (const [name, signerName] of [
        ['platform.io:apiserver-client:stray', CLIENT],
        ['example.org:other:a', 'example.org/other'],
      ] as const) {
        await client.resource(BUNDLES).create({ metadata: { name }, spec: { signerName, trustBundle: ROOT } })
      }
    },
    async outcome(client) {
      const { items } = await client.resource<{ spec: { signerName: string } }>(BUNDLES).list()
      return items.map(({ spec }) => spec.signerName).sort()
    },
    done: [
      'example.org/other',
      CLIENT,
      NODE_CLIENT,
      'platform.io/apiserver-serving',
      'platform.io/legacy-unknown',
      'platform.io/nodeagent-serving',
    ],
    deletes: ['platform.io:apiserver-client:stray'],
  },

  bootstrapsigner: {
    async work(client, lab) {
      await token(client, 'signs0', { 'usage-bootstrap-signing': 'true' })
      await token(client, 'ends00', { 'usage-bootstrap-signing': 'true', expiration: ago(lab, -10_000) })
      const metadata = { name: 'cluster-info' }
      await configMaps(client, 'platform-public').create({ metadata, data: { kubeconfig: '{}', 'jws-kubeconfig-forged': 'x' } })
    },
    outcome: async (client) => Object.keys((await configMaps(client, 'platform-public').get('cluster-info')).data ?? {}).sort(),
    done: ['jws-kubeconfig-signs0', 'kubeconfig'],
  },

  tokencleaner: {
    async work(client, lab) {
      await token(client, 'stays0')
      await token(client, 'goes00', { expiration: ago(lab, -10_000) })
    },
    outcome: (client) => left(secrets(client, SYSTEM), 'bootstrap-token-stays0', 'bootstrap-token-goes00'),
    done: ['bootstrap-token-stays0'],
    // The other one is the signer's.
    deletes: ['bootstrap-token-goes00', 'bootstrap-token-ends00'],
  },

  'storage-version-migrator': {
    async work(client) {
      const definitions = client.resource<{ spec: object }>(DEFINITIONS)
      await definitions.create(lampsOf('v1beta1'))
      const lamps = client.resource({ group: 'shop.example.com', version: 'v1beta1', kind: 'Lamp' }).namespace('default')
      await lamps.create({ metadata: { name: 'lamp' } })
      await definitions.updateWithRetry('lamps.shop.example.com', (draft) => {
        draft.spec = lampsOf('v1').spec
      })
    },
    async outcome(client) {
      const { status } = await client
        .resource<{ status?: { storedVersions?: unknown } }>(DEFINITIONS)
        .get('lamps.shop.example.com')
      return status?.storedVersions
    },
    done: ['v1'],
  },

  'ttl-after-finished': {
    plane: { resources: kinds },
    async work(client, lab) {
      await namespaces(client).create({ metadata: { name: 'jobs' } })
      const complete = [{ type: 'Complete', status: 'True', lastTransitionTime: ago(lab, 0) }]
      const job = (name: string, ttlSecondsAfterFinished: number, conditions: readonly object[]) => ({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name, namespace: 'jobs' },
        spec: {
          ttlSecondsAfterFinished,
          template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
        },
        status: { conditions },
      })
      await lab.seed([job('done', 10, complete), job('done-now', 100_000, complete), job('runs', 0, [])])
    },
    outcome: (client) => left(jobs(client), 'done', 'done-now', 'runs'),
    done: ['done-now', 'runs'],
    deletes: ['done'],
  },

  'pod-garbage-collector': {
    plane: { resources: kinds },
    async work(client) {
      await namespaces(client).create({ metadata: { name: 'pods' } })
      const outOfService = { key: 'node.platform.io/out-of-service', value: 'shutdown', effect: 'NoExecute' }
      await nodes(client).create({ metadata: { name: 'works' } })
      await nodes(client).create({ metadata: { name: 'failed' }, spec: { taints: [outOfService] } })
      for (const nodeName of ['works', 'failed']) {
        const spec = { nodeName, containers: [{ name: 'c', image: 'i' }] }
        for (const name of [`stays-on-${nodeName}`, `goes-on-${nodeName}`])
          await pods(client, 'pods').create({ metadata: { name }, spec })
        await pods(client, 'pods').delete(`goes-on-${nodeName}`)
      }
    },
    outcome: (client) => namesOf(pods(client, 'pods')),
    done: ['goes-on-works', 'stays-on-failed', 'stays-on-works'],
  },

  'pvc-protection': {
    plane: { resources: kinds },
    async work(client) {
      await namespaces(client).create({ metadata: { name: 'claims' } })
      await nodes(client).create({ metadata: { name: 'n' } })
      await pods(client, 'claims').create({
        metadata: { name: 'user' },
        spec: {
          nodeName: 'n',
          containers: [{ name: 'c', image: 'i' }],
          volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'used' } }],
        },
      })
      for (const name of ['used', 'unused']) {
        await claims(client).create({
          metadata: { name, finalizers: ['platform.io/pvc-protection'] },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        })
        await claims(client).delete(name)
      }
    },
    outcome: (client) => namesOf(claims(client)),
    done: ['used'],
  },

  'pv-protection': {
    plane: { resources: kinds },
    async work(client) {
      for (const [name, phase] of [
        ['bound', 'Bound'],
        ['free', 'Available'],
      ] as const) {
        const made = await volumes(client).create({
          metadata: { name, finalizers: ['platform.io/pv-protection'] },
          spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/x' } },
        })
        await volumes(client).status.update({ ...made, status: { phase } })
        await volumes(client).delete(name)
      }
    },
    outcome: (client) => namesOf(volumes(client)),
    done: ['bound'],
  },

  'validatingadmissionpolicy-status': {
    plane: { resources: kinds },
    async work(client) {
      const resourceRules = [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }]
      const validations = [{ expression: 'object.replicas > 1' }]
      const spec = { matchConstraints: { resourceRules }, validations }
      await client.resource<{ spec: object }>(POLICIES).create({ metadata: { name: 'wrong' }, spec })
    },
    async outcome(client) {
      const { status } = await client
        .resource<{ status?: { observedGeneration?: number; typeChecking?: { expressionWarnings?: readonly object[] } } }>(
          POLICIES,
        )
        .get('wrong')
      return [status?.observedGeneration, status?.typeChecking?.expressionWarnings?.length]
    },
    done: [1, 1],
  },
}
