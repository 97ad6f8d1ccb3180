import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createWebhookTransport } from '../../src/adapters/index.js'
import { mutatingAdmissionWebhook, validatingAdmissionWebhook } from '../../src/admission/index.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { kinds } from '../admission/kinds.js'
import { type Review, startWebhooks, type WebhookServer } from '../admission/webhook-server.js'

let server: WebhookServer
beforeAll(async () => {
  server = await startWebhooks()
})
afterAll(() => server.stop())

let plane: ControlPlane
afterEach(() => plane.close())

test.each(['Mutating', 'Validating'])(
  'a webhook of a %sWebhookConfiguration may write the object of its review, and others that trigger reviews',
  async (phase) => {
    plane = await createControlPlane({
      resources: kinds,
      admission: [mutatingAdmissionWebhook(), validatingAdmissionWebhook()],
      webhooks: createWebhookTransport(),
    })
    const client = plane.client()
    const maps = client.resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
    await maps.create({ metadata: { name: 'a' } })
    const rules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }]
    await client
      .resource({ group: 'admissionregistration.platform.io', version: 'v1', kind: `${phase}WebhookConfiguration` })
      .create({
        metadata: { name: 'hooks' },
        webhooks: [
          {
            name: 'back.example.com',
            clientConfig: server.config('/back'),
            rules,
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
          },
        ],
      })
    const asked: string[] = []
    const callBack = async ({ request: { operation, name } }: Review) => {
      asked.push(`${operation} ${name}`)
      if (asked.length > 1) return
      expect((await maps.get('a')).metadata.name).toBe('a')
      await maps.create({ metadata: { name: 'b' } })
      await maps.patch('a', { merge: { data: { inner: 'yes' } } })
    }
    server.answer('/back', (response, review) => {
      const { apiVersion, kind, request } = review
      const answer = (allowed: boolean) =>
        response.end(JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed } }))
      callBack(review).then(
        () => answer(true),
        () => answer(false),
      )
    })
    await maps.patch('a', { merge: { data: { outer: 'yes' } } })
    expect(await maps.get('a')).toMatchObject({ data: { inner: 'yes', outer: 'yes' } })
    expect(asked).toEqual(['UPDATE a', 'CREATE b', 'UPDATE a', 'UPDATE a'])
  },
)
