import { expect, test } from '@jest/globals'
import type { Client, ServedType } from '../../../src/client/index.js'
import { conditionsAfter } from '../../../src/controllers/namespaces/conditions.js'
import { deleteContent } from '../../../src/controllers/namespaces/content.js'

const typeOf = (resource: string): ServedType => ({
  group: 'example.com',
  version: 'v1',
  resource,
  kind: 'Thing',
  namespaced: true,
  verbs: ['delete', 'deletecollection', 'list'],
})

/** A plane with these types, each with the same objects, which stay. */
const planeOf = (types: readonly string[], objects: readonly { metadata: object }[], fail?: () => never): Client => {
  const things = {
    list: async () => ({ items: objects.slice(0, 1) }),
    deleteCollection: async () => fail?.(),
    async *all() {
      yield* objects
    },
  }
  return { types: async () => types.map(typeOf), resource: () => ({ namespace: () => things }) } as unknown as Client
}

const signal = new AbortController().signal
const messagesOf = async (client: Client): Promise<readonly string[]> =>
  conditionsAfter([], await deleteContent(client, 'n', signal), 0)
    .filter(({ status }) => status === 'True')
    .map(({ message = '' }) => message)

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

test('finalizers are counted in turns, however many an object has', async () => {
  let turns = 0
  let isOver = false
  const look = () => {
    turns += 1
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await deleteContent(planeOf(['things'], [{ metadata: { finalizers: many(20_000, (i) => `a.b/${i}`) } }]), 'n', signal)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(20)
})

test('conditions stay short for any number of types, finalizers and long errors', async () => {
  const types = many(3_000, (i) => `${'t'.repeat(50)}${i}`)
  const left = await messagesOf(planeOf(types, [{ metadata: { finalizers: many(20, (i) => `${'f'.repeat(300)}${i}`) } }]))
  expect(left.map((message) => message.length < 32_768)).toEqual([true, true])
  expect(left[0]).toMatch(/and at least 950 more$/)
  const failing = planeOf(types, [{ metadata: {} }], () => {
    throw new Error('e'.repeat(100_000))
  })
  const [failed = ''] = await messagesOf(failing)
  expect(failed).toMatch(/^Failed to delete all resource types, 3000 remaining: eee.*, and 2950 more$/s)
  expect(failed.length).toBeLessThan(64 * 1024)
})
