import { expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { createStaticTokenAuthenticator, createTokenWebhookAuthenticator } from '../../src/authn/index.js'
import { createControlPlane } from '../../src/plane/index.js'
import type { FinishedWebhookCall, WebhookTransport } from '../../src/webhook/index.js'

test('a plane shows the calls of the transport that it shares with its authenticators, until it is closed', async () => {
  const listeners = new Set<(call: FinishedWebhookCall) => void>()
  const call: WebhookTransport = async ({ body }) => {
    for (const listener of listeners) listener({ host: 'users.example', status: 200, seconds: 0.1 })
    const { apiVersion, kind } = JSON.parse(body)
    return { status: 200, body: JSON.stringify({ apiVersion, kind, status: { authenticated: true, user: { username: 'zoe' } } }) }
  }
  const transport: WebhookTransport = Object.assign(call, {
    observe(listener: (finished: FinishedWebhookCall) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const plane = await createControlPlane({
    webhooks: transport,
    authenticators: [
      createStaticTokenAuthenticator([{ token: 'root', user: { username: 'root', groups: [] } }]),
      createTokenWebhookAuthenticator({ transport, target: { server: { url: 'https://users.example' } } }),
    ],
  })
  const get = (token: string) =>
    fetchHandler(plane)(new Request('http://plane/metrics', { headers: { authorization: `Bearer ${token}` } }))
  for (const token of ['one', 'one', 'two']) await get(token)
  const lines = (await (await get('root')).text()).split('\n')
  expect(lines).toContain('rest_client_requests_total{code="200",host="users.example",method="POST"} 2')
  await plane.close()
  expect(listeners.size).toBe(0)
})
