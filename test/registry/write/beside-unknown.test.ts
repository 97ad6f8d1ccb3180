import { describe, expect, test } from '@jest/globals'
import { type ApiError, invalid, type PatchType, requiredField } from '../../../src/meta/index.js'
import type { FieldValidation } from '../../../src/registry/index.js'
import { body, configMap, fixture, WIDGET_DEFINITION, widget } from '../support.js'

const LEVELS: readonly FieldValidation[] = ['Ignore', 'Warn', 'Strict']

/** The code and the message of a refusal. */
const refused = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'nothing was refused',
    ({ status: { code, message } }: ApiError) => [code, message],
  )

async function planeWithObjects() {
  const plane = await fixture()
  await plane.create('customresourcedefinitions', WIDGET_DEFINITION)
  await plane.create('configmaps', configMap('a'))
  await plane.create('widgets', widget('a', { spec: { replicas: 1 } }))
  return plane
}

async function refusedPatch(place: string, type: PatchType, value: unknown, fieldValidation: FieldValidation) {
  const { registry, at, caller } = await planeWithObjects()
  return refused(registry.patch(at(place), caller, { type, body: body(value) }, { fieldValidation }))
}

describe.each(LEVELS)('under %s, an unknown field beside another fault is a 400 that names it:', (fieldValidation) => {
  test.each([
    ['a wrong type', 'zz', { data: 5, zz: 1 }],
    ['another kind', 'zz', { kind: 'Other', zz: 1 }],
    ['another version', 'zz', { apiVersion: 'v2', zz: 1 }],
    ['metadata of a wrong type', 'zz', { metadata: { labels: 5 }, zz: 1 }],
    ['metadata of a wrong type, in which it is', 'metadata.zz', { metadata: { labels: 5, zz: 1 } }],
  ])('a patch that makes %s', async (_, field, patch) => {
    const answer = await refusedPatch('configmaps/a', 'merge', patch, fieldValidation)
    expect(answer).toEqual([400, expect.stringContaining(`unknown field "${field}"`)])
  })

  test('a JSON patch that makes a wrong type', async () => {
    const operations = ['zz', 'data'].map((field) => ({ op: 'add', path: `/${field}`, value: 5 }))
    const answer = await refusedPatch('configmaps/a', 'json', operations, fieldValidation)
    expect(answer).toEqual([400, expect.stringContaining('unknown field "zz"')])
  })

  test('a negative scale', async () => {
    const answer = await refusedPatch('widgets/a/scale', 'merge', { spec: { replicas: -1, zz: 1 } }, fieldValidation)
    expect(answer).toEqual([400, expect.stringContaining('unknown field "spec.zz"')])
  })

  test('a change that its kind does not authorize', async () => {
    const { registry, at, caller } = await planeWithObjects()
    const { definition, ...place } = at('configmaps')
    const authorizeChange = () => Promise.reject(invalid({ group: '', kind: 'ConfigMap' }, 'b', [requiredField('data')]))
    const target = { ...place, definition: { ...definition, strategy: { ...definition.strategy, authorizeChange } } }
    const asked = { ...caller, authorizer: { authorize: () => ({ decision: 'allow' as const }) } }
    const answer = await refused(registry.create(target, asked, body(configMap('b', { zz: 1 })), { fieldValidation }))
    expect(answer).toEqual([400, expect.stringContaining('unknown field "zz"')])
  })

  test('a change that a plugin finds invalid', async () => {
    const validate = () => {
      throw invalid({ group: '', kind: 'ConfigMap' }, 'b', [requiredField('data')])
    }
    const { registry, at, caller } = await fixture({ admission: [{ name: 'plugin', validate }] })
    const answer = await refused(registry.create(at('configmaps'), caller, body(configMap('b', { zz: 1 })), { fieldValidation }))
    expect(answer).toEqual([400, expect.stringContaining('unknown field "zz"')])
  })

  test('an update without the version that it needs', async () => {
    const { registry, at, caller } = await planeWithObjects()
    const answer = await refused(registry.update(at('widgets/a'), caller, body(widget('a', { zz: 1 })), { fieldValidation }))
    expect(answer).toEqual([400, expect.stringContaining('unknown field "zz"')])
  })
})

test('a repeated field beside another fault is a 400 under Strict alone', async () => {
  const { registry, at, caller } = await planeWithObjects()
  const patch = { type: 'merge' as const, body: { value: { data: 5 }, duplicateFields: ['data'] } }
  const answers = await Promise.all(
    LEVELS.map((fieldValidation) => refused(registry.patch(at('configmaps/a'), caller, patch, { fieldValidation }))),
  )
  const asPatch = expect.stringContaining('patch: Invalid value')
  expect(answers).toEqual([
    [422, asPatch],
    [422, asPatch],
    [400, expect.stringContaining('duplicate field "data"')],
  ])
})
