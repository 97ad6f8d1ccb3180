// Kinds of the tested plane, a valid object of each, and the paths in it where other values can be inserted.

const rbac = '/apis/rbac.authorization.k8s.io/v1'
const meta = [
  'metadata.labels',
  'metadata.annotations',
  'metadata.finalizers',
  'metadata.ownerReferences',
  'metadata.managedFields',
  'metadata.x',
  'metadata.name',
]
const template = {
  spec: {
    containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80, protocol: 'TCP' }], env: [{ name: 'E', value: 'v' }] }],
  },
}
const pod = [
  'spec.containers',
  'spec.containers.0.env',
  'spec.containers.0.ports',
  'spec.containers.0.args',
  'spec.volumes',
  'spec.nodeSelector',
  'spec.tolerations',
  'spec.x',
]

/** `{ kind, apiVersion, prefix, plural, namespaced, fields, places }` of each; `fields` are those besides the metadata. */
export const KINDS = [
  kind('v1', 'ConfigMap', 'configmaps', { data: { a: 'b' } }, ['data', 'binaryData', 'immutable', 'x']),
  kind('v1', 'Secret', 'secrets', { type: 'Opaque', data: { a: 'Yg==' } }, ['data', 'stringData', 'type', 'x']),
  kind('v1', 'ServiceAccount', 'serviceaccounts', {}, ['secrets', 'imagePullSecrets', 'automountServiceAccountToken']),
  kind('v1', 'Pod', 'pods', { spec: template.spec }, [...pod, 'status']),
  kind('apps/v1', 'Deployment', 'deployments', { spec: { selector: { matchLabels: { a: 'b' } }, template } }, [
    'spec',
    'spec.selector',
    'spec.replicas',
    ...pod.map((place) => place.replace('spec', 'spec.template.spec')),
  ]),
  kind('coordination.k8s.io/v1', 'Lease', 'leases', { spec: { holderIdentity: 'me', leaseDurationSeconds: 10 } }, [
    'spec',
    'spec.holderIdentity',
    'spec.leaseTransitions',
    'spec.renewTime',
  ]),
  kind(
    'v1',
    'Event',
    'events',
    { involvedObject: { kind: 'Pod', name: 'p', namespace: 'fuzz-a' }, reason: 'Fuzzed', message: 'm', type: 'Normal' },
    ['involvedObject', 'message', 'series', 'count', 'source'],
  ),
  kind('shop.example.com/v1', 'Widget', 'widgets', { spec: { color: 'red', size: 3, parts: [{ name: 'a' }] } }, [
    'spec',
    'spec.color',
    'spec.size',
    'spec.parts',
    'spec.tags',
    'spec.ports',
    'spec.any',
    'spec.settings',
    'spec.count',
    'spec.code',
    'status',
  ]),
  kind('v1', 'Namespace', 'namespaces', {}, ['spec', 'spec.finalizers', 'status'], { namespaced: false }),
  kind(
    'rbac.authorization.k8s.io/v1',
    'Role',
    'roles',
    { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] },
    ['rules', 'rules.0.verbs', 'rules.0.resources', 'rules.0.resourceNames'],
    { prefix: rbac },
  ),
  kind(
    'rbac.authorization.k8s.io/v1',
    'RoleBinding',
    'rolebindings',
    { roleRef: roleRef('Role'), subjects: [subject()] },
    ['subjects', 'roleRef', 'roleRef.name'],
    { prefix: rbac },
  ),
  kind(
    'rbac.authorization.k8s.io/v1',
    'ClusterRole',
    'clusterroles',
    { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] },
    ['rules', 'rules.0.nonResourceURLs', 'aggregationRule', 'aggregationRule.clusterRoleSelectors'],
    { prefix: rbac, namespaced: false },
  ),
  kind(
    'rbac.authorization.k8s.io/v1',
    'ClusterRoleBinding',
    'clusterrolebindings',
    { roleRef: roleRef('ClusterRole'), subjects: [subject()] },
    ['subjects', 'roleRef'],
    { prefix: rbac, namespaced: false },
  ),
]

/** Virtual kinds such as reviews, which are answered and not stored. */
export const REVIEWS = [
  review('authorization.k8s.io/v1', 'SelfSubjectAccessReview', { resourceAttributes: { verb: 'get', resource: 'pods' } }, [
    'spec',
    'spec.resourceAttributes',
    'spec.nonResourceAttributes',
  ]),
  review('authorization.k8s.io/v1', 'SubjectAccessReview', { user: 'u', resourceAttributes: { verb: 'get', resource: 'pods' } }, [
    'spec',
    'spec.groups',
    'spec.extra',
    'spec.resourceAttributes',
  ]),
  review('authorization.k8s.io/v1', 'SelfSubjectRulesReview', { namespace: 'fuzz-a' }, ['spec', 'spec.namespace']),
  review('authentication.k8s.io/v1', 'TokenReview', { token: 't' }, ['spec', 'spec.token', 'spec.audiences']),
  review('authentication.k8s.io/v1', 'SelfSubjectReview', {}, ['spec', 'status']),
]

function roleRef(name) {
  return { apiGroup: 'rbac.authorization.k8s.io', kind: name, name: 'fuzz-0' }
}

function subject() {
  return { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'somebody-else' }
}

function kind(apiVersion, name, plural, fields, places, { namespaced = true } = {}) {
  const prefix = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`
  return { apiVersion, kind: name, plural, prefix, namespaced, fields, places: [...meta, ...places] }
}

function review(apiVersion, name, spec, places) {
  return { ...kind(apiVersion, name, `${name.toLowerCase()}s`, { spec }, places, { namespaced: false }), isReview: true }
}

/** The two namespaces that inputs write to. */
export const NAMESPACES = ['fuzz-a', 'fuzz-b']

export const collectionOf = ({ prefix, plural, namespaced }, namespace) =>
  namespaced ? `${prefix}/namespaces/${namespace}/${plural}` : `${prefix}/${plural}`

/** Few names, so that inputs affect the same objects. Namespaces have separate names, so that no input deletes those in use. */
export const nameFor = (random) => `fuzz-${random.int(5)}`

export const objectOf = ({ apiVersion, kind: name, fields }, objectName) => ({
  apiVersion,
  kind: name,
  metadata: { name: objectName },
  ...structuredClone(fields),
})

const HOLE = '@hole@'

/** The text of an object with a JSON text inserted at a path, such as `spec.containers.0.env`. */
export function textWith(object, place, text) {
  const copy = structuredClone(object)
  const path = place.split('.')
  const last = path.pop()
  let inner = copy
  for (const part of path) {
    if (typeof inner[part] !== 'object' || inner[part] === null) inner[part] = {}
    inner = inner[part]
  }
  inner[last] = HOLE
  const [before, after] = JSON.stringify(copy).split(`"${HOLE}"`)
  return before + text + after
}
