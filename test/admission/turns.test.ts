import { expect, test } from '@jest/globals'
import {
  mutatingAdmissionPolicy,
  mutatingAdmissionWebhook,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
} from '../../src/admission/index.js'
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
