import { describe, expect, test } from '@jest/globals'
import { body, configMap, fixture, refusal, WIDGET_DEFINITION, widget } from '../support.js'

const EVENT = {
  eventTime: '2025-01-01T00:00:00.000000Z',
  regarding: { kind: 'Pod', namespace: 'default', name: 'p' },
  action: 'Run',
  reason: 'Ran',
  type: 'Normal',
  reportingController: 'example.com/runner',
  reportingInstance: 'runner-1',
}

describe('update', () => {
  test('a stale resourceVersion is a conflict and changes nothing', async () => {
    const { registry, at, caller, create, get } = await fixture()
    const first = await create('configmaps', configMap('a', { data: { k: '1' } }))
    const put = (resourceVersion: string | undefined, k: string) =>
      registry.update(
        at('configmaps/a'),
        caller,
        body({ ...configMap('a', { data: { k } }), metadata: { name: 'a', resourceVersion } }),
        {},
      )
    await put(first.metadata.resourceVersion, '2')
    expect(await refusal(put(first.metadata.resourceVersion, '3'))).toMatchObject({ code: 409, reason: 'Conflict' })
    expect(await get('configmaps/a')).toMatchObject({ data: { k: '2' } })
    await put(undefined, '4')
    expect(await get('configmaps/a')).toMatchObject({ data: { k: '4' } })
  })

  test('a write that changes nothing keeps the resourceVersion and wakes no watcher', async () => {
    const { registry, at, caller, create } = await fixture()
    const { metadata } = await create('configmaps', configMap('a', { data: { k: '1' } }))
    const seen: string[] = []
    const watch = registry
      .watch(at('configmaps'), { resourceVersion: metadata.resourceVersion ?? '' })
      .subscribe((event) => seen.push(event.type))
    const same = await registry.update(at('configmaps/a'), caller, body(configMap('a', { data: { k: '1' } })), {})
    expect(same.object.metadata.resourceVersion).toBe(metadata.resourceVersion)
    expect(seen).toEqual([])
    watch.unsubscribe()
  })

  test.each([
    { about: 'another name', metadata: { name: 'b' }, expected: 400 },
    { about: 'no name', metadata: {}, expected: 400 },
    { about: 'another namespace', metadata: { name: 'a', namespace: 'other' }, expected: 400 },
    { about: 'another uid', metadata: { name: 'a', uid: 'other' }, expected: 409 },
    { about: 'a resourceVersion that is none', metadata: { name: 'a', resourceVersion: 'x' }, expected: 400 },
  ])('$about is refused with $expected', async ({ metadata, expected }) => {
    const { registry, at, caller, create } = await fixture()
    await create('configmaps', configMap('a'))
    const sent = body({ ...configMap('a'), metadata })
    expect(await refusal(registry.update(at('configmaps/a'), caller, sent, {}))).toMatchObject({ code: expected })
  })

  test.each([
    { about: 'a uid', metadata: { uid: 'abc' }, refused: { code: 409 } },
    { about: 'a uid and a version', metadata: { uid: 'abc', resourceVersion: '5' }, refused: { code: 409 } },
    { about: 'a version alone', metadata: { resourceVersion: '5' }, refused: undefined },
  ])('PUT on a missing name with $about: $refused', async ({ metadata, refused }) => {
    const { registry, at, caller } = await fixture()
    for (const [place, rest] of Object.entries({ 'leases/a': {}, 'events/a': EVENT })) {
      const answer = registry.update(at(place), caller, body({ ...rest, metadata: { name: 'a', ...metadata } }), {})
      if (refused) expect(await refusal(answer)).toMatchObject(refused)
      else expect(await answer).toMatchObject({ created: true })
    }
  })

  test('PUT on a missing name creates a Lease, and is 404 for a ConfigMap', async () => {
    const { registry, at, caller } = await fixture()
    const lease = body({ metadata: { name: 'a' }, spec: { holderIdentity: 'me' } })
    expect(await registry.update(at('leases/a'), caller, lease, {})).toMatchObject({ created: true })
    expect(await refusal(registry.update(at('leases/a'), caller, lease, {}))).toEqual({
      code: 422,
      reason: 'Invalid',
      fields: ['metadata.resourceVersion'],
    })
    expect(await refusal(registry.update(at('configmaps/a'), caller, body(configMap('a')), {}))).toMatchObject({ code: 404 })
  })

  test('the generation stays when a write in another version changes no field of that version', async () => {
    const text = (name: string) => ({
      type: 'object',
      properties: { a: { type: 'string' }, [name]: { type: 'string', default: name } },
    })
    const version = (name: string, own: string) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: text(own) } } },
    })
    const { registry, at, caller, create } = await fixture()
    const versions = [version('v1', 'b'), version('v2', 'c')]
    await create('customresourcedefinitions', { ...WIDGET_DEFINITION, spec: { ...WIDGET_DEFINITION.spec, versions } })
    await create('widgets', widget('a', { spec: { a: 'x', b: 'mine' } }))
    const found = registry.catalog.find('example.com', 'v2', 'widgets')
    if (!found) throw new Error('the second version is not served')
    const second = { ...at('widgets/a'), ...found }
    const put = async (spec: object) => {
      const resourceVersion = (await registry.get(second, {})).object.metadata.resourceVersion
      const sent = { ...widget('a', { spec }), apiVersion: 'example.com/v2', metadata: { name: 'a', resourceVersion } }
      return (await registry.update(second, caller, body(sent), {})).object.metadata.generation
    }
    expect(await put({ a: 'x', c: 'c' })).toBe(1)
    expect(await put({ a: 'y', c: 'c' })).toBe(2)
  })

  test.each([
    { stored: 'v1', writes: 'v2' },
    { stored: 'v2', writes: 'v1' },
  ])(
    'the generation of what is stored as $stored does not move by writes in $writes that change nothing',
    async ({ stored, writes }) => {
      const schema = {
        openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } } },
      }
      const versions = ['v1', 'v2'].map((name) => ({
        name,
        served: true,
        storage: name === stored,
        schema,
        subresources: { status: {} },
      }))
      const { registry, at, caller, create } = await fixture()
      await create('customresourcedefinitions', { ...WIDGET_DEFINITION, spec: { ...WIDGET_DEFINITION.spec, versions } })
      const found = registry.catalog.find('example.com', writes, 'widgets')
      if (!found) throw new Error(`${writes} is not served`)
      const target = (place: string) => ({ ...at(place), ...found })
      await create('widgets', widget('a', { spec: { a: 'x' } }))
      const read = async () => (await registry.get(target('widgets/a'), {})).object
      const { metadata } = await read()
      const sent = { ...(await read()), apiVersion: `example.com/${writes}` }
      const put = await registry.update(target('widgets/a'), caller, body(sent), {})
      const patches = [
        await registry.patch(target('widgets/a'), caller, { type: 'merge', body: body({ spec: { a: 'x' } }) }, {}),
        await registry.patch(target('widgets/a'), caller, { type: 'json', body: body([]) }, {}),
        await registry.patch(
          target('widgets/a'),
          caller,
          { type: 'merge', body: body({ metadata: { labels: { l: '1' } } }) },
          {},
        ),
      ]
      expect(put.object.metadata.resourceVersion).toBe(metadata.resourceVersion)
      expect([put, ...patches].map(({ object }) => object.metadata.generation)).toEqual([1, 1, 1, 1])
      const changed = await registry.patch(target('widgets/a'), caller, { type: 'merge', body: body({ spec: { a: 'y' } }) }, {})
      expect(changed.object.metadata.generation).toBe(2)
    },
  )

  test('the generation counts changes of the desired state and nothing else', async () => {
    const { registry, at, caller, create, get } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', widget('a', { spec: { color: 'red' } }))
    const merge = async (place: string, value: object) =>
      (await registry.patch(at(place), caller, { type: 'merge', body: body(value) }, {})).object.metadata.generation
    expect(await merge('widgets/a', { metadata: { labels: { x: 'y' } } })).toBe(1)
    expect(await merge('widgets/a', { metadata: { generation: 77 } })).toBe(1)
    expect(await merge('widgets/a/status', { status: { phase: 'Ready' }, spec: { color: 'blue' } })).toBe(1)
    expect(await get('widgets/a')).toMatchObject({ spec: { color: 'red' }, status: { phase: 'Ready' } })
    expect(await merge('widgets/a', { spec: { color: 'green' }, status: { phase: 'Mine' } })).toBe(2)
    expect(await get('widgets/a')).toMatchObject({ spec: { color: 'green' }, status: { phase: 'Ready' } })
  })

  test('the scale subresource reads and writes the replicas, and the whole object is validated', async () => {
    const { registry, at, caller, create, get } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', widget('a', { spec: { replicas: 2 } }))
    expect(await get('widgets/a/scale')).toMatchObject({ kind: 'Scale', spec: { replicas: 2 } })
    const scale = (replicas: number) =>
      registry.patch(at('widgets/a/scale'), caller, { type: 'merge', body: body({ spec: { replicas } }) }, {})
    expect((await scale(5)).object).toMatchObject({ kind: 'Scale', spec: { replicas: 5 } })
    expect((await get('widgets/a')).metadata.generation).toBe(2)
    expect(await refusal(scale(10))).toMatchObject({ code: 422, fields: ['spec.replicas'] })
    expect(await refusal(scale(-1))).toMatchObject({ code: 422 })
  })

  test('many concurrent unconditional writers all succeed', async () => {
    const { registry, at, caller, create, get } = await fixture()
    await create('configmaps', configMap('a', { data: {} }))
    const keys = Array.from({ length: 50 }, (_, i) => `k${i}`)
    await Promise.all(
      keys.map((key) => registry.patch(at('configmaps/a'), caller, { type: 'merge', body: body({ data: { [key]: 'v' } }) }, {})),
    )
    expect(Object.keys((await get('configmaps/a')).data as object).sort()).toEqual(keys.sort())
  })
})

test('finalizers without a domain cause a warning when they are added to a custom object, once each', async () => {
  const { registry, at, caller, create, warnings } = await fixture()
  await create('customresourcedefinitions', WIDGET_DEFINITION)
  const told = () => warnings.splice(0).map((text) => /^metadata\.finalizers: "(.*)": prefer a domain-qualified /.exec(text)?.[1])
  const finalizers = ['example.com/held', 'orphan', 'plain', 'plain']
  await create('widgets', widget('a', { metadata: { name: 'a', finalizers } }))
  expect(told()).toEqual(['plain'])
  const patch = { type: 'merge', body: body({ metadata: { finalizers: ['plain', 'b', 'a'] } }) } as const
  await registry.patch(at('widgets/a'), caller, patch, {})
  expect(told()).toEqual(['a', 'b'])
  await registry.patch(at('widgets/a'), caller, { type: 'merge', body: body({ spec: { color: 'red' } }) }, {})
  expect(told()).toEqual([])
})
