import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Issued, selfSigned } from '../support/certificates.js'

/** A review as a webhook gets it. */
export interface Review {
  readonly apiVersion: string
  readonly kind: string
  readonly request: Readonly<Record<string, unknown>> & { readonly uid: string }
}

/** What a webhook answers: members of the response, or whatever it likes. */
export type Answer = Readonly<Record<string, unknown>> | ((response: ServerResponse, review: Review) => void)

/** A webhook server over real TLS. */
export interface WebhookServer {
  /** A `clientConfig` for a path. */
  config(path: string): { readonly url: string; readonly caBundle: string }
  /** What was asked since the last look, by path. */
  taken(): readonly (readonly [path: string, review: Review])[]
  answer(path: string, answer: Answer): void
  readonly authority: Issued
  readonly origin: string
  stop(): void
}

/** Starts a server whose certificate is for 127.0.0.1, and out of date if that is wished for. */
export async function startWebhooks({ isExpired = false } = {}): Promise<WebhookServer> {
  const authority = await selfSigned()
  const { cert, key } = await authority.issue({ hosts: ['127.0.0.1'], ...(isExpired && { notAfterMs: Date.now() - 60_000 }) })
  const answers = new Map<string, Answer>()
  let asked: [string, Review][] = []
  const server = createServer({ cert, key, requestCert: true, rejectUnauthorized: false }, (incoming, outgoing) => {
    let text = ''
    incoming.on('data', (chunk) => (text += String(chunk)))
    incoming.on('end', () => {
      const path = incoming.url ?? ''
      const review = JSON.parse(text) as Review
      asked.push([path, review])
      const answer = answers.get(path.split('?', 1)[0] ?? '') ?? {}
      if (typeof answer === 'function') return answer(outgoing, review)
      const response = { uid: review.request.uid, allowed: true, ...answer }
      outgoing.end(JSON.stringify({ apiVersion: review.apiVersion, kind: review.kind, response }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    authority,
    origin,
    config: (path) => ({ url: origin + path, caBundle: btoa(authority.cert) }),
    taken() {
      const taken = asked
      asked = []
      return taken
    },
    answer: (path, answer) => void answers.set(path, answer),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A JSON patch as webhooks send it. */
export const patchOf = (...operations: readonly object[]) => ({ patchType: 'JSONPatch', patch: btoa(JSON.stringify(operations)) })

/** An answer of 100 MB, sent while the client reads. */
export function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(256 * 1024, ' ')
  let left = 400
  const more = () => {
    while (!response.destroyed && left > 0) {
      left -= 1
      if (!response.write(chunk)) return
    }
    if (left === 0) response.end()
  }
  response.on('drain', more)
  more()
}
