import { describe, expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import { platformDialect } from '../../../src/meta/index.js'
import { completeDefinitions, convertObject, fromOpenAPI, toScale } from '../../../src/resources/index.js'
import { knownKinds } from '../../../src/resources/known/known-kinds.js'
import { smallDocument } from '../openapi/document.js'
import { context, create, NOW, objectOf, pick, update } from '../support.js'

const definitions = await completeDefinitions(fromOpenAPI(smallDocument()))
const known = knownKinds(platformDialect)

describe('deployments', () => {
  const deployments = pick(definitions, 'deployments', 'apps')
  const spec = {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } },
  }
  const deployment = (change: Readonly<Record<string, unknown>> = {}) => objectOf(deployments, { spec: { ...spec, ...change } })

  test('omitted fields have defaults', () => {
    expect(create(deployments, deployment()).object).toMatchObject({
      spec: {
        replicas: 1,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        template: { spec: { restartPolicy: 'Always', containers: [{ imagePullPolicy: 'Always', resources: {} }] } },
      },
      status: {},
    })
  })

  test.each([
    { strategy: {}, becomes: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } } },
    {
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3 } },
      becomes: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 3 } },
    },
    { strategy: { type: 'Recreate' }, becomes: { type: 'Recreate' } },
  ])('the strategy $strategy is completed, if it is a rolling one', ({ strategy, becomes }) => {
    expect(create(deployments, deployment({ strategy })).object).toHaveProperty('spec.strategy', becomes)
  })

  test.each([
    { image: 'nginx', policy: 'Always' },
    { image: 'nginx:latest', policy: 'Always' },
    { image: 'nginx:1', policy: 'IfNotPresent' },
    { image: 'registry.example.com:5000/nginx', policy: 'Always' },
    { image: 'nginx@sha256:abc', policy: 'IfNotPresent' },
  ])('the image $image is pulled: $policy', ({ image, policy }) => {
    const template = { ...spec.template, spec: { containers: [{ name: 'c', image }] } }
    expect(create(deployments, deployment({ template })).object).toHaveProperty(
      'spec.template.spec.containers.0.imagePullPolicy',
      policy,
    )
  })

  test.each<{ change: Readonly<Record<string, unknown>>; fields: readonly string[] }>([
    { change: { selector: undefined }, fields: ['spec.selector', 'spec.template.metadata.labels'] },
    { change: { selector: { matchLabels: { app: 'x' } } }, fields: ['spec.template.metadata.labels'] },
    { change: { selector: {} }, fields: ['spec.selector'] },
    {
      change: { selector: { matchExpressions: [{ key: 'a', operator: 'Near' }] } },
      fields: ['spec.selector.matchExpressions[0].operator', 'spec.selector'],
    },
    { change: { replicas: -1 }, fields: ['spec.replicas'] },
    {
      change: { template: { metadata: { labels: { app: 'web' } }, spec: { containers: [] } } },
      fields: ['spec.template.spec.containers'],
    },
  ])('$change is refused', ({ change, fields }) => {
    expect(create(deployments, deployment(change)).causes.map((cause) => cause.split(':')[0])).toEqual(fields)
  })

  test('the selector is immutable', () => {
    const labels = { app: 'web', x: 'y' }
    const next = deployment({ selector: { matchLabels: labels }, template: { ...spec.template, metadata: { labels } } })
    expect(update(deployments, deployment(), next).causes).toEqual([
      expect.stringMatching(/^spec\.selector: .*field is immutable$/),
    ])
  })

  test('a row shows what is ready, and the scale the selector as text', () => {
    const object: ApiObject = {
      ...create(deployments, deployment({ replicas: 2 })).object,
      status: { readyReplicas: 1, updatedReplicas: 2 },
    }
    expect(deployments.versions[0]?.table?.cells(object, NOW)).toEqual(['a', '1/2', 2, 0, '<unknown>', 'c', 'nginx', 'app=web'])
    const scale = deployments.versions[0]?.subresources.find(({ name }) => name === 'scale')?.scale
    expect(scale && toScale(object, scale)).toMatchObject({ spec: { replicas: 2 }, status: { selector: 'app=web' } })
  })
})

describe('jobs', () => {
  const { strategy, table } = known('batch', 'jobs')
  const job = (spec: Readonly<Record<string, unknown>> = {}): ApiObject => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'once', uid: 'u' },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [] } }, ...spec },
  })

  test('one pod has to succeed by default', () => {
    expect(strategy?.defaults?.(job())).toMatchObject({ spec: { completions: 1, parallelism: 1, backoffLimit: 6 } })
    expect(strategy?.defaults?.(job({ parallelism: 3 })).spec).not.toHaveProperty('completions')
  })

  test('a job selects its pods by its uid, unless it has a selector of its own', () => {
    expect(strategy?.prepareForCreate?.(job(), context())).toMatchObject({
      spec: {
        selector: { matchLabels: { 'batch.platform.io/controller-uid': 'u' } },
        template: { metadata: { labels: { 'batch.platform.io/job-name': 'once', 'controller-uid': 'u' } } },
      },
    })
    const manual = job({ manualSelector: true })
    expect(strategy?.prepareForCreate?.(manual, context())).toBe(manual)
  })

  test.each([
    { conditions: [], status: 'Running' },
    { conditions: [{ type: 'Complete', status: 'True' }], status: 'Complete' },
    { conditions: [{ type: 'Failed', status: 'True' }], status: 'Failed' },
    { conditions: [{ type: 'Suspended', status: 'False' }], status: 'Running' },
  ])('its row shows $status', ({ conditions, status }) => {
    const object = { ...job({ completions: 1 }), status: { conditions, succeeded: 1, startTime: '2024-05-06T07:08:04Z' } }
    expect(table?.cells(object, NOW).slice(0, 4)).toEqual(['once', status, '1/1', '5s'])
  })
})

describe('cron jobs', () => {
  const { strategy } = known('batch', 'cronjobs')
  const pod = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example.com/app:1' }] }
  const jobTemplate = { spec: { template: { spec: pod } } }
  const causesOf = (more: Readonly<Record<string, unknown>>) => {
    const spec = { jobTemplate, ...more }
    const sent = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'often' }, spec } as ApiObject
    const errors = strategy?.validateCreate?.(strategy.defaults?.(sent) ?? sent, context()) ?? []
    return errors.map(({ field, message }) => `${field}: ${message}`)
  }

  test.each(['*/5 * * * *', '0 0 1 1 *', '@hourly', '@every 1h30m', '0-59/2 1,2 * JAN MON-FRI'])(
    'the schedule %s is fine',
    (schedule) => {
      expect(causesOf({ schedule })).toEqual([])
    },
  )

  test.each(['whenever', '* * * *', '@never', ''])('the schedule "%s" is refused', (schedule) => {
    expect(causesOf({ schedule })).toHaveLength(1)
  })

  test('the policy is one of three', () => {
    expect(causesOf({ schedule: '@daily', concurrencyPolicy: 'Sometimes' })).toEqual([
      'spec.concurrencyPolicy: Unsupported value: "Sometimes": supported values: "Allow", "Forbid", "Replace"',
    ])
  })
})

describe('autoscalers', () => {
  const autoscalers = pick(definitions, 'horizontalpodautoscalers', 'autoscaling')
  const old = {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'a' },
    spec: { minReplicas: 1, maxReplicas: 4, targetCPUUtilizationPercentage: 50 },
  }

  test('the one metric of the older version is one of the metrics of the newer', () => {
    const converted = convertObject(autoscalers, old, 'autoscaling/v2')
    expect(converted.spec).toEqual({
      minReplicas: 1,
      maxReplicas: 4,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }],
    })
    expect(convertObject(autoscalers, converted, 'autoscaling/v1')).toEqual(old)
  })

  test.each([old, convertObject(autoscalers, old, 'autoscaling/v2')])('a row shows the metric: $apiVersion', (object) => {
    expect(autoscalers.versions[0]?.table?.cells(object, NOW)[2]).toBe('cpu: <unknown>/50%')
  })
})

describe('services', () => {
  test('ports have a protocol and a target', () => {
    const { strategy, table } = known('', 'services')
    const sent = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { ports: [{ port: 80 }], selector: { app: 'web' } },
    } as ApiObject
    const service = strategy?.defaults?.(sent) ?? sent
    expect(service).toMatchObject({ spec: { type: 'ClusterIP', ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }] } })
    expect(table?.cells(service, NOW)).toEqual(['web', 'ClusterIP', '<none>', '<none>', '80/TCP', '<unknown>', 'app=web'])
    expect(strategy?.validateName?.('a.b', false)).toHaveLength(1)
  })
})

test('other kinds have no strategy', () => {
  expect(known('shop.example.com', 'widgets')).toEqual({})
})
