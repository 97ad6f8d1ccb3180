import { expect, test } from '@jest/globals'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { describeSharedPlanes } from './shared-planes.js'

const kinds = packagedKinds()
/** What Services and the service of the plane itself need. */
const resources = [kinds.Service, kinds.Endpoints, kinds.EndpointSlice]

/** Thirteen addresses for Services beside the plane's own, and as many ports. */
const RANGES = { serviceClusterIPRange: '10.1.0.0/28', serviceNodePortRange: '30000-30012' }
const ROOM = 13

describeSharedPlanes('services', (openPlane) => {
  const open = async () => {
    const plane = await openPlane({ resources, controllers: ['cluster-objects'], ...RANGES })
    return plane.client().resource(kinds.Service).namespace('default')
  }
  const node = (name: string) => ({ metadata: { name }, spec: { type: 'NodePort' as const, ports: [{ port: 80 }] } })
  const heldBy = (made: readonly { readonly spec?: { clusterIP?: string; ports?: readonly { nodePort?: number }[] } }[]) => ({
    addresses: made.map(({ spec }) => spec?.clusterIP).sort(),
    ports: made.map(({ spec }) => spec?.ports?.[0]?.nodePort).sort(),
  })

  test('that write concurrently get the whole range, each part once, and released parts are allocated again', async () => {
    const both = [await open(), await open()] as const
    const [first, second] = both
    const names = Array.from({ length: ROOM }, (_, i) => `s${i}`)
    const made = await Promise.all(names.map((name, i) => (i % 2 ? first : second).create(node(name))))
    const held = heldBy(made)
    expect(new Set(held.addresses).size).toBe(ROOM)
    expect(new Set(held.ports).size).toBe(ROOM)
    await expect(first.create(node('more'))).rejects.toThrow('range is full')
    await expect(second.create(node('more'))).rejects.toThrow('range is full')

    // All go, each through the plane that did not make it; then the range is there for others, through either.
    await Promise.all(names.map((name, i) => (i % 2 ? second : first).delete(name)))
    // That of the plane itself stays.
    for (const services of both) expect((await services.list()).items).toHaveLength(1)
    const again = await Promise.all(names.map((name, i) => (i % 3 ? first : second).create(node(`again-${name}`))))
    expect(heldBy(again)).toEqual(held)
  })

  test('that request the same address and port repeatedly: one of them gets them each time', async () => {
    const both = [await open(), await open()] as const
    const asked = { type: 'NodePort' as const, clusterIP: '10.1.0.9', ports: [{ port: 80, nodePort: 30_007 }] }
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.allSettled(
        both.map((services, i) => services.create({ metadata: { name: `s${i}` }, spec: asked })),
      )
      const winner = answers.findIndex(({ status }) => status === 'fulfilled')
      const refusal = answers.find((answer) => answer.status === 'rejected')
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(String(refusal?.reason)).toMatch(/already allocated/)
      await both[winner === 0 ? 1 : 0].delete(`s${winner}`)
    }
  })
})
