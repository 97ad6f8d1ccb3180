import { expect, test } from '@jest/globals'
import { seatsOf } from '../../../src/endpoints/flow/request-seats.js'
import { testPlane } from '../../server/plane.js'
import { parsed } from '../../server/requests.js'

const PODS = '/api/v1/configmaps'

test.each([
  { url: PODS, objects: 0, seats: 1 },
  { url: PODS, objects: 999, seats: 1 },
  { url: PODS, objects: 3500, seats: 4 },
  { url: PODS, objects: 1_000_000, seats: 10 },
  { url: '/api/v1/namespaces/n/configmaps', objects: 3500, seats: 4 },
  { url: `${PODS}?limit=500`, objects: 1_000_000, seats: 1 },
  { url: `${PODS}?limit=2000`, objects: 1_000_000, seats: 3 },
  { url: `${PODS}?limit=-5`, objects: 3500, seats: 4 },
  { url: `${PODS}?limit=many`, objects: 3500, seats: 4 },
  // To find one object that has a label, all are gone through.
  { url: `${PODS}?limit=1&labelSelector=a`, objects: 3500, seats: 4 },
  { url: `${PODS}?watch=1`, objects: 3500, seats: 4 },
  { url: `${PODS}?watch=1&resourceVersion=0`, objects: 3500, seats: 4 },
  { url: `${PODS}?watch=1&resourceVersion=7`, objects: 3500, seats: 1 },
  { url: `${PODS}?watch=1&resourceVersion=7&sendInitialEvents=true`, objects: 3500, seats: 4 },
  { url: '/api/v1/namespaces/n/configmaps/a', objects: 3500, seats: 1 },
  { url: '/api/v1/nosuch', objects: 3500, seats: 1 },
  { url: '/version', objects: 3500, seats: 1 },
])('$url among $objects objects takes $seats', async ({ url, objects, seats }) => {
  const { plane } = await testPlane()
  expect(seatsOf(parsed(url), { catalog: plane.registry.catalog, count: () => objects })).toBe(seats)
  await plane.close()
})

test('a collection request over many objects takes several, a creation one', async () => {
  const { plane } = await testPlane()
  const sources = { catalog: plane.registry.catalog, count: () => 3500 }
  expect(seatsOf(parsed(PODS, { method: 'DELETE' }), sources)).toBe(4)
  expect(seatsOf(parsed(PODS, { method: 'POST' }), sources)).toBe(1)
  await plane.close()
})
