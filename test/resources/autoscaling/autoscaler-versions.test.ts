import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type ApiObject, deepFreeze, dialects, kubernetesDialect } from '../../../src/meta/index.js'
import { autoscalerConversion } from '../../../src/resources/autoscaling/autoscaler-versions.js'

const OLD = 'autoscaling/v1'
const NEW = 'autoscaling/v2'
const convert = autoscalerConversion(kubernetesDialect)

const targetOf = (current: boolean) => (current ? 'current' : 'target')
/** Measures, wanted or taken: the use of processors among others, any number of times. */
const measures = (isCurrent: boolean) => {
  const typed = (type: string) => (isCurrent ? {} : { type: fc.constant(type) })
  const percent = fc.record({ ...typed('Utilization'), averageUtilization: fc.integer({ min: 1, max: 100 }) })
  const value = fc.record({ ...typed('AverageValue'), averageValue: fc.constantFrom('100Mi', '5') })
  const resource = fc.record({ name: fc.constantFrom('cpu', 'memory'), [targetOf(isCurrent)]: fc.oneof(percent, value) })
  const pods = fc.record({ metric: fc.record({ name: fc.constantFrom('x', '__proto__') }), [targetOf(isCurrent)]: value })
  return fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('Resource'), resource }),
      fc.record({ type: fc.constant('Pods'), pods }),
      fc.constant(
        isCurrent
          ? { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 50 } } }
          : { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
      ),
    ),
    { maxLength: 4 },
  )
}
const autoscalers: fc.Arbitrary<ApiObject> = fc
  .record(
    {
      metadata: fc.record({ name: fc.constant('a'), annotations: fc.constant({ mine: 'kept' }) }, { requiredKeys: ['name'] }),
      spec: fc.record(
        {
          maxReplicas: fc.nat(),
          metrics: measures(false),
          behavior: fc.record({ scaleDown: fc.record({ stabilizationWindowSeconds: fc.nat() }) }),
        },
        { requiredKeys: ['maxReplicas'] },
      ),
      status: fc.record(
        {
          // Zero of them is what the newer version says by leaving the field out.
          currentReplicas: fc.integer({ min: 1 }),
          currentMetrics: measures(true),
          conditions: fc.array(fc.record({ type: fc.constantFrom('AbleToScale'), status: fc.constant('True') })),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['metadata', 'spec'] },
  )
  .map((rest) => deepFreeze({ apiVersion: NEW, kind: 'HorizontalPodAutoscaler', ...JSON.parse(JSON.stringify(rest)) }))

test('an object that is read and written in the older version is unchanged', () => {
  fc.assert(fc.property(autoscalers, (autoscaler) => expect(convert(convert(autoscaler, OLD), NEW)).toEqual(autoscaler)))
})

test('the older version has no field of the newer one', () => {
  fc.assert(
    fc.property(autoscalers, (autoscaler) => {
      const { spec, status = {} } = convert(autoscaler, OLD) as unknown as { spec: object; status?: object }
      for (const field of ['metrics', 'behavior']) expect(spec).not.toHaveProperty(field)
      for (const field of ['currentMetrics', 'conditions']) expect(status).not.toHaveProperty(field)
    }),
  )
})

const MEMORY = { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } }
const cpu = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})
const autoscaler = (...metrics: readonly object[]): ApiObject => ({
  apiVersion: NEW,
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'a' },
  spec: { maxReplicas: 3, metrics },
})

describe('in the older version', () => {
  test.each([
    ['another percentage', 70, [MEMORY, cpu(70)]],
    ['no percentage', undefined, [MEMORY]],
  ])('%s changes that metric and leaves the others', (_what, targetCPUUtilizationPercentage, metrics) => {
    const old = convert(autoscaler(MEMORY, cpu(50)), OLD)
    const changed = { ...old, spec: { maxReplicas: 3, targetCPUUtilizationPercentage } }
    expect(convert(changed, NEW).spec).toEqual({ maxReplicas: 3, metrics })
  })

  const annotation = (name: string) => `autoscaling.alpha.kubernetes.io/${name}`

  test('annotations are those of Kubernetes', () => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 5, policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }] } }
    const requests = { type: 'Pods', pods: { metric: { name: 'r' }, target: { type: 'AverageValue', averageValue: '1k' } } }
    const given = autoscaler(cpu(50), MEMORY, requests)
    const old = convert({ ...given, spec: { ...(given.spec as object), behavior } }, OLD)
    expect(old.spec).toEqual({ maxReplicas: 3, targetCPUUtilizationPercentage: 50 })
    const read = (name: string) => JSON.parse(old.metadata.annotations?.[annotation(name)] ?? '')
    expect(read('metrics')).toEqual([
      { type: 'Resource', resource: { name: 'memory', targetAverageValue: '1Gi' } },
      { type: 'Pods', pods: { metricName: 'r', targetAverageValue: '1k' } },
    ])
    expect(read('behavior')).toEqual({
      ScaleDown: { StabilizationWindowSeconds: 5, Policies: [{ Type: 'Pods', Value: 1, PeriodSeconds: 15 }] },
    })
  })

  test('annotations that Kubernetes has written are read', () => {
    const annotations = {
      [annotation('metrics')]: JSON.stringify([{ type: 'Resource', resource: { name: 'memory', targetAverageUtilization: 60 } }]),
      [annotation('behavior')]: JSON.stringify({ ScaleUp: null, ScaleDown: { SelectPolicy: 'Min', Policies: null } }),
      [annotation('current-metrics')]: JSON.stringify([
        { type: 'Resource', resource: { name: 'cpu', currentAverageUtilization: 3, currentAverageValue: '1m' } },
      ]),
    }
    const spec = { maxReplicas: 3, targetCPUUtilizationPercentage: 50 }
    const status = { currentReplicas: 1, currentCPUUtilizationPercentage: 3 }
    const old = { ...autoscaler(), apiVersion: OLD, metadata: { name: 'a', annotations }, spec, status }
    expect(convert(old, NEW)).toMatchObject({
      metadata: { name: 'a' },
      spec: {
        metrics: [
          cpu(50),
          { type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 60 } } },
        ],
        behavior: { scaleDown: { selectPolicy: 'Min' } },
      },
      status: {
        currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 3, averageValue: '1m' } } }],
      },
    })
  })

  test('a single CPU utilization target needs no annotation', () => {
    expect(convert(autoscaler(cpu(50)), OLD).metadata).toEqual({ name: 'a' })
  })

  test('an unreadable annotation counts as none', () => {
    const old = convert(autoscaler(MEMORY), OLD)
    const annotations = Object.fromEntries(Object.keys(old.metadata.annotations ?? {}).map((key) => [key, '{']))
    const { metadata, spec } = convert({ ...old, metadata: { ...old.metadata, annotations } }, NEW)
    expect(metadata).toEqual({ name: 'a' })
    expect(spec).toEqual({ maxReplicas: 3 })
  })

  test.each(dialects)('the annotations are of the domain of the $name dialect', (dialect) => {
    const { metadata } = autoscalerConversion(dialect)(autoscaler(MEMORY), OLD)
    expect(Object.keys(metadata.annotations ?? {})).toEqual([`autoscaling.alpha.${dialect.labelDomain}/metrics`])
  })
})
