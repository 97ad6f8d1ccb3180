// Pods with the longest lists and texts that fit into an object.
import { create, id, MIB, many, pod } from './make.mjs'

const SIZE = 1.4 * MIB
const PODS = '/api/v1/namespaces/default/pods'
const container = { name: 'c', image: 'i' }
const podOf = (name, spec) => pod(name, { containers: [container], ...spec })

export const pods = () => [
  [
    'Pods',
    [
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
                nodeSelectorTerms: many(12_000, (i) => ({
                  matchExpressions: [{ key: id(i), operator: 'In', values: ['-', '-'] }],
                })),
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
      create('containers', PODS, () => podOf('w11', { containers: many(4_000, (i) => ({ name: id(i), image: 'i' })) })),
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
          topologySpreadConstraints: many(6_000, (i) => ({
            maxSkew: 1,
            topologyKey: id(i),
            whenUnsatisfiable: 'DoNotSchedule',
          })),
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
          volumes: [{ name: 'v', hostPath: { path: `${'/..a'.repeat(SIZE / 12)}/` } }],
          containers: [
            {
              ...container,
              volumeMounts: [{ name: 'v', mountPath: `/a${'/'.repeat(SIZE / 4)}b`, subPath: `a${'/..a'.repeat(SIZE / 24)}` }],
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
    ],
  ],
]
