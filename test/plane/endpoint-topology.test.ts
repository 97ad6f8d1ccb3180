import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { kinds } from '../admission/kinds.js'
import { jsonOf, requestOf } from '../server/requests.js'

const PATCH = { headers: { 'content-type': 'application/merge-patch+json' } }
const pathOf = (version: string) => `/apis/discovery.platform.io/${version}/namespaces/default/endpointslices`

let plane: ControlPlane
beforeEach(async () => {
  plane = await createControlPlane({ release: '1.24', resources: kinds, logger: { error() {}, info() {} } })
})
afterEach(() => plane.close())

/** Sends a request and returns the endpoints of the answer. */
async function endpointsAfter(url: string, method: string, body?: object): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const response = await plane.handle(requestOf(url, { method, ...(method === 'PATCH' && PATCH), ...(body && { body }) }))
  return (jsonOf(response) as { endpoints: [] }).endpoints
}

const older = {
  metadata: { name: 's' },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.0.0.1'], topology: { 'platform.io/hostname': 'n', rack: '1' } }],
}
const present = { addresses: ['10.0.0.1'], nodeName: 'n' }

test('a topology is set in the older version, and shown in the present one until its endpoints change', async () => {
  await endpointsAfter(pathOf('v1beta1'), 'POST', older)
  const labelled = await endpointsAfter(`${pathOf('v1')}/s`, 'PATCH', { metadata: { labels: { a: 'b' } } })
  expect(labelled).toMatchObject([{ ...present, deprecatedTopology: { rack: '1' } }])
  const changed = await endpointsAfter(`${pathOf('v1')}/s`, 'PATCH', { endpoints: [{ ...present, hostname: 'h' }] })
  expect(changed).toMatchObject([{ ...present, hostname: 'h' }])
  expect(changed[0]).not.toHaveProperty('deprecatedTopology')
})

test.each([
  ['a create', 'POST', ''],
  ['an update', 'PUT', '/s'],
])('a topology is ignored in %s of the present version', async (_, method, name) => {
  if (name) await endpointsAfter(pathOf('v1beta1'), 'POST', older)
  const body = { metadata: { name: 's' }, addressType: 'IPv4', endpoints: [{ ...present, deprecatedTopology: { rack: '2' } }] }
  const [endpoint] = await endpointsAfter(`${pathOf('v1')}${name}`, method, body)
  expect(endpoint).toMatchObject(present)
  expect(endpoint).not.toHaveProperty('deprecatedTopology')
})

test('a topology can be changed in the older version', async () => {
  await endpointsAfter(pathOf('v1beta1'), 'POST', older)
  const changed = { ...older, endpoints: [{ addresses: ['10.0.0.1'], topology: { rack: '3' } }] }
  expect(await endpointsAfter(`${pathOf('v1beta1')}/s`, 'PUT', changed)).toMatchObject([{ topology: { rack: '3' } }])
  expect(await endpointsAfter(`${pathOf('v1')}/s`, 'GET')).toMatchObject([{ deprecatedTopology: { rack: '3' } }])
})

test('a topology is validated in the older version', async () => {
  const invalid = { ...older, endpoints: [{ addresses: ['10.0.0.1'], topology: { 'a b': 'c' } }] }
  const response = await plane.handle(requestOf(pathOf('v1beta1'), { method: 'POST', body: invalid }))
  expect(response.status).toBe(422)
  expect(jsonOf(response)).toMatchObject({ details: { causes: [{ field: 'endpoints[0].deprecatedTopology' }] } })
})
