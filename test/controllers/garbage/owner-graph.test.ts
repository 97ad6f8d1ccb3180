import { describe, expect, test } from '@jest/globals'
import { OwnerGraph } from '../../../src/controllers/garbage/owner-graph.js'

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
  test('is compared with what it was before in a few looks at each', () => {
    const graph = new OwnerGraph(() => {})
    const first = counted()
    const put = (ownerReferences: typeof first.ownerReferences) =>
      graph.put(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { uid: 'own', name: 'own', ownerReferences } })
    put(first.ownerReferences)
    const second = counted()
    put(second.ownerReferences)
    graph.remove('own')
    expect(first.looks.count + second.looks.count).toBeLessThan(OWNERS * 20)
    expect(graph.size).toBe(0)
  })
})
