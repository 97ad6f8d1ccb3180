// Limits, quotas and disruption budgets of a namespace, which admission and evictions compare with each pod.
import { create, id, many, patch, put } from './make.mjs'

const HOME = '/api/v1/namespaces/limited'
const MANY = '/api/v1/namespaces/many'
const amounts = (count, prefix = '') => Object.fromEntries(many(count, (i) => [`${prefix}a.b/r${id(i)}`, '1']))
const named = (kind, name, spec, apiVersion = 'v1') => ({ apiVersion, kind, metadata: { name, namespace: 'limited' }, spec })
const ofMany = (kind, name, spec) => ({ apiVersion: 'v1', kind, metadata: { name, namespace: 'many' }, spec })
const podOf = (name, containers) => named('Pod', name, { containers: many(containers, (i) => ({ name: `c${i}`, image: 'i' })) })
const quiet = { quiet: true }

export const namespaces = () => [
  [
    'Namespaces',
    [
      create('', '/api/v1/namespaces', () => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'limited' } }), quiet),
      create('', `${HOME}/pods`, () => podOf('p', 1), quiet),
      patch('merge-patch+json', '', `${HOME}/pods/p/status`, () => ({ status: { phase: 'Running' } }), quiet),
      ...many(30, (i) =>
        create(
          '',
          '/apis/policy/v1/namespaces/limited/poddisruptionbudgets',
          () => {
            const matchLabels = Object.fromEntries(many(30_000, (j) => [`k${id(j)}`, 'v']))
            return named('PodDisruptionBudget', `b${i}`, { minAvailable: 1, selector: { matchLabels } }, 'policy/v1')
          },
          quiet,
        ),
      ),
      create('an eviction, 30 budgets', `${HOME}/pods/p/eviction?dryRun=All`, () => ({
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'p' },
      })),
      create('', `${HOME}/resourcequotas`, () => named('ResourceQuota', 'q0', { hard: amounts(3000, 'requests.') }), quiet),
      ...many(9, (i) =>
        create(
          '',
          `${HOME}/resourcequotas`,
          () => named('ResourceQuota', `q${i + 1}`, { hard: amounts(2900, 'requests.') }),
          quiet,
        ),
      ),
      create('a pod, 10 quotas', `${HOME}/pods?dryRun=All`, () => {
        const resources = { requests: amounts(2900), limits: amounts(2900) }
        return named('Pod', 'q', { containers: [{ name: 'c', image: 'i', resources }] })
      }),
      create(
        '',
        `${HOME}/limitranges`,
        () => named('LimitRange', 'l', { limits: [{ type: 'Container', max: amounts(190) }] }),
        quiet,
      ),
      create('a pod, a limit range that fits', `${HOME}/pods?dryRun=All`, () => podOf('r', 95)),
      create('a pod, a limit range that does not', `${HOME}/pods?dryRun=All`, () => podOf('s', 10_000)),
      create('', '/api/v1/namespaces', () => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'many' } }), quiet),
      ...many(1000, (i) =>
        create(
          '',
          `${MANY}/limitranges`,
          () => ofMany('LimitRange', `l${i}`, { limits: [{ type: 'Container', default: { [`a.b/d${id(i)}`]: '1' } }] }),
          { quiet: true, parallel: true },
        ),
      ),
      ...many(1000, (i) =>
        create('', `${MANY}/resourcequotas`, () => ofMany('ResourceQuota', `q${i}`, { hard: { cpu: '9999' } }), {
          quiet: true,
          parallel: true,
        }),
      ),
      create('10,000 resources, 1,000 limit ranges', `${MANY}/pods?dryRun=All`, () => {
        const resources = { requests: { cpu: '1', ...amounts(10_000) }, limits: { cpu: '1', ...amounts(10_000) } }
        return ofMany('Pod', 'a', { containers: [{ name: 'c', image: 'i', resources }] })
      }),
      create('12 containers, 1,000 limit ranges and quotas', `${MANY}/pods?dryRun=All`, () => {
        const resources = { requests: { cpu: '1' }, limits: { cpu: '1' } }
        return ofMany('Pod', 'b', { containers: many(12, (i) => ({ name: `c${i}`, image: 'i', resources })) })
      }),
      create('', `${HOME}/configmaps`, () => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' } }), quiet),
      put('3,500 updaters', `${HOME}/configmaps/m`, () => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: 'm',
          managedFields: many(3500, (i) => ({
            manager: `m${i}`,
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            time: '2026-01-01T00:00:00Z',
            fieldsV1: { 'f:data': Object.fromEntries(many(9, (j) => [`f:${id(i * 9 + j)}`, {}])) },
          })),
        },
      })),
    ],
  ],
]
