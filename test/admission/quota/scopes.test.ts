import { describe, expect, test } from '@jest/globals'
import { holds, type ScopeRequirement, scopeFactsOf } from '../../../src/admission/quota/scopes.js'
import type { ApiObject } from '../../../src/meta/index.js'

const objectOf = (kind: string, more: object): ApiObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'a' }, ...more }) as ApiObject
const core = (resource: string) => ({ group: '', resource })
const scope = (scopeName: string, operator = 'Exists', ...values: readonly string[]): ScopeRequirement => ({
  scopeName,
  operator,
  values,
})

const POD_SCOPES = ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'PriorityClass', 'CrossNamespacePodAffinity']
const near = (term: object, kind = 'podAffinity') => ({
  affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone', ...term }] } },
})
const preferred = (term: object) => ({
  affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] } },
})
const container = (resources: object) => ({ containers: [{ name: 'c', resources }] })

describe('a pod', () => {
  test.each<[object, readonly string[]]>([
    [{}, ['NotTerminating', 'BestEffort']],
    [{ activeDeadlineSeconds: 0 }, ['Terminating', 'BestEffort']],
    [{ activeDeadlineSeconds: 9, ...container({ limits: { memory: '1' } }) }, ['Terminating', 'NotBestEffort']],
    [container({ requests: { cpu: '1m' } }), ['NotTerminating', 'NotBestEffort']],
    [container({ requests: { cpu: '0', 'example.com/gpu': '1' } }), ['NotTerminating', 'BestEffort']],
    [{ initContainers: [{ name: 'i', resources: { requests: { cpu: '1' } } }] }, ['NotTerminating', 'NotBestEffort']],
    [{ resources: { requests: { cpu: '1' } } }, ['NotTerminating', 'NotBestEffort']],
    [{ priorityClassName: 'high' }, ['NotTerminating', 'BestEffort', 'PriorityClass']],
    [near({}), ['NotTerminating', 'BestEffort']],
    [near({ namespaces: [] }), ['NotTerminating', 'BestEffort']],
    [near({ namespaces: ['b'] }), ['NotTerminating', 'BestEffort', 'CrossNamespacePodAffinity']],
    [near({ namespaceSelector: {} }, 'podAntiAffinity'), ['NotTerminating', 'BestEffort', 'CrossNamespacePodAffinity']],
    [preferred({ namespaceSelector: {} }), ['NotTerminating', 'BestEffort', 'CrossNamespacePodAffinity']],
  ])('with %j is in %j', (spec, expected) => {
    const facts = scopeFactsOf(core('pods'), objectOf('Pod', { spec }))
    expect(POD_SCOPES.filter((name) => holds(facts, scope(name)))).toEqual(expected)
    expect(holds(facts, scope('VolumeAttributesClass'))).toBe(false)
  })
})

describe('a name', () => {
  const cases: readonly (readonly [names: readonly string[], operator: string, values: readonly string[], expected: boolean])[] =
    [
      [['a'], 'In', ['a', 'b'], true],
      [['c'], 'In', ['a', 'b'], false],
      [[], 'In', ['a'], false],
      [['a'], 'NotIn', ['a', 'b'], false],
      [['c'], 'NotIn', ['a', 'b'], true],
      [[], 'NotIn', ['a'], true],
      [['a'], 'Exists', [], true],
      [[], 'Exists', [], false],
      [['a'], 'DoesNotExist', [], false],
      [[], 'DoesNotExist', [], true],
    ]
  test.each(cases)('%j is %s %j: %s, as priority class of a pod', ([priorityClassName], operator, values, expected) => {
    const facts = scopeFactsOf(core('pods'), objectOf('Pod', { spec: { priorityClassName } }))
    expect(holds(facts, scope('PriorityClass', operator, ...values))).toBe(expected)
  })

  test.each([
    ...cases,
    [['a', 'c'], 'In', ['a'], true],
    [['a', 'c'], 'NotIn', ['a'], true],
    [['a', 'b'], 'NotIn', ['a', 'b'], false],
  ] as const)('%j is %s %j: %s, as class of a claim, which may be about to change', (names, operator, values, expected) => {
    const [wanted, current] = names
    for (const status of [
      { currentVolumeAttributesClassName: current },
      { modifyVolumeStatus: { targetVolumeAttributesClassName: current, status: 'Pending' } },
    ]) {
      const claim = objectOf('PersistentVolumeClaim', { spec: { volumeAttributesClassName: wanted }, status })
      expect(
        holds(scopeFactsOf(core('persistentvolumeclaims'), claim), scope('VolumeAttributesClass', operator, ...values)),
      ).toBe(expected)
    }
  })
})

test('no scope is about other types', () => {
  const map = objectOf('ConfigMap', {})
  for (const name of [...POD_SCOPES, 'VolumeAttributesClass']) {
    expect(holds(scopeFactsOf(core('configmaps'), map), scope(name, 'DoesNotExist'))).toBe(false)
  }
})
