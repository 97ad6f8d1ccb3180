/**
 * Calls of webhooks over HTTPS by Node's own client, which can trust a certificate that nobody else does.
 *
 * @module
 */

import type { PeerCertificate } from 'node:tls'
import type { WebhookCall, WebhookReply, WebhookService, WebhookTransport } from '../resources/index.js'

/** Options of {@link createWebhookTransport}. */
export interface WebhookTransportOptions {
  /**
   * Where a service is, as an `https` URL without the service's path. Default `https://NAME.NAMESPACE.svc:PORT`, which
   * resolves within a cluster. The certificate has to be for `NAME.NAMESPACE.svc` either way, as in Kubernetes.
   */
  readonly resolveService?: (service: WebhookService) => string
}

/** More than any review of objects that fit into a request. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024

/**
 * Makes the transport that a plane reaches webhooks by: `createControlPlane({ webhooks: createWebhookTransport() })`.
 *
 * @param options - Where services are.
 * @returns A transport that rejects when the server cannot be reached or trusted, when its answer is longer than 64 MiB, and
 *   when the call is aborted.
 */
export function createWebhookTransport(options: WebhookTransportOptions = {}): WebhookTransport {
  const resolveService = options.resolveService ?? (({ name, namespace, port }) => `https://${name}.${namespace}.svc:${port}`)
  return (call) => {
    if ('url' in call.server) return post(new URL(call.server.url), call, undefined)
    const { service } = call.server
    const url = new URL(resolveService(service))
    // Resolved against the address, a path that begins with two slashes would be another host.
    url.pathname = service.path
    return post(url, call, `${service.name}.${service.namespace}.svc`)
  }
}

async function post(url: URL, { caBundle, body, signal }: WebhookCall, serverName: string | undefined): Promise<WebhookReply> {
  // Loaded with the first call, as hosts other than Node import this folder too.
  const [{ request }, { checkServerIdentity, rootCertificates }] = await Promise.all([import('node:https'), import('node:tls')])
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'content-length': Buffer.byteLength(body) },
        signal,
        agent: false,
        ...(caBundle !== undefined && { ca: [...rootCertificates, caBundle] }),
        ...(serverName !== undefined && {
          servername: serverName,
          checkServerIdentity: (_host: string, certificate: PeerCertificate) => checkServerIdentity(serverName, certificate),
        }),
      },
      (incoming) => {
        const chunks: Buffer[] = []
        let length = 0
        incoming.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length > MAX_REPLY_BYTES) incoming.destroy(new Error(`the answer is longer than ${MAX_REPLY_BYTES} bytes`))
          else chunks.push(chunk)
        })
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }))
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
