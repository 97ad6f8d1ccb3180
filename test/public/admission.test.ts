import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import {
  alwaysPullImages,
  defaultIngressClass,
  defaultStorageClass,
  defaultTolerationSeconds,
  denyServiceExternalIPs,
  eventRateLimit,
  extendedResourceToleration,
  imagePolicyWebhook,
  limitRanger,
  mutatingAdmissionPolicy,
  mutatingAdmissionWebhook,
  namespaceAutoProvision,
  namespaceExists,
  ownerReferencesPermissionEnforcement,
  podSecurity,
  priority,
  resourceQuota,
  runtimeClass,
  serviceAccount,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
} from '../../src/public/admission.js'
import { createControlPlane, fromOpenAPI } from '../../src/public/index.js'

const document = path.resolve(fileURLToPath(new URL('../..', import.meta.url)), '../shared/data/openapi-v2.json')
const resources = fromOpenAPI(JSON.parse(readFileSync(document, 'utf8')))

const GROUP = 'admissionregistration.platform.io'
const type = 'Namespace'
const everything = () => [
  namespaceAutoProvision(),
  namespaceExists(),
  limitRanger(),
  serviceAccount(),
  podSecurity(),
  priority(),
  ownerReferencesPermissionEnforcement(),
  runtimeClass(),
  alwaysPullImages(),
  imagePolicyWebhook({
    target: { server: { url: 'https://127.0.0.1:1/' } },
    transport: () => Promise.reject(new Error('unreachable')),
    allowTtlSeconds: 1,
    denyTtlSeconds: 1,
    retryBackoffMs: 1,
    defaultAllow: true,
  }),
  defaultTolerationSeconds({ notReadySeconds: 60 }),
  eventRateLimit({ limits: [{ type, qps: 100, burst: 100 }] }),
  extendedResourceToleration(),
  defaultStorageClass(),
  defaultIngressClass(),
  denyServiceExternalIPs(),
  mutatingAdmissionPolicy(),
  mutatingAdmissionWebhook(),
  validatingAdmissionPolicy(),
  validatingAdmissionWebhook(),
  resourceQuota(),
]

describe('a plane with all plugins', () => {
  test('validates by policies what the other plugins made of a pod', async () => {
    const plane = await createControlPlane({ resources, admission: everything(), logger: { error: () => {} } as never })
    const client = plane.client()
    const create = (group: string, kind: string, object: object) =>
      client
        .resource({ group, version: 'v1', kind })
        .create({ apiVersion: group ? `${group}/v1` : 'v1', kind, ...object } as never)
    await create('', 'ServiceAccount', { metadata: { name: 'default', namespace: 'default' } })
    const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }]
    await create(GROUP, 'MutatingAdmissionPolicy', {
      metadata: { name: 'm' },
      spec: {
        matchConstraints: { resourceRules: rules },
        reinvocationPolicy: 'Never',
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: {
              expression: `Object{metadata: Object.metadata{labels: {'tolerates': string(size(object.spec.tolerations))}}}`,
            },
          },
        ],
      },
    })
    await create(GROUP, 'MutatingAdmissionPolicyBinding', { metadata: { name: 'm' }, spec: { policyName: 'm' } })
    await create(GROUP, 'ValidatingAdmissionPolicy', {
      metadata: { name: 'v' },
      spec: {
        matchConstraints: { resourceRules: rules },
        validations: [{ expression: `object.metadata.labels.tolerates == '2'`, message: 'three' }],
      },
    })
    await create(GROUP, 'ValidatingAdmissionPolicyBinding', {
      metadata: { name: 'v' },
      spec: { policyName: 'v', validationActions: ['Deny'] },
    })
    const pod = (name: string, spec: object) =>
      create('', 'Pod', {
        metadata: { name, namespace: 'default' },
        spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
      })
    expect(await pod('a', {})).toMatchObject({
      metadata: { labels: { tolerates: '2' } },
      spec: {
        serviceAccountName: 'default',
        priority: 0,
        containers: [{ imagePullPolicy: 'Always', volumeMounts: [{ readOnly: true }] }],
        tolerations: [{ key: 'node.platform.io/not-ready', tolerationSeconds: 60 }, { key: 'node.platform.io/unreachable' }],
      },
    })
    await expect(pod('b', { tolerations: [{ key: 'x', operator: 'Exists' }] })).rejects.toThrow(
      `pods "b" is forbidden: ValidatingAdmissionPolicy 'v' with binding 'v' denied request: three`,
    )
    await plane.close()
  })
})
