import { describe, expect, test } from '@jest/globals'
import { platformDialect } from '../../../src/meta/index.js'
import { packagedKinds } from '../../../src/resources/packaged/index.js'
import { objectOf, pick, update } from '../support.js'

const definitions = Object.values(packagedKinds())

/** The faults of a status that is written, over a stored one. */
function causesOf(
  plural: string,
  group: string,
  status: object,
  { live = {}, spec = {} }: { live?: object; spec?: object } = {},
) {
  const definition = pick(definitions, plural, group)
  const stored = objectOf(definition, { spec, status: live })
  return update(definition, stored, { ...stored, status }, 'status').causes
}

describe('the counts of a status', () => {
  test.each([
    ['deployments', 'apps'],
    ['replicasets', 'apps'],
    ['statefulsets', 'apps'],
    ['replicationcontrollers', ''],
  ])('of %s are not negative, and parts are not more than the whole', (plural, group) => {
    const negative = 'must be greater than or equal to 0'
    expect(causesOf(plural, group, { replicas: 2, readyReplicas: 2, availableReplicas: 1 })).toEqual([])
    expect(causesOf(plural, group, { replicas: 2, availableReplicas: -1 })).toEqual([
      `status.availableReplicas: Invalid value: -1: ${negative}`,
    ])
    expect(causesOf(plural, group, { observedGeneration: -1 })).toEqual([
      `status.observedGeneration: Invalid value: -1: ${negative}`,
    ])
    expect(causesOf(plural, group, { replicas: 1, readyReplicas: 3 })).toEqual([
      'status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas',
    ])
    expect(causesOf(plural, group, { replicas: 3, readyReplicas: 1, availableReplicas: 2 })).toEqual([
      'status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas',
    ])
  })

  test.each([
    ['daemonsets', 'apps', 'numberReady'],
    ['horizontalpodautoscalers', `autoscaling`, 'desiredReplicas'],
    ['poddisruptionbudgets', 'policy', 'disruptionsAllowed'],
  ])('of %s are not negative', (plural, group, name) => {
    expect(causesOf(plural, group, { [name]: -1 })).toEqual([
      `status.${name}: Invalid value: -1: must be greater than or equal to 0`,
    ])
  })

  test('collisions are never fewer', () => {
    const live = { collisionCount: 2 }
    expect(causesOf('deployments', 'apps', { collisionCount: 2 }, { live })).toEqual([])
    expect(causesOf('deployments', 'apps', { collisionCount: 1 }, { live })).toEqual([
      'status.collisionCount: Invalid value: 1: cannot be decremented',
    ])
  })
})

describe('the addresses of a load balancer', () => {
  const balanced = (entry: object) => ({ loadBalancer: { ingress: [entry] } })

  test.each([
    ['services', ''],
    ['ingresses', `networking.${platformDialect.groupDomain}`],
  ])('of %s are addresses and names', (plural, group) => {
    const spec = { type: 'LoadBalancer' }
    expect(causesOf(plural, group, balanced({ ip: '10.0.0.1', hostname: 'a.example' }), { spec })).toEqual([])
    expect(causesOf(plural, group, balanced({ ip: 'x', hostname: '10.0.0.1' }), { spec })).toEqual([
      'status.loadBalancer.ingress[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'status.loadBalancer.ingress[0].hostname: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
    ])
  })

  test.each<readonly [entry: object, causes: readonly string[]]>([
    [{ ip: '10.0.0.1', ipMode: 'Proxy' }, []],
    [{ ip: '10.0.0.1', ipMode: 'Direct' }, ['Unsupported value: "Direct": supported values: "Proxy", "VIP"']],
    [{ hostname: 'a.example', ipMode: 'VIP' }, ['Forbidden: may not be specified when `ip` is not set']],
    [{ hostname: 'a.example' }, []],
  ])('%j of a service has the causes %j about its mode', (entry, causes) => {
    expect(causesOf('services', '', balanced(entry), { spec: { type: 'LoadBalancer' } })).toEqual(
      causes.map((cause) => `status.loadBalancer.ingress[0].ipMode: ${cause}`),
    )
  })

  test('have a mode where the body is not of a load balancer, whose default it would get', () => {
    const definition = pick(definitions, 'services')
    const live = objectOf(definition, { spec: { type: 'LoadBalancer' } })
    const sent = objectOf(definition, { spec: { type: 'NodePort' }, status: balanced({ ip: '10.0.0.1' }) })
    expect(update(definition, live, sent, 'status').causes).toEqual([
      'status.loadBalancer.ingress[0].ipMode: Required value: must be specified when `ip` is set',
    ])
  })

  test('are for services of that type only', () => {
    expect(causesOf('services', '', balanced({ ip: '10.0.0.1' }), { spec: { type: 'ClusterIP' } })).toEqual([
      'status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is "LoadBalancer"',
    ])
  })
})
