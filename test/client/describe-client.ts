/**
 * What every client does, whichever way it reaches its plane: one suite, run in process, over HTTP, and against a real
 * cluster where one is configured.
 */

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { filter, firstValueFrom, take, toArray } from 'rxjs'
import { ApiError, type ApiObject } from '../../src/meta/index.js'
import {
  type Client,
  isAlreadyExists,
  isConflict,
  isNotFound,
  type ResourceClient,
  type WatchEvent,
} from '../../src/public/client.js'

export interface ReachedPlane {
  readonly client: Client
  readonly close: () => Promise<void>
}

const CONFIG_MAPS = { group: '', version: 'v1', kind: 'ConfigMap' } as const
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' } as const
type ConfigMaps = ResourceClient<{ readonly data?: Readonly<Record<string, string>>; readonly immutable?: boolean }>

/** Who failed how: what callers decide by. */
export async function failureOf(work: Promise<unknown>): Promise<{ code: number; reason: string | undefined; message: string }> {
  const error = await work.then(
    () => expect(true).toBe('this to fail'),
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(ApiError)
  const { code, reason, message = '' } = (error as ApiError).status
  return { code, reason, message }
}

/**
 * Runs the suite.
 *
 * @param way - How the plane is reached.
 * @param reach - Reaches it.
 */
export function describeClient(way: string, reach: () => Promise<ReachedPlane>): void {
  describe(`a client ${way}`, () => {
    const namespace = `client-${Math.random().toString(36).slice(2, 8)}`
    let reached: ReachedPlane
    let client: Client
    let maps: ConfigMaps

    beforeAll(async () => {
      reached = await reach()
      client = reached.client
      maps = (client.resource(CONFIG_MAPS) as ConfigMaps).namespace(namespace)
      await client.resource(NAMESPACES).create({ metadata: { name: namespace } })
    })

    afterAll(async () => {
      await client.resource(NAMESPACES).delete(namespace)
      await reached.close()
    })

    const collect = async (events: number, act: () => Promise<unknown>, options = {}): Promise<WatchEvent<ApiObject>[]> => {
      const done = firstValueFrom(maps.watch(options).pipe(take(events), toArray()))
      await act()
      return done
    }

    describe('types', () => {
      test('a kind is mapped to its resource by discovery', async () => {
        expect(await client.resource(CONFIG_MAPS).type()).toEqual({
          group: '',
          version: 'v1',
          resource: 'configmaps',
          kind: 'ConfigMap',
          namespaced: true,
        })
      })

      test('all types that the plane serves are listed with their verbs', async () => {
        const types = await client.types()
        expect(types).toContainEqual({
          group: '',
          version: 'v1',
          resource: 'configmaps',
          kind: 'ConfigMap',
          namespaced: true,
          verbs: expect.arrayContaining(['list', 'watch', 'delete']),
          shortNames: ['cm'],
        })
        const places = types.map(({ group, resource }) => `${resource}.${group}`)
        expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
      })

      test('a group that ends with a dot is the built-in one of the dialect', async () => {
        const leases = client.resource({ group: 'coordination.', version: 'v1', kind: 'Lease' })
        expect((await leases.type()).group).toMatch(/^coordination\.(platform|k8s)\.io$/)
        expect((await failureOf(client.resource({ group: 'nothing.', version: 'v1', kind: 'Lease' }).type())).code).toBe(404)
      })

      test('a type that the plane does not serve is not found', async () => {
        const nothing = client.resource({ group: 'nobody.example.com', version: 'v1', kind: 'Nothing' })
        expect(await failureOf(nothing.list())).toEqual({
          code: 404,
          reason: 'NotFound',
          message: 'no matches for kind "Nothing" in version "nobody.example.com/v1"',
        })
      })
    })

    describe('a definition of a type that the plane does not serve', () => {
      const unserved = {
        group: 'nobody.example.com',
        version: 'v2',
        resource: 'nothings',
        kind: 'Nothing',
        namespaced: true,
      }

      test.each([
        ['get', (nothings: ResourceClient<object>) => nothings.get('a')],
        ['list', (nothings: ResourceClient<object>) => nothings.list()],
        ['create', (nothings: ResourceClient<object>) => nothings.create({ metadata: { name: 'a' } })],
        ['delete', (nothings: ResourceClient<object>) => nothings.delete('a')],
        ['watch', (nothings: ResourceClient<object>) => firstValueFrom(nothings.watch())],
        ['connect', (nothings: ResourceClient<object>) => nothings.subresource('log').connect('a')],
      ])('%s fails with an error that names it, and the Status of the plane', async (_verb, call) => {
        const error: unknown = await call(client.resource(unserved).namespace('default')).catch((caught: unknown) => caught)
        expect(error).toBeInstanceOf(ApiError)
        const { message, status } = error as ApiError
        expect(status).toMatchObject({ code: 404, message: 'the server could not find the requested resource' })
        expect(message).toBe(
          'the server could not find the requested resource: nothings of nobody.example.com/v2 (is the type, in this version, among those that the plane serves?)',
        )
      })

      test('an object that is not there is another case', async () => {
        await expect(maps.get('nowhere')).rejects.toThrow(/^configmaps "nowhere" not found$/)
      })

      test('a subresource that the type may not have is named', async () => {
        await maps.create({ metadata: { name: 'here' } })
        const error: unknown = await maps.scale.get('here').catch((caught: unknown) => caught)
        expect((error as ApiError).status.code).toBe(404)
        expect((error as ApiError).message).toMatch(/subresource scale|among those that the plane serves/)
      })
    })

    describe('methods', () => {
      test('can be taken out of their client', async () => {
        const { create, get, list, status } = client.resource<{ data?: object }>(CONFIG_MAPS).namespace(namespace)
        await create({ metadata: { name: 'taken-out' } })
        expect((await get('taken-out')).metadata.name).toBe('taken-out')
        expect((await list()).items.map(({ metadata }) => metadata.name)).toContain('taken-out')
        const { get: statusOf } = status
        await expect(statusOf('taken-out')).rejects.toMatchObject({ status: { code: 404 } })
        expect(Object.assign(maps.namespace(namespace), { list: 'replaced' }).list).toBe('replaced')
        await maps.delete('taken-out')
      })

      test('a watch is read by for await, until the loop is left', async () => {
        const told: string[] = []
        for await (const event of maps.watch({ fieldSelector: 'metadata.name=iterated' })) {
          told.push(event.type)
          if (event.type === 'SYNCED') await maps.create({ metadata: { name: 'iterated' } })
          if (event.type === 'ADDED') await maps.delete('iterated')
          if (event.type === 'DELETED') break
        }
        expect(told.filter((type) => type !== 'BOOKMARK')).toEqual(['RESTARTED', 'SYNCED', 'ADDED', 'DELETED'])
      })

      test('a loop over a watch ends with the error that a subscription would get', async () => {
        const iterate = async () => {
          for await (const event of maps.watch({ labelSelector: 'a in' })) return event
        }
        await expect(iterate()).rejects.toMatchObject({ status: { code: 400 } })
      })
    })

    describe('objects', () => {
      test('a created object comes back with what the plane gave it, frozen, and get finds the same', async () => {
        const sent = { metadata: { name: 'created' }, data: { a: '1' } }
        const created = await maps.create(sent)
        expect(created).toMatchObject({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'created', namespace },
          data: { a: '1' },
        })
        expect(created.metadata.uid).toBeTruthy()
        expect(Object.isFrozen(created) && Object.isFrozen(created.metadata) && Object.isFrozen(created.data)).toBe(true)
        expect(Object.isFrozen(sent) || Object.isFrozen(sent.data)).toBe(false)
        expect(await maps.get('created')).toEqual(created)
      })

      test('generateName asks the plane for a name', async () => {
        const { metadata } = await maps.create({ metadata: { generateName: 'many-' } })
        expect(metadata.name).toMatch(/^many-.+/)
      })

      test('the namespace of an object in its metadata is sufficient', async () => {
        const everywhere = client.resource(CONFIG_MAPS) as ConfigMaps
        const created = await everywhere.create({ metadata: { name: 'placed', namespace } })
        expect((await everywhere.update({ ...created, data: { b: '2' } })).data).toEqual({ b: '2' })
      })

      test.each(['get', 'delete'] as const)('%s without a namespace is refused with that reason', async (verb) => {
        const failure = await failureOf(client.resource(CONFIG_MAPS)[verb]('x'))
        expect(failure).toMatchObject({ code: 400, message: expect.stringContaining('.namespace(') })
      })

      test('an empty name is refused, as its address would be that of the collection', async () => {
        expect(await failureOf(maps.get(''))).toMatchObject({ code: 400 })
        expect(await failureOf(maps.delete(''))).toMatchObject({ code: 400 })
      })

      test.each(['..', '.', 'a/b', 'a%2Fb', '../configmaps'])('the name %s is refused', async (name) => {
        expect(await failureOf(maps.get(name))).toMatchObject({ code: 400, reason: 'BadRequest' })
        expect(await failureOf(maps.delete(name))).toMatchObject({ code: 400, reason: 'BadRequest' })
      })

      test('a missing object is NotFound, and an existing name AlreadyExists', async () => {
        await maps.create({ metadata: { name: 'taken' } })
        expect(isNotFound(await maps.get('missing').catch((error: unknown) => error))).toBe(true)
        expect(await failureOf(maps.get('missing'))).toEqual({
          code: 404,
          reason: 'NotFound',
          message: 'configmaps "missing" not found',
        })
        const taken = await maps.create({ metadata: { name: 'taken' } }).catch((error: unknown) => error)
        expect(isAlreadyExists(taken)).toBe(true)
      })

      test('an update of an older resourceVersion is a conflict, one without a resourceVersion is not', async () => {
        const first = await maps.create({ metadata: { name: 'contested' }, data: { n: '0' } })
        const { metadata, ...rest } = first
        await maps.update({ ...rest, metadata: { name: 'contested' }, data: { n: '1' } })
        const stale = await maps.update({ ...first, data: { n: '2' } }).catch((error: unknown) => error)
        expect(isConflict(stale)).toBe(true)
        expect(metadata.resourceVersion).toBeTruthy()
      })

      test('updateWithRetry wins against writers in between, and asks the function again with what they wrote', async () => {
        await maps.create({ metadata: { name: 'counted' }, data: { n: '0' } })
        let calls = 0
        const updated = await maps.updateWithRetry('counted', async (draft) => {
          calls += 1
          if (calls === 1) await maps.patch('counted', { merge: { data: { other: 'x' } } })
          draft.data = { ...draft.data, n: '1' }
        })
        expect(calls).toBe(2)
        expect(updated.data).toEqual({ n: '1', other: 'x' })
      })

      test('updateWithRetry writes nothing when nothing changed', async () => {
        const before = await maps.create({ metadata: { name: 'kept' } })
        const after = await maps.updateWithRetry('kept', () => {})
        expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion)
      })

      test('a delete answers with a Status, or with the object if a finalizer keeps it', async () => {
        await maps.create({ metadata: { name: 'gone' } })
        expect(await maps.delete('gone')).toMatchObject({ kind: 'Status', status: 'Success' })
        await maps.create({ metadata: { name: 'held', finalizers: ['example.com/hold'] } })
        const held = await maps.delete('held')
        expect(held).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'held', deletionTimestamp: expect.any(String) } })
        await maps.patch('held', { merge: { metadata: { finalizers: null } } })
        expect(await failureOf(maps.get('held'))).toMatchObject({ code: 404 })
      })

      test('a delete with preconditions of another object is a conflict', async () => {
        await maps.create({ metadata: { name: 'expected' } })
        const work = maps.delete('expected', { preconditions: { uid: '00000000-0000-0000-0000-000000000000' } })
        expect(await failureOf(work)).toMatchObject({ code: 409, reason: 'Conflict' })
      })

      test('deleteCollection deletes the selected objects', async () => {
        for (const n of [1, 2]) await maps.create({ metadata: { name: `batch-${n}`, labels: { batch: 'yes' } } })
        await maps.deleteCollection({}, { labelSelector: 'batch=yes' })
        expect((await maps.list({ labelSelector: 'batch=yes' })).items).toEqual([])
        expect((await maps.get('expected')).metadata.name).toBe('expected')
      })

      test.each(['options', 'selection'])('deleteCollection heeds a signal in its %s', async (place) => {
        await maps.create({ metadata: { name: `kept-${place}` } })
        const request = { signal: AbortSignal.abort(new Error('enough')) }
        const [options, selection] = place === 'options' ? [request, {}] : [{}, request]
        await expect(maps.deleteCollection(options, selection)).rejects.toThrow('enough')
        expect((await maps.get(`kept-${place}`)).metadata.name).toBe(`kept-${place}`)
      })
    })

    describe('patches', () => {
      test.each([
        { name: 'json', patch: { json: [{ op: 'add', path: '/data/b', value: '2' }] } },
        { name: 'merge', patch: { merge: { data: { b: '2' } } } },
        { name: 'strategic', patch: { strategic: { data: { b: '2' } } } },
      ] as const)('$name changes a part', async ({ name, patch }) => {
        await maps.create({ metadata: { name: `patched-${name}` }, data: { a: '1' } })
        expect((await maps.patch(`patched-${name}`, patch)).data).toEqual({ a: '1', b: '2' })
      })

      test('a patch has to be in one language', async () => {
        await expect(maps.patch('x', {} as never)).rejects.toThrow('{ json: [...] }')
        await expect(maps.patch('x', { json: [], merge: {} } as never)).rejects.toThrow('{ json: [...] }')
      })

      test('apply creates, merges, removes omitted fields, and conflicts with other managers', async () => {
        const metadata = { name: 'applied' }
        const fieldManager = 'alice'
        await maps.apply({ metadata, data: { a: '1', b: '1' } }, { fieldManager })
        await maps.apply({ metadata, data: { c: '1' } }, { fieldManager: 'bob' })
        expect((await maps.apply({ metadata, data: { a: '2' } }, { fieldManager })).data).toEqual({ a: '2', c: '1' })
        const taking = { metadata, data: { a: '3' } }
        expect(await failureOf(maps.apply(taking, { fieldManager: 'bob' }))).toMatchObject({ code: 409, reason: 'Conflict' })
        expect((await maps.apply(taking, { fieldManager: 'bob', force: true })).data).toEqual({ a: '3' })
      })

      test('an apply without a manager is refused', async () => {
        expect(await failureOf(maps.apply({ metadata: { name: 'x' } }))).toMatchObject({ code: 422, reason: 'Invalid' })
      })
    })

    describe('options of writes', () => {
      test('a dry run answers with the result, and stores nothing', async () => {
        expect((await maps.create({ metadata: { name: 'tried' } }, { dryRun: true })).metadata.uid).toBeTruthy()
        expect(await failureOf(maps.get('tried'))).toMatchObject({ code: 404 })
        await maps.create({ metadata: { name: 'stays' } })
        await maps.delete('stays', { dryRun: true })
        expect((await maps.get('stays')).metadata.name).toBe('stays')
      })

      test('unknown fields cause a warning or an error, or are ignored', async () => {
        const object = { metadata: { name: 'unknown-field' }, nonsense: true }
        const warnings: string[] = []
        await maps.create(object, { dryRun: true, onWarning: (text) => warnings.push(text) })
        expect(warnings).toEqual(['unknown field "nonsense"'])
        expect(await failureOf(maps.create(object, { dryRun: true, fieldValidation: 'Strict' }))).toMatchObject({ code: 400 })
        await maps.create(object, { dryRun: true, fieldValidation: 'Ignore', onWarning: (text) => warnings.push(text) })
        expect(warnings).toHaveLength(1)
      })

      test.each([
        [
          'throws',
          () => {
            throw new Error('mine')
          },
        ],
        ['rejects', async () => Promise.reject(new Error('mine'))],
      ])('a receiver of warnings that %s does not change the outcome of a write', async (_, onWarning) => {
        const print = jest.spyOn(console, 'error').mockImplementation(() => {})
        const object = { metadata: { generateName: 'warned-' }, ...{ nonsense: 1 } }
        expect(await maps.create(object, { dryRun: true, onWarning })).toMatchObject({ kind: 'ConfigMap' })
        expect(await failureOf(maps.create({ ...object, immutable: 'perhaps' as never }, { onWarning }))).toMatchObject({
          code: 400,
        })
        await new Promise((resolve) => setImmediate(resolve))
        expect(print.mock.calls[0]).toEqual(['onWarning threw an error, which has no effect:', new Error('mine')])
        print.mockRestore()
      })

      test('an invalid option is refused by the plane, with its message', async () => {
        const work = maps.create({ metadata: { name: 'x' } }, { fieldValidation: 'Sometimes' as 'Strict' })
        expect(await failureOf(work)).toMatchObject({
          code: 422,
          message: expect.stringContaining('fieldValidation: Unsupported value'),
        })
      })

      test('a write has the field manager of its options', async () => {
        const { metadata } = await maps.create({ metadata: { name: 'managed' }, data: { a: '1' } }, { fieldManager: 'me' })
        expect(metadata.managedFields?.map(({ manager, operation }) => [manager, operation])).toEqual([['me', 'Update']])
      })

      test('a signal that is aborted already sends nothing', async () => {
        const reason = new Error('changed my mind')
        const work = maps.create({ metadata: { name: 'aborted' } }, { signal: AbortSignal.abort(reason) })
        await expect(work).rejects.toBe(reason)
        expect(await failureOf(maps.get('aborted'))).toMatchObject({ code: 404 })
      })
    })

    describe('lists', () => {
      beforeAll(async () => {
        for (const n of [1, 2, 3, 4, 5]) await maps.create({ metadata: { name: `listed-${n}`, labels: { in: 'list' } } })
      })
      const labelSelector = 'in=list'
      const namesOf = (items: readonly ApiObject[]) => items.map(({ metadata }) => metadata.name)

      test('one page has its objects, their kind, and the token of the next', async () => {
        const page = await maps.list({ labelSelector, limit: 2 })
        expect(namesOf(page.items)).toEqual(['listed-1', 'listed-2'])
        expect(page).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: { continue: expect.any(String) } })
        expect(page.items[0]).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' })
        expect(Object.isFrozen(page.items[0]?.metadata)).toBe(true)
      })

      test('the last page has no token', async () => {
        expect((await maps.list({ labelSelector })).metadata.continue).toBeUndefined()
      })

      test('all pages come one after the other, at one version', async () => {
        const pages = []
        for await (const page of maps.pages({ labelSelector, limit: 2 })) {
          if (pages.length === 0) await maps.create({ metadata: { name: 'listed-0', labels: { in: 'list' } } })
          pages.push(page)
        }
        expect(pages.map(({ items }) => namesOf(items))).toEqual([
          ['listed-1', 'listed-2'],
          ['listed-3', 'listed-4'],
          ['listed-5'],
        ])
        await maps.delete('listed-0')
      })

      test('all objects come one by one', async () => {
        const names = []
        for await (const { metadata } of maps.all({ labelSelector, limit: 3 })) names.push(metadata.name)
        expect(names).toEqual(['listed-1', 'listed-2', 'listed-3', 'listed-4', 'listed-5'])
      })

      test('a selector that cannot be read is refused', async () => {
        expect(await failureOf(maps.list({ labelSelector: '!!' }))).toMatchObject({ code: 400 })
        expect(await failureOf(maps.list({ fieldSelector: 'data.a=1' }))).toMatchObject({ code: 400 })
      })
    })

    describe('watches', () => {
      const fieldSelector = 'metadata.name=watched'

      test('the whole state comes first, between RESTARTED and SYNCED, then each change', async () => {
        await maps.create({ metadata: { name: 'watched' } })
        const events = firstValueFrom(
          maps.watch({ fieldSelector }).pipe(
            filter(({ type }) => type !== 'BOOKMARK'),
            take(5),
            toArray(),
          ),
        )
        const synced = firstValueFrom(maps.watch({ fieldSelector }).pipe(filter(({ type }) => type === 'SYNCED')))
        await synced
        await maps.patch('watched', { merge: { data: { a: '1' } } })
        await maps.delete('watched')
        expect((await events).map((event) => [event.type, 'object' in event ? event.object.data : undefined])).toEqual([
          ['RESTARTED', undefined],
          ['ADDED', undefined],
          ['SYNCED', undefined],
          ['MODIFIED', { a: '1' }],
          ['DELETED', { a: '1' }],
        ])
      })

      test('the state may come as events of the watch itself', async () => {
        await maps.create({ metadata: { name: 'watched' } })
        const events = await collect(3, async () => {}, { fieldSelector, initial: 'stream' })
        expect(events.map(({ type }) => type)).toEqual(['RESTARTED', 'ADDED', 'SYNCED'])
        await maps.delete('watched')
      })

      test('from a resourceVersion on, only changes are sent', async () => {
        const { metadata } = await maps.list()
        const events = await collect(1, () => maps.create({ metadata: { name: 'watched' } }), {
          fieldSelector,
          resourceVersion: metadata.resourceVersion,
        })
        expect(events).toMatchObject([{ type: 'ADDED', object: { kind: 'ConfigMap', metadata: { name: 'watched' } } }])
      })

      test('an error that retries cannot cure fails the watch', async () => {
        expect(await failureOf(firstValueFrom(maps.watch({ labelSelector: '!!' })))).toMatchObject({ code: 400 })
      })

      test('a type that is not served fails the watch', async () => {
        const nothing = client.resource({ group: 'nobody.example.com', version: 'v1', kind: 'Nothing' })
        expect(await failureOf(firstValueFrom(nothing.watch()))).toMatchObject({ code: 404 })
      })
    })
  })
}
