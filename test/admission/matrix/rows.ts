/** The plugins by name, and when each of them has something to say. */

import type { AdmissionPlugin } from '../../../src/admission/index.js'
import * as admission from '../../../src/admission/index.js'
import type { Authorizer } from '../../../src/authz/index.js'
import type { Client } from '../../../src/client/index.js'
import type { ApiObject } from '../../../src/meta/index.js'
import type { WebhookTransport } from '../../../src/webhook/index.js'
import { base64, makeRequest } from '../../support/certificate-requests.js'

/** What is done to objects: each of its own, which is there before but for those that are made. */
export const OPERATIONS = [
  'create',
  'dry run',
  'apply new',
  'update',
  'patch',
  'apply',
  'dry run change',
  'status',
  'scale',
  'approval',
  'delete',
  'dry run delete',
  'deletecollection',
] as const
export type Operation = (typeof OPERATIONS)[number]

export const MAKING: readonly Operation[] = ['create', 'dry run', 'apply new']
const CHANGING: readonly Operation[] = ['update', 'patch', 'apply', 'dry run change']
const BOTH: readonly Operation[] = [...MAKING, ...CHANGING]

/** One plugin, an object that it has something to say to, and when it says it. */
export interface Row {
  readonly plugins: () => readonly AdmissionPlugin[]
  readonly kind:
    | 'CertificateSigningRequest'
    | 'ConfigMap'
    | 'Deployment'
    | 'Event'
    | 'Ingress'
    | 'Node'
    | 'PersistentVolumeClaim'
    | 'Pod'
    | 'Service'
  /** Of the objects that are there, and of those that are made. */
  readonly spec?: object
  /** What else they have beside their metadata. */
  readonly more?: object
  /** What a write of the status brings; nothing by default. */
  readonly status?: object
  /** What changes and those that are made bring beside it. */
  readonly brings?: { readonly metadata?: object; readonly spec?: object }
  /** Part of what it refuses with; or what of an object tells that it has changed that. */
  readonly acts: string | ((object: ApiObject, client: Client) => boolean | Promise<boolean>)
  /** Part of what others refuse with, where this plugin has nothing to say. */
  readonly others?: string
  readonly on: readonly Operation[]
  /** What else is there. */
  readonly objects?: readonly object[]
  /** One that there is not, and the objects in it are there all the same; each operation has one of its own where `*` stands for its name. */
  readonly namespace?: string
  readonly webhooks?: WebhookTransport
  readonly authorizer?: Authorizer
}

export const GROUPS: Readonly<Record<Row['kind'], string>> = {
  CertificateSigningRequest: 'certificates.platform.io',
  ConfigMap: '',
  Deployment: 'apps',
  Event: '',
  Ingress: 'networking.platform.io',
  Node: '',
  PersistentVolumeClaim: '',
  Pod: '',
  Service: '',
}
export const versionOf = (kind: Row['kind']): string => (GROUPS[kind] === '' ? 'v1' : `${GROUPS[kind]}/v1`)

const container = { name: 'c', image: 'registry/i' }
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } }
const deployment = { selector: { matchLabels: { a: 'b' } }, template }
export const annotated = { metadata: { annotations: { changed: 'yes' } } }
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
export const specOf = (object: ApiObject) => (object.spec ?? {}) as Readonly<Record<string, unknown>>

/** A certificate request without a signer, and one for a member of `system:masters`. */
const signing = {
  signerName: 'example.com/signer',
  request: base64((await makeRequest({ subject: '/CN=a' })).request),
  usages: ['client auth'],
}
const masters = base64((await makeRequest({ subject: '/O=system:masters/CN=a' })).request)
/** Lets everybody do everything but one thing with signers. */
const without = (verb: string): Authorizer => ({
  authorize: (question) => ({ decision: question.resource === 'signers' && question.verb === verb ? 'noOpinion' : 'allow' }),
})

export const ROWS: Readonly<Record<string, Row>> = {
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
        transport: () => Promise.reject(new Error('unreachable')),
        allowTtlSeconds: 1,
        denyTtlSeconds: 1,
        retryBackoffMs: 1,
        defaultAllow: false,
      }),
    ],
    kind: 'Pod',
    spec: { containers: [container] },
    acts: 'unreachable',
    on: BOTH,
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
    brings: { spec: { containers: [{ ...container, image: 'registry/j' }] } },
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
  StorageObjectInUseProtection: {
    plugins: () => [admission.storageObjectInUseProtection()],
    kind: 'PersistentVolumeClaim',
    spec: claim,
    acts: ({ metadata }) => metadata.finalizers?.includes('platform.io/pvc-protection') === true,
    on: MAKING,
  },
  TaintNodesByCondition: {
    plugins: () => [admission.taintNodesByCondition()],
    kind: 'Node',
    spec: {},
    acts: (object) => JSON.stringify(specOf(object).taints) === '[{"key":"node.platform.io/not-ready","effect":"NoSchedule"}]',
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
  AlwaysAdmit: {
    plugins: () => [admission.alwaysAdmit()],
    kind: 'Deployment',
    spec: deployment,
    acts: () => false,
    on: [],
  },
  NamespaceLifecycle: {
    plugins: () => [],
    kind: 'Deployment',
    spec: deployment,
    namespace: 'gone',
    acts: 'namespaces "gone" not found',
    on: MAKING,
  },
  NamespaceAutoProvision: {
    plugins: () => [admission.namespaceAutoProvision()],
    kind: 'Deployment',
    spec: deployment,
    namespace: 'gone-*',
    acts: async ({ metadata: { namespace = '' } }, client) => {
      const { items } = await client.resource({ group: '', version: 'v1', kind: 'Namespace' }).list()
      return items.some(({ metadata }) => metadata.name === namespace)
    },
    others: 'not found',
    // A dry run makes nothing.
    on: ['create', 'apply new'],
  },
  EventRateLimit: {
    // One is let through, which is the first that is made.
    plugins: () => [admission.eventRateLimit({ limits: [{ type: 'Server', qps: 1, burst: 1 }] })],
    kind: 'Event',
    more: { involvedObject: { kind: 'ConfigMap', name: 'a', namespace: 'default' }, reason: 'Tested', type: 'Normal' },
    acts: 'limit reached on type Server',
    on: ['apply new', 'update', 'patch', 'apply'],
  },
  ExtendedResourceToleration: {
    plugins: () => [admission.extendedResourceToleration()],
    kind: 'Pod',
    spec: {
      containers: [{ ...container, resources: { limits: { 'example.com/gpu': '1' }, requests: { 'example.com/gpu': '1' } } }],
    },
    acts: (object) => JSON.stringify(specOf(object).tolerations ?? '').includes('example.com/gpu'),
    on: BOTH,
  },
  CertificateApproval: {
    plugins: () => [admission.certificateApproval()],
    kind: 'CertificateSigningRequest',
    spec: signing,
    authorizer: without('approve'),
    acts: 'user not permitted to approve requests with signerName "example.com/signer"',
    on: ['approval'],
  },
  CertificateSigning: {
    plugins: () => [admission.certificateSigning()],
    kind: 'CertificateSigningRequest',
    spec: signing,
    status: { conditions: [{ type: 'Failed', status: 'True', reason: 'Tested' }] },
    authorizer: without('sign'),
    acts: 'user not permitted to sign requests with signerName "example.com/signer"',
    on: ['status'],
  },
  CertificateSubjectRestriction: {
    plugins: () => [admission.certificateSubjectRestriction()],
    kind: 'CertificateSigningRequest',
    spec: { signerName: 'platform.io/apiserver-client', request: masters, usages: ['client auth'] },
    acts: 'system:masters',
    on: MAKING,
  },
}
