// Packaged kinds with the longest lists that fit into an object.
import { create, get, id, many, pod } from './make.mjs'

const PODS = '/api/v1/namespaces/default/pods'
const container = { name: 'c', image: 'i' }
const podOf = (name, spec) => pod(name, { containers: [container], ...spec })

export const packagedKinds = () => [
  [
    'Packaged kinds',
    [
      create('NetworkPolicy, blocks', '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies', () => ({
        apiVersion: 'networking.k8s.io/v1',
        kind: 'NetworkPolicy',
        metadata: { name: 'n1' },
        spec: {
          podSelector: {},
          ingress: [
            {
              from: [
                { ipBlock: { cidr: '10.0.0.0/8', except: many(60_000, (i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}/32`) } },
              ],
            },
          ],
        },
      })),
      create('NetworkPolicy, rules', '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies', () => ({
        apiVersion: 'networking.k8s.io/v1',
        kind: 'NetworkPolicy',
        metadata: { name: 'n2' },
        spec: {
          podSelector: {},
          egress: many(10_000, (i) => ({
            ports: [{ port: (i % 65535) + 1 }],
            to: [{ podSelector: { matchLabels: { a: id(i) } } }],
          })),
        },
      })),
      create(
        'ControllerRevision, 100 fractions among 50,000 numbers',
        '/apis/apps/v1/namespaces/default/controllerrevisions',
        () => ({
          apiVersion: 'apps/v1',
          kind: 'ControllerRevision',
          metadata: { name: 'c1' },
          revision: 1,
          data: Object.fromEntries(many(50_000, (i) => [`k${id(i)}`, i < 100 ? 1.5 : 1])),
        }),
      ),
      create('EndpointSlice', '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', () => ({
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: { name: 'e1' },
        addressType: 'IPv6',
        endpoints: many(1000, (i) => ({
          addresses: many(70, (j) => `2001::${i.toString(16)}:${j.toString(16)}`),
          hints: { forZones: many(8, (z) => ({ name: `z${z}` })) },
        })),
        ports: many(20_000 / 200, (i) => ({ name: `p${i}`, port: i + 1 })),
      })),
      create('Endpoints', '/api/v1/namespaces/default/endpoints', () => ({
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: { name: 'e2' },
        subsets: [
          {
            addresses: many(40_000, (i) => ({ ip: `1.${i >> 16}.${(i >> 8) & 255}.${i & 255}` })),
            ports: many(5000, (i) => ({ name: `p${id(i)}`, port: i + 1 })),
          },
        ],
      })),
      create('Endpoints, subsets', '/api/v1/namespaces/default/endpoints', () => ({
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: { name: 'e3' },
        subsets: many(14_000, (i) => ({ addresses: [{ ip: `1.2.3.${i % 256}` }], ports: [{ port: (i % 65535) + 1 }] })),
      })),
      create('Deployment of all', '/apis/apps/v1/namespaces/default/deployments', () => ({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd.a' },
        spec: {
          selector: { matchLabels: Object.fromEntries(many(900, (i) => [`k${id(i)}`, 'v'])) },
          template: {
            metadata: { labels: Object.fromEntries(many(900, (i) => [`k${id(i)}`, 'v'])) },
            spec: { containers: [{ ...container, ports: many(15_000, (i) => ({ containerPort: 1, hostPort: i + 1 })) }] },
          },
        },
      })),
      create('Deployment, selector expressions', '/apis/apps/v1/namespaces/default/deployments', () => ({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd2' },
        spec: {
          selector: { matchExpressions: [...many(900, () => ({ key: 'a', operator: 'In', values: ['b', 'c'] }))] },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
        },
      })),
      create('HorizontalPodAutoscaler', '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers', () => ({
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'h1' },
        spec: {
          maxReplicas: 3,
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
          metrics: many(8000, (i) => ({
            type: 'Pods',
            pods: { metric: { name: `m${id(i)}` }, target: { type: 'AverageValue', averageValue: '1' } },
          })),
          behavior: { scaleUp: { policies: many(8000, () => ({ type: 'Pods', value: 1, periodSeconds: 1 })) } },
        },
      })),
      get('HorizontalPodAutoscaler as v1', '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/h1'),
      create(
        'HorizontalPodAutoscaler v1, metrics in annotations',
        '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers',
        () => ({
          apiVersion: 'autoscaling/v1',
          kind: 'HorizontalPodAutoscaler',
          metadata: {
            name: 'h2',
            annotations: {
              'autoscaling.alpha.kubernetes.io/metrics': JSON.stringify(
                many(3000, (i) => ({ type: 'Pods', pods: { metricName: `m${i}`, targetAverageValue: '1' } })),
              ),
            },
          },
          spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
        }),
      ),
      create('ResourceQuota', '/api/v1/namespaces/default/resourcequotas', () => ({
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'q1' },
        spec: { hard: Object.fromEntries(many(30_000, (i) => [`count/${id(i)}.a.b`, '1'])) },
      })),
      create('LimitRange', '/api/v1/namespaces/default/limitranges', () => ({
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'l1' },
        spec: { limits: many(14_000, (i) => ({ type: `a.b/${id(i)}`, max: { cpu: '1' } })) },
      })),
      create('a pod under all that', PODS, () => podOf('w30', {})),
      create('10,000 containers under all that', PODS, () =>
        podOf('w31', { containers: many(10_000, (i) => ({ name: id(i), image: 'i' })) }),
      ),
      create('Service', '/api/v1/namespaces/default/services', () => ({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 's1' },
        spec: {
          type: 'LoadBalancer',
          ports: many(2_000, (i) => ({ name: `p${id(i)}`, port: i + 1 })),
          loadBalancerSourceRanges: many(20_000, (i) => `1.2.${(i >> 8) & 255}.${i & 255}/32`),
          externalIPs: many(10_000, (i) => `1.2.${(i >> 8) & 255}.${i & 255}`),
        },
      })),
      create('Ingress', '/apis/networking.k8s.io/v1/namespaces/default/ingresses', () => ({
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: { name: 'i1' },
        spec: {
          rules: many(6000, (i) => ({
            host: `h${id(i)}.b`,
            http: { paths: [{ path: `/a`, pathType: 'Exact', backend: { service: { name: 's', port: { number: 1 } } } }] },
          })),
          tls: many(5000, (i) => ({ hosts: [`h${id(i)}.b`], secretName: 's' })),
        },
      })),
      create('StatefulSet', '/apis/apps/v1/namespaces/default/statefulsets', () => ({
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'ss1' },
        spec: {
          serviceName: 's',
          selector: { matchLabels: { a: 'b' } },
          template: {
            metadata: { labels: { a: 'b' } },
            spec: {
              containers: [{ ...container, volumeMounts: many(4000, (i) => ({ name: `v${id(i)}`, mountPath: `/p${id(i)}` })) }],
            },
          },
          volumeClaimTemplates: many(4000, (i) => ({
            metadata: { name: `v${id(i)}` },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1.5' } } },
          })),
        },
      })),
      create('Job', '/apis/batch/v1/namespaces/default/jobs', () => ({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'j1' },
        spec: {
          completionMode: 'Indexed',
          completions: 1_000_000,
          parallelism: 10,
          podFailurePolicy: {
            rules: many(20, () => ({ action: 'Ignore', onExitCodes: { operator: 'In', values: many(255, (i) => i + 1) } })),
          },
          template: { spec: { restartPolicy: 'Never', containers: [container] } },
        },
      })),
      create('CronJob', '/apis/batch/v1/namespaces/default/cronjobs', () => ({
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: { name: 'cj1' },
        spec: {
          schedule: `${many(200_000, () => '1-59/1').join()} * * * *`,
          jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } } },
        },
      })),
      create('Node', '/api/v1/nodes', () => ({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: 'node1' },
        spec: { taints: many(15_000, (i) => ({ key: id(i), effect: 'NoSchedule' })) },
        status: { images: many(10_000, (i) => ({ names: [id(i)] })) },
      })),
      create('ResourceSlice', '/apis/resource.k8s.io/v1/resourceslices', () => ({
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceSlice',
        metadata: { name: 'rs1' },
        spec: {
          driver: 'a.b',
          nodeName: 'n',
          pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
          devices: many(128, (i) => ({ name: `d${i}`, attributes: Object.fromEntries(many(32, (j) => [`a${j}`, { int: 1 }])) })),
        },
      })),
      ...['constraints', 'config'].map((list) =>
        create(
          `ResourceClaim, unknown requests in ${list}`,
          '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims',
          () => ({
            apiVersion: 'resource.k8s.io/v1',
            kind: 'ResourceClaim',
            metadata: { name: 'rc1' },
            spec: { devices: { [list]: [{ requests: many(90_000, id) }] } },
          }),
        ),
      ),
      create('ResourceClaim, requests', '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims', () => ({
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceClaim',
        metadata: { name: 'rc2' },
        spec: { devices: { requests: many(45_000, (i) => ({ name: id(i) })) } },
      })),
      create('FlowSchema, verbs', '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas', () => ({
        apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
        kind: 'FlowSchema',
        metadata: { name: 'fs1' },
        spec: {
          priorityLevelConfiguration: { name: 'p' },
          rules: [
            {
              subjects: [{ kind: 'Group', group: { name: 'g' } }],
              resourceRules: [{ verbs: many(90_000, id), apiGroups: [''], resources: ['pods'], namespaces: ['*'] }],
            },
          ],
        },
      })),
    ],
  ],
]
