import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/public/meta.js'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'
import { kinds } from '../../admission/kinds.js'

const GROUP = 'admissionregistration.platform.io'

let plane: TestPlane
beforeAll(async () => {
  plane = await testPlane({ resources: kinds, controllers: ['validatingadmissionpolicy-status'] })
  await plane
    .client()
    .resource({ group: 'apiextensions.platform.io', version: 'v1', kind: 'CustomResourceDefinition' })
    .create({
      metadata: { name: 'lamps.example.com' },
      spec: {
        group: 'example.com',
        names: { kind: 'Lamp', plural: 'lamps' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: { spec: { type: 'object', properties: { bright: { type: 'boolean' } } } },
              },
            },
          },
        ],
      },
    } as never)
})
afterAll(() => plane.close())

const policies = () => plane.client().resource({ group: GROUP, version: 'v1', kind: 'ValidatingAdmissionPolicy' })
const rule = (group: string, version: string, ...resources: readonly string[]) => ({
  apiGroups: [group],
  apiVersions: [version],
  operations: ['CREATE'],
  resources,
})
const APPS = rule('apps', 'v1', 'deployments')

let made = 0
/** The status of a policy when the loop has seen it. */
async function statusOf(spec: object): Promise<ApiObject['status']> {
  const name = `p${made++}`
  await policies().create({ metadata: { name }, spec } as never)
  await plane.settled()
  return (await policies().get(name)).status
}
const checked = (resourceRules: readonly object[], validations: readonly (string | object)[], more: object = {}) =>
  statusOf({
    matchConstraints: { resourceRules },
    validations: validations.map((one) => (typeof one === 'string' ? { expression: one } : one)),
    ...more,
  })

test('a policy with valid expressions has no warnings, and an observedGeneration', async () => {
  const fitting = [
    "object.spec.replicas > 1 && object.metadata.labels['a'] == 'b'",
    'oldObject == null || object.spec != null || request.dryRun',
  ]
  expect(await checked([APPS], fitting)).toEqual({ observedGeneration: 1, typeChecking: {} })
})

test('an unknown field is reported with its kind and its path, as Kubernetes words it', async () => {
  expect(await checked([APPS], ['object.spec.replicas > 1', 'object.replicas > 1'])).toEqual({
    observedGeneration: 1,
    typeChecking: {
      expressionWarnings: [
        {
          fieldRef: 'spec.validations[1].expression',
          warning: `apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'replicas'
 | object.replicas > 1
 | ......^
`,
        },
      ],
    },
  })
})

test('each kind that a policy is about is checked, in the order of their names, and messages too', async () => {
  const status = (await checked(
    [rule('', 'v1', 'pods'), rule('apps', 'v1', 'replicasets', 'deployments')],
    [{ expression: 'has(object.spec.replicas)', messageExpression: "'there are ' + object.spec.paused" }],
  )) as { typeChecking: { expressionWarnings: { fieldRef: string; warning: string }[] } }
  const told = status.typeChecking.expressionWarnings.map(({ fieldRef, warning }) => [
    fieldRef,
    [...warning.matchAll(/(\S+, Kind=\w+): ERROR: <input>:[\d:]+ (.*)/g)].map(([, kind, what]) => `${kind} ${what}`),
  ])
  expect(told).toEqual([
    ['spec.validations[0].expression', ["/v1, Kind=Pod undefined field 'replicas'"]],
    [
      'spec.validations[0].messageExpression',
      [
        "/v1, Kind=Pod undefined field 'paused'",
        "apps/v1, Kind=Deployment found no matching overload for '_+_' applied to '(string, bool)'",
        "apps/v1, Kind=ReplicaSet undefined field 'paused'",
      ],
    ],
  ])
})

test.each([
  ['of wildcards', [rule('*', 'v1', 'deployments'), rule('apps', '*', 'deployments'), rule('apps', 'v1', '*')]],
  ['of subresources', [rule('apps', 'v1', 'deployments/status')]],
  ['that are not there', [rule('nowhere.example.com', 'v1', 'things')]],
])('kinds %s are not checked', async (_what, rules) => {
  expect(await checked(rules, ['object.nothing == 1'])).toEqual({ observedGeneration: 1, typeChecking: {} })
})

test('custom types are checked by the schemas of their definitions', async () => {
  const status = await checked(
    [rule('example.com', 'v1', 'lamps')],
    ['object.spec.bright == true', 'object.spec.dim == true', "object.metadata.name == 'a'"],
  )
  expect(JSON.stringify(status)).toContain("example.com/v1, Kind=Lamp: ERROR: <input>:1:12: undefined field 'dim'")
  expect(JSON.stringify(status).match(/fieldRef/g)).toHaveLength(1)
})

test('variables and parameters have types', async () => {
  const status = await checked(
    [APPS],
    ['variables.few < params.spec.replicas', 'params.spec.many == 1', 'variables.few == "x"'],
    {
      paramKind: { apiVersion: 'apps/v1', kind: 'ReplicaSet' },
      variables: [{ name: 'few', expression: 'object.spec.replicas' }],
    },
  )
  const text = JSON.stringify(status)
  expect(text).toContain("undefined field 'many'")
  expect(text).toContain("'_==_' applied to '(int, string)'")
  expect(text.match(/fieldRef/g)).toHaveLength(2)
})

test('a changed policy is checked again, and an unchanged one is not', async () => {
  await checked([APPS], ['object.replicas > 1'])
  const name = `p${made - 1}`
  await policies().patch(name, { merge: { spec: { validations: [{ expression: 'object.spec.replicas > 1' }] } } })
  await plane.settled()
  const { status, metadata } = await policies().get(name)
  expect(status).toEqual({ observedGeneration: 2, typeChecking: {} })
  await policies().patch(name, { merge: { metadata: { labels: { a: 'b' } } } })
  await plane.settled()
  const after = await policies().get(name)
  expect([after.metadata.generation, Number(after.metadata.resourceVersion)]).toEqual([
    metadata.generation,
    Number(metadata.resourceVersion) + 1,
  ])
})

test('a plane without policies does not run the loop', async () => {
  const other = await testPlane({ controllers: ['validatingadmissionpolicy-status'] })
  await other.settled()
  await other.close()
})

test('a rule of three long lists is not looked up in all combinations', async () => {
  const words = Array.from({ length: 5000 }, (_, i) => `w${i}`)
  const all = { apiGroups: words, apiVersions: words, operations: ['CREATE'], resources: words }
  expect(await checked([all], ['object.nosuch == 1'])).toEqual({ observedGeneration: 1, typeChecking: {} })
})
