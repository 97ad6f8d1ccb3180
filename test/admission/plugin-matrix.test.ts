import { describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import type { AdmissionPlugin } from '../../src/admission/index.js'
import * as admission from '../../src/admission/index.js'
import type { Authorizer } from '../../src/authz/index.js'
import { type Client, connectWithFetch } from '../../src/client/index.js'
import { ApiError, type ApiObject } from '../../src/meta/index.js'
import { type TestPlane, testPlane } from '../../src/testing/index.js'
import type { WebhookTransport } from '../../src/webhook/index.js'
import { kinds } from './kinds.js'

/** What is done to objects: each of its own, which is there before but for those that are made. */
const OPERATIONS = [
  'create',
  'dry run',
  'apply new',
  'update',
  'patch',
  'apply',
  'status',
  'scale',
  'delete',
  'deletecollection',
] as const
type Operation = (typeof OPERATIONS)[number]

const MAKING: readonly Operation[] = ['create', 'dry run', 'apply new']
const CHANGING: readonly Operation[] = ['update', 'patch', 'apply']
const BOTH: readonly Operation[] = [...MAKING, ...CHANGING]

/** One plugin, an object that it has something to say to, and when it says it. */
interface Row {
  readonly plugins: () => readonly AdmissionPlugin[]
  readonly kind: 'ConfigMap' | 'Deployment' | 'Ingress' | 'PersistentVolumeClaim' | 'Pod' | 'Service'
  /** Of the objects that are there, and of those that are made. */
  readonly spec?: object
  /** What changes and those that are made bring beside it. */
  readonly brings?: { readonly metadata?: object; readonly spec?: object }
  /** Part of what it refuses with; or what of an object tells that it has changed that. */
  readonly acts: string | ((object: ApiObject) => boolean)
  readonly on: readonly Operation[]
  /** What else is there. */
  readonly objects?: readonly object[]
  readonly namespace?: string
  readonly webhooks?: WebhookTransport
  readonly authorizer?: Authorizer
}

const GROUPS: Readonly<Record<Row['kind'], string>> = {
  ConfigMap: '',
  Deployment: 'apps',
  Ingress: 'networking.platform.io',
  PersistentVolumeClaim: '',
  Pod: '',
  Service: '',
}
const versionOf = (kind: Row['kind']): string => (GROUPS[kind] === '' ? 'v1' : `${GROUPS[kind]}/v1`)

const container = { name: 'c', image: 'registry/i' }
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } }
const deployment = { selector: { matchLabels: { a: 'b' } }, template }
const annotated = { metadata: { annotations: { changed: 'yes' } } }
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
const ingress = { defaultBackend: { service: { name: 's', port: { number: 80 } } } }
const registration = 'admissionregistration.platform.io/v1'
const everything = [
  {
    apiGroups: ['*'],
    apiVersions: ['*'],
    operations: ['CREATE', 'UPDATE', 'DELETE'],
    resources: ['deployments', 'deployments/*'],
  },
]
const ofWebhook = (kind: string) => ({
  apiVersion: registration,
  kind,
  metadata: { name: 'w' },
  webhooks: [
    {
      name: 'w.example.com',
      clientConfig: { url: 'https://hook/' },
      rules: everything,
      sideEffects: 'None',
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      timeoutSeconds: 10,
      reinvocationPolicy: 'Never',
      admissionReviewVersions: ['v1'],
    },
  ],
})
const denying: WebhookTransport = async ({ body }) => {
  const { apiVersion, kind, request } = JSON.parse(body) as { apiVersion: string; kind: string; request: { uid: string } }
  return { status: 200, body: JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed: false } }) }
}
const policy = (kind: string, spec: object) => [
  {
    apiVersion: registration,
    kind,
    metadata: { name: 'p' },
    spec: { failurePolicy: 'Fail', matchConstraints: { matchPolicy: 'Equivalent', resourceRules: everything }, ...spec },
  },
  {
    apiVersion: registration,
    kind: `${kind}Binding`,
    metadata: { name: 'p' },
    spec: { policyName: 'p', ...(kind.startsWith('Validating') && { validationActions: ['Deny'] }) },
  },
]
const defaultClass = (group: string, kind: string, mark: string, more: object) => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name: 'usual', annotations: { [`${mark}.platform.io/is-default-class`]: 'true' } },
  ...more,
})
const specOf = (object: ApiObject) => (object.spec ?? {}) as Readonly<Record<string, unknown>>

const ROWS: Readonly<Record<string, Row>> = {
  AlwaysDeny: {
    plugins: () => [admission.alwaysDeny()],
    kind: 'Deployment',
    spec: deployment,
    acts: 'denying all',
    on: OPERATIONS,
  },
  ValidatingAdmissionPolicy: {
    plugins: () => [admission.validatingAdmissionPolicy()],
    kind: 'Deployment',
    spec: deployment,
    objects: policy('ValidatingAdmissionPolicy', { validations: [{ expression: 'false' }] }),
    acts: 'denied request: failed expression: false',
    on: OPERATIONS,
  },
  MutatingAdmissionPolicy: {
    plugins: () => [admission.mutatingAdmissionPolicy()],
    kind: 'Deployment',
    spec: deployment,
    objects: policy('MutatingAdmissionPolicy', {
      reinvocationPolicy: 'Never',
      matchConstraints: {
        matchPolicy: 'Equivalent',
        resourceRules: [{ ...everything[0], operations: ['CREATE', 'UPDATE'], resources: ['deployments'] }],
      },
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: { expression: 'Object{spec: Object.spec{minReadySeconds: 7}}' },
        },
      ],
    }),
    acts: (object) => specOf(object).minReadySeconds === 7,
    on: BOTH,
  },
  MutatingAdmissionWebhook: {
    plugins: () => [admission.mutatingAdmissionWebhook()],
    kind: 'Deployment',
    spec: deployment,
    objects: [ofWebhook('MutatingWebhookConfiguration')],
    webhooks: denying,
    acts: 'admission webhook "w.example.com" denied',
    on: OPERATIONS,
  },
  ValidatingAdmissionWebhook: {
    plugins: () => [admission.validatingAdmissionWebhook()],
    kind: 'Deployment',
    spec: deployment,
    objects: [ofWebhook('ValidatingWebhookConfiguration')],
    webhooks: denying,
    acts: 'admission webhook "w.example.com" denied',
    on: OPERATIONS,
  },
  NamespaceExists: {
    plugins: () => [admission.namespaceExists()],
    kind: 'Deployment',
    spec: deployment,
    namespace: 'gone',
    acts: 'namespaces "gone" not found',
    on: OPERATIONS,
  },
  ResourceQuota: {
    plugins: () => [admission.resourceQuota()],
    kind: 'Deployment',
    spec: deployment,
    objects: [
      {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'q', namespace: 'default' },
        spec: { hard: { 'count/deployments.apps': '0' } },
      },
    ],
    acts: 'exceeded quota: q',
    on: MAKING,
  },
  OwnerReferencesPermissionEnforcement: {
    plugins: () => [admission.ownerReferencesPermissionEnforcement()],
    kind: 'ConfigMap',
    brings: { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' }] } },
    authorizer: { authorize: ({ verb }) => ({ decision: verb === 'delete' ? 'noOpinion' : 'allow' }) },
    acts: "cannot set an ownerRef on a resource you can't delete",
    on: CHANGING,
  },
  AlwaysPullImages: {
    plugins: () => [admission.alwaysPullImages()],
    kind: 'Pod',
    spec: { containers: [{ ...container, imagePullPolicy: 'Never' }] },
    acts: (object) => JSON.stringify(specOf(object).containers ?? '').includes('"imagePullPolicy":"Always"'),
    on: MAKING,
  },
  ImagePolicyWebhook: {
    plugins: () => [
      admission.imagePolicyWebhook({
        target: { server: { url: 'https://images/' } },
        transport: () => Promise.reject(new Error('nobody there')),
        allowTtlSeconds: 1,
        denyTtlSeconds: 1,
        retryBackoffMs: 1,
        defaultAllow: false,
      }),
    ],
    kind: 'Pod',
    spec: { containers: [container] },
    acts: 'nobody there',
    on: MAKING,
  },
  DefaultTolerationSeconds: {
    plugins: () => [admission.defaultTolerationSeconds()],
    kind: 'Pod',
    spec: { containers: [container] },
    acts: (object) => JSON.stringify(specOf(object).tolerations ?? '').includes('not-ready'),
    on: BOTH,
  },
  ServiceAccount: {
    plugins: () => [admission.serviceAccount()],
    kind: 'Pod',
    spec: { containers: [container], serviceAccountName: 'absent' },
    acts: 'error looking up service account default/absent',
    on: MAKING,
  },
  Priority: {
    plugins: () => [admission.priority()],
    kind: 'Pod',
    spec: { containers: [container], priorityClassName: 'absent' },
    acts: 'no PriorityClass with name absent was found',
    on: MAKING,
  },
  RuntimeClass: {
    plugins: () => [admission.runtimeClass()],
    kind: 'Pod',
    spec: { containers: [container], runtimeClassName: 'absent' },
    acts: 'RuntimeClass "absent" not found',
    on: MAKING,
  },
  LimitRanger: {
    plugins: () => [admission.limitRanger()],
    kind: 'Pod',
    spec: { containers: [{ ...container, resources: { limits: { cpu: '9' }, requests: { cpu: '9' } } }] },
    objects: [
      {
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'l', namespace: 'default' },
        spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] },
      },
    ],
    acts: 'maximum cpu usage per Container is 1',
    on: MAKING,
  },
  PodSecurity: {
    plugins: () => [admission.podSecurity({ defaults: { enforce: { level: 'baseline', version: 'latest' } } })],
    kind: 'Pod',
    spec: { containers: [container], hostNetwork: true },
    acts: 'violates PodSecurity "baseline:latest": host namespaces',
    on: BOTH,
  },
  DefaultStorageClass: {
    plugins: () => [admission.defaultStorageClass()],
    kind: 'PersistentVolumeClaim',
    spec: claim,
    objects: [defaultClass('storage.platform.io', 'StorageClass', 'storageclass', { provisioner: 'p' })],
    acts: (object) => specOf(object).storageClassName === 'usual',
    on: MAKING,
  },
  DefaultIngressClass: {
    plugins: () => [admission.defaultIngressClass()],
    kind: 'Ingress',
    spec: ingress,
    objects: [defaultClass('networking.platform.io', 'IngressClass', 'ingressclass', { spec: { controller: 'a/b' } })],
    acts: (object) => specOf(object).ingressClassName === 'usual',
    on: MAKING,
  },
  DenyServiceExternalIPs: {
    plugins: () => [admission.denyServiceExternalIPs()],
    kind: 'Service',
    spec: {
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      type: 'ClusterIP',
      sessionAffinity: 'None',
      clusterIP: 'None',
      clusterIPs: ['None'],
    },
    brings: { spec: { externalIPs: ['192.0.2.1'] } },
    acts: 'Use of external IPs is denied',
    on: BOTH,
  },
}

const nameFor = (operation: Operation): string => operation.replace(' ', '-')

/** The object of an operation; with what changes bring, if that is wished for. */
function objectFor(
  { kind, spec, namespace = 'default', brings = annotated }: Row,
  operation: Operation,
  brought: boolean,
): ApiObject {
  const own: Row['brings'] = brought ? brings : {}
  return {
    apiVersion: versionOf(kind),
    kind,
    metadata: { name: nameFor(operation), namespace, labels: { operation: nameFor(operation) }, ...own?.metadata },
    ...((spec || own?.spec) && { spec: { ...spec, ...own?.spec } }),
  } as ApiObject
}

/** Does it. @returns What came of it; undefined for what the type has not. */
async function carryOut(row: Row, operation: Operation, client: Client): Promise<unknown> {
  const { kind, namespace = 'default' } = row
  const objects = client.resource({ group: GROUPS[kind], version: 'v1', kind }).namespace(namespace)
  const name = nameFor(operation)
  const whole = objectFor(row, operation, true)
  const force = { fieldManager: 'matrix', force: true }
  switch (operation) {
    case 'create':
      return objects.create(whole)
    case 'dry run':
      return objects.create(whole, { dryRun: true })
    case 'apply new':
    case 'apply':
      return objects.apply(whole as never, force)
    case 'update': {
      const live = await objects.get(name)
      const spec = row.brings?.spec && { spec: { ...specOf(live), ...row.brings.spec } }
      return objects.update({ ...live, ...spec, metadata: { ...live.metadata, ...whole.metadata } })
    }
    case 'patch':
      return objects.patch(name, { merge: { metadata: whole.metadata, ...(row.brings?.spec && { spec: row.brings.spec }) } })
    case 'status':
      return kind === 'ConfigMap'
        ? undefined
        : objects.status.patch(name, { merge: { metadata: { annotations: { a: 'b' } }, status: {} } })
    case 'scale':
      return kind === 'Deployment' ? objects.scale.patch(name, { merge: { spec: { replicas: 5 } } }) : undefined
    case 'delete':
      return objects.delete(name)
    case 'deletecollection':
      return objects.deleteCollection({}, { labelSelector: `operation=${name}` })
  }
}

async function planeFor(row: Row): Promise<TestPlane> {
  const there = OPERATIONS.filter((operation) => !MAKING.includes(operation)).map((operation) => objectFor(row, operation, false))
  const { webhooks, authorizer } = row
  // What is there was made, with its defaults, before the plugin had a say.
  let isOn = false
  const plane = await testPlane({
    resources: kinds,
    admission: row.plugins().map((plugin) => ({ ...plugin, handles: (write) => isOn && (plugin.handles?.(write) ?? true) })),
    // Webhooks that fail are told of there.
    logger: { error: () => {}, info: () => {} },
    objects: [...(row.objects ?? []), ...(row.namespace ? there : [])],
    ...(webhooks && { webhooks }),
    ...(authorizer && { authorizer }),
  })
  const objects = plane.client().resource({ group: GROUPS[row.kind], version: 'v1', kind: row.kind })
  if (!row.namespace) for (const object of there) await objects.namespace('default').create(object)
  await plane.settled()
  isOn = true
  return plane
}

describe.each(['in process', 'over HTTP'])('each plugin on each operation, %s', (door) => {
  test.each(Object.keys(ROWS))('%s', async (name) => {
    const row = ROWS[name] as Row
    const plane = await planeFor(row)
    const answer = fetchHandler(plane)
    const client =
      door === 'in process'
        ? plane.client({ user: 'jane' })
        : connectWithFetch({ server: 'http://plane', fetch: (url, init) => answer(new Request(url, init)) })
    const acted: Operation[] = []
    for (const operation of OPERATIONS) {
      try {
        const object = await carryOut(row, operation, client)
        if (typeof row.acts === 'function' && (object as ApiObject | undefined)?.metadata && row.acts(object as ApiObject))
          acted.push(operation)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { message = '' } = error.status
        if (typeof row.acts === 'string' && message.includes(row.acts)) acted.push(operation)
        // Whoever may not delete is not asked about a deletion.
        else if (!(row.authorizer && operation.startsWith('delete'))) throw error
      }
    }
    expect(acted).toEqual(OPERATIONS.filter((operation) => row.on.includes(operation)))
    client.close()
    await plane.close()
  })
})
