import { type Door, Exchange } from '../../src/endpoints/exchange.js'
import { composeStages, type Stage } from '../../src/endpoints/stage.js'
import { systemRandom } from '../../src/meta/index.js'
import type { ServerResponse } from '../../src/server/http.js'
import type { ParsedRequest } from '../../src/server/parsed-request.js'
import { parsed, type RequestInit } from '../server/requests.js'

/** What stages see of a request: its door answers nothing, as what comes after the stages of a test does. */
export function exchangeWith(request: ParsedRequest): Exchange<ServerResponse> {
  const { raw } = request
  const header = (name: string) => raw.headers.flatMap(([key, value]) => (key === name ? [value] : []))
  const nothing = (): never => {
    throw new Error('no test of stages comes so far')
  }
  const door: Door<ServerResponse> = {
    headers: raw.headers,
    uri: raw.url,
    get signal() {
      return raw.signal
    },
    credentials: { header, headerNames: () => raw.headers.map(([name]) => name), peerCertificates: raw.peerCertificates },
    negotiate: nothing,
    readObject: nothing,
    readOptions: nothing,
    readPatch: nothing,
    openBody: nothing,
    answer: nothing,
    refuse: nothing,
  }
  return new Exchange(request, door, systemRandom)
}

export const exchangeOf = (url: string, init?: RequestInit): Exchange<ServerResponse> => exchangeWith(parsed(url, init))

/** What comes after the stages of a test. */
export type Last = (exchange: Exchange<ServerResponse>) => Promise<ServerResponse>

/** The stages of a test, with what answers behind them. */
export function withStages(stages: readonly Stage[], last: Last): Last {
  const chain = composeStages(stages, last as <A>(exchange: Exchange<A>) => Promise<A>)
  return async (exchange) => chain(exchange)
}
