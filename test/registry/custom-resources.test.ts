import { describe, expect, test } from '@jest/globals'
import { body, fixture, refusal, WIDGET_DEFINITION, widget } from './support.js'

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('custom types', () => {
  test('a type is served by the time its definition is created', async () => {
    const { create, get } = await fixture()
    expect(await create('customresourcedefinitions', WIDGET_DEFINITION)).toMatchObject({
      status: { acceptedNames: { plural: 'widgets' }, storedVersions: ['v1'] },
    })
    await create('widgets', widget('a', { spec: { color: 'red' } }))
    expect(await get('widgets/a')).toMatchObject({ kind: 'Widget', spec: { color: 'red' } })
  })

  test('a type goes with its definition, objects and watches too', async () => {
    const { registry, at, caller, create, failures } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', widget('a'))
    const seen: string[] = []
    let completed = false
    registry.watch(at('widgets'), {}).subscribe({ next: ({ type }) => seen.push(type), complete: () => (completed = true) })
    await registry.delete(at('customresourcedefinitions/widgets.example.com'), caller, {})
    await settle()
    expect(seen).toEqual(['ADDED', 'DELETED'])
    expect(completed).toBe(true)
    expect(() => at('widgets')).toThrow('no type widgets')
    expect(failures).toEqual([])
  })

  test('a definition waits for objects that a finalizer holds, and takes no new ones', async () => {
    const { registry, at, caller, create, get } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', { ...widget('a'), metadata: { name: 'a', finalizers: ['example.com/hold'] } })
    await registry.delete(at('customresourcedefinitions/widgets.example.com'), caller, {})
    await settle()
    expect((await get('customresourcedefinitions/widgets.example.com')).metadata).toHaveProperty('deletionTimestamp')
    expect(at('widgets').definition.verbs).not.toContain('create')
    const off = { type: 'merge', body: body({ metadata: { finalizers: null } }) } as const
    await registry.patch(at('widgets/a'), caller, off, {})
    await settle()
    expect(await refusal(get('customresourcedefinitions/widgets.example.com'))).toMatchObject({ code: 404 })
  })

  test('a definition made anew begins with nothing', async () => {
    const { registry, at, caller, create } = await fixture()
    for (let round = 0; round < 2; round++) {
      await create('customresourcedefinitions', WIDGET_DEFINITION)
      expect((await registry.list(at('widgets'), {})).rows).toEqual([])
      await create('widgets', widget('a'))
      await registry.delete(at('customresourcedefinitions/widgets.example.com'), caller, {})
      await settle()
    }
  })
})
