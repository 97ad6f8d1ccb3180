import { describe, expect, test } from '@jest/globals'
import { platformDialect, systemRandom } from '../../../src/meta/index.js'
import { type AuditEvent, createAuditWebhook } from '../../../src/public/audit.js'
import { type WebhookCall, WebhookError, type WebhookTransport } from '../../../src/webhook/index.js'
import { ManualClock, settle } from '../../support/manual-clock.js'

const event: AuditEvent = {
  level: 'Metadata',
  auditID: 'a',
  stage: 'ResponseComplete',
  requestURI: '/version',
  verb: 'get',
  user: {},
  requestReceivedTimestamp: '',
  stageTimestamp: '',
}

function opened(transport: WebhookTransport) {
  const clock = new ManualClock()
  const lost: unknown[] = []
  const target = { server: { url: 'https://audit.example/events' }, authorization: 'Bearer secret' }
  const webhook = createAuditWebhook({ transport, target, mode: 'blocking-strict' })
  const parts = { dialect: platformDialect, clock, random: systemRandom, onLost: (_: number, error: unknown) => lost.push(error) }
  return { clock, lost, backend: webhook.open(parts) }
}

describe('a service that is sent audit events', () => {
  test.each(['{}', '', 'thank you'])('gets lists of them, and may answer %j', async (body) => {
    const calls: WebhookCall[] = []
    const { backend } = opened(async (call) => {
      calls.push(call)
      return { status: 200, body }
    })
    await backend.take(event)
    expect(calls[0]).toMatchObject({ server: { url: 'https://audit.example/events' }, authorization: 'Bearer secret' })
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      kind: 'EventList',
      apiVersion: 'audit.platform.io/v1',
      metadata: {},
      items: [event],
    })
  })

  test('is asked again later after a failure that passes', async () => {
    let calls = 0
    const { backend, clock } = opened(async () => {
      calls += 1
      return { status: calls === 1 ? 503 : 200, body: '{}' }
    })
    const kept = backend.take(event)
    await clock.advanceAndSettle(4_000)
    expect(calls).toBe(1)
    await clock.advanceAndSettle(6_000)
    await kept
    expect(calls).toBe(2)
  })

  test('that refuses them loses them, and is not asked again', async () => {
    const { backend, lost } = opened(async () => ({ status: 403, body: '' }))
    await expect(backend.take(event)).rejects.toBeInstanceOf(WebhookError)
    await settle()
    expect(lost).toHaveLength(1)
  })
})
