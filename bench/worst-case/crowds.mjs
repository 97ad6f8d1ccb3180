// Small requests that are multiplied: by webhooks, by watches, by bindings, by each other.
import { execFileSync } from 'node:child_process'
import { configMap, create, fitting, many, membersOf, OBJECT, put, remove } from './make.mjs'

const CROWD = '/api/v1/namespaces/crowd/configmaps'
const CSRS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const HOOKS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
const RBAC = '/apis/rbac.authorization.k8s.io/v1'
/** Calls a function at most once. */
function once(make) {
  let made
  return () => {
    made ??= make()
    return made
  }
}

const crowd = (name, data) => configMap(name, data, { namespace: 'crowd' })
const namespace = create(
  'the namespace',
  '/api/v1/namespaces',
  () => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'crowd' } }),
  { quiet: true },
)

/** 8 KiB of a request with many names, in base64. */
const request = once(() => {
  const names = many(450, (i) => `DNS:a${i}.b`).join(',')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '/dev/null']
  const args = ['req', '-new', ...key, '-subj', '/CN=jane', '-addext', `subjectAltName=${names}`]
  return execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString('base64')
})

const webhook = (i) => ({
  name: `w${i}.example.com`,
  clientConfig: { url: 'https://w.example.com/' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'crowd' } },
  rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
})

export const crowds = () => [
  [
    'Many of a kind',
    [
      namespace,
      create('an object for 300 watches', CROWD, () => crowd('w', { k: '' }), { quiet: true }),
      ...many(3, (n) =>
        put('a large object for 300 watches that are not read', `${CROWD}/w`, () => crowd('w', { k: `${n}`.repeat(1_000_000) }), {
          unread: { path: `${CROWD}?watch=1`, count: 300 },
        }),
      ),
      create(
        'webhooks',
        HOOKS,
        () => ({
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: 'ValidatingWebhookConfiguration',
          metadata: { name: 'crowd' },
          webhooks: many(300, webhook),
        }),
        { quiet: true },
      ),
      create('data of a ConfigMap for 300 webhooks', CROWD, () => crowd('h', membersOf(OBJECT))),
      remove('the webhooks', `${HOOKS}/crowd`, { quiet: true }),
      ...many(500, (i) =>
        create(
          'bindings of one group',
          `${RBAC}/clusterrolebindings`,
          () => ({
            apiVersion: 'rbac.authorization.k8s.io/v1',
            kind: 'ClusterRoleBinding',
            metadata: { name: `crowd${i}` },
            roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `none${i}` },
            subjects: [{ kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'crowd' }],
          }),
          { quiet: true, parallel: true },
        ),
      ),
      create(
        'SubjectAccessReview with one of 500 bound groups, many times',
        '/apis/authorization.k8s.io/v1/subjectaccessreviews',
        () => ({
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SubjectAccessReview',
          spec: { user: 'x', groups: fitting(OBJECT, () => 'crowd'), resourceAttributes: { verb: 'get', resource: 'pods' } },
        }),
      ),
      create(
        'requests for certificates with 450 names, 100 at once',
        CSRS,
        (_, n) => ({
          apiVersion: 'certificates.k8s.io/v1',
          kind: 'CertificateSigningRequest',
          metadata: { name: `crowd${n}` },
          spec: { request: request(), signerName: 'example.com/signer', usages: ['client auth'] },
        }),
        { together: 100 },
      ),
    ],
  ],
]
