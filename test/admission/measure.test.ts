import { afterEach, expect, test } from '@jest/globals'
import { type AdmissionPlugin, admissionDenied, validatingAdmissionWebhook } from '../../src/admission/index.js'
import { ApiError } from '../../src/meta/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/plane/index.js'
import type { WebhookTransport } from '../../src/webhook/index.js'
import { CONFIG_MAPS, configMap } from '../server/plane.js'
import { requestOf, textOf } from '../server/requests.js'
import { kinds } from './kinds.js'

let plane: ControlPlane
afterEach(() => plane.close())

async function planeWith(admission: readonly AdmissionPlugin[], options: ControlPlaneOptions = {}) {
  plane = await createControlPlane({ admission, logger: { error() {}, info() {} }, ...options })
}
const create = async (name: string) =>
  (await plane.handle(requestOf(CONFIG_MAPS, { method: 'POST', body: configMap(name) }))).status
/** How often each part was measured, by its labels. */
const counts = async (name: string) =>
  textOf(await plane.handle(requestOf('/metrics')))
    .split('\n')
    .filter((line) => line.startsWith(name))
    .map((line) => line.slice(name.length))
    .sort()

test('each plugin and each step is measured, by operation and by whether it refused', async () => {
  await planeWith([
    {
      name: 'changes',
      mutate(object) {
        object.metadata.labels = { a: 'b' }
      },
    },
    {
      name: 'judges',
      validate(attributes) {
        if (attributes.name === 'bad' || attributes.object?.metadata.name === 'bad') throw admissionDenied(attributes, 'no')
      },
    },
    { name: 'elsewhere', handles: ({ resource }) => resource === 'pods', validate() {} },
  ])
  expect([await create('good'), await create('bad')]).toEqual([201, 403])
  expect(await counts('apiserver_admission_controller_admission_duration_seconds_count')).toEqual([
    '{name="changes",operation="CREATE",rejected="false",type="admit"} 2',
    '{name="judges",operation="CREATE",rejected="false",type="validate"} 1',
    '{name="judges",operation="CREATE",rejected="true",type="validate"} 1',
  ])
  expect(await counts('apiserver_admission_step_admission_duration_seconds_count')).toEqual([
    '{operation="CREATE",rejected="false",type="admit"} 2',
    '{operation="CREATE",rejected="false",type="validate"} 1',
    '{operation="CREATE",rejected="true",type="validate"} 1',
  ])
})

test('each webhook is measured, and what was refused because of it is counted by why', async () => {
  const answers: Record<string, () => object> = {
    good: () => ({ allowed: true }),
    bad: () => ({ allowed: false, status: { code: 418 } }),
    gone: () => {
      throw new ApiError({ code: 500, message: 'gone' })
    },
  }
  const webhooks: WebhookTransport = async ({ body }) => {
    const { request, apiVersion, kind } = JSON.parse(body)
    const answer = answers[request.name]?.() ?? {}
    const reply = JSON.stringify({ apiVersion, kind, response: { uid: request.uid, ...answer } })
    return { status: 200, body: reply }
  }
  await planeWith([validatingAdmissionWebhook()], { resources: kinds, webhooks })
  await plane
    .client()
    .resource({ group: 'admissionregistration.platform.io', version: 'v1', kind: 'ValidatingWebhookConfiguration' })
    .create({
      metadata: { name: 'w' },
      webhooks: [
        {
          name: 'w.example.com',
          clientConfig: { url: 'https://w.example.com' },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] }],
        },
      ],
    })
  expect([await create('good'), await create('bad'), await create('gone')]).toEqual([201, 418, 500])
  expect(await counts('apiserver_admission_webhook_admission_duration_seconds_count')).toEqual([
    '{name="w.example.com",operation="CREATE",rejected="false",type="validate"} 1',
    '{name="w.example.com",operation="CREATE",rejected="true",type="validate"} 2',
  ])
  expect(await counts('apiserver_admission_webhook_rejection_count')).toEqual([
    '{error_type="calling_webhook_error",name="w.example.com",operation="CREATE",rejection_code="500",type="validate"} 1',
    '{error_type="no_error",name="w.example.com",operation="CREATE",rejection_code="418",type="validate"} 1',
  ])
})
