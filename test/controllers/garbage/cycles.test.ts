import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Client } from '../../../src/client/index.js'
import { type Collection, collect } from '../../../src/controllers/garbage/collect.js'
import { awaitedBy } from '../../../src/controllers/garbage/cycles.js'
import { OwnerGraph, type OwnerNode } from '../../../src/controllers/garbage/owner-graph.js'
import { atOnce } from '../../../src/meta/index.js'

const MAPS = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true } as const

interface Thing {
  readonly name: string
  /** The owners whose deletion it blocks, and others. */
  readonly blocks?: readonly string[]
  readonly names?: readonly string[]
  readonly waits: boolean
}

const reference = (name: string, blockOwnerDeletion: boolean) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', name },
  ...{ uid: name, blockOwnerDeletion },
})

/** A graph that counts the nodes that are looked up, and the dependents that it returns. */
class CountedGraph extends OwnerGraph {
  looks = 0

  constructor(things: readonly Thing[]) {
    super(() => {})
    for (const { name, blocks = [], names = [], waits } of things) {
      const ownerReferences = [...blocks.map((one) => reference(one, true)), ...names.map((one) => reference(one, false))]
      const deletion = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['foregroundDeletion'] }
      const metadata = { uid: name, name, namespace: 'default', ownerReferences, ...(waits && deletion) }
      this.put(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata })
    }
    this.looks = 0
  }

  override get(uid: string): OwnerNode | undefined {
    this.looks += 1
    return super.get(uid)
  }

  override *dependentsOf(uid: string): Iterable<OwnerNode> {
    for (const dependent of super.dependentsOf(uid)) {
      this.looks += 1
      yield dependent
    }
  }
}

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/**
 * `size` dependents of `end`, each of which waits for it through `last`. A search that starts with a dependent looks at `last`
 * after as many objects that lead nowhere, each of which waits for all that come after it.
 */
function knot(size: number): readonly Thing[] {
  const dependents = many(size, (i) => `d${i}`)
  const inVain = many(size, (i) => `v${i}`)
  return [
    { name: 'end', blocks: ['last'], waits: true },
    ...dependents.map((name) => ({ name, blocks: ['end'], waits: true })),
    { name: 'last', blocks: dependents, waits: true },
    ...inVain.map((name, i) => ({ name, blocks: [...dependents, ...inVain.slice(0, i)], waits: true })),
  ]
}
const edgesOf = (things: readonly Thing[]) => things.reduce((sum, { blocks = [] }) => sum + blocks.length, 0)

test('a knot of cycles is walked once, however many dependents are in it', async () => {
  const things = knot(40)
  const graph = new CountedGraph(things)
  const objects = {
    get: async (name: string) => ({ metadata: { name, uid: name } }),
    patch: async (name: string) => ({ metadata: { name } }),
  }
  const client = { resource: () => ({ namespace: () => objects }) } as unknown as Client
  await collect({ client, graph, look() {} } as unknown as Collection, 'end')
  expect(graph.looks).toBeLessThan(2 * edgesOf(things))
})

test('a knot of cycles is walked with a pause at each object', () => {
  const graph = new CountedGraph(knot(40))
  const end = graph.get('end')
  if (!end) throw new Error('the graph has no such object')
  const work = awaitedBy(graph, end)
  let pauses = 0
  let step = work.next()
  for (; !step.done; step = work.next()) pauses += 1
  expect(step.value.cycle).toHaveLength(40)
  expect(pauses).toBe(40 + 42)
})

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const someNames = fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 })
const random = fc.tuple(
  ...NAMES.map((name) => fc.record({ name: fc.constant(name), blocks: someNames, names: someNames, waits: fc.boolean() })),
)

test('the cycle has the dependents from which a path of waiting objects leads back', () => {
  fc.assert(
    fc.property(random, (given) => {
      const things = given.map((thing) => ({ ...thing, names: thing.names.filter((name) => !thing.blocks.includes(name)) }))
      const dependents = (owner: string) => things.filter(({ name, blocks }) => name !== owner && blocks.includes(owner))
      /** By definition: who waits for whom within a number of steps. */
      const reaches = ({ name, waits }: Thing, target: string, steps: number): boolean =>
        waits && steps > 0 && dependents(name).some((next) => next.name === target || reaches(next, target, steps - 1))
      const graph = new CountedGraph(things)
      for (const { name, waits } of things) {
        const node = graph.get(name)
        if (!node || !waits) continue
        const { all, cycle } = atOnce(awaitedBy(graph, node))
        const expected = dependents(name)
        expect(all.map(({ uid }) => uid).sort()).toEqual(expected.map((one) => one.name))
        const round = expected.filter((one) => reaches(one, name, NAMES.length))
        expect(cycle.map(({ uid }) => uid).sort()).toEqual(round.map((one) => one.name))
      }
    }),
  )
})
