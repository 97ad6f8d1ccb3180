import { expect, test } from '@jest/globals'
import { createMetrics, createWebhookNumbers } from '../../../src/server/metrics/index.js'
import { ask, FakeCatalog, request } from '../discovery/fake-plane.js'

/** What is shown of calls, without help texts. */
async function shown(calls: readonly Parameters<ReturnType<typeof createWebhookNumbers>['observe']>[0][]) {
  const { observe, metrics } = createWebhookNumbers()
  for (const call of calls) observe(call)
  const { text } = await ask(createMetrics({ catalog: new FakeCatalog(), more: metrics }), request('/metrics'))
  return text.split('\n').filter((line) => line.startsWith('rest_client_'))
}

test('calls of webhooks are counted by host and status, and measured by host', async () => {
  const host = 'users.example:8443'
  const lines = await shown([
    { host, status: 200, seconds: 0.02 },
    { host, status: 200, seconds: 3 },
    { host, status: undefined, seconds: 10 },
  ])
  for (const line of [
    `rest_client_requests_total{code="200",host="${host}",method="POST"} 2`,
    `rest_client_requests_total{code="<error>",host="${host}",method="POST"} 1`,
    `rest_client_request_duration_seconds_bucket{host="${host}",verb="POST",le="0.025"} 1`,
    `rest_client_request_duration_seconds_sum{host="${host}",verb="POST"} 13.02`,
    `rest_client_request_duration_seconds_count{host="${host}",verb="POST"} 3`,
  ]) {
    expect(lines).toContain(line)
  }
})

test('the number of hosts is bounded, as users choose them', async () => {
  const lines = await shown(Array.from({ length: 2100 }, (_, i) => ({ host: `h${i}.example`, status: 200, seconds: 1 })))
  const totals = lines.filter((line) => line.startsWith('rest_client_requests_total'))
  expect(totals).toHaveLength(2001)
  expect(totals.at(-1)).toBe('rest_client_requests_total 100')
})
