import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { OwnerReference } from '../../../src/meta/index.js'
import type { ResourceClient } from '../../../src/public/client.js'
import { testPlane } from '../../../src/public/testing.js'
import { deletedBy, leftBehind, wrongChanges } from '../ownership.js'
import { ACCOUNTS, CONFIG_MAPS, ownerOf, SECRETS } from '../support.js'

const TESTER = 'tester'

type Policy = 'Background' | 'Foreground' | 'Orphan'

/** What is left by the rules of owner references, in the plainest way to say them. */
class Model {
  readonly owners: Map<string, Set<string>>

  constructor(owners: ReadonlyMap<string, readonly string[]>) {
    this.owners = new Map([...owners].map(([name, names]) => [name, new Set(names)]))
  }

  delete(name: string, policy: Policy): void {
    if (!this.owners.delete(name)) return
    if (policy === 'Orphan') for (const names of this.owners.values()) names.delete(name)
    for (let changed = true; changed; ) {
      changed = false
      for (const [dependent, names] of [...this.owners]) {
        const gone = [...names].filter((owner) => !this.owners.has(owner))
        if (gone.length === 0) continue
        changed = true
        if (gone.length === names.size) this.owners.delete(dependent)
        else for (const owner of gone) names.delete(owner)
      }
    }
  }

  get state(): Record<string, string[]> {
    return Object.fromEntries([...this.owners].sort().map(([name, names]) => [name, [...names].sort()]))
  }
}

/** The owners of each object, by their place among the names. */
type Graph = { readonly owner: number; readonly blocks: boolean }[][]

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const graphs = fc.array(fc.array(fc.record({ owner: fc.nat(NAMES.length - 1), blocks: fc.boolean() }), { maxLength: 3 }), {
  minLength: NAMES.length,
  maxLength: NAMES.length,
})
const deletions = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    policy: fc.constantFrom<Policy>('Background', 'Foreground', 'Orphan'),
  }),
  { maxLength: 4 },
)

/** `c` and `e` own each other and each waits for the other; the deletion of `c` is read before the graph has heard of it. */
const TWO_THAT_WAIT: Graph = [
  [
    { owner: 3, blocks: false },
    { owner: 4, blocks: false },
  ],
  [{ owner: 0, blocks: false }],
  [{ owner: 4, blocks: true }],
  [],
  [{ owner: 2, blocks: true }],
  [],
  [],
  [],
]

/** One type, of which one watch tells everything in order; or several, whose watches tell of the same in any order. */
const TYPES = [[CONFIG_MAPS], [CONFIG_MAPS, SECRETS, ACCOUNTS]] as const

/** Makes a plane with the objects of a graph, any of which may own any other, cycles included. */
async function planeWith(graph: Graph, seed: number, types: (typeof TYPES)[number]) {
  const lab = await testPlane({ controllers: ['garbagecollector'], seed, shuffleDeliveries: true })
  const all = types.map((type) => lab.client({ user: TESTER }).resource(type).namespace('default'))
  const objects = (name: string): ResourceClient<object> => all[NAMES.indexOf(name) % all.length] as ResourceClient<object>
  const made = await Promise.all(NAMES.map((name) => objects(name).create({ metadata: { name } })))
  const owners = new Map<string, string[]>()
  for (const [at, name] of NAMES.entries()) {
    const wanted = new Map((graph[at] ?? []).filter(({ owner }) => owner !== at).map((one) => [one.owner, one.blocks]))
    const references = [...wanted].map(([owner, blocks]) => {
      const object = made[owner]
      return object ? ownerOf(object, { blockOwnerDeletion: blocks }) : ({} as OwnerReference)
    })
    owners.set(
      name,
      [...wanted.keys()].map((owner) => NAMES[owner] ?? ''),
    )
    if (references.length > 0) await objects(name).patch(name, { merge: { metadata: { ownerReferences: references } } })
  }
  /** What is there, and who owns it. */
  const state = async (): Promise<Record<string, string[]>> => {
    const lists = await Promise.all(all.map((objects) => objects.list()))
    return Object.fromEntries(
      lists
        .flatMap(({ items }) => items)
        .map(({ metadata }) => [metadata.name, (metadata.ownerReferences ?? []).map(({ name }) => name).sort()]),
    )
  }
  return { lab, objects, owners, state }
}

describe('random graphs', () => {
  test('sequential deletions leave what the model leaves, references included', async () => {
    const property = fc.asyncProperty(
      graphs,
      deletions,
      fc.nat(),
      fc.constantFrom(...TYPES),
      async (graph, deleted, seed, types) => {
        const { lab, objects, owners, state } = await planeWith(graph, seed + 1, types)
        const model = new Model(owners)
        await lab.settled()
        for (const { name, policy } of deleted) {
          if (!model.owners.has(name)) continue
          model.delete(name, policy)
          await objects(name).delete(name, { propagationPolicy: policy })
          await lab.advance(10_000)
          expect(await state()).toEqual(model.state)
        }
        expect(wrongChanges(lab, { asked: deletedBy(lab, TESTER) })).toEqual([])
        await lab.close()
      },
    )
    await fc.assert(property, { numRuns: 40 })
  }, 60_000)

  test('concurrent deletions leave what the model leaves, in whatever order events arrive', async () => {
    const property = fc.asyncProperty(
      graphs,
      deletions,
      fc.nat(),
      fc.constantFrom(...TYPES),
      async (graph, deleted, seed, types) => {
        const { lab, objects, owners, state } = await planeWith(graph, seed + 1, types)
        const asked = new Set(deleted.map(({ name }) => name))
        await Promise.all(
          deleted.map(({ name, policy }) =>
            objects(name)
              .delete(name, { propagationPolicy: policy })
              .catch(() => {}),
          ),
        )
        await lab.advance(30_000)
        const left = await state()
        if (deleted.every(({ policy }) => policy !== 'Orphan')) {
          const model = new Model(owners)
          for (const { name, policy } of deleted) model.delete(name, policy)
          expect(left).toEqual(model.state)
        }
        // An orphan that loses another owner at the same time stays or goes, by which of the two comes first.
        for (const name of NAMES) {
          const before = owners.get(name) ?? []
          const keeps = !asked.has(name) && (before.length === 0 || before.some((owner) => owner in left))
          if (keeps) expect(left).toHaveProperty(name)
          if (asked.has(name)) expect(left).not.toHaveProperty(name)
          expect((left[name] ?? []).filter((owner) => !(owner in left))).toEqual([])
        }
        expect([...wrongChanges(lab, { asked: deletedBy(lab, TESTER) }), ...leftBehind(lab)]).toEqual([])
        await lab.close()
      },
    )
    await fc.assert(property, {
      numRuns: 60,
      examples: [[TWO_THAT_WAIT, [{ name: 'c', policy: 'Foreground' }], 1776616322, TYPES[0]]],
    })
  }, 60_000)
})
