// What control loops and an admission plugin make of objects of users. The work comes after the request, so it is measured while a
// watch is open.
import { create, id, many, merge, remove } from './make.mjs'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const quiet = { quiet: true }
const fast = { quiet: true, parallel: true }
const watch = (seconds) => ({
  method: 'GET',
  path: `/api/v1/namespaces?watch=true&timeoutSeconds=${seconds}&fieldSelector=metadata.name=default`,
})
const namespace = (name) =>
  create('', '/api/v1/namespaces', () => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }), quiet)
const map = (name, metadata) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata } })

const held = (i) => map(`c${i}`, { finalizers: many(30_000, (j) => `a.b/${id(i)}.${id(j)}`) })

const KNOT = '/api/v1/namespaces/knot/configmaps'
const SIZE = 100
const digits = (n) => String(n).padStart(3, '0')
const dependents = many(SIZE, (i) => `d${digits(i)}`)
const inVain = many(SIZE, (i) => `b${digits(SIZE - i)}`)
/** Each is read once. */
const uids = new Map()
const references = (owners, read) =>
  Promise.all(
    owners.map(async (name) => {
      if (!uids.has(name)) uids.set(name, (await read(`${KNOT}/${name}`)).metadata.uid)
      return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: uids.get(name), blockOwnerDeletion: true }
    }),
  )
const owned = (name, owners, finalizers = []) =>
  create(
    '',
    KNOT,
    async (_version, _number, read) =>
      map(name, { labels: { x: 'y' }, finalizers, ownerReferences: await references(owners, read) }),
    quiet,
  )

const longRole = (i) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: `long${i}`, labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
  rules: many(9000, (j) => ({ apiGroups: [''], resources: ['pods'], verbs: ['get'], resourceNames: [`${id(i)}-${id(j)}`] })),
})

export const controlLoops = () => [
  [
    'Control loops',
    [
      namespace('held'),
      ...many(60, (i) => create('', '/api/v1/namespaces/held/configmaps', () => held(i), fast)),
      remove('a namespace that 1.8 million finalizers hold', '/api/v1/namespaces/held', { meanwhile: watch(12) }),
      // Otherwise the loop goes on while others are measured.
      ...many(60, (i) => merge('', `/api/v1/namespaces/held/configmaps/c${i}`, () => ({ metadata: { finalizers: null } }), fast)),

      namespace('knot'),
      owned('e', []),
      ...dependents.map((name) => owned(name, ['e'])),
      owned('c', dependents, ['a.b/hold']),
      ...inVain.map((name, i) => owned(name, [...dependents, ...inVain.slice(0, i)])),
      owned('a', [...inVain, 'c'], ['a.b/hold']),
      remove('200 objects in the foreground', `${KNOT}?propagationPolicy=Foreground&labelSelector=x%3Dy`, {
        meanwhile: watch(15),
      }),
      merge(
        '100 circles of them',
        `${KNOT}/e`,
        async (_version, _number, read) => ({ metadata: { ownerReferences: await references(['c'], read) } }),
        { meanwhile: watch(15) },
      ),

      ...many(39, (i) => create('', `${RBAC}/clusterroles`, () => longRole(i), fast)),
      create('40 roles of 9,000 rules, aggregated', `${RBAC}/clusterroles`, () => longRole(39), { meanwhile: watch(10) }),
      ...many(40, (i) => remove('', `${RBAC}/clusterroles/long${i}`, fast)),

      namespace('owners'),
      create(
        '',
        `${RBAC}/namespaces/owners/roles`,
        () => ({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'Role',
          metadata: { name: 'r' },
          rules: [
            ...many(13_000, () => ({ apiGroups: [''], resources: ['pods/finalizers'], verbs: ['get'] })),
            { apiGroups: [''], resources: ['configmaps', 'pods/finalizers'], verbs: ['create', 'update'] },
          ],
        }),
        quiet,
      ),
      create(
        '',
        `${RBAC}/namespaces/owners/rolebindings`,
        () => ({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'RoleBinding',
          metadata: { name: 'r' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
          subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'bob' }],
        }),
        quiet,
      ),
      ...[
        ['10,000 blocking references to an owner', () => 'a'],
        ['1,000 owners', id],
      ].map(([label, nameOf], at) =>
        create(
          label,
          '/api/v1/namespaces/owners/configmaps',
          () =>
            map(`m${at}`, {
              ownerReferences: many(at === 0 ? 10_000 : 1000, (i) => ({
                apiVersion: 'v1',
                kind: 'Pod',
                name: nameOf(i),
                uid: id(i),
                blockOwnerDeletion: true,
              })),
            }),
          { token: 'bob' },
        ),
      ),
    ],
  ],
]
