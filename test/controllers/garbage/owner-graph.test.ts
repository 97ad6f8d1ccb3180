import { describe, expect, test } from '@jest/globals'
import { OwnerGraph } from '../../../src/controllers/garbage/owner-graph.js'
import { collectGarbage } from '../../support/collect-garbage.js'

const MAPS = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true } as const
const OWNERS = 1_000

/** References that count how often they are looked at. */
function counted() {
  const looks = { count: 0 }
  const ownerReferences = Array.from({ length: OWNERS }, (_, i) => ({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', name: `owner-${i}` },
    get uid() {
      looks.count += 1
      return `uid-${i}`
    },
  }))
  return { looks, ownerReferences }
}

describe('an object that names a thousand owners', () => {
  test('is compared with its previous state in a few steps for each owner', () => {
    const graph = new OwnerGraph(() => {})
    const first = counted()
    const put = (ownerReferences: typeof first.ownerReferences) =>
      graph.put(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { uid: 'own', name: 'own', ownerReferences } })
    put(first.ownerReferences)
    const second = counted()
    put(second.ownerReferences)
    graph.remove('own')
    expect(first.looks.count + second.looks.count).toBeLessThan(OWNERS * 20)
    expect(graph.isEmpty).toBe(true)
  })
})

describe('owners that were not observed', () => {
  const put = (graph: OwnerGraph, uid: string, owners: readonly string[]) => {
    const ownerReferences = owners.map((owner) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid: owner }))
    graph.put(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { uid, name: uid, namespace: 'default', ownerReferences } })
  }
  const dependentsOf = (graph: OwnerGraph, uid: string) => [...graph.dependentsOf(uid)].map((dependent) => dependent.uid)

  test('are known by the objects that name them, and by nothing else', () => {
    const graph = new OwnerGraph(() => {})
    put(graph, 'a', ['x', 'y'])
    put(graph, 'b', ['x'])
    expect(dependentsOf(graph, 'x')).toEqual(['a', 'b'])
    expect(dependentsOf(graph, 'y')).toEqual(['a'])
    expect(graph.get('x')).toBeUndefined()
    put(graph, 'a', ['y'])
    expect(dependentsOf(graph, 'x')).toEqual(['b'])
    graph.remove('b')
    graph.remove('a')
    expect(graph.isEmpty).toBe(true)
  })

  test('are absent when the first event about them is their deletion, and their dependents are examined', () => {
    const looked: string[] = []
    const graph = new OwnerGraph((uid) => looked.push(uid))
    put(graph, 'a', ['x'])
    looked.length = 0
    graph.remove('x')
    expect(looked).toEqual(['a'])
    expect(graph.get('x')).toMatchObject({ state: 'gone' })
    graph.remove('a')
    expect(graph.isEmpty).toBe(true)
  })

  test('may get dependents while the others are iterated', () => {
    const graph = new OwnerGraph(() => {})
    put(graph, 'a', ['x'])
    const seen: string[] = []
    for (const { uid } of graph.dependentsOf('x')) {
      seen.push(uid)
      if (uid === 'a') for (const other of ['b', 'c']) put(graph, other, ['x'])
    }
    expect(seen).toEqual(['a', 'b', 'c'])
  })

  test('use less than 250 bytes each, with the references to them', async () => {
    const graph = new OwnerGraph(() => {})
    await collectGarbage()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < 5; i++) {
      const uids = Array.from({ length: 10_000 }, (_, k) => `0000000${i}-1111-2222-3333-${String(k).padStart(12, '0')}`)
      put(graph, `owned-${i}`, JSON.parse(JSON.stringify(uids)) as string[])
    }
    await collectGarbage()
    expect((process.memoryUsage().heapUsed - before) / 50_000).toBeLessThan(250)
    expect(graph.isEmpty).toBe(false)
  })
})
