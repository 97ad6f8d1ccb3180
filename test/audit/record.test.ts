import { expect, test } from '@jest/globals'
import { type AuditEvent, createAuditor } from '../../src/audit/index.js'
import { platformDialect } from '../../src/meta/index.js'
import { ManualClock } from '../support/manual-clock.js'

test('an answer that cannot be written down is reported, and its event says that it is incomplete', async () => {
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
  const failure = new Error('no conversion')
  await record?.answered({
    code: 200,
    document() {
      throw failure
    },
  })
  expect(reported).toEqual([failure])
  expect(events).toMatchObject([{ stage: 'ResponseComplete', annotations: { 'audit.platform.io/truncated': 'true' } }])
  expect(events[0]).not.toHaveProperty('responseObject')
  await auditor.close()
})
