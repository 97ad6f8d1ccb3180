import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type ControlPlane, createControlPlane } from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'

const kinds = packagedKinds()
const resources = Object.values(kinds)

describe('services', () => {
  let plane: ControlPlane
  const services = () => plane.client().resource(kinds.Service).namespace('default')
  type Spec = NonNullable<Parameters<ReturnType<typeof services>['create']>[0]['spec']>
  const make = (name: string, spec: Spec = {}) =>
    services().create({ metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } })

  beforeEach(async () => {
    plane = await createControlPlane({ resources, serviceClusterIPRange: '10.1.0.0/29', serviceNodePortRange: '30000-30003' })
  })
  afterEach(() => plane.close())

  test('get an address of the range, each its own, until there is none left', async () => {
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

  test('get the address that they ask for, if it is in the range and free', async () => {
    expect((await make('a', { clusterIP: '10.1.0.6' })).spec?.clusterIP).toBe('10.1.0.6')
    await expect(make('b', { clusterIP: '10.1.0.6' })).rejects.toThrow('provided IP is already allocated')
    await expect(make('b', { clusterIP: '10.1.0.1' })).rejects.toThrow('provided IP is already allocated')
    await expect(make('b', { clusterIP: '10.2.0.1' })).rejects.toThrow('The range of valid IPs is 10.1.0.0/29')
    await expect(make('b', { clusterIP: 'x' })).rejects.toThrow('must be a valid IP address')
    expect((await make('c', { clusterIP: 'None', selector: { a: 'b' } })).spec?.clusterIPs).toEqual(['None'])
    expect((await make('d', { clusterIP: 'None' })).spec?.ipFamilyPolicy).toBe('RequireDualStack')
    expect((await make('e', { type: 'ExternalName', externalName: 'example.com' })).spec).not.toHaveProperty('clusterIP')
  })

  test('keep what they have, and cannot change their address', async () => {
    const { spec } = await make('a', { type: 'NodePort' })
    const live = await services().get('a')
    const updated = await services().update({ ...live, spec: { type: 'NodePort', ports: [{ port: 80 }], selector: { x: 'y' } } })
    expect(updated.spec).toMatchObject({ clusterIP: spec?.clusterIP, ports: [{ nodePort: spec?.ports?.[0]?.nodePort }] })
    await expect(services().patch('a', { merge: { spec: { clusterIP: '10.1.0.6', clusterIPs: ['10.1.0.6'] } } })).rejects.toThrow(
      'may not change once set',
    )
    const plain = await services().patch('a', { merge: { spec: { type: 'ClusterIP' } } })
    expect(plain.spec?.ports?.[0]).not.toHaveProperty('nodePort')
  })

  test('get ports of the nodes when they are reached there, and give them back', async () => {
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

  test('that are only tried take nothing', async () => {
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
  ])('%s are refused', async (_, spec, field) => {
    await expect(make('a', spec)).rejects.toThrow(`${field}: `)
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
