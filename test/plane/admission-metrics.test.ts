import { expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import {
  mutatingAdmissionPolicy,
  mutatingAdmissionWebhook,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
} from '../../src/admission/index.js'
import { testPlane } from '../../src/testing/index.js'
import { WebhookError, type WebhookTransport } from '../../src/webhook/index.js'
import { kinds } from '../admission/kinds.js'

const GROUP = 'admissionregistration.platform.io'
const RULES = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }]

/** Answers by the path: `/no` refuses, `/bad` sends a patch that does not fit, `/gone` is not there. */
const transport: WebhookTransport = async ({ server, body }) => {
  const url = 'url' in server ? server.url : ''
  if (url.includes('/gone')) throw new WebhookError('connection', 'connection refused')
  const { apiVersion, kind, request } = JSON.parse(body) as { apiVersion: string; kind: string; request: { uid: string } }
  const refusal = url.includes('/no') && { allowed: false, status: { code: 409 } }
  const patch = url.includes('/bad') && {
    patchType: 'JSONPatch',
    patch: btoa(JSON.stringify([{ op: 'test', path: '/kind', value: 'Secret' }])),
  }
  return {
    status: 200,
    body: JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed: true, ...refusal, ...patch } }),
  }
}

const named = (version: string, kind: string, name: string, more: object) => ({
  apiVersion: `${GROUP}/${version}`,
  kind,
  metadata: { name },
  ...more,
})
const hook = (path: string, label: string, more: object = {}) => ({
  name: `${path}.example.com`,
  clientConfig: { url: `https://hook/${path}` },
  rules: RULES,
  objectSelector: { matchLabels: { ask: label } },
  sideEffects: 'None',
  failurePolicy: 'Fail',
  admissionReviewVersions: ['v1'],
  timeoutSeconds: 10,
  ...more,
})
const policy = (kind: string, name: string, spec: object, binding: object = {}) => [
  named('v1', kind, name, { spec: { failurePolicy: 'Fail', matchConstraints: { resourceRules: RULES }, ...spec } }),
  named('v1', `${kind}Binding`, name, { spec: { policyName: name, ...binding } }),
]

test('a plane has metrics of its plugins, webhooks and policies', async () => {
  const plane = await testPlane({
    resources: kinds,
    webhooks: transport,
    logger: { error: () => {}, info: () => {} },
    admission: [mutatingAdmissionPolicy(), mutatingAdmissionWebhook(), validatingAdmissionPolicy(), validatingAdmissionWebhook()],
    objects: [
      named('v1', 'ValidatingWebhookConfiguration', 'v', {
        webhooks: [hook('no', 'no'), hook('gone', 'gone', { failurePolicy: 'Ignore' })],
      }),
      named('v1', 'MutatingWebhookConfiguration', 'm', { webhooks: [hook('bad', 'bad')] }),
      ...policy(
        'ValidatingAdmissionPolicy',
        'vp',
        {
          validations: [{ expression: "!('data' in object)" }],
          matchConditions: [{ name: 'c', expression: "object.metadata.name != 'left-out'" }],
        },
        { validationActions: ['Deny', 'Audit'] },
      ),
      ...policy('MutatingAdmissionPolicy', 'mp', {
        reinvocationPolicy: 'Never',
        mutations: [
          { patchType: 'JSONPatch', jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/immutable', value: true}]" } },
        ],
      }),
    ],
  })
  await plane.settled()
  const maps = plane
    .client()
    .resource({ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' })
    .namespace('default')
  const make = (name: string, ask: string, data?: object) =>
    maps.create({ metadata: { name, labels: { ask } }, ...(data && { data }) } as never).then(
      () => 201,
      (error) => error.status.code,
    )
  expect(await make('a', 'no')).toBe(409)
  expect(await make('b', 'gone')).toBe(201)
  expect(await make('c', 'bad')).toBe(500)
  expect(await make('d', '', { a: 'b' })).toBe(422)
  expect(await make('left-out', '', { a: 'b' })).toBe(201)
  const answer = await fetchHandler(plane)(new Request('http://plane/metrics'))
  const lines = (await answer.text()).split('\n')
  const create = 'operation="CREATE"'
  for (const line of [
    `apiserver_admission_webhook_rejection_count{name="no.example.com",type="validating",${create},error_type="no_error",rejection_code="409"} 1`,
    `apiserver_admission_webhook_request_total{name="gone.example.com",type="validating",${create},code="503",rejected="false"} 1`,
    'apiserver_admission_webhook_fail_open_count{name="gone.example.com",type="validating"} 1',
    `apiserver_admission_webhook_rejection_count{name="bad.example.com",type="admit",${create},error_type="apiserver_internal_error",rejection_code="0"} 1`,
    `apiserver_admission_match_condition_exclusions_total{name="vp",kind="policy",type="validate",${create}} 1`,
    'apiserver_validating_admission_policy_check_total{policy="vp",policy_binding="vp",error_type="invalid_error",enforcement_action="deny"} 1',
    'apiserver_validating_admission_policy_check_total{policy="vp",policy_binding="vp",error_type="invalid_error",enforcement_action="audit"} 1',
    'apiserver_mutating_admission_policy_check_total{policy="mp",policy_binding="mp",error_type="no_error"} 5',
    `apiserver_admission_controller_admission_duration_seconds_count{name="ValidatingAdmissionWebhook",type="validate",${create},rejected="true"} 1`,
    `apiserver_admission_step_admission_duration_seconds_count{type="validate",${create},rejected="true"} 2`,
  ]) {
    expect(lines).toContain(line)
  }
  await plane.close()
})
