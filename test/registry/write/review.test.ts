import { describe, expect, test } from '@jest/globals'
import { type AdmissionPlugin, admissionDenied } from '../../../src/admission/index.js'
import { type ApiObject, invalid, requiredField } from '../../../src/meta/index.js'
import type { Target } from '../../../src/registry/index.js'
import { defineResource, type ResourceDefinition } from '../../../src/resources/index.js'
import { body, fixture, refusal } from '../support.js'

/** Asks for the square of `spec.of`, in any namespace. */
const squares: ResourceDefinition = {
  ...defineResource({
    group: 'example.com',
    kind: 'Square',
    versions: [{ name: 'v1', schema: { spec: { type: 'object', properties: { of: { type: 'integer' } } } } }],
    strategy: {
      validateCreate: ({ spec }) => ((spec as { of?: number } | undefined)?.of === undefined ? [requiredField('spec.of')] : []),
    },
  }),
  verbs: ['create'],
  custom: false,
  review(object, { user, namespace }) {
    const { of } = object.spec as { of: number }
    return { ...object, status: { square: of * of, for: user.username, in: namespace } }
  },
}
const target = (namespace = 'nowhere'): Target => {
  const [version] = squares.versions
  if (!version) throw new Error('no version')
  return { definition: squares, version, namespace, name: '', subresource: undefined }
}

async function setUp(admission: readonly AdmissionPlugin[] = []) {
  const { registry, store, caller, warnings } = await fixture({ admission })
  registry.catalog.add(squares)
  const ask = (value: object, options = {}) => registry.create(target(), caller, body(value), options)
  return { registry, store, caller, warnings, ask }
}

describe('create on a virtual type', () => {
  test('is changed by plugins, and refused by them, like any other', async () => {
    const asked: unknown[] = []
    const plugin: AdmissionPlugin = {
      name: 'plugin',
      handles: ({ resource }) => resource === 'squares',
      mutate: ({ spec }) => {
        ;(spec as { of: number }).of += 1
      },
      validate(attributes) {
        const { operation, kind, namespace, object, oldObject } = attributes
        asked.push({ operation, kind, namespace, spec: object?.spec, oldObject })
        if ((object?.spec as { of: number } | undefined)?.of === 10) throw admissionDenied(attributes, 'too many')
      },
    }
    const { ask } = await setUp([plugin])
    expect((await ask({ spec: { of: 3 } })).object).toMatchObject({ spec: { of: 4 }, status: { square: 16 } })
    expect(asked).toEqual([{ operation: 'CREATE', kind: 'Square', namespace: 'nowhere', spec: { of: 4 }, oldObject: undefined }])
    expect(await refusal(ask({ spec: { of: 9 } }))).toMatchObject({ code: 403, reason: 'Forbidden' })
  })

  test.each(['prepareReview', 'review'])('with an unknown field is a 400 where %s refuses it as invalid', async (step) => {
    const { registry, caller } = await setUp()
    const refuse = () => Promise.reject(invalid({ group: 'example.com', kind: 'Square' }, 'a', [requiredField('spec.to')]))
    const refusing = { ...target(), definition: { ...squares, [step]: refuse } }
    const ask = (spec: object) => refusal(registry.create(refusing, caller, body({ spec }), {}))
    expect(await ask({ of: 3 })).toMatchObject({ code: 422, fields: ['spec.to'] })
    expect(await ask({ of: 3, zz: 1 })).toMatchObject({ code: 400, fields: ['spec.zz', 'spec.to'] })
  })

  test('answers and stores nothing; the namespace need not exist', async () => {
    const { ask, store, registry } = await setUp()
    const { revision } = store
    const sent = { metadata: { labels: { a: 'b' }, managedFields: [{ manager: 'me' }] }, spec: { of: 3 } }
    expect(await ask(sent)).toEqual({
      object: {
        apiVersion: 'example.com/v1',
        kind: 'Square',
        metadata: { labels: { a: 'b' }, namespace: 'nowhere', managedFields: expect.any(Array) },
        spec: { of: 3 },
        status: { square: 9, for: 'tester', in: 'nowhere' },
      },
      row: undefined,
      created: true,
    })
    expect([store.revision, registry.count(squares)]).toEqual([revision, 0])
  })

  test('has managedFields of the request, and ignores those of the body', async () => {
    const { ask } = await setUp()
    const sent = { metadata: { labels: { a: 'b' }, managedFields: [{ manager: 'me' }] }, spec: { of: 3 } }
    const { object } = await ask(sent, { fieldManager: 'you' })
    expect(object.metadata.managedFields).toEqual([
      expect.objectContaining({
        manager: 'you',
        operation: 'Update',
        apiVersion: 'example.com/v1',
        fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } }, 'f:spec': { 'f:of': {} } },
      }),
    ])
  })

  test('has no managedFields when it is large', async () => {
    const { registry, caller } = await setUp()
    const sent = { metadata: { finalizers: ['a.b/c'] }, spec: { of: 3 } }
    const managersFor = async (size: number) =>
      (await registry.create(target(), caller, { ...body(sent), size }, {})).object.metadata.managedFields?.length
    expect([await managersFor(64 * 1024), await managersFor(64 * 1024 + 1)]).toEqual([1, undefined])
  })

  test('a dry run has the same result', async () => {
    const { ask } = await setUp()
    const status = { square: 16, for: 'tester', in: 'nowhere' }
    expect((await ask({ spec: { of: 4 } }, { dryRun: true })).object).toMatchObject({ status })
  })

  test('an invalid review is 422, an unreadable one is 400', async () => {
    const { ask } = await setUp()
    expect(await refusal(ask({ spec: {} }))).toEqual({ code: 422, reason: 'Invalid', fields: ['spec.of'] })
    expect(await refusal(ask({ spec: { of: 'x' } }))).toMatchObject({ code: 400 })
    expect(await refusal(ask({ kind: 'Circle', spec: { of: 1 } }))).toMatchObject({ code: 400 })
    expect(await refusal(ask({ metadata: { namespace: 'other' }, spec: { of: 1 } }))).toMatchObject({ code: 400 })
  })

  test('unknown fields are warned of, or refused', async () => {
    const { ask, warnings } = await setUp()
    await ask({ spec: { of: 1, off: 2 } })
    expect(warnings).toEqual(['unknown field "spec.off"'])
    expect(await refusal(ask({ spec: { of: 1, off: 2 } }, { fieldValidation: 'Strict' }))).toMatchObject({ code: 400 })
  })
})

describe('every other verb on a virtual type', () => {
  const named: Target = { ...target(), name: 'a' }
  const value: ApiObject = { apiVersion: 'example.com/v1', kind: 'Square', metadata: { name: 'a' }, spec: { of: 1 } }

  test('is not allowed', async () => {
    const { registry, caller } = await setUp()
    const refused = { code: 405, reason: 'MethodNotAllowed' }
    expect(await refusal(() => registry.get(named, {}))).toMatchObject(refused)
    expect(await refusal(registry.list(target(), {}))).toMatchObject(refused)
    expect(await refusal(registry.update(named, caller, body(value), {}))).toMatchObject(refused)
    expect(await refusal(registry.patch(named, caller, { type: 'merge', body: body({}) }, {}))).toMatchObject(refused)
    expect(await refusal(registry.delete(named, caller, {}))).toMatchObject(refused)
    expect(await refusal(registry.deleteCollection(target(), caller, {}, {}))).toMatchObject(refused)
    expect(() => registry.watch(target(), {})).toThrow(expect.objectContaining({ status: expect.objectContaining(refused) }))
  })
})
