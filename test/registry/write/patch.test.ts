import { describe, expect, test } from '@jest/globals'
import type { PatchType } from '../../../src/meta/index.js'
import { body, configMap, fixture, refusal, WIDGET_DEFINITION, widget, widgetDefinition } from '../support.js'

async function patched(type: PatchType, value: unknown) {
  const { registry, at, caller, create, get } = await fixture()
  const live = await create('configmaps', configMap('a', { data: { k: '1' } }))
  return {
    live,
    get,
    answer: () => registry.patch(at('configmaps/a'), caller, { type, body: body(value) }, {}),
  }
}

describe('the operations of a JSON patch', () => {
  const add = { op: 'add', path: '/data/l', value: '2' }
  const repeated = ['[1].op', '[1].value.a']
  const faults = [
    'json patch unknown field "[0].bar"',
    'json patch unknown field "[0].foo"',
    'json patch duplicate field "[1].op"',
    'json patch duplicate field "[1].value.a"',
    'unknown field "extra"',
  ]
  const value = [
    { bar: 1, ...add, foo: 2 },
    { op: 'add', path: '/extra', value: { a: 1 } },
  ]

  const strict = `ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ${faults.join(', ')}`

  test.each([
    { fieldValidation: 'Ignore', warned: [], answer: { object: { data: { l: '2' } } } },
    { fieldValidation: 'Warn', warned: faults, answer: { object: { data: { l: '2' } } } },
    { fieldValidation: 'Strict', warned: [], answer: { code: 400, message: strict } },
  ] as const)('have unknown and repeated members under $fieldValidation', async ({ fieldValidation, warned, answer }) => {
    const { registry, at, caller, create, warnings } = await fixture()
    await create('configmaps', configMap('a', { data: { k: '1' } }))
    const patch = { type: 'json' as const, body: { value, duplicateFields: repeated } }
    const got = await registry.patch(at('configmaps/a'), caller, patch, { fieldValidation }).catch(({ status }) => status)
    expect(got).toMatchObject(answer)
    expect(warnings).toEqual(warned)
  })
})

test('ten thousand unknown members of an operation are named, and then that there are more', async () => {
  const { registry, at, caller, create } = await fixture()
  await create('configmaps', configMap('a', { data: { k: '1' } }))
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1]))
  const operations = body([{ op: 'add', path: '/data/l', value: '2', ...many }])
  const patch = registry.patch(at('configmaps/a'), caller, { type: 'json', body: operations }, { fieldValidation: 'Strict' })
  const { message } = await patch.catch((error) => error)
  expect(message.match(/json patch unknown field/g)).toHaveLength(10_000)
  expect(message).toMatch(/… and more \(cut\)$/)
})

describe('patch', () => {
  test.each([
    ['merge', { data: { k: null, l: '2' } }],
    [
      'json',
      [
        { op: 'remove', path: '/data/k' },
        { op: 'add', path: '/data/l', value: '2' },
      ],
    ],
  ] as const)('a %s patch changes the live object', async (type, value) => {
    const { answer } = await patched(type, value)
    expect((await answer()).object).toMatchObject({ data: { l: '2' } })
  })

  test.each([
    { about: 'another name', value: { metadata: { name: 'b' } }, expected: { code: 400 } },
    { about: 'another namespace', value: { metadata: { namespace: 'b' } }, expected: { code: 400 } },
    { about: 'another uid', value: { metadata: { uid: 'b' } }, expected: { code: 422, fields: ['metadata.uid'] } },
    { about: 'another kind', value: { kind: 'Secret' }, expected: { code: 422, fields: ['patch'] } },
    { about: 'another apiVersion', value: { apiVersion: 'v9' }, expected: { code: 422, fields: ['patch'] } },
    { about: 'an outdated version', value: { metadata: { resourceVersion: '1' } }, expected: { code: 409 } },
  ])('$about cannot be patched in', async ({ value, expected }) => {
    const { answer } = await patched('merge', value)
    expect(await refusal(answer())).toMatchObject(expected)
  })

  test('a patch that names the current version is carried out', async () => {
    const { registry, at, caller, create } = await fixture()
    const { metadata } = await create('configmaps', configMap('a'))
    const value = { metadata: { resourceVersion: metadata.resourceVersion }, data: { k: 'v' } }
    const { object } = await registry.patch(at('configmaps/a'), caller, { type: 'merge', body: body(value) }, {})
    expect(object).toMatchObject({ data: { k: 'v' } })
  })

  test('a merge patch leaves nulls out of the objects in lists, where fields are open as well', async () => {
    const { registry, at, caller, create } = await fixture()
    const open = { spec: { type: 'object', 'x-platform-preserve-unknown-fields': true } }
    await create('customresourcedefinitions', widgetDefinition(open))
    await create('widgets', widget('a'))
    const value = {
      spec: {
        ports: [
          { name: 'http', port: null },
          { name: 'https', port: 443 },
        ],
      },
    }
    const { object } = await registry.patch(at('widgets/a'), caller, { type: 'merge', body: body(value) }, {})
    expect(object.spec).toEqual({ ports: [{ name: 'http' }, { name: 'https', port: 443 }] })
  })

  test('a strategic patch merges lists by the keys of the type', async () => {
    const { registry, at, caller, create } = await fixture()
    await create('serviceaccounts', { metadata: { name: 'a' }, secrets: [{ name: 'one' }], imagePullSecrets: [{ name: 'one' }] })
    const value = { secrets: [{ name: 'two' }], imagePullSecrets: [{ name: 'two' }] }
    const request = { type: 'strategic', body: body(value) } as const
    const { object } = await registry.patch(at('serviceaccounts/a'), caller, request, {})
    expect(object).toMatchObject({ secrets: [{ name: 'two' }, { name: 'one' }] })
  })

  test('custom types take no strategic patch, and the refusal says what they take', async () => {
    const { registry, at, caller, create } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', widget('a'))
    const request = { type: 'strategic', body: body({}) } as const
    await expect(registry.patch(at('widgets/a'), caller, request, {})).rejects.toThrow(/application\/merge-patch\+json/)
  })

  test('a patch of nothing is 404', async () => {
    const { registry, at, caller } = await fixture()
    const request = { type: 'merge', body: body({}) } as const
    expect(await refusal(registry.patch(at('configmaps/a'), caller, request, {}))).toMatchObject({ code: 404 })
  })

  test('a patched __proto__ is a key of the data and pollutes nothing', async () => {
    const { answer } = await patched('merge', JSON.parse('{"data": {"__proto__": "p"}}'))
    expect(JSON.stringify((await answer()).object.data)).toBe('{"k":"1","__proto__":"p"}')
    expect(({} as Record<string, unknown>).k).toBeUndefined()
  })
})
