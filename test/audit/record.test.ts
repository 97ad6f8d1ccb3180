import { expect, test } from '@jest/globals'
import { type AuditEvent, createAuditor } from '../../src/audit/index.js'
import { platformDialect } from '../../src/meta/index.js'
import { ManualClock } from '../support/manual-clock.js'

function begin() {
  const events: AuditEvent[] = []
  const reported: unknown[] = []
  const backends = [(event: AuditEvent) => events.push(event)]
  const auditor = createAuditor(
    { policy: { rules: [{ level: 'RequestResponse' }] }, backends },
    {
      dialect: platformDialect,
      clock: new ManualClock(),
      random: { uuid: () => 'u', bytes: (length: number) => new Uint8Array(length), number: () => 0 } as never,
      metrics: { audited() {}, auditLevel() {}, auditLost() {}, auditRejected() {} },
      onLost: () => {},
      onIncomplete: (error) => reported.push(error),
    },
  )
  const record = auditor.begin({
    attributes: { verb: 'get', isResourceRequest: false, user: { username: 'jane', groups: [] }, path: '/x' } as never,
    auditId: 'a',
    uri: '/x',
    userAgent: undefined,
    sourceIPs: [],
    receivedMs: 0,
    isLongRunning: false,
  })
  if (!record) throw new Error('the request was expected to be recorded')
  return { record, events, reported, close: () => auditor.close() }
}

test('an answer that cannot be written down is reported, and its event says that it is incomplete', async () => {
  const { record, events, reported, close } = begin()
  const failure = new Error('no conversion')
  await record.answered({
    code: 200,
    document() {
      throw failure
    },
  })
  expect(reported).toEqual([failure])
  expect(events).toMatchObject([{ stage: 'ResponseComplete', annotations: { 'audit.platform.io/truncated': 'true' } }])
  expect(events[0]).not.toHaveProperty('responseObject')
  await close()
})

test('annotations that are too long together are left out, and the event says so', async () => {
  const { record, events, close } = begin()
  const long = 'x'.repeat(1024 * 1024)
  for (const key of ['a', 'b', 'c', 'd', 'e']) record.annotate(key, long)
  record.annotate('last', 'short')
  await record.answered({ code: 200 })
  expect(Object.keys(events[0]?.annotations ?? {})).toEqual(['a', 'audit.platform.io/truncated', 'b', 'c'])
  await close()
})
