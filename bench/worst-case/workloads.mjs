// Pods and their templates, and other packaged kinds, with the longest lists and texts that fit into an object.
import { create, id, MIB, many, pod } from './make.mjs'

const SIZE = 1.4 * MIB
const PODS = '/api/v1/namespaces/default/pods'
const container = { name: 'c', image: 'i' }
const podOf = (name, spec) => pod(name, { containers: [container], ...spec })

const pods = () => [
  create('a path of many slashes', PODS, () =>
    podOf('w1', { volumes: [{ name: 'v', configMap: { name: 'c', items: [{ key: 'k', path: `a${'/'.repeat(SIZE)}b` }] } }] }),
  ),
  create('20,000 ports of one number', PODS, () =>
    podOf('w2', {
      containers: [{ ...container, ports: many(20_000, (i) => ({ containerPort: 1, hostPort: i + 1 })) }],
    }),
  ),
  create('a variable hidden by one that is nearly its name', PODS, () => {
    const name = ')'.repeat(SIZE / 10)
    return podOf('w3', {
      containers: [
        {
          ...container,
          env: [
            { name, value: 'a' },
            { name, value: '$('.repeat(SIZE / 4) + ')'.repeat(SIZE / 8) },
          ],
        },
      ],
    })
  }),
  create('10,000 volumes', PODS, () => podOf('w4', { volumes: many(10_000, (i) => ({ name: `v${i}`, emptyDir: {} })) })),
  create('volumes of 50 paths', PODS, () =>
    podOf('w5', {
      volumes: many(300, (i) => ({
        name: `v${i}`,
        configMap: { name: 'c', items: many(50, (j) => ({ key: 'k', path: `p${id(j)}` })) },
      })),
    }),
  ),
  create('12,000 projected sources', PODS, () =>
    podOf('w6', {
      volumes: [
        {
          name: 'v',
          projected: { sources: many(12_000, (i) => ({ configMap: { name: 'c', items: [{ key: 'k', path: id(i) }] } })) },
        },
      ],
    }),
  ),
  create('a long fraction of a byte', PODS, () =>
    podOf('w7', { containers: [{ ...container, resources: { limits: { memory: `0.${'1'.repeat(SIZE)}` } } }] }),
  ),
  create('hidden variables', PODS, () =>
    podOf('w8', { containers: [{ ...container, env: many(14_000, () => ({ name: 'A', value: '$(A)' })) }] }),
  ),
  create('node selector terms', PODS, () =>
    podOf('w9', {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: many(14_000, (i) => ({ matchExpressions: [{ key: id(i), operator: 'In', values: ['-', '-'] }] })),
          },
        },
      },
    }),
  ),
  create('affinity of pods without selectors', PODS, () =>
    podOf('w10', {
      affinity: {
        podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: many(14_000, () => ({ topologyKey: 'a' })) },
      },
    }),
  ),
  create('containers', PODS, () => podOf('w11', { containers: many(14_000, (i) => ({ name: id(i), image: 'i' })) })),
  create('containers with mounts of all volumes', PODS, () =>
    podOf('w12', {
      volumes: many(2000, (i) => ({ name: `v${i}`, emptyDir: {} })),
      containers: many(10, (c) => ({
        name: `c${c}`,
        image: 'i',
        volumeMounts: many(500, (i) => ({ name: `v${i}`, mountPath: `/p${id(i)}` })),
      })),
    }),
  ),
  create('tolerations', PODS, () => podOf('w13', { tolerations: many(14_000, (i) => ({ key: id(i), operator: 'Exists' })) })),
  create('topology spread constraints', PODS, () =>
    podOf('w14', {
      topologySpreadConstraints: many(14_000, (i) => ({ maxSkew: 1, topologyKey: id(i), whenUnsatisfiable: 'DoNotSchedule' })),
    }),
  ),
  create('host aliases', PODS, () =>
    podOf('w15', { hostAliases: many(14_000, (i) => ({ ip: `::${i.toString(16)}`.slice(0, 6) })) }),
  ),
  create('sysctls, gates and groups', PODS, () =>
    podOf('w16', {
      schedulingGates: many(15_000, (i) => ({ name: `g${id(i)}` })),
      securityContext: {
        sysctls: many(5_000, (i) => ({ name: `k.${id(i)}`, value: '1' })),
        supplementalGroups: many(10_000, (i) => i),
      },
    }),
  ),
  create('resources', PODS, () =>
    podOf('w17', {
      containers: [
        {
          ...container,
          resources: {
            limits: Object.fromEntries(many(20_000, (i) => [`a.b/${id(i)}`, '1'])),
            requests: Object.fromEntries(many(20_000, (i) => [`a.b/${id(i)}`, '1'])),
          },
        },
      ],
    }),
  ),
  create('claims of devices', PODS, () =>
    podOf('w18', {
      resourceClaims: many(9000, (i) => ({ name: `c${id(i)}`, resourceClaimName: 'c' })),
      containers: [{ ...container, resources: { claims: many(9000, (i) => ({ name: `c${id(i)}` })) } }],
    }),
  ),
  create('a command of 90,000 words', PODS, () =>
    podOf('w19', { containers: [{ ...container, command: many(90_000, () => 'a') }] }),
  ),
  create('a small quantity', PODS, () => podOf('w20', { nodeName: '', overhead: { memory: '1e-300000' } })),
  create('a huge quantity', PODS, () =>
    podOf('w21', { containers: [{ ...container, resources: { limits: { memory: '1e999999999' } } }] }),
  ),
  create('env from fields', PODS, () =>
    podOf('w22', {
      containers: [
        {
          ...container,
          env: many(7_000, (i) => ({ name: `E${i}`, valueFrom: { fieldRef: { fieldPath: `metadata.labels['${id(i)}']` } } })),
        },
      ],
    }),
  ),
  create('a long field path', PODS, () =>
    podOf('w23', {
      containers: [
        {
          ...container,
          env: [{ name: 'E', valueFrom: { fieldRef: { fieldPath: `metadata.labels['${"['".repeat(SIZE / 3)}` } } }],
        },
      ],
    }),
  ),
  create('long names', PODS, () =>
    podOf(`w${'-'.repeat(SIZE / 2)}`, { hostname: 'a-'.repeat(SIZE / 5), subdomain: '-'.repeat(SIZE / 5) }),
  ),
  create('long label values', PODS, () => ({
    ...podOf('w24', {}),
    metadata: { name: 'w24', labels: { [`${'a.'.repeat(SIZE / 5)}/a`]: '-'.repeat(SIZE / 4) } },
  })),
  create('a long image', PODS, () => podOf('w25', { containers: [{ name: 'c', image: `a${' '.repeat(SIZE)}b` }] })),
  create('a long mount path', PODS, () =>
    podOf('w26', {
      volumes: [{ name: 'v', hostPath: { path: `${'/..a'.repeat(SIZE / 8)}/` } }],
      containers: [
        {
          ...container,
          volumeMounts: [{ name: 'v', mountPath: `/a${'/'.repeat(SIZE / 4)}b`, subPath: `a${'/..a'.repeat(SIZE / 12)}` }],
        },
      ],
    }),
  ),
  create('probe of long path', PODS, () =>
    podOf('w27', {
      containers: [
        {
          ...container,
          livenessProbe: {
            httpGet: {
              path: `/${'%'.repeat(SIZE / 2)}`,
              port: 'a-'.repeat(SIZE / 8),
              httpHeaders: many(5000, () => ({ name: 'a', value: ' ' })),
            },
          },
        },
      ],
    }),
  ),
]

const other = () => [
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
      egress: many(14_000, (i) => ({ ports: [{ port: (i % 65535) + 1 }], to: [{ podSelector: { matchLabels: { a: id(i) } } }] })),
    },
  })),
  create('EndpointSlice', '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', () => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'e1' },
    addressType: 'IPv6',
    endpoints: many(1000, (i) => ({
      addresses: many(70, (j) => `::${i.toString(16)}:${j.toString(16)}`),
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
  {
    ...create('HorizontalPodAutoscaler as v1', '', () => undefined),
    method: 'GET',
    path: '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/h1',
  },
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
]

export const workloads = () => [
  ['Pods', pods()],
  ['Packaged kinds', other()],
]
