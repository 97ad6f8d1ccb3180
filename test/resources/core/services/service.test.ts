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
