import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { admissionWebhook } from '../../src/adapters/admission-webhook/index.js'
import { fetchHandler } from '../../src/adapters/index.js'
import { type AdmissionPlugin, admissionDenied, resourcePlugin } from '../../src/public/admission.js'
import type { Informer } from '../../src/public/client.js'
import { type ApiObject, defineResource } from '../../src/public/index.js'
import { type TestPlane, testAdmission, testPlane } from '../../src/public/testing.js'

/** Sizes are words in the old version and numbers in the one that is stored. */
const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      storage: true,
      schema: { spec: z.object({ size: z.int(), team: z.string().optional() }), status: z.object({ ready: z.boolean() }) },
      subresources: { status: true },
    },
    { name: 'v1alpha1', schema: { spec: z.object({ size: z.enum(['small', 'large']), team: z.string().optional() }) } },
  ],
  conversions: {
    v1alpha1: {
      toStorage: ({ spec }) => ({ spec: { ...spec, size: spec.size === 'large' ? 10 : 1 } }),
      fromStorage: ({ spec }) => ({ spec: { ...spec, size: spec.size > 5 ? ('large' as const) : ('small' as const) } }),
    },
  },
})
const Team = defineResource({
  group: 'shop.example.com',
  kind: 'Team',
  namespaced: false,
  versions: [{ name: 'v1', schema: { spec: z.object({ maxSize: z.int() }) } }],
})

const withPlane = async <R>(admission: readonly AdmissionPlugin[], work: (plane: TestPlane) => Promise<R>): Promise<R> => {
  const plane = await testPlane({ resources: [Widget, Team], admission })
  try {
    return await work(plane)
  } finally {
    await plane.close()
  }
}
const widgetsOf = (plane: TestPlane) => plane.client({ user: 'ada' }).resource(Widget).namespace('default')
const oldWidgetsOf = (plane: TestPlane) =>
  plane.client({ user: 'ada' }).resource(Widget, { version: 'v1alpha1' }).namespace('default')

test('a plugin gets typed objects of the stored version, whatever version the client writes', async () => {
  const seen: unknown[] = []
  const plugin = resourcePlugin(Widget, {
    name: 'sizes',
    validate(write) {
      seen.push([write.operation, write.version, write.object?.apiVersion, write.object?.spec.size, write.oldObject?.spec.size])
      const size: number | undefined = write.object?.spec.size
      // @ts-expect-error sizes are numbers in this version
      const word: string | undefined = write.object?.spec.size
      expect(word).toBe(size)
    },
  })
  await withPlane([plugin], async (plane) => {
    await oldWidgetsOf(plane).create({ metadata: { name: 'a' }, spec: { size: 'large' } })
    await widgetsOf(plane).patch('a', { merge: { spec: { size: 1 } } })
    await oldWidgetsOf(plane).delete('a')
  })
  expect(seen).toEqual([
    ['CREATE', 'v1', 'shop.example.com/v1', 10, undefined],
    ['UPDATE', 'v1', 'shop.example.com/v1', 1, 10],
    ['DELETE', 'v1', undefined, undefined, 1],
  ])
})

test('a plugin may ask for another version, and what it changes is converted back', async () => {
  const plugin = resourcePlugin(Widget, {
    name: 'grow',
    version: 'v1alpha1',
    operations: ['CREATE'],
    mutate(object, write) {
      const word: 'small' | 'large' = write.object?.spec.size ?? 'small'
      if (word === 'small') object.spec.size = 'large'
      // @ts-expect-error sizes are words in this version
      const size: number = object.spec.size
      expect(size).toBe('large')
    },
  })
  await withPlane([plugin], async (plane) => {
    expect((await widgetsOf(plane).create({ metadata: { name: 'a' }, spec: { size: 3 } })).spec.size).toBe(10)
    expect((await oldWidgetsOf(plane).create({ metadata: { name: 'b' }, spec: { size: 'small' } })).spec.size).toBe('large')
    expect((await widgetsOf(plane).patch('a', { merge: { spec: { size: 4 } } })).spec.size).toBe(4)
    // What it leaves alone does not pass through the other version.
    expect((await widgetsOf(plane).create({ metadata: { name: 'c' }, spec: { size: 7 } })).spec.size).toBe(7)
  })
})

test('a plugin may give a JSON patch', async () => {
  const plugin = resourcePlugin(Widget, {
    name: 'team',
    mutate: (_object, { user }) => [{ op: 'add', path: '/spec/team', value: user.username }],
  })
  await withPlane([plugin], async (plane) => {
    expect((await widgetsOf(plane).create({ metadata: { name: 'a' }, spec: { size: 3 } })).spec.team).toBe('ada')
  })
})

test.each([
  [false, ['UPDATE ']],
  [true, ['UPDATE ', 'UPDATE status']],
])('a plugin receives writes of the status if configured (%s), and never those of other types', async (status, expected) => {
  const seen: string[] = []
  const note = ({ operation, subresource }: { operation: string; subresource: string }) => {
    seen.push(`${operation} ${subresource}`)
  }
  const plugin = resourcePlugin(Widget, { name: 'note', operations: ['UPDATE'], status, validate: note })
  await withPlane([plugin], async (plane) => {
    await plane
      .client()
      .resource(Team)
      .create({ metadata: { name: 'red' }, spec: { maxSize: 1 } })
    await widgetsOf(plane).create({ metadata: { name: 'a' }, spec: { size: 3 } })
    await widgetsOf(plane).patch('a', { merge: { spec: { size: 4 } } })
    await widgetsOf(plane).status.patch('a', { merge: { status: { ready: true } } })
  })
  expect(seen).toEqual(expected)
})

/** Sizes are at most what the team may have: looked up by an informer. */
const teamLimit = () => {
  let teams: Informer<ApiObject & { readonly spec: { readonly maxSize: number } }> | undefined
  return resourcePlugin(Widget, {
    name: 'team-limit',
    operations: ['CREATE', 'UPDATE'],
    async start({ client }) {
      const informer = client.informers.of(client.resource(Team))
      teams = informer
      await informer.synced
      return () => informer.stop()
    },
    validate(write) {
      const { team = '', size } = write.object?.spec ?? { size: 0 }
      const most = teams?.get(team)?.spec.maxSize ?? 0
      if (size > most) throw admissionDenied(write, `team ${JSON.stringify(team)} has at most ${most}`)
    },
  })
}

test('a plugin looks things up through an informer of its client, in a plane', async () => {
  await withPlane([teamLimit()], async (plane) => {
    await plane
      .client()
      .resource(Team)
      .create({ metadata: { name: 'red' }, spec: { maxSize: 3 } })
    await plane.settled()
    const create = (size: number) => widgetsOf(plane).create({ metadata: { name: `w${size}` }, spec: { size, team: 'red' } })
    await create(3)
    await expect(create(4)).rejects.toThrow('widgets.shop.example.com "w4" is forbidden: team "red" has at most 3')
  })
})

const widget = (size: number) => ({
  apiVersion: 'shop.example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'default' },
  spec: { size, team: 'red' },
})
const red = { apiVersion: 'shop.example.com/v1', kind: 'Team', metadata: { name: 'red' }, spec: { maxSize: 3 } }

test('a plugin that looks things up is tested without a server', async () => {
  const plane = { resources: [Widget, Team], objects: [red] }
  expect((await testAdmission(teamLimit(), { object: widget(3), plane })).allowed).toBe(true)
  expect(await testAdmission(teamLimit(), { object: widget(4), plane })).toMatchObject({
    allowed: false,
    status: { message: 'widgets.shop.example.com "w" is forbidden: team "red" has at most 3' },
  })
})

test('a plugin with lookups answers webhooks with the client that it gets', async () => {
  const plane = await testPlane({ resources: [Widget, Team], objects: [red] })
  const ask = async (size: number, options: Parameters<typeof admissionWebhook>[1]) => {
    const place = { group: 'shop.example.com', version: 'v1', resource: 'widgets' }
    const review = {
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: { uid: '1', operation: 'CREATE', resource: place, object: widget(size) },
    }
    const handle = fetchHandler(admissionWebhook(teamLimit(), options))
    return handle(new Request('https://hook/', { method: 'POST', body: JSON.stringify(review) }))
  }
  const client = plane.client()
  const verdict = async (size: number) => ((await (await ask(size, { client })).json()) as { response: unknown }).response
  expect(await verdict(3)).toMatchObject({ allowed: true })
  expect(await verdict(4)).toMatchObject({ allowed: false, status: { code: 403 } })
  expect((await ask(3, {})).status).toBe(500)
  await plane.close()
})

test('a version that the type does not have is refused', () => {
  expect(() => resourcePlugin(Widget, { name: 'x', version: 'v2' as 'v1' })).toThrow(
    'version: Widget has no version "v2"; expected v1, v1alpha1',
  )
})

test('a plane stops its plugins when it is closed', async () => {
  let stopped = 0
  const plugin = resourcePlugin(Widget, { name: 'x', start: () => () => void stopped++ })
  await withPlane([plugin], async () => expect(stopped).toBe(0))
  expect(stopped).toBe(1)
})
