import { expect, test } from '@jest/globals'
import { type Change, type Kind, refused } from '../packaged/support.js'

const parameters = (more: object): Change => ({ 'spec.parameters': { kind: 'K', name: 'n', ...more } })
const backend = (resource: object): Change => ({ 'spec.defaultBackend': { resource } })
const path = (text: string): Change => ({
  'spec.rules': [
    { http: { paths: [{ path: text, pathType: 'Prefix', backend: { service: { name: 's', port: { number: 1 } } } }] } },
  ],
})
const PATH = 'spec.rules[0].http.paths[0].path'
const selector = { matchLabels: { 'a b': 'c' } }

test.each<readonly [kind: Kind, change: Change, fields: readonly string[]]>([
  ['Ingress', { 'spec.ingressClassName': 'A' }, ['spec.ingressClassName']],
  ['Ingress', { 'spec.tls': [{ secretName: 'A' }] }, ['spec.tls[0].secretName']],
  [
    'Ingress',
    backend({ apiGroup: 'example.com', kind: '', name: '' }),
    ['kind', 'name'].map((member) => `spec.defaultBackend.resource.${member}`),
  ],
  ['Ingress', path('/a/..'), [PATH]],
  ['Ingress', path('/a/.'), [PATH]],
  ['Ingress', path('/a..'), []],
  [
    'Ingress',
    { 'metadata.annotations': { 'platform.io/ingress.class': 'a' }, 'spec.ingressClassName': 'a' },
    ['annotations.platform.io/ingress.class'],
  ],
  ['IngressClass', { 'spec.controller': '' }, ['spec.controller']],
  ['IngressClass', { 'spec.controller': 'example' }, ['spec.controller']],
  ['IngressClass', { 'spec.controller': 'A_b/c' }, ['spec.controller']],
  ['IngressClass', { 'spec.controller': `example.com/${'a'.repeat(239)}` }, ['spec.controller']],
  ['IngressClass', parameters({}), []],
  ['IngressClass', parameters({ name: '' }), ['spec.parameters.name']],
  ['IngressClass', parameters({ scope: 'Moon' }), ['spec.parameters.scope']],
  ['IngressClass', parameters({ namespace: 'a' }), ['spec.parameters.namespace']],
  ['IngressClass', parameters({ scope: 'Namespace' }), ['spec.parameters.namespace']],
  ['NetworkPolicy', { 'spec.podSelector': selector }, ['spec.podSelector.matchLabels']],
  [
    'NetworkPolicy',
    { 'spec.ingress': [{ from: [{ namespaceSelector: selector }] }] },
    ['spec.ingress[0].from[0].namespaceSelector.matchLabels'],
  ],
  ['NetworkPolicy', { 'spec.egress': [{ to: [{ podSelector: selector }] }] }, ['spec.egress[0].to[0].podSelector.matchLabels']],
  ['NetworkPolicy', { 'spec.policyTypes': ['Ingress', 'Egress', 'Ingress'] }, ['spec.policyTypes']],
  ['PodDisruptionBudget', { 'spec.selector': selector }, ['spec.selector.matchLabels']],
  [
    'Node',
    {
      spec: {
        taints: [
          { key: 'a', effect: 'NoExecute' },
          { key: 'a', effect: 'NoSchedule' },
        ],
      },
    },
    [],
  ],
  [
    'Node',
    {
      spec: {
        taints: [
          { key: 'a', effect: 'NoExecute' },
          { key: 'a', value: 'b', effect: 'NoExecute' },
        ],
      },
    },
    ['spec.taints[1]'],
  ],
  [
    'Node',
    { spec: { taints: [{ key: 'a b', value: 'c d', effect: 'NoExecute' }] } },
    ['spec.taints[0].key', 'spec.taints[0].value'],
  ],
])('a %s with %j is refused at %j', (kind, change, fields) => {
  expect([...new Set(refused(kind, change))]).toEqual(fields)
})
