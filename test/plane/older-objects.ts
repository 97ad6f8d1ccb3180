/**
 * Objects of the kinds whose versions releases have removed, and of those that came in their place.
 */

import type { ApiObject } from '../../src/meta/index.js'
import { base64, makeRequest } from '../support/certificate-requests.js'

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

/** What objects hold, by resource, in the present form of their kinds; more than the older forms have words for. */
export const presentContents = async (): Promise<Readonly<Record<string, (name: string) => object>>> => {
  const csr = base64((await makeRequest()).request)
  return {
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
    csinodes: () => ({ spec: { drivers: [{ name: 'disk.example.com', nodeID: 'n', topologyKeys: ['zone'] }] } }),
    storageclasses: () => ({ provisioner: 'example.com/p' }),
    volumeattachments: () => ({ spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } }),
    networkpolicies: () => ({ spec: { podSelector: selector } }),
    daemonsets: () => ({ spec: { selector, template } }),
    deployments: () => ({ spec: { selector, template, progressDeadlineSeconds: 9 } }),
    statefulsets: () => ({ spec: { selector, template, serviceName: 's' } }),
    replicasets: () => ({ spec: { selector, template } }),
  }
}

/**
 * A name that an object of a type can have.
 *
 * @param resource - The type.
 * @param words - What tells it from other objects of the type.
 */
export function nameFor(resource: string, words: string): string {
  const word = words.replace(/[^a-z0-9]/g, '')
  if (resource === 'customresourcedefinitions') return `${word}.walk.example.com`
  return resource === 'apiservices' ? `v1.${word}.example.com` : word
}

/** What an object says beside its metadata and its version. */
export function saidBy({ metadata: _metadata, apiVersion: _apiVersion, kind: _kind, ...content }: ApiObject): object {
  return content
}
