import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { ApiError, systemRandom } from '../../src/meta/index.js'
import type { CommitRequest, CommitResult, Storage } from '../../src/storage/index.js'
import { createStore, SharedReservations, type Store } from '../../src/store/index.js'
import { faultyStorage } from '../support/faulty-storage.js'
import { LateStorage } from '../support/late-storage.js'
import { ManualClock, settle } from '../support/manual-clock.js'
import { writer } from './support.js'

const opened: Store[] = []
let clock: ManualClock
let storage: Storage
let state: ReturnType<typeof faultyStorage>['state']
beforeEach(() => {
  clock = new ManualClock()
  ;({ storage, state } = faultyStorage())
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

/** A process: its reservations, and what its follower was told. */
async function open(own: Storage = new LateStorage(storage)) {
  const store = await createStore({ storage: own, clock })
  opened.push(store)
  const reservations = new SharedReservations({ store, clock, guards: 'things', random: systemRandom })
  const told: string[] = []
  const stop = reservations.follow({
    add: (name, { size }) => told.push(`+${name} ${size}`),
    remove: (name) => told.push(`-${name}`),
    error: (error) => told.push(String(error)),
  })
  return { store, reservations, told, stop }
}

test('all processes are told of a reservation and of its end, in the order of the commits', async () => {
  const [first, second] = [await open(), await open()]
  const releases = [await first.reservations.add('a', { size: 1 }), await second.reservations.add('b', { size: 2 })]
  for (const release of releases) release()
  await settle()
  for (const { reservations, told } of [first, second]) {
    await reservations.catchUp()
    expect(told).toEqual(['+a 1', '+b 2', '-a', '-b'])
  }
})

test('a follower that is told of its own reservation knows what was committed before it, and nothing that was later', async () => {
  const [first, second] = [await open(), await open()]
  const [things, seen] = [first, second].map(({ store }) => store.collection({ prefix: 'things', namespaced: false }))
  if (things) await writer(things).put('x')
  let shown: unknown
  const show = (name: string) => {
    if (name === 'b') shown = [seen?.peek('x') !== undefined, [...second.told]]
  }
  second.reservations.follow({ add: show, remove() {}, error() {} })
  const added = second.reservations.add('b', { size: 2 })
  await first.reservations.add('a', { size: 1 })
  await added
  expect(shown).toEqual([true, ['+b 2']])
})

test('a reservation of a process that has ended is removed by another after five minutes', async () => {
  const [first, second] = [await open(), await open()]
  await first.reservations.add('a', { size: 1 })
  first.stop()
  await second.reservations.catchUp()
  clock.advance(299_000)
  await settle()
  expect(second.told).toEqual(['+a 1'])
  clock.advance(1_000)
  await settle()
  await second.reservations.catchUp()
  expect(second.told).toEqual(['+a 1', '-a'])
})

test('a process that starts is told of reservations of others', async () => {
  const { reservations } = await open()
  await reservations.add('a', { size: 1 })
  expect((await open()).told).toEqual(['+a 1'])
})

test('a reservation that could not be removed is removed when the storage is available again', async () => {
  const { reservations, told } = await open()
  const release = await reservations.add('a', { size: 1 })
  state.away = /./
  release()
  for (let second = 0; second < 60; second++) await clock.advanceAndSettle(1_000)
  state.away = undefined
  for (let second = 0; second < 30; second++) await clock.advanceAndSettle(1_000)
  await reservations.catchUp()
  expect(told).toEqual(['+a 1', '-a'])
})

test('a reservation that lapses while the storage is not available is removed afterwards', async () => {
  const [first, second] = [await open(), await open()]
  await first.reservations.add('a', { size: 1 })
  first.stop()
  await second.reservations.catchUp()
  state.away = /./
  for (let minute = 0; minute < 6; minute++) await clock.advanceAndSettle(60_000)
  expect(second.told).toEqual(['+a 1'])
  state.away = undefined
  for (let second = 0; second < 30; second++) await clock.advanceAndSettle(1_000)
  await second.reservations.catchUp()
  expect(second.told).toEqual(['+a 1', '-a'])
})

test('a reservation that is stored although its request got no answer is removed', async () => {
  class Unanswered extends LateStorage {
    override async commit(request: CommitRequest): Promise<CommitResult> {
      const result = await super.commit(request)
      if (request.value) throw new ApiError({ code: 504, reason: 'Timeout', message: 'no answer' })
      return result
    }
  }
  const { reservations, told } = await open(new Unanswered(storage))
  await expect(reservations.add('a', { size: 1 })).rejects.toThrow('no answer')
  await settle()
  await reservations.catchUp()
  expect(told).toEqual(['+a 1', '-a'])
})
