import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type ApiObject, kubernetesDialect as dialect, dialects, formatApiVersion } from '../../src/meta/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { builtinResources, type ResourceDefinition } from '../../src/resources/index.js'
import { testPlane } from '../server/plane.js'
import { jsonOf } from '../server/requests.js'

/** Every pair of group versions that show the same stored objects. */
function pairsOf(all: readonly ResourceDefinition[]) {
  const versions = all.flatMap((definition) =>
    definition.versions.map(({ name }) => ({ definition, apiVersion: formatApiVersion(definition.group, name) })),
  )
  const isSame = (a: ResourceDefinition, b: ResourceDefinition) =>
    a.storedAs.group === b.storedAs.group && a.storedAs.resource === b.storedAs.resource
  return versions.flatMap((from) =>
    versions
      .filter((to) => to.apiVersion !== from.apiVersion && isSame(from.definition, to.definition))
      .map((to) => ({ from, to })),
  )
}

describe.each(dialects)('in the $name dialect', (words) => {
  const pairs = pairsOf([...builtinResources(words), ...Object.values(packagedKinds({ dialect: words }))])

  test('the kinds that are stored once and shown in several versions are those that are tested below', () => {
    expect([...new Set(pairs.map(({ from }) => from.definition.names.kind))].sort()).toEqual(['Event', 'HorizontalPodAutoscaler'])
  })
})

/** Metrics and a behavior, of which the older version has fields for one alone. */
const autoscaler = fc.record(
  {
    maxReplicas: fc.integer({ min: 2, max: 9 }),
    minReplicas: fc.constant(2),
    metrics: fc.uniqueArray(
      fc.oneof(
        fc.constantFrom('cpu', 'memory').map((name) => ({
          type: 'Resource',
          resource: { name, target: { type: 'Utilization', averageUtilization: 50 } },
        })),
        fc.constantFrom('x', 'y').map((name) => ({
          type: 'Pods',
          pods: { metric: { name }, target: { type: 'AverageValue', averageValue: '5' } },
        })),
      ),
      { minLength: 1, maxLength: 4, selector: (metric) => JSON.stringify(metric) },
    ),
    behavior: fc.record({ scaleDown: fc.record({ stabilizationWindowSeconds: fc.integer({ min: 0, max: 60 }) }) }),
  },
  { requiredKeys: ['maxReplicas', 'minReplicas', 'metrics'] },
)
const word = fc.constantFrom('a', 'b.c', 'D-e')
const event = fc.record({
  reason: word,
  action: word,
  note: fc.constantFrom('', 'é', 'n'.repeat(100)),
  type: fc.constantFrom('Normal', 'Warning'),
  eventTime: fc.constant('2024-05-06T07:08:09.123456Z'),
  reportingController: word,
  reportingInstance: word,
  regarding: fc.record({ kind: word, namespace: fc.constant('default'), name: word, fieldPath: word }),
  related: fc.record({ kind: word, name: word }),
})

describe('an object that is written in one version, and read and updated in another, is unchanged', () => {
  test.each([
    {
      kind: 'HorizontalPodAutoscaler',
      written: '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
      other: '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers',
      content: autoscaler.map((spec) => ({
        spec: { ...spec, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
      })),
    },
    {
      kind: 'Event',
      written: '/apis/events.k8s.io/v1/namespaces/default/events',
      other: '/api/v1/namespaces/default/events',
      content: event as fc.Arbitrary<object>,
    },
  ])('$kind', async ({ written, other, content }) => {
    const { send, plane } = await testPlane({ dialect, resources: Object.values(packagedKinds({ dialect })) })
    let made = 0
    await fc.assert(
      fc.asyncProperty(content, async (object) => {
        const name = `o-${made++}`
        const created = await send('POST', written, { body: { metadata: { name, annotations: { mine: 'kept' } }, ...object } })
        expect(created.status).toBe(201)
        const seen = jsonOf(await send('GET', `${other}/${name}`))
        expect((await send('PUT', `${other}/${name}`, { body: seen })).status).toBe(200)
        const { metadata: before, ...wasThere } = jsonOf(created) as ApiObject
        const { metadata: after, ...isThere } = jsonOf(await send('GET', `${written}/${name}`)) as ApiObject
        expect(isThere).toEqual(wasThere)
        expect(after.annotations).toEqual(before.annotations)
        expect(after.generation).toBe(before.generation)
      }),
      { numRuns: 25 },
    )
    await plane.close()
  })
})
