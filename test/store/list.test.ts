import { beforeEach, describe, expect, test } from '@jest/globals'
import type { ListQuery } from '../../src/store/index.js'
import { settle } from '../support/manual-clock.js'
import { openStore, select, shown, statusOf } from './support.js'

type Opened = Awaited<ReturnType<typeof openStore>>
let { store, things, clock, put, remove }: Opened = {} as Opened
beforeEach(async () => {
  ;({ store, things, clock, put, remove } = await openStore())
})

const rows = async (query: ListQuery = {}) => shown((await things.list(query)).rows)
const keys = async (query: ListQuery = {}) => (await things.list(query)).rows.map((row) => row.key)

describe('a list', () => {
  test('of nothing has a version', async () => {
    expect(await things.list({})).toEqual({ rows: [], revision: 1, continue: undefined, remainingItemCount: undefined })
  })

  test('shows all objects in the order of their keys, byte by byte', async () => {
    for (const name of ['b', 'a-b', 'a', '10', 'a.b', '9', 'a1', 'aa', 'b-0', 'ab']) await put(`n/${name}`)
    expect(await keys()).toEqual(['10', '9', 'a', 'a-b', 'a.b', 'a1', 'aa', 'ab', 'b', 'b-0'].map((name) => `n/${name}`))
  })

  test('of a namespace shows that namespace alone, whatever the others are called', async () => {
    for (const key of ['a/x', 'a-b/x', 'ab/x', 'a0/x', 'b/x', 'a/z']) await put(key)
    expect(await keys({ namespace: 'a' })).toEqual(['a/x', 'a/z'])
    expect(await keys({ namespace: 'a-b' })).toEqual(['a-b/x'])
    expect(await keys({ namespace: 'none' })).toEqual([])
    expect(await keys({ namespace: '' })).toHaveLength(6)
  })

  test.each([
    ['metadata.name=x', ['a/x', 'b/x']],
    ['metadata.name=x,metadata.namespace=a', ['a/x']],
    ['metadata.namespace=a', ['a/x', 'a/y']],
    ['metadata.namespace!=a', ['b/x']],
    ['metadata.name!=x', ['a/y']],
    ['metadata.name=x,metadata.name=y', []],
    ['metadata.namespace=a,metadata.namespace=b', []],
    ['metadata.name=x,metadata.name!=x', []],
    ['metadata.name=none', []],
    ['value=one', ['a/x']],
    ['value!=one', ['a/y', 'b/x']],
    ['value=', ['b/x']],
    ['value=two,metadata.name=y', ['a/y']],
    ['', ['a/x', 'a/y', 'b/x']],
  ])('with field selector %j shows %j', async (fields, expected) => {
    await put('a/x', 'one')
    await put('a/y', 'two')
    await put('b/x', 3)
    expect(await keys(select({ fields }))).toEqual(expected)
  })

  test('of a namespace with a selector on another namespace shows nothing', async () => {
    await put('a/x')
    await put('b/x')
    expect(await keys(select({ namespace: 'a', fields: 'metadata.namespace=b' }))).toEqual([])
    expect(await keys(select({ namespace: 'a', fields: 'metadata.namespace=b,metadata.name=x' }))).toEqual([])
    expect(await keys(select({ namespace: 'a', fields: 'metadata.name=x' }))).toEqual(['a/x'])
  })

  test('with a label selector shows what has the labels', async () => {
    await put('a/x', 'v', { app: 'web', tier: 'front' })
    await put('a/y', 'v', { app: 'db' })
    await put('a/z')
    expect(await keys(select({ labels: 'app=web' }))).toEqual(['a/x'])
    expect(await keys(select({ labels: 'app' }))).toEqual(['a/x', 'a/y'])
    expect(await keys(select({ labels: 'app!=web' }))).toEqual(['a/y', 'a/z'])
    expect(await keys(select({ labels: 'app in (web,db),!tier' }))).toEqual(['a/y'])
  })
})

describe('versions', () => {
  test('unset, zero, or not newer than now show the newest state', async () => {
    const one = await put('a/x', 'one')
    await put('a/x', 'two')
    for (const resourceVersion of [undefined, '', '0', '1', String(one.revision), '3']) {
      const query = resourceVersion === undefined ? {} : { resourceVersion }
      expect(await things.list(query)).toMatchObject({ revision: 3 })
      expect(await rows(query)).toEqual(['a/x=two@3'])
      expect((await things.get('a/x', query))?.revision).toBe(3)
    }
    expect(await rows({ resourceVersion: '2', resourceVersionMatch: 'NotOlderThan', limit: 5 })).toEqual(['a/x=two@3'])
    expect(await rows({ resourceVersion: '0', limit: 5 })).toEqual(['a/x=two@3'])
  })

  test('exact show the state as of then, at that version', async () => {
    await put('a/x', 'one')
    await put('a/y', 'one')
    await put('a/x', 'two')
    await remove('a/y')
    await put('a/z', 'one')
    const exact = (revision: number, rest: ListQuery = {}) =>
      rows({ resourceVersion: String(revision), resourceVersionMatch: 'Exact', ...rest })
    expect(await exact(1)).toEqual([])
    expect(await exact(2)).toEqual(['a/x=one@2'])
    expect(await exact(3)).toEqual(['a/x=one@2', 'a/y=one@3'])
    expect(await exact(4)).toEqual(['a/x=two@4', 'a/y=one@3'])
    expect(await exact(5)).toEqual(['a/x=two@4'])
    expect(await exact(6)).toEqual(['a/x=two@4', 'a/z=one@6'])
    expect(await exact(3, select({ fields: 'metadata.name=y' }))).toEqual(['a/y=one@3'])
    expect(await rows({ resourceVersion: '3', limit: 1 })).toEqual(['a/x=one@2'])
    expect(await things.list({ resourceVersion: '3', limit: 1 })).toMatchObject({ revision: 3, remainingItemCount: 1 })
  })

  test('of the future wait for a timeout and then fail with 504 and Retry-After', async () => {
    for (const read of [
      () => things.list({ resourceVersion: '9000000000000' }),
      () => things.get('a/x', { resourceVersion: '9' }),
    ]) {
      let settled = false
      const status = statusOf(read()).finally(() => {
        settled = true
      })
      await clock.advanceAndSettle(2_999)
      expect(settled).toBe(false)
      await clock.advanceAndSettle(1)
      expect(await status).toMatchObject({
        code: 504,
        reason: 'Timeout',
        message: expect.stringMatching(/^Too large resource version: \d+, current: 1$/),
        details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }], retryAfterSeconds: 1 },
      })
    }
    expect(clock.pending).toBe(0)
  })

  test('of the near future are answered as soon as they are reached', async () => {
    const reads = [
      rows({ resourceVersion: '3' }),
      rows({ resourceVersion: '3', resourceVersionMatch: 'Exact' }),
      things.get('a/x', { resourceVersion: '3' }).then((row) => row && shown([row])),
    ]
    await put('a/x', 'one')
    await put('a/x', 'two')
    expect(await Promise.all(reads)).toEqual([['a/x=two@3'], ['a/x=two@3'], ['a/x=two@3']])
    expect(clock.pending).toBe(0)
  })

  test('that are invalid are refused with 400', async () => {
    expect(await statusOf(things.list({ resourceVersion: 'abc' }))).toMatchObject({ code: 400 })
    expect(await statusOf(things.get('a/x', { resourceVersion: '-1' }))).toMatchObject({ code: 400 })
  })

  test('that have expired are answered with 410 if they are exact', async () => {
    await put('a/x', 'one')
    await put('a/x', 'two')
    store.forgetHistory()
    expect(await rows({ resourceVersion: '3', resourceVersionMatch: 'Exact' })).toEqual(['a/x=two@3'])
    await put('a/y')
    expect(await rows({ resourceVersion: '3', limit: 1 })).toEqual(['a/x=two@3'])
    for (const query of [
      { resourceVersion: '2', resourceVersionMatch: 'Exact' },
      { resourceVersion: '1', limit: 1 },
    ]) {
      expect(await statusOf(things.list(query))).toMatchObject({
        code: 410,
        reason: 'Expired',
        message: 'The resourceVersion for the provided list is too old.',
      })
    }
    expect(await rows({ resourceVersion: '1' })).toHaveLength(2)
    expect(await rows({ resourceVersion: '1', resourceVersionMatch: 'NotOlderThan', limit: 9 })).toHaveLength(2)
  })
})

describe('pages', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  beforeEach(async () => {
    for (const name of names) await put(`n/${name}`)
  })

  test('cover the collection and have remainingItemCount', async () => {
    const one = await things.list({ limit: 2 })
    expect(one).toMatchObject({ revision: 6, remainingItemCount: 3, continue: expect.any(String) })
    const two = await things.list({ limit: 2, continue: one.continue as string })
    expect(two).toMatchObject({ revision: 6, remainingItemCount: 1, continue: expect.any(String) })
    const three = await things.list({ limit: 2, continue: two.continue as string })
    expect(three).toMatchObject({ revision: 6, remainingItemCount: undefined, continue: undefined })
    expect([...one.rows, ...two.rows, ...three.rows].map((row) => row.name)).toEqual(names)
    for (const limit of [5, 6, 0, -1]) {
      expect(await things.list({ limit })).toMatchObject({ continue: undefined, remainingItemCount: undefined })
    }
  })

  test('show the collection as it was at the first, whatever is written between', async () => {
    const one = await things.list({ limit: 2 })
    await remove('n/d')
    await put('n/c', 'changed')
    await put('n/bb')
    await put('n/f')
    const two = await things.list({ limit: 2, continue: one.continue as string })
    expect(shown(two.rows)).toEqual(['n/c=v@4', 'n/d=v@5'])
    expect(two).toMatchObject({ revision: 6, remainingItemCount: 1 })
    const again = await things.list({ limit: 2, continue: one.continue as string, resourceVersion: '0' })
    expect(again.rows).toEqual(two.rows)
    const rest = await things.list({ continue: one.continue as string })
    expect(shown(rest.rows)).toEqual(['n/c=v@4', 'n/d=v@5', 'n/e=v@6'])
    expect(rest.continue).toBeUndefined()
  })

  test('have remainingItemCount of their namespace, and none with selectors', async () => {
    await put('m/a')
    await put('o/a')
    expect(await things.list({ namespace: 'n', limit: 2 })).toMatchObject({ remainingItemCount: 3 })
    expect(await things.list({ limit: 2 })).toMatchObject({ remainingItemCount: 5 })
    expect(await things.list({ namespace: 'n', limit: 2, resourceVersion: '5' })).toMatchObject({ remainingItemCount: 2 })
    for (const text of [{ labels: '!x' }, { fields: 'value=v' }, { fields: 'metadata.namespace=n' }]) {
      const page = await things.list({ ...select(text), limit: 2 })
      expect(page).toMatchObject({ remainingItemCount: undefined, continue: expect.any(String) })
      const next = await things.list({ ...select(text), limit: 1, continue: page.continue as string })
      expect(next).toMatchObject({ remainingItemCount: undefined, continue: expect.any(String) })
    }
    const selectsAll = await things.list({ ...select({ labels: '', fields: '' }), limit: 2 })
    expect(selectsAll).toMatchObject({ remainingItemCount: 5 })
    await remove('n/a')
    expect(await things.list({ namespace: 'n', limit: 2 })).toMatchObject({ remainingItemCount: 2 })
  })

  test('with selectors end with the last object selected', async () => {
    await put('n/b', 'v', { pick: 'me' })
    await put('n/d', 'v', { pick: 'me' })
    const page = await things.list({ ...select({ labels: 'pick=me' }), limit: 1 })
    expect(page.rows.map((row) => row.name)).toEqual(['b'])
    const last = await things.list({ ...select({ labels: 'pick=me' }), limit: 1, continue: page.continue as string })
    expect(last.rows.map((row) => row.name)).toEqual(['d'])
    expect(last.continue).toBeUndefined()
  })

  test('continue only in the same collection and namespace', async () => {
    const others = store.collection({ prefix: 'others', namespaced: true })
    const { continue: token = '' } = await things.list({ limit: 2 })
    expect(await statusOf(others.list({ limit: 2, continue: token }))).toMatchObject({ code: 400, reason: 'BadRequest' })
    expect(await statusOf(things.list({ namespace: 'n', limit: 2, continue: token }))).toMatchObject({ code: 400 })
    expect(await things.list({ namespace: '', limit: 1, continue: token })).toMatchObject({ remainingItemCount: 2 })
  })

  test('continue with other selectors, which apply to the rest, without remainingItemCount', async () => {
    await put('n/e', 'v', { pick: 'me' })
    const { continue: token = '' } = await things.list({ limit: 2 })
    const page = await things.list({ ...select({ labels: 'pick=me' }), limit: 1, continue: token })
    expect(page.rows.map((row) => row.name)).toEqual(['e'])
    expect(page.remainingItemCount).toBeUndefined()
    const { continue: selected = '' } = await things.list({ ...select({ labels: '!pick' }), limit: 1 })
    expect(await things.list({ limit: 1, continue: selected })).toMatchObject({ remainingItemCount: undefined })
  })

  test('cannot be requested with an invalid token', async () => {
    for (const token of ['abc', '!!!', 'e30', 'eyJ2IjoidjAifQ']) {
      expect(await statusOf(things.list({ limit: 2, continue: token }))).toMatchObject({ code: 400, reason: 'BadRequest' })
    }
  })

  test('of an expired list are answered with 410', async () => {
    const { continue: token = '' } = await things.list({ limit: 2 })
    await put('n/f')
    const expired = { code: 410, reason: 'Expired', message: expect.stringContaining('without the continue parameter') }
    clock.advance(300_001)
    expect(await statusOf(things.list({ continue: token }))).toMatchObject(expired)
    const fresh = (await things.list({ limit: 2 })).continue as string
    await put('n/g')
    expect(await things.list({ continue: fresh, limit: 2 })).toMatchObject({ revision: 7 })
    store.forgetHistory()
    expect(await statusOf(things.list({ continue: fresh }))).toMatchObject(expired)
  })

  test('that have expired continue from the same key in the current state, with the token of the 410', async () => {
    const { rows, continue: token = '' } = await things.list({ limit: 2 })
    const all = (await things.list({})).rows.map(({ key }) => key)
    expect(rows.map(({ key }) => key)).toEqual(all.slice(0, 2))
    await put('n/z')
    store.forgetHistory()
    const refusal = await statusOf(things.list({ limit: 2, continue: token }))
    const onward = refusal?.metadata.continue as string
    const next = await things.list({ limit: 2, continue: onward })
    expect([next.revision, next.remainingItemCount]).toEqual([store.revision, undefined])
    const last = await things.list({ continue: next.continue as string })
    expect([...next.rows, ...last.rows].map(({ key }) => key)).toEqual([...all.slice(2), 'n/z'])
    expect(last.revision).toBe(next.revision)
    // It says no more of another list than any token does.
    expect(await statusOf(things.list({ namespace: 'n', continue: onward }))).toMatchObject({ code: 400 })
  })
})

describe('a read that waits', () => {
  test('for writes of other replicas gets the newest revision from the engine', async () => {
    const { storage, store: behind, things: stale } = await openStore()
    // An engine whose followers learn of commits later, as those of a distributed one do.
    Object.defineProperty(storage, 'followersAreCurrent', { value: false })
    storage.revision = async () => 3
    const list = stale.list({})
    const get = stale.get('a/x')
    let settled = false
    void Promise.all([list, get]).finally(() => {
      settled = true
    })
    await settle()
    expect(settled).toBe(false)
    const value = new TextEncoder().encode('{"kind":"Thing","apiVersion":"v1","metadata":{"name":"x"}}')
    await storage.commit({ key: '/things/a/x', expectedRevision: 0, value })
    await storage.commit({ key: '/elsewhere/a/x', expectedRevision: 0, value })
    expect(await list).toMatchObject({ revision: 3, rows: [{ key: 'a/x' }] })
    expect(await get).toMatchObject({ revision: 2 })
    expect(behind.revision).toBe(3)
  })
})
