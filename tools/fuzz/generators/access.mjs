// Unusual roles and bindings, and a user who attempts privilege escalation.
import { KINDS, nameFor, objectOf, REVIEWS } from '../objects.mjs'
import { anyShape, bytesOf, PROTOTYPE_KEYS } from '../shapes.mjs'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const strings = (random) =>
  Array.from({ length: random.between(0, 4) }, () =>
    random.pick(['*', 'get', '', 'pods', 'pods/*', '*/status', 'a'.repeat(300), '/x*', '/*x', '*/', ...PROTOTYPE_KEYS]),
  )
const rule = (random) => ({
  verbs: strings(random),
  apiGroups: strings(random),
  resources: strings(random),
  resourceNames: strings(random),
  nonResourceURLs: random.chance(0.3) ? strings(random) : undefined,
})

const TRIES = {
  'many rules': (random, bytes) => [
    write(
      'ClusterRole',
      'clusterroles',
      {
        rules: Array.from({ length: Math.max(1, Math.min(20_000, bytes / 60)) }, () => ({
          verbs: ['get'],
          apiGroups: [''],
          resources: ['pods'],
        })),
      },
      random,
    ),
  ],
  'odd rules': (random) => [
    write('ClusterRole', 'clusterroles', { rules: Array.from({ length: random.between(1, 5) }, () => rule(random)) }, random),
  ],
  'many subjects': (random, bytes) => [
    write(
      'ClusterRoleBinding',
      'clusterrolebindings',
      {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'fuzz-0' },
        subjects: Array.from({ length: Math.max(1, Math.min(20_000, bytes / 80)) }, (_, index) => ({
          kind: 'User',
          apiGroup: 'rbac.authorization.k8s.io',
          name: `u${index}`,
        })),
      },
      random,
    ),
  ],
  'an aggregation of all': (random) => [
    write(
      'ClusterRole',
      'clusterroles',
      {
        aggregationRule: {
          clusterRoleSelectors: Array.from({ length: random.pick([1, 100]) }, () => ({
            matchExpressions: [
              { key: 'a', operator: random.pick(['Exists', 'DoesNotExist', 'In', 'x']), values: strings(random) },
            ],
          })),
        },
        metadata: { labels: { a: 'b' } },
      },
      random,
    ),
  ],
  'a question with many groups': (_random, bytes) => [
    {
      user: 'admin',
      method: 'POST',
      path: `${REVIEWS[1].prefix}/subjectaccessreviews`,
      type: 'application/json',
      body: JSON.stringify({
        spec: {
          user: 'u',
          groups: Array.from({ length: Math.max(1, Math.min(100_000, bytes / 6)) }, (_, index) => `g${index}`),
          resourceAttributes: { verb: 'get', resource: 'pods' },
        },
      }),
    },
  ],
  'a question of a structure': (random, bytes) => [
    {
      user: 'nobody',
      method: 'POST',
      path: `${REVIEWS[0].prefix}/selfsubjectaccessreviews`,
      type: 'application/json',
      body: `{"spec":${anyShape(random, bytes).text}}`,
    },
  ],
  'a binding by a user without rights': (random) => [
    write(
      'ClusterRoleBinding',
      'clusterrolebindings',
      {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
        subjects: [{ kind: 'User', name: 'nobody' }],
      },
      random,
      'nobody',
    ),
  ],
  'all verbs by a user without rights': (random) =>
    Array.from({ length: 3 }, () => random.pick(KINDS)).flatMap((kind) => {
      const object = objectOf(kind, nameFor(random))
      const root = kind.namespaced ? `${kind.prefix}/namespaces/canary/${kind.plural}` : `${kind.prefix}/${kind.plural}`
      const one = `${root}/canary${random.pick(['', '/status', '/scale', '/x'])}`
      return [
        ['GET', root],
        ['GET', `${kind.prefix}/${kind.plural}`],
        ['GET', `${kind.prefix}/watch/${kind.plural}`],
        ['GET', `${root}?watch=1`],
        ['POST', root],
        ['DELETE', root],
        ['GET', one],
        ['PUT', one],
        ['PATCH', one],
        ['DELETE', one],
      ].map(([method, path]) => ({
        user: random.pick(['nobody', 'none']),
        method,
        path,
        type: method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        body: ['POST', 'PUT', 'PATCH'].includes(method) ? JSON.stringify(object) : undefined,
      }))
    }),
}

function write(kind, plural, { metadata, ...fields }, random, user = 'admin') {
  const name = nameFor(random)
  const body = JSON.stringify({ apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name, ...metadata }, ...fields })
  return random.chance(0.5)
    ? { user, method: 'POST', path: `${RBAC}/${plural}`, type: 'application/json', body }
    : { user, method: 'PUT', path: `${RBAC}/${plural}/${name}`, type: 'application/json', body }
}

export function access(random, size) {
  const name = random.pick(Object.keys(TRIES))
  return { title: name, steps: TRIES[name](random, bytesOf(random, size)) }
}
