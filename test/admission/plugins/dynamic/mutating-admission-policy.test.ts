import { describe, expect, test } from '@jest/globals'
import { createAdmission, mutatingAdmissionPolicy } from '../../../../src/admission/index.js'
import { type ApiError, type ApiObject, platformDialect } from '../../../../src/meta/index.js'
import { compileSchema } from '../../../../src/schema/index.js'
import { fakePlane } from '../../fake-plane.js'
import { write } from '../../support.js'

const GROUP = 'admissionregistration.platform.io'
const POD_RULES = [{ operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }]

const text = { type: 'string' }
const podSchema = compileSchema(
  {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          containers: {
            type: 'array',
            'x-platform-list-type': 'map',
            'x-platform-list-map-keys': ['name'],
            items: {
              type: 'object',
              properties: { name: text, image: text, args: { type: 'array', items: text } },
              required: ['name'],
            },
          },
          nodeSelector: { type: 'object', additionalProperties: text, 'x-platform-map-type': 'atomic' },
        },
      },
    },
  },
  { dialect: platformDialect, style: 'structural' },
)

const pod: ApiObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', labels: { own: 'x' } },
  spec: { containers: [{ name: 'one', image: 'i' }] },
} as ApiObject

interface Policy {
  readonly name?: string
  readonly mutations: readonly string[]
  readonly more?: object
}

/** Sends a pod through policies, each with a binding of its own. */
async function mutated(policies: readonly Policy[], object: ApiObject = pod) {
  const types = [{ group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true, schema: podSchema }]
  const plane = fakePlane({ types })
  const admission = createAdmission([mutatingAdmissionPolicy()])
  await admission.start(plane.sources)
  for (const [i, { name = `p${i}`, mutations, more = {} }] of policies.entries()) {
    const expressions = mutations.map((expression) =>
      expression.startsWith('[')
        ? { patchType: 'JSONPatch', jsonPatch: { expression } }
        : { patchType: 'ApplyConfiguration', applyConfiguration: { expression } },
    )
    plane.put(`mutatingadmissionpolicies.${GROUP}`, {
      metadata: { name, uid: name },
      spec: {
        failurePolicy: 'Fail',
        reinvocationPolicy: 'Never',
        matchConstraints: { resourceRules: POD_RULES },
        mutations: expressions,
        ...more,
      },
    })
    plane.put(`mutatingadmissionpolicybindings.${GROUP}`, {
      metadata: { name: `b-${name}`, uid: `b-${name}` },
      spec: { policyName: name },
    })
  }
  try {
    return await admission.mutate(write({ resource: 'pods', kind: 'Pod', object }), (changed) => changed)
  } catch (error) {
    const { code, reason, message, details } = (error as ApiError).status
    return `${code} ${reason} ${message} (${details?.causes?.length} in all)`
  }
}

describe('a mutation', () => {
  test('by configuration merges', async () => {
    const labels = `Object{metadata: Object.metadata{labels: {'added': object.metadata.name}}}`
    const containers = `Object{spec: Object.spec{containers: [Object.spec.containers{name: 'two', image: 'j'}]}}`
    expect(await mutated([{ mutations: [labels, containers] }])).toEqual({
      ...pod,
      metadata: { name: 'a', labels: { own: 'x', added: 'a' } },
      spec: {
        containers: [
          { name: 'one', image: 'i' },
          { name: 'two', image: 'j' },
        ],
      },
    })
  })

  test('by configuration may leave fields out, and take any part of the object for a field of its own', async () => {
    const labels = `Object{metadata: Object.metadata{?labels: optional.of({'a': 'b'}), ?annotations: optional.none()}}`
    expect(await mutated([{ mutations: [labels] }])).toMatchObject({ metadata: { labels: { own: 'x', a: 'b' } } })
    const part = `Object{?metadata: optional.of(Object.metadata{labels: object.metadata.labels}), spec: object.spec}`
    expect(await mutated([{ mutations: [part] }])).toBe(pod)
    const value = `[JSONPatch{op: 'replace', path: '/spec/containers/0', value: Object.spec.containers{name: 'one', image: 'k'}}]`
    expect(await mutated([{ mutations: [value] }])).toMatchObject({ spec: { containers: [{ name: 'one', image: 'k' }] } })
  })

  test('by patch changes what it says', async () => {
    const patch = `[JSONPatch{op: 'test', path: '/metadata/name', value: 'a'}, JSONPatch{op: 'replace', path: '/spec/containers/0/image', value: 'k'}]`
    expect(await mutated([{ mutations: [patch] }])).toMatchObject({ spec: { containers: [{ name: 'one', image: 'k' }] } })
  })

  test('sees what those before it have done', async () => {
    const first = `Object{metadata: Object.metadata{labels: {'n': '1'}}}`
    const second = `Object{metadata: Object.metadata{labels: {'n': string(int(object.metadata.labels.n) + 1)}}}`
    expect(await mutated([{ mutations: [first, second] }, { mutations: [second] }])).toMatchObject({
      metadata: { labels: { n: '3' } },
    })
  })

  test('that changes nothing returns the same object', async () => {
    expect(await mutated([{ mutations: ['Object{}', `Object{metadata: Object.metadata{labels: {'own': 'x'}}}`] }])).toBe(pod)
  })

  test.each([
    ['Object{spec: Object.spec{nosuch: 1}}', 'error applying patch: invalid ApplyConfiguration'],
    ['Object{spec: Object.spec{nodeSelector: {"a": "b"}}}', 'may not mutate atomic arrays, maps or structs: .spec.nodeSelector'],
    [`Object{spec: Object.spec{containers: [Object.spec.containers{name: 'one', args: ['x']}]}}`, 'may not mutate atomic arrays'],
    [
      `Object{spec: Object.spec{nodeSelector: {"a": "b"}, containers: [Object.spec.containers{name: 'one', args: ['x']}]}}`,
      'structs: .spec.nodeSelector, .spec.containers[0].args',
    ],
    [`[JSONPatch{op: 'remove', path: '/spec/none'}]`, 'JSONPath: '],
    [`[JSONPatch{op: 'replace', path: '/apiVersion', value: 'v2'}]`, 'JSONPath: what it leaves is a v2 Pod, and no v1 Pod'],
    [
      'Object{spec: Object.metadata{name: "x"}}',
      'type mismatch: unexpected type name "Object.metadata", expected "Object.spec", which matches field name path',
    ],
    [
      `Object{spec: Object.spec{containers: [Object.spec{name: 'two'}]}}`,
      'unexpected type name "Object.spec", expected "Object.spec.containers"',
    ],
    ['Object{metadata: Object.metadata{name: object.none}}', 'resulted in error: no such key: none'],
  ])('%s that does not fit is refused, or skipped with failurePolicy Ignore', async (mutation, message) => {
    const refused = await mutated([{ name: 'p', mutations: [mutation] }])
    expect(refused).toContain(`403 Invalid policy 'p' with binding 'b-p' denied request: `)
    expect(refused).toContain(message)
    expect(await mutated([{ mutations: [mutation], more: { failurePolicy: 'Ignore' } }])).toBe(pod)
  })

  test('by a patch whose test operation fails is skipped without an error', async () => {
    const patch = `[JSONPatch{op: 'test', path: '/spec/containers/0/image', value: 'other'}, JSONPatch{op: 'remove', path: '/spec'}]`
    expect(await mutated([{ mutations: [patch] }])).toBe(pod)
    const lost = `[JSONPatch{op: 'test', path: '/none/at/all', value: 'other'}]`
    expect(await mutated([{ mutations: [lost] }])).toContain('JSONPath: ')
  })

  test('that fails does not prevent other mutations, and all failures are reported', async () => {
    const bad = '[JSONPatch{op: "remove", path: "/none"}]'
    const label = (name: string) => `Object{metadata: Object.metadata{labels: {'${name}': 'yes'}}}`
    const lenient = { failurePolicy: 'Ignore' }
    const policies = [
      { mutations: [label('a'), bad, label('b')], more: lenient },
      { mutations: [label('c')], more: lenient },
    ]
    expect(await mutated(policies)).toMatchObject({ metadata: { labels: { own: 'x', a: 'yes', b: 'yes', c: 'yes' } } })
    expect(await mutated([{ mutations: [bad, bad] }, { mutations: [bad] }])).toContain('(3 in all)')
  })

  test('of a policy without its parameter type is refused as forbidden', async () => {
    const more = { paramKind: { apiVersion: 'example.com/v1', kind: 'Nothing' } }
    expect(await mutated([{ name: 'p', mutations: ['Object{}'], more }])).toBe(
      `403 Forbidden policy "p" denied request: failed to configure policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Nothing' (1 in all)`,
    )
  })

  test('is left out unless the conditions hold', async () => {
    const more = { matchConditions: [{ name: 'c', expression: 'has(object.data)' }] }
    expect(await mutated([{ mutations: [`Object{metadata: Object.metadata{labels: {'a': 'b'}}}`], more }])).toBe(pod)
  })
})

describe('a policy before another that changes the object', () => {
  const count = `Object{metadata: Object.metadata{labels: {'n': string(int(object.metadata.labels[?'n'].orValue('0')) + 1)}}}`
  const other = `Object{metadata: Object.metadata{labels: {'other': 'yes'}}}`

  test('is not called for the first time when the others are called again', async () => {
    const later = {
      reinvocationPolicy: 'IfNeeded',
      matchConditions: [{ name: 'c', expression: `'other' in object.metadata.labels` }],
    }
    const end = await mutated([{ mutations: [count], more: later }, { mutations: [other] }])
    expect(end).toMatchObject({ metadata: { labels: { own: 'x', other: 'yes' } } })
    expect(end).not.toMatchObject({ metadata: { labels: { n: expect.anything() } } })
  })

  test.each([
    ['Never', '1'],
    ['IfNeeded', '2'],
  ])('with reinvocation %s has run %s times', async (reinvocationPolicy, times) => {
    const end = await mutated([{ mutations: [count], more: { reinvocationPolicy } }, { mutations: [other] }])
    expect(end).toMatchObject({ metadata: { labels: { n: times, other: 'yes' } } })
  })
})

test('mutations that add up to an object of more than 3 Mi characters are refused', async () => {
  const annotations = { a: 'x'.repeat(500_000) }
  const large = { ...pod, metadata: { ...pod.metadata, annotations } } as ApiObject
  const copies = (count: number) =>
    Array.from({ length: count }, (_, i) => `Object{metadata: Object.metadata{labels: {"k${i}": object.metadata.annotations.a}}}`)
  expect(await mutated([{ mutations: copies(4) }], large)).toMatchObject({ metadata: { labels: { k3: annotations.a } } })
  expect(JSON.stringify(await mutated([{ mutations: copies(8) }], large))).toContain(
    'the mutated object has more than 3145728 characters',
  )
})
