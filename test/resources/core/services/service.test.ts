import { expect, test } from '@jest/globals'
import type { ApiObject } from '../../../../src/meta/index.js'
import { type Change, changed, kinds, stored } from '../../packaged/support.js'
import { update } from '../../support.js'

const address = { ip: '192.0.2.1', ipMode: 'VIP' }
const conditions = [{ type: 'Ready', status: 'True' }]
const balanced: ApiObject = {
  ...stored('Service', { 'spec.type': 'LoadBalancer' }),
  status: { loadBalancer: { ingress: [address] }, conditions },
}
const write = (change: Change, subresource = '') => update(kinds.Service, balanced, changed(balanced, change), subresource).object

test.each<readonly [change: Change, loadBalancer: object]>([
  [{ 'spec.type': 'ClusterIP' }, {}],
  [{ 'spec.type': 'NodePort' }, {}],
  [{ 'spec.type': 'ExternalName', 'spec.externalName': 'example.com' }, {}],
  [{ 'spec.selector': { app: 'a' } }, { ingress: [address] }],
])('a LoadBalancer Service that gets %j has the load balancer %j', (change, loadBalancer) => {
  expect(write(change).status).toEqual({ loadBalancer, conditions })
})

test.each<readonly [entry: object, kept: object]>([
  [{ ip: '192.0.2.2' }, { ip: '192.0.2.2', ipMode: 'VIP' }],
  [
    { ip: '192.0.2.2', ipMode: 'Proxy' },
    { ip: '192.0.2.2', ipMode: 'Proxy' },
  ],
  [{ hostname: 'a.example' }, { hostname: 'a.example' }],
])('the address %j of a load balancer is stored as %j', (entry, kept) => {
  expect(write({ 'status.loadBalancer.ingress': [entry] }, 'status').status).toMatchObject({ loadBalancer: { ingress: [kept] } })
})

const timeoutOf = (timeoutSeconds: number) => ({ clientIP: { timeoutSeconds } })

test.each<readonly [change: Change, config: object | undefined]>([
  [{ 'spec.sessionAffinity': 'ClientIP' }, timeoutOf(10_800)],
  [{ 'spec.sessionAffinity': 'ClientIP', 'spec.sessionAffinityConfig': {} }, timeoutOf(10_800)],
  [{ 'spec.sessionAffinity': 'ClientIP', 'spec.sessionAffinityConfig': { clientIP: {} } }, timeoutOf(10_800)],
  [{ 'spec.sessionAffinity': 'ClientIP', 'spec.sessionAffinityConfig': timeoutOf(5) }, timeoutOf(5)],
  [{ 'spec.sessionAffinityConfig': timeoutOf(5) }, undefined],
  [{ 'spec.sessionAffinity': 'None', 'spec.sessionAffinityConfig': timeoutOf(5) }, undefined],
])('a Service with %j has the affinity %j', (change, config) => {
  expect((stored('Service', change).spec as Change).sessionAffinityConfig).toEqual(config)
})

const external: Change = { 'spec.externalIPs': ['192.0.2.1'] }
const local: Change = { 'spec.type': 'LoadBalancer', 'spec.externalTrafficPolicy': 'Local', 'spec.healthCheckNodePort': 30_000 }

test.each<readonly [before: Change, change: Change, field: string, value: unknown]>([
  [{}, external, 'externalTrafficPolicy', 'Cluster'],
  [external, {}, 'externalTrafficPolicy', 'Cluster'],
  [external, { 'spec.externalIPs': undefined }, 'externalTrafficPolicy', undefined],
  [local, {}, 'healthCheckNodePort', 30_000],
  [local, { 'spec.externalTrafficPolicy': 'Cluster' }, 'healthCheckNodePort', undefined],
  [{ 'spec.sessionAffinity': 'ClientIP' }, { 'spec.sessionAffinity': 'None' }, 'sessionAffinityConfig', undefined],
])('a Service with %j that gets %j has the %s %j', (before, change, field, value) => {
  const live = stored('Service', before)
  const { object, causes } = update(kinds.Service, live, changed(live, change))
  expect(causes).toEqual([])
  expect((object.spec as Change)[field]).toEqual(value)
})
