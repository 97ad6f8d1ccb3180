import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { testPlane } from '../../../src/public/testing.js'
import { configMaps, namesOf, ownerOf } from '../support.js'

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
const TWO_THAT_WAIT = [
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

/** Makes a plane with the objects of a graph, any of which may own any other, circles included. */
async function planeWith(graph: readonly (readonly { owner: number; blocks: boolean }[])[], seed: number) {
  const lab = await testPlane({ controllers: ['garbagecollector'], seed, shuffleDeliveries: true })
  const maps = configMaps(lab.client())
  const made = await Promise.all(NAMES.map((name) => maps.create({ metadata: { name } })))
  const owners = new Map<string, string[]>()
  for (const [at, name] of NAMES.entries()) {
    const wanted = new Map((graph[at] ?? []).filter(({ owner }) => owner !== at).map((one) => [one.owner, one.blocks]))
    const references = [...wanted].map(([owner, blocks]) => {
      const object = made[owner]
      return object ? ownerOf(object, { blockOwnerDeletion: blocks }) : {}
    })
    owners.set(
      name,
      [...wanted.keys()].map((owner) => NAMES[owner] ?? ''),
    )
    if (references.length > 0) await maps.patch(name, { merge: { metadata: { ownerReferences: references } } })
  }
  return { lab, maps, owners }
}

describe('random graphs', () => {
  test('deletions one after the other leave what the rules leave, references included', async () => {
    const property = fc.asyncProperty(graphs, deletions, fc.nat(), async (graph, deleted, seed) => {
      const { lab, maps, owners } = await planeWith(graph, seed + 1)
      const model = new Model(owners)
      await lab.settled()
      for (const { name, policy } of deleted) {
        if (!model.owners.has(name)) continue
        model.delete(name, policy)
        await maps.delete(name, { propagationPolicy: policy })
        await lab.advance(10_000)
        const { items } = await maps.list()
        const state = items.map(({ metadata }) => [
          metadata.name,
          (metadata.ownerReferences ?? []).map((reference) => reference.name).sort(),
        ])
        expect(Object.fromEntries(state)).toEqual(model.state)
      }
      await lab.close()
    })
    await fc.assert(property, { numRuns: 40 })
  }, 60_000)

  test('deletions all at once take nothing that still has an owner, and leave nothing without one', async () => {
    const property = fc.asyncProperty(graphs, deletions, fc.nat(), async (graph, deleted, seed) => {
      const { lab, maps, owners } = await planeWith(graph, seed + 1)
      const asked = new Set(deleted.map(({ name }) => name))
      await Promise.all([...deleted].map(({ name, policy }) => maps.delete(name, { propagationPolicy: policy }).catch(() => {})))
      await lab.advance(30_000)
      const left = new Set(await namesOf(maps))
      for (const name of NAMES) {
        const before = owners.get(name) ?? []
        const keeps = !asked.has(name) && (before.length === 0 || before.some((owner) => left.has(owner)))
        if (keeps) expect(left).toContain(name)
        if (asked.has(name)) expect(left).not.toContain(name)
      }
      for (const { metadata } of (await maps.list()).items) {
        expect((metadata.ownerReferences ?? []).filter(({ name }) => !left.has(name))).toEqual([])
      }
      await lab.close()
    })
    await fc.assert(property, { numRuns: 40, examples: [[TWO_THAT_WAIT, [{ name: 'c', policy: 'Foreground' }], 1776616322]] })
  }, 60_000)
})
