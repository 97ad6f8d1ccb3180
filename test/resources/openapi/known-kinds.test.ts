import { describe, expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import { platformDialect } from '../../../src/meta/index.js'
import { convertObject, fromOpenAPI, toScale } from '../../../src/resources/index.js'
import { knownKinds } from '../../../src/resources/openapi/known-kinds/index.js'
import { context, create, NOW, objectOf, pick, update } from '../support.js'
import { smallDocument } from './document.js'

const definitions = fromOpenAPI(smallDocument())
const RBAC = 'rbac.authorization.platform.io'
const known = knownKinds(platformDialect)

describe('roles', () => {
  const roles = pick(definitions, 'roles', RBAC)
  const role = (...rules: readonly object[]) => objectOf(roles, { rules })
  const verbs = ['get']

  test.each([
    { rule: { apiGroups: [''], resources: ['x'], verbs }, causes: [] },
    {
      rule: { apiGroups: [''], resources: ['x'], verbs: [] },
      causes: ['rules[0].verbs: Required value: verbs must contain at least one value'],
    },
    {
      rule: { apiGroups: [''], verbs },
      causes: ['rules[0].resources: Required value: resource rules must supply at least one resource'],
    },
    {
      rule: {},
      causes: [
        'rules[0].verbs: Required value: verbs must contain at least one value',
        'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resources: Required value: resource rules must supply at least one resource',
      ],
    },
    {
      rule: { nonResourceURLs: ['/x'], verbs },
      causes: ['rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs'],
    },
    {
      rule: { apiGroups: [''], resources: ['x'], nonResourceURLs: ['/x'], verbs },
      causes: [
        'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
        'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    },
  ])('a rule $rule', ({ rule, causes }) => {
    expect(create(roles, role(rule)).causes).toEqual(causes)
  })

  test('a cluster role may be about paths', () => {
    const validate = known(RBAC, 'clusterroles').strategy?.validateCreate
    expect(validate?.(role({ nonResourceURLs: ['/x'], verbs }), context())).toEqual([])
  })

  test('a role without rules shows that it has none', () => {
    expect(create(roles, objectOf(roles, {})).object.rules).toBeNull()
  })

  test('names are any that fit a path segment', () => {
    expect(roles.strategy.validateName?.('team:Reader Of_all', false)).toEqual([])
    expect(roles.strategy.validateName?.('a/b', false)).toEqual(["may not contain '/'"])
  })
})

describe('bindings', () => {
  const bindings = pick(definitions, 'rolebindings', RBAC)
  const roleRef = { apiGroup: RBAC, kind: 'Role', name: 'r' }
  const binding = (fields: Readonly<Record<string, unknown>>) => objectOf(bindings, { roleRef, ...fields })

  test('users and groups are of the group when nothing else is said', () => {
    const sent = binding({
      subjects: [
        { kind: 'User', name: 'jane' },
        { kind: 'ServiceAccount', name: 'robot', apiGroup: '' },
      ],
      roleRef: { kind: 'Role', name: 'r' },
    })
    expect(create(bindings, sent).object).toEqual(
      binding({
        subjects: [
          { kind: 'User', apiGroup: RBAC, name: 'jane' },
          { kind: 'ServiceAccount', name: 'robot' },
        ],
      }),
    )
  })

  test.each<{ fields: Readonly<Record<string, unknown>>; causes: readonly string[] }>([
    {
      fields: { roleRef: undefined },
      causes: ['roleRef.kind: Unsupported value: "": supported values: "Role", "ClusterRole"', 'roleRef.name: Required value'],
    },
    {
      fields: { roleRef: { ...roleRef, apiGroup: 'apps' } },
      causes: [`roleRef.apiGroup: Unsupported value: "apps": supported values: "${RBAC}"`],
    },
    { fields: { subjects: [{ kind: 'User' }] }, causes: ['subjects[0].name: Required value'] },
    {
      fields: { subjects: [{ kind: 'Robot', name: 'x' }] },
      causes: ['subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"'],
    },
    {
      fields: { subjects: [{ kind: 'ServiceAccount', name: 'x', apiGroup: RBAC }] },
      causes: [`subjects[0].apiGroup: Unsupported value: "${RBAC}": supported values: ""`],
    },
    { fields: { subjects: [{ kind: 'ServiceAccount', name: 'x' }] }, causes: [] },
  ])('$fields', ({ fields, causes }) => {
    expect(create(bindings, binding(fields)).causes).toEqual(causes)
  })

  test('in a cluster binding an account needs its namespace, and the role is one of the cluster', () => {
    const validate = known(RBAC, 'clusterrolebindings').strategy?.validateCreate
    const errors = validate?.(binding({ subjects: [{ kind: 'ServiceAccount', name: 'x' }] }), context()) ?? []
    expect(errors.map(({ field }) => field)).toEqual(['roleRef.kind', 'subjects[0].namespace'])
  })

  test('the role stays, the subjects may change', () => {
    expect(update(bindings, binding({}), binding({ subjects: [{ kind: 'User', name: 'x' }] })).causes).toEqual([])
    expect(update(bindings, binding({}), binding({ roleRef: { ...roleRef, name: 'two' } })).causes).toEqual([
      `roleRef: Invalid value: {"APIGroup":"${RBAC}","Kind":"Role","Name":"two"}: cannot change roleRef`,
    ])
  })

  test('a row shows the role and, in wide output, the subjects', () => {
    const subjects = [
      { kind: 'User', name: 'jane' },
      { kind: 'Group', name: 'dev' },
      { kind: 'ServiceAccount', name: 'robot', namespace: 'ns' },
    ]
    expect(bindings.versions[0]?.table?.cells(binding({ subjects }), NOW)).toEqual([
      'a',
      'Role/r',
      '<unknown>',
      'jane',
      'dev',
      'ns/robot',
    ])
  })
})

describe('deployments', () => {
  const deployments = pick(definitions, 'deployments', 'apps')
  const spec = {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } },
  }
  const deployment = (change: Readonly<Record<string, unknown>> = {}) => objectOf(deployments, { spec: { ...spec, ...change } })

  test('what is not said has defaults', () => {
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
    { change: { selector: { matchExpressions: [{ key: 'a', operator: 'Near' }] } }, fields: ['spec.selector'] },
    { change: { replicas: -1 }, fields: ['spec.replicas'] },
    {
      change: { template: { metadata: { labels: { app: 'web' } }, spec: { containers: [] } } },
      fields: ['spec.template.spec.containers'],
    },
  ])('$change is refused', ({ change, fields }) => {
    expect(create(deployments, deployment(change)).causes.map((cause) => cause.split(':')[0])).toEqual(fields)
  })

  test('the selector stays', () => {
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

  test('one pod has to succeed when nothing else is said', () => {
    expect(strategy?.defaults?.(job())).toMatchObject({ spec: { completions: 1, parallelism: 1, backoffLimit: 6 } })
    expect(strategy?.defaults?.(job({ parallelism: 3 })).spec).not.toHaveProperty('completions')
  })

  test('a job knows its pods by its uid, unless it selects by itself', () => {
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
  const causesOf = (spec: Readonly<Record<string, unknown>>) => {
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

  test('the one measure of the old version is one of the measures of the new', () => {
    const converted = convertObject(autoscalers, old, 'autoscaling/v2')
    expect(converted.spec).toEqual({
      minReplicas: 1,
      maxReplicas: 4,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }],
    })
    expect(convertObject(autoscalers, converted, 'autoscaling/v1')).toEqual(old)
  })

  test.each([old, convertObject(autoscalers, old, 'autoscaling/v2')])('a row shows the measure: $apiVersion', (object) => {
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

test('of other kinds nothing is known', () => {
  expect(known('shop.example.com', 'widgets')).toEqual({})
})
