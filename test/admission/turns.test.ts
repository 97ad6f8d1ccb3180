import { expect, test } from '@jest/globals'
import {
  mutatingAdmissionPolicy,
  mutatingAdmissionWebhook,
  podSecurity,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
} from '../../src/admission/index.js'
import { packagedKinds } from '../../src/resources/packaged/index.js'
import { testPlane } from '../../src/testing/index.js'
import { kinds } from './kinds.js'

const GROUP = 'admissionregistration.platform.io'
const rules = [{ apiGroups: [''], apiVersions: ['*'], operations: ['*'], resources: ['configmaps'] }]
/** Takes some milliseconds for an object with many keys; each is another one, as results are not shared. */
const slow = [1, 2, 3, 4, 5, 6].map((i) => `object.data.all(a, object.data.all(b, a != b + 'x${i}'))`)
const keys = Array.from({ length: 150 }, (_, i) => [`k${i}`, 'v'])

const webhooks = {
  webhooks: [
    {
      name: 'w.example.com',
      clientConfig: { url: 'https://hook/' },
      failurePolicy: 'Ignore',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      rules,
      // It is never asked.
      matchConditions: [...slow, 'false'].map((expression, i) => ({ name: `c${i}`, expression })),
    },
  ],
}
const policy = (spec: object) => ({ spec: { failurePolicy: 'Fail', matchConstraints: { resourceRules: rules }, ...spec } })
const conditions = slow.map((expression, i) => ({ name: `c${i}`, expression }))
const label = (expression: string) => `Object{metadata: Object.metadata{labels: {'a': ${expression} ? 'b' : 'c'}}}`

test.each<[string, string, object]>([
  ['conditions of webhooks that change', 'MutatingWebhookConfiguration', webhooks],
  ['conditions of webhooks that judge', 'ValidatingWebhookConfiguration', webhooks],
  [
    'conditions of policies',
    'ValidatingAdmissionPolicy',
    policy({ matchConditions: conditions, validations: [{ expression: 'true' }] }),
  ],
  ['validations', 'ValidatingAdmissionPolicy', policy({ validations: slow.map((expression) => ({ expression })) })],
  [
    'annotations of policies',
    'ValidatingAdmissionPolicy',
    policy({ auditAnnotations: slow.map((expression, i) => ({ key: `k${i}`, valueExpression: `${expression} ? 'a' : 'b'` })) }),
  ],
  [
    'mutations',
    'MutatingAdmissionPolicy',
    policy({
      reinvocationPolicy: 'Never',
      mutations: slow.map((expression) => ({
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: label(expression) },
      })),
    }),
  ],
])('the event loop gets turns between long %s', async (_what, kind, object) => {
  const plane = await testPlane({
    resources: kinds,
    admission: [mutatingAdmissionPolicy(), mutatingAdmissionWebhook(), validatingAdmissionPolicy(), validatingAdmissionWebhook()],
  })
  const all = (name: string) => plane.client().resource({ group: GROUP, version: 'v1', kind: name })
  await all(kind).create({ metadata: { name: 'p' }, ...object })
  if (kind.endsWith('Policy')) {
    const actions = kind.startsWith('Validating') && { validationActions: ['Deny'] }
    await all(`${kind}Binding`).create({ metadata: { name: 'p' }, spec: { policyName: 'p', ...actions } } as never)
  }
  const maps = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
  // Loads and compiles what the next one needs.
  await maps.create({ metadata: { name: 'first' }, data: { k: 'v' } } as never)
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await maps.create({ metadata: { name: 'a' }, data: Object.fromEntries(keys) } as never)
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(slow.length - 1)
  await plane.close()
})

test('between large parameters of a policy others have their turn, and they are parsed one by one', async () => {
  const plane = await testPlane({ resources: kinds, admission: [validatingAdmissionPolicy()] })
  const all = (name: string) => plane.client().resource({ group: GROUP, version: 'v1', kind: name })
  const maps = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
  const data = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, 'v']))
  for (let i = 0; i < 12; i++) await maps.create({ metadata: { name: `p${i}`, labels: { p: 'y' } }, data } as never)
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }
  await all('ValidatingAdmissionPolicy').create({
    metadata: { name: 'p' },
    ...policy({ paramKind, validations: [{ expression: 'params.data.key1 == "v"' }] }),
  })
  const paramRef = { selector: { matchLabels: { p: 'y' } }, parameterNotFoundAction: 'Deny' }
  await all('ValidatingAdmissionPolicyBinding').create({
    metadata: { name: 'p' },
    spec: { policyName: 'p', validationActions: ['Deny'], paramRef },
  } as never)
  await maps.create({ metadata: { name: 'first' } } as never)
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await maps.create({ metadata: { name: 'a' } } as never)
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(11)
  await plane.close()
})

test('a large patch of a webhook is parsed, applied and completed with turns of others in between', async () => {
  const labels = Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`l${i}`, '']))
  const patch = btoa(JSON.stringify([{ op: 'add', path: '/metadata/labels', value: labels }]))
  let isAnswered = false
  const plane = await testPlane({
    resources: kinds,
    admission: [mutatingAdmissionWebhook()],
    webhooks: async ({ body }) => {
      const { request, ...review } = JSON.parse(body)
      isAnswered = true
      const response = { uid: request.uid, allowed: true, patchType: 'JSONPatch', patch }
      return { status: 200, body: JSON.stringify({ ...review, response }) }
    },
  })
  const { matchConditions: _, ...webhook } = webhooks.webhooks[0] as (typeof webhooks.webhooks)[number]
  const all = (name: string) => plane.client().resource({ group: GROUP, version: 'v1', kind: name })
  await all('MutatingWebhookConfiguration').create({
    metadata: { name: 'p' },
    webhooks: [{ ...webhook, failurePolicy: 'Fail' }],
  } as never)
  const maps = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
  await maps.create({ metadata: { name: 'first' } } as never)
  isAnswered = false
  let turns = 0
  const count = () => {
    if (isAnswered) turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const made = await maps.create({ metadata: { name: 'a' } } as never)
  clearImmediate(next)
  expect(Object.keys(made.metadata.labels ?? {})).toHaveLength(40_000)
  expect(turns).toBeGreaterThanOrEqual(5)
  await plane.close()
})

test('between the pods that a stricter level of a namespace is compared with others have their turn', async () => {
  const { Pod } = packagedKinds()
  const plane = await testPlane({ resources: [Pod], admission: [podSecurity()] })
  const pods = plane.client().resource(Pod).namespace('default')
  const annotations = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key${i}`, 'v']))
  const spec = { containers: [{ name: 'a', image: 'a' }], hostNetwork: true }
  for (let i = 0; i < 12; i++) await pods.create({ metadata: { name: `p${i}`, annotations }, spec })
  const namespaces = plane.client().resource({ group: '', version: 'v1', kind: 'Namespace' })
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await namespaces.apply(
    { metadata: { name: 'default', labels: { 'pod-security.platform.io/enforce': 'restricted' } } } as never,
    { fieldManager: 'test' },
  )
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(11)
  await plane.close()
})

test('a policy with many expressions is compiled in turns, on its first request', async () => {
  const plane = await testPlane({ resources: kinds, admission: [validatingAdmissionPolicy()] })
  const all = (name: string) => plane.client().resource({ group: GROUP, version: 'v1', kind: name })
  const long = (i: number) => Array.from({ length: 300 }, (_, j) => `object.a${j} == ${i}`).join(' || ')
  const validations = Array.from({ length: 30 }, (_, i) => ({ expression: `true || ${long(i)}` }))
  await all('ValidatingAdmissionPolicy').create({ metadata: { name: 'p' }, ...policy({ validations }) })
  await all('ValidatingAdmissionPolicyBinding').create({
    metadata: { name: 'p' },
    spec: { policyName: 'p', validationActions: ['Deny'] },
  } as never)
  const maps = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
  const turnsOf = async (name: string) => {
    let turns = 0
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await maps.create({ metadata: { name } } as never)
    clearImmediate(next)
    return turns
  }
  expect(await turnsOf('first')).toBeGreaterThan((await turnsOf('second')) + 10)
  await plane.close()
})
