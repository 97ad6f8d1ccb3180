import { afterEach, describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../../../src/adapters/index.js'
import { mutatingAdmissionPolicy, mutatingAdmissionWebhook } from '../../../../src/admission/index.js'
import { type ControlPlane, createControlPlane } from '../../../../src/plane/index.js'
import { packagedKinds } from '../../../../src/public/kubernetes.js'
import { patchOf } from '../../webhook-server.js'

const GROUP = 'admissionregistration.platform.io'
const CONFIGURATIONS = `/apis/${GROUP}/v1`

let plane: ControlPlane
afterEach(() => plane.close())

/** A plane with a Deployment and a Pod; its only webhook answers with a patch. */
async function open(...patch: readonly object[]) {
  plane = await createControlPlane({
    resources: Object.values(packagedKinds()),
    admission: [mutatingAdmissionPolicy(), mutatingAdmissionWebhook()],
    webhooks: async ({ body }) => {
      const { apiVersion, kind, request } = JSON.parse(String(body))
      const response = { uid: request.uid, allowed: true, ...patchOf(...patch) }
      return { status: 200, body: JSON.stringify({ apiVersion, kind, response }) }
    },
  })
  const handle = fetchHandler(plane)
  const ask = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await handle(new Request(`http://plane${path}`, { method, headers, body: JSON.stringify(body) }))
    return { code: answer.status, ...(await answer.json()) }
  }
  const create = async (path: string, object: object) => expect(await ask('POST', path, object)).toMatchObject({ code: 201 })
  const containers = [{ name: 'c', image: 'i' }]
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers } }
  await create('/apis/apps/v1/namespaces/default/deployments', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: { replicas: 1, selector: { matchLabels: { a: 'b' } }, template },
  })
  await create('/api/v1/namespaces/default/pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { containers },
  })
  const scaled = (replicas: number) =>
    ask('PUT', '/apis/apps/v1/namespaces/default/deployments/d/scale', {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'd', namespace: 'default' },
      spec: { replicas },
    })
  return { ask, create, scaled }
}

const rule = (group: string, resource: string) => ({
  apiGroups: [group],
  apiVersions: ['v1'],
  resources: [resource],
  operations: ['*'],
})

const hook = (...rules: readonly object[]) => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'h' },
  webhooks: [
    {
      name: 'h.example.com',
      clientConfig: { url: 'https://hook.example' },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      rules,
    },
  ],
})

describe('a subresource with its own kind is changed', () => {
  test('by a webhook: a Scale', async () => {
    const { create, scaled } = await open({ op: 'replace', path: '/spec/replicas', value: 5 })
    await create(`${CONFIGURATIONS}/mutatingwebhookconfigurations`, hook(rule('apps', 'deployments/scale')))
    expect(await scaled(50)).toMatchObject({ code: 200, kind: 'Scale', spec: { replicas: 5 } })
  })

  test('by a webhook: an Eviction', async () => {
    const { ask, create } = await open({ op: 'add', path: '/metadata/labels', value: { x: 'y' } })
    await create(`${CONFIGURATIONS}/mutatingwebhookconfigurations`, hook(rule('', 'pods/eviction')))
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p', namespace: 'default' } }
    expect(await ask('POST', '/api/v1/namespaces/default/pods/p/eviction', eviction)).toMatchObject({ code: 201 })
  })

  test('by a policy', async () => {
    const { create, scaled } = await open()
    const policy = (kind: string, spec: object) => ({ apiVersion: `${GROUP}/v1`, kind, metadata: { name: 'm' }, spec })
    const expressions = [
      { patchType: 'JSONPatch', jsonPatch: { expression: `[JSONPatch{op: 'replace', path: '/spec/replicas', value: 5}]` } },
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: 'Object{spec: Object.spec{replicas: object.spec.replicas + 2}}' },
      },
    ]
    await create(
      `${CONFIGURATIONS}/mutatingadmissionpolicies`,
      policy('MutatingAdmissionPolicy', {
        reinvocationPolicy: 'Never',
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [rule('apps', 'deployments/scale')] },
        mutations: expressions,
      }),
    )
    await create(
      `${CONFIGURATIONS}/mutatingadmissionpolicybindings`,
      policy('MutatingAdmissionPolicyBinding', { policyName: 'm' }),
    )
    expect(await scaled(50)).toMatchObject({ code: 200, kind: 'Scale', spec: { replicas: 7 } })
  })
})
