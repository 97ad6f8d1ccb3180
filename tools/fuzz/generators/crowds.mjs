// Many connections of one user without rights: other users have to be served meanwhile.
import { NAMESPACES } from '../objects.mjs'

const path = `/api/v1/namespaces/${NAMESPACES[0]}/configmaps`
const write = (random) => ({
  user: 'admin',
  method: 'PUT',
  path: `${path}/fuzz-crowd-${random.int(3)}`,
  type: 'application/json',
  body: '{}',
})

const CROWDS = {
  'bodies that do not end': { method: 'POST', path, type: 'application/json', body: '{"metadata":', endless: true },
  'patches that do not end': {
    method: 'PATCH',
    path: `${path}/x`,
    type: 'application/merge-patch+json',
    body: '{',
    endless: true,
  },
  'reviews that do not end': {
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    type: 'application/json',
    body: '{',
    endless: true,
  },
  'answers that are not read': { method: 'GET', path: '/openapi/v2', headers: {} },
  watches: { method: 'GET', path: `${path}?watch=true&timeoutSeconds=5`, headers: {}, mayRun: true },
}

export function crowds(random, size) {
  const name = random.pick(Object.keys(CROWDS))
  const count = Math.max(1, Math.floor(random.pick([250, 500, 1000]) * size))
  const request = { ...CROWDS[name], user: random.pick(['nobody', 'nobody', 'none']) }
  return {
    title: `${count} ${name}, of ${request.user}`,
    steps: [{ crowd: { count, request, reads: false, forMs: 200, meanwhile: { ...write(random), never: [429, 503] } } }],
  }
}
