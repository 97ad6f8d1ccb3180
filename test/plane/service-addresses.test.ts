import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { ApiError } from '../../src/meta/index.js'
import { type ControlPlane, createControlPlane } from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { type CommitRequest, createMemoryStorage } from '../../src/storage/index.js'
import { LateStorage } from '../support/late-storage.js'
import { settle } from '../support/manual-clock.js'

const kinds = packagedKinds()
const resources = Object.values(kinds)

describe('services', () => {
  let plane: ControlPlane
  const services = () => plane.client().resource(kinds.Service).namespace('default')
  type Spec = NonNullable<Parameters<ReturnType<typeof services>['create']>[0]['spec']>
  const make = (name: string, spec: Spec = {}) =>
    services().create({ metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } })

  beforeEach(async () => {
    plane = await createControlPlane({
      resources,
      controllers: ['cluster-objects'],
      serviceClusterIPRange: '10.1.0.0/29',
      serviceNodePortRange: '30000-30003',
    })
  })
  afterEach(() => plane.close())

  test('get a unique address of the range, until it is exhausted', async () => {
    const found = new Set<string | undefined>()
    // Of eight addresses one is the network's, one is for all at once, and the first is the plane's own.
    for (let i = 0; i < 5; i++) {
      const { spec } = await make(`s${i}`)
      expect(spec).toMatchObject({ clusterIPs: [spec?.clusterIP], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' })
      found.add(spec?.clusterIP)
    }
    expect([...found].sort()).toEqual([2, 3, 4, 5, 6].map((last) => `10.1.0.${last}`))
    await expect(make('more')).rejects.toThrow('range is full')
    await services().delete('s3')
    expect(found).toContain((await make('more')).spec?.clusterIP)
  })

  test('that are written at once get different ones', async () => {
    const made = await Promise.all(['a', 'b', 'c'].map((name) => make(name, { type: 'NodePort' })))
    expect(new Set(made.map(({ spec }) => spec?.clusterIP)).size).toBe(3)
    expect(new Set(made.map(({ spec }) => spec?.ports?.[0]?.nodePort)).size).toBe(3)
  })

  test('get the requested address, if it is in the range and free', async () => {
    expect((await make('a', { clusterIP: '10.1.0.6' })).spec?.clusterIP).toBe('10.1.0.6')
    await expect(make('b', { clusterIP: '10.1.0.6' })).rejects.toThrow('provided IP is already allocated')
    await expect(make('b', { clusterIP: '10.1.0.1' })).rejects.toThrow('provided IP is already allocated')
    await expect(make('b', { clusterIP: '10.2.0.1' })).rejects.toThrow('The range of valid IPs is 10.1.0.0/29')
    await expect(make('b', { clusterIP: 'x' })).rejects.toThrow('must be a valid IP address')
    expect((await make('c', { clusterIP: 'None', selector: { a: 'b' } })).spec?.clusterIPs).toEqual(['None'])
    expect((await make('d', { clusterIP: 'None' })).spec?.ipFamilyPolicy).toBe('RequireDualStack')
    expect((await make('e', { type: 'ExternalName', externalName: 'example.com' })).spec).not.toHaveProperty('clusterIP')
  })

  test('keep their address, and cannot change it', async () => {
    const { spec } = await make('a', { type: 'NodePort' })
    const live = await services().get('a')
    const updated = await services().update({ ...live, spec: { type: 'NodePort', ports: [{ port: 80 }], selector: { x: 'y' } } })
    expect(updated.spec).toMatchObject({ clusterIP: spec?.clusterIP, ports: [{ nodePort: spec?.ports?.[0]?.nodePort }] })
    await expect(services().patch('a', { merge: { spec: { clusterIP: '10.1.0.6', clusterIPs: ['10.1.0.6'] } } })).rejects.toThrow(
      'may not change once set',
    )
    const plain = await services().patch('a', { merge: { spec: { type: 'ClusterIP' } } })
    expect(plain.spec?.ports?.[0]).not.toHaveProperty('nodePort')
    const named = await services().patch('a', { merge: { spec: { type: 'ExternalName', externalName: 'example.com' } } })
    expect(named.spec).not.toHaveProperty('clusterIP')
    expect(named.spec).not.toHaveProperty('ipFamilies')
  })

  test('get node ports for their types, and release them', async () => {
    const { spec } = await make('a', {
      type: 'NodePort',
      ports: [
        { name: 't', port: 53 },
        { name: 'u', port: 53, protocol: 'UDP' },
      ],
    })
    const [tcp, udp] = spec?.ports ?? []
    expect(tcp?.nodePort).toBe(udp?.nodePort)
    await expect(make('b', { type: 'NodePort', ports: [{ port: 80, nodePort: tcp?.nodePort ?? 0 }] })).rejects.toThrow(
      'provided port is already allocated',
    )
    await expect(make('b', { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] })).rejects.toThrow(
      'The range of valid ports is 30000-30003',
    )
    await services().delete('a')
    const again = await make('b', { type: 'NodePort', ports: [{ port: 80, nodePort: tcp?.nodePort ?? 0 }] })
    expect(again.spec?.ports?.[0]?.nodePort).toBe(tcp?.nodePort)
  })

  test('of a dry run allocate nothing', async () => {
    for (let i = 0; i < 10; i++)
      await services().create({ metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } }, { dryRun: true })
    expect((await make('a')).spec?.clusterIP).toMatch(/^10\.1\.0\.[2-6]$/)
  })

  test.each<readonly [what: string, spec: Spec, field: string]>([
    ['without ports', { ports: [] }, 'spec.ports'],
    ['with ports without names', { ports: [{ port: 1 }, { port: 2 }] }, 'spec.ports[0].name'],
    [
      'with a port twice',
      {
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 1 },
        ],
      },
      'spec.ports[1]',
    ],
    ['with a port that is none', { ports: [{ port: 70000 }] }, 'spec.ports[0].port'],
    ['for a name without one', { type: 'ExternalName' }, 'spec.externalName'],
    ['with an address outside that is none', { externalIPs: ['x'] }, 'spec.externalIPs[0]'],
    ['of another family', { ipFamilies: ['IPv6'] }, 'spec.ipFamilies[0]'],
    ['of two families', { ipFamilyPolicy: 'RequireDualStack' }, 'spec.ipFamilyPolicy'],
    ['for a name, with an address', { type: 'ExternalName', externalName: 'a', clusterIP: '10.1.0.5' }, 'spec.clusterIPs'],
  ])('%s are refused', async (_, spec, field) => {
    await expect(make('a', spec)).rejects.toThrow(`${field}: `)
  })
})

describe('services of planes that share a storage', () => {
  const planes: ControlPlane[] = []
  const open = async (storage: LateStorage) => {
    const plane = await createControlPlane({
      resources,
      storage,
      serviceClusterIPRange: '10.1.0.0/26',
      serviceNodePortRange: '30000-30040',
    })
    planes.push(plane)
    return plane.client().resource(kinds.Service).namespace('default')
  }
  const node = (name: string, nodePort?: number) => ({
    metadata: { name },
    spec: { type: 'NodePort' as const, ports: [{ port: 80, ...(nodePort && { nodePort }) }] },
  })
  const at = (name: string, clusterIP: string) => ({ metadata: { name }, spec: { clusterIP, ports: [{ port: 80 }] } })
  afterEach(async () => {
    for (const plane of planes.splice(0)) await plane.close()
  })

  test('get different addresses and ports, also when all write at once', async () => {
    const storage = createMemoryStorage()
    const [first, second, third] = [
      await open(new LateStorage(storage)),
      await open(new LateStorage(storage)),
      await open(new LateStorage(storage)),
    ]
    const made = await Promise.all(
      [first, second, third].flatMap((services, plane) =>
        Array.from({ length: 8 }, (_, i) => services.create(node(`s-${plane}-${i}`))),
      ),
    )
    expect(new Set(made.map(({ spec }) => spec?.clusterIP)).size).toBe(made.length)
    expect(new Set(made.map(({ spec }) => spec?.ports?.[0]?.nodePort)).size).toBe(made.length)
  })

  test.each([
    { what: 'address', of: (name: string) => at(name, '10.1.0.20') },
    { what: 'port', of: (name: string) => node(name, 30_020) },
  ])('that request the same $what at once: one of them gets it, and another one when that is deleted', async ({ of }) => {
    const storage = createMemoryStorage()
    const [first, second] = [await open(new LateStorage(storage)), await open(new LateStorage(storage))]
    const answers = await Promise.allSettled([first.create(of('a')), second.create(of('b'))])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refusal = answers.find((answer) => answer.status === 'rejected')
    expect(String(refusal?.reason)).toMatch(/already allocated/)
    // Nor does one that comes later, from a plane that has heard nothing since.
    const [winner, loser] = answers[0]?.status === 'fulfilled' ? [first, second] : [second, first]
    await expect(loser.create(of('c'))).rejects.toThrow('already allocated')
    await winner.delete(winner === first ? 'a' : 'b')
    await settle()
    expect(await loser.create(of('c'))).toBeDefined()
  })

  test.each([
    { code: 503, isFree: true },
    { code: 504, isFree: false },
  ])('whose write fails with $code release their address: $isFree', async ({ code, isFree }) => {
    const storage = createMemoryStorage()
    class Failing extends LateStorage {
      override commit(request: CommitRequest) {
        if (!request.key.startsWith('/services/default/a')) return super.commit(request)
        return Promise.reject(new ApiError({ code, message: 'the storage does not answer' }))
      }
    }
    const [first, second] = [await open(new Failing(storage)), await open(new LateStorage(storage))]
    await expect(first.create(at('a', '10.1.0.20'))).rejects.toThrow('does not answer')
    await settle()
    const next = second.create(at('b', '10.1.0.20'))
    if (isFree) expect(await next).toBeDefined()
    else await expect(next).rejects.toThrow('already allocated')
  })
})

test.each([
  { options: { serviceClusterIPRange: '10.0.0.0' }, line: /^serviceClusterIPRange "10\.0\.0\.0": expected a range such as/ },
  { options: { serviceClusterIPRange: '10.0.0.0/32' }, line: /^serviceClusterIPRange / },
  { options: { serviceNodePortRange: '30000' }, line: /^serviceNodePortRange "30000": expected a range such as 30000-32767$/ },
  { options: { serviceNodePortRange: '2-1' }, line: /^serviceNodePortRange / },
  { options: { advertise: { address: 'here', port: 1 } }, line: /advertise\.address is "here": expected an IP address$/ },
  { options: { advertise: { address: '192.0.2.1', port: 0 } }, line: /advertise\.port is 0: expected a port from 1 to 65535$/ },
])('$options is refused in one line', async ({ options, line }) => {
  await expect(createControlPlane(options)).rejects.toThrow(line)
})
