/**
 * Connections through a proxy.
 *
 * @module
 */

import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { withoutCredentials } from '../../meta/index.js'
import { ConnectionError } from '../errors.js'
import { socksTunnel } from './socks.js'
import { hostOf, type TunnelEnd } from './tunnel-end.js'

/**
 * Checks the address of a proxy.
 *
 * @param text - Such as `http://user:password@proxy:3128` or `socks5://proxy:1080`.
 * @throws RangeError with one line for an invalid address.
 */
export function requireProxy(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && ['http:', 'https:', 'socks5:', 'socks5h:'].includes(url.protocol) && url.hostname !== '') return url
  throw new RangeError(`proxy-url: ${JSON.stringify(withoutCredentials(text))} is no address of a proxy: http, https or socks5`)
}

/**
 * Opens a connection through a proxy.
 *
 * @param proxy - The proxy.
 * @param end - The server behind it.
 * @param signal - Cancels the opening.
 * @throws {@link ConnectionError} when the proxy is not reached, or refuses.
 */
export const openTunnel = (proxy: URL, end: TunnelEnd, signal: AbortSignal): Promise<Socket> =>
  proxy.protocol.startsWith('socks5') ? socksTunnel(proxy, end, signal) : httpTunnel(proxy, end, signal)

/** RFC 9110 §9.3.6 */
function httpTunnel(proxy: URL, { host, port }: TunnelEnd, signal: AbortSignal): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const secure = proxy.protocol === 'https:'
  const credential =
    proxy.username === '' ? undefined : Buffer.from(`${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`)
  return new Promise((resolve, reject) => {
    const fail = (why: string, cause?: unknown) => reject(new ConnectionError(`the proxy ${proxy.host} ${why}`, cause))
    const request = (secure ? https : http).request({
      method: 'CONNECT',
      host: hostOf(proxy),
      port: proxy.port || (secure ? 443 : 80),
      path: authority,
      agent: false,
      signal,
      headers: { host: authority, ...(credential && { 'proxy-authorization': `Basic ${credential.toString('base64')}` }) },
    })
    request.once('connect', (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket)
      socket.destroy()
      fail(`refused a connection to ${authority} with status ${response.statusCode}`)
    })
    request.once('response', (response) => {
      response.resume()
      fail(`refused a connection to ${authority} with status ${response.statusCode}`)
    })
    request.once('error', (error) => fail(`was not reached: ${error.message}`, error))
    request.end()
  })
}
