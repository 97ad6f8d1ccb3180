import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createWebhookTransport, fetchHandler } from '../../src/public/adapters.js'
import {
  mutatingAdmissionPolicy,
  mutatingAdmissionWebhook,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
} from '../../src/public/admission.js'
import { type Client, connectWithFetch } from '../../src/public/client.js'
import { type ApiError, createControlPlane, defineResource } from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { patchOf, startWebhooks, type WebhookServer } from './webhook-server.js'

const GROUP = 'admissionregistration.platform.io'
let server: WebhookServer
beforeAll(async () => {
  server = await startWebhooks()
})
afterAll(() => server.stop())

/** Answers with the options that it is handed. */
const echo = async (_request: Request, { options }: { readonly options: object }) => Response.json(options)
const kinds = Object.values(packagedKinds({ pods: { exec: echo, proxy: echo } })).filter(
  ({ group, names: { kind } }) => group === GROUP || (group === '' && kind === 'Pod'),
)
const Oven = defineResource({
  group: 'kitchen.example.com',
  kind: 'Oven',
  versions: [{ name: 'v1', subresources: { proxy: { parameters: { level: 'string' }, proxy: echo } } }],
})
const CONTAINERS = [{ name: 'main', image: 'a:1' }]

/** What connects: how a client asks for it, which option it brings, and what a mutation makes of that. */
const CONNECTIONS = {
  'pods/exec': {
    type: { group: '', version: 'v1', kind: 'Pod' },
    spec: { containers: CONTAINERS },
    subresource: 'exec',
    call: { query: { command: 'ls' } },
    kind: 'PodExecOptions',
    brings: "object.command == ['ls']",
    mutation: { op: 'replace', path: '/command', value: ['true'] },
    made: { command: ['true'], container: 'main' },
  },
  'pods/proxy': {
    type: { group: '', version: 'v1', kind: 'Pod' },
    spec: { containers: CONTAINERS },
    subresource: 'proxy',
    call: { path: 'admin' },
    kind: 'PodProxyOptions',
    brings: "object.path == '/admin'",
    mutation: { op: 'replace', path: '/path', value: '/public' },
    made: { path: '/public' },
  },
  'ovens/proxy': {
    type: { group: 'kitchen.example.com', version: 'v1', kind: 'Oven' },
    spec: undefined,
    subresource: 'proxy',
    call: { path: 'on', query: { level: 'high' } },
    kind: 'OvenProxyOptions',
    brings: "object.level == 'high'",
    mutation: { op: 'replace', path: '/level', value: 'low' },
    made: { path: '/on', level: 'low' },
  },
} as const
type Connection = (typeof CONNECTIONS)[keyof typeof CONNECTIONS]

const RULES = [
  { operations: ['CONNECT'], apiGroups: ['*'], apiVersions: ['*'], resources: ['pods/exec', 'pods/proxy', 'ovens/proxy'] },
]
const hook = (path: string, more: object = {}) => ({
  name: `${path.slice(1)}.example.com`,
  clientConfig: server.config(path),
  rules: RULES,
  failurePolicy: 'Fail',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...more,
})

/** A plane with a plugin for CONNECT; its client in process or over HTTP. */
async function planeWith(door: string, objects: readonly (readonly [kind: string, object: object])[]) {
  const plane = await createControlPlane({
    resources: [...kinds, Oven],
    webhooks: createWebhookTransport(),
    admission: [mutatingAdmissionPolicy(), mutatingAdmissionWebhook(), validatingAdmissionPolicy(), validatingAdmissionWebhook()],
  })
  const own = plane.client()
  for (const [kind, object] of objects) {
    await own.resource({ group: GROUP, version: 'v1', kind }).create({ metadata: { name: 'one' }, ...object })
  }
  const answer = fetchHandler(plane)
  const client =
    door === 'in process'
      ? own
      : connectWithFetch({ server: 'http://plane', fetch: (url, init) => answer(new Request(url, init)) })
  return { client, close: () => Promise.all([client.close(), plane.close()]) }
}

async function connected(client: Client, { type, spec, subresource, call }: Connection): Promise<unknown> {
  const objects = client.resource(type).namespace('default')
  await objects.create({ metadata: { name: 'a', labels: { shown: 'yes' } }, ...(spec && { spec }) } as never)
  try {
    return await (await objects.subresource(subresource).connect('a', call)).json()
  } catch (error) {
    const { code, message } = (error as ApiError).status
    return `${code} ${message}`
  }
}

describe.each(['in process', 'over HTTP'])('what connects, %s', (door) => {
  describe.each(Object.keys(CONNECTIONS) as (keyof typeof CONNECTIONS)[])('to %s', (name) => {
    const connection = CONNECTIONS[name]
    const { mutation, made, brings, kind } = connection
    const outcome = async (...objects: readonly (readonly [string, object])[]) => {
      const { client, close } = await planeWith(door, objects)
      const answer = await connected(client, connection)
      await close()
      return answer
    }
    const policy = (spec: object): readonly [string, object] => [
      'MutatingAdmissionPolicy',
      { spec: { reinvocationPolicy: 'Never', matchConstraints: { resourceRules: RULES }, ...spec } },
    ]
    const BINDING = ['MutatingAdmissionPolicyBinding', { spec: { policyName: 'one' } }] as const

    test('is changed by a policy with a patch, and by one with a configuration', async () => {
      const value = JSON.stringify(mutation.value)
      const patch = `[JSONPatch{op: 'replace', path: '${mutation.path}', value: ${value}}]`
      const mutations = [{ patchType: 'JSONPatch', jsonPatch: { expression: patch } }]
      expect(await outcome(policy({ mutations }), BINDING)).toEqual(made)
      const applied = `Object{${mutation.path.slice(1)}: ${value}}`
      const configured = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: applied } }]
      // A list of options is owned as a whole, like any list that no schema describes.
      if (name === 'pods/exec')
        expect(await outcome(policy({ mutations: configured }), BINDING)).toContain('may not mutate atomic')
      else expect(await outcome(policy({ mutations: configured }), BINDING)).toEqual(made)
    })

    test('is validated by a policy, which sees the changes of mutating plugins', async () => {
      const judged = (expression: string) =>
        outcome(
          [
            'ValidatingAdmissionPolicy',
            {
              spec: {
                matchConstraints: { resourceRules: RULES },
                validations: [{ expression: `request.operation != 'CONNECT' || (${expression})`, message: 'not so' }],
              },
            },
          ],
          ['ValidatingAdmissionPolicyBinding', { spec: { policyName: 'one', validationActions: ['Deny'] } }],
        )
      const refused = `ValidatingAdmissionPolicy 'one' with binding 'one' denied request: not so`
      expect(await judged(`!(object.kind == '${kind}' && ${brings})`)).toContain(refused)
      const passed = await judged(`object.kind == '${kind}' && ${brings} && request.name == 'a' && oldObject == null`)
      expect(Object.keys(passed as object).sort()).toEqual(Object.keys(made).sort())
    })

    test('is mutated by a webhook, validated by another, and not sent to one with an objectSelector', async () => {
      server.answer('/m', patchOf(mutation))
      server.answer('/v', {})
      server.answer('/never', { allowed: false })
      server.taken()
      const absent = { matchExpressions: [{ key: 'absent', operator: 'DoesNotExist' }] }
      const webhooks = [absent, { matchLabels: { shown: 'yes' } }].map((objectSelector, i) =>
        hook('/never', { name: `never.${i}.example.com`, objectSelector }),
      )
      const configured = [
        ['MutatingWebhookConfiguration', { webhooks: [hook('/m'), ...webhooks] }],
        ['ValidatingWebhookConfiguration', { webhooks: [hook('/v'), ...webhooks] }],
      ] as const
      expect(await outcome(...configured)).toEqual(made)
      expect(server.taken().map(([path, { request }]) => [path.split('?', 1)[0], request.operation])).toEqual([
        ['/m', 'CONNECT'],
        ['/v', 'CONNECT'],
      ])
      server.answer('/v', { allowed: false, status: { message: 'no', code: 418 } })
      expect(await outcome(...configured)).toBe('418 admission webhook "v.example.com" denied the request: no')
    })
  })
})
