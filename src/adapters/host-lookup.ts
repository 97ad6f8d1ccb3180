/**
 * DNS lookups for outbound connections, in which a name whose DNS servers do not respond does not delay the lookups of others.
 *
 * `dns.lookup` blocks a thread of libuv's pool, two at a time for the whole process, and takes ten seconds for a name whose servers
 * do not respond. Aborting a call does not abort its lookup: a hundred calls of such a host delayed all other lookups for minutes.
 *
 * @module
 */

import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Clock } from '../meta/index.js'

/** Answers slower than this come from servers that are away or far. */
const QUICK_MS = 1000
/** Maximum names that are remembered: authors of webhooks choose them. */
const MAX_NAMES = 10_000
/** Maximum callers that wait for one name. Aborted calls stay among them, with their sockets. */
const MAX_CALLERS = 1000

type Found = Parameters<LookupFunction>[2]

/** `dns.lookup` of Node. */
export type NodeLookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void

/**
 * Makes a `lookup` for connections. Callers of one name share a lookup; beyond 1,000 they get an error. A name that was found quickly the last time is looked up at
 * once; of the others there is one lookup at a time, and those that were slow come last.
 *
 * @param lookup - Looks up one name.
 * @param clock - Measures the time.
 */
export function createHostLookup(lookup: NodeLookup, clock: Clock): LookupFunction {
  const asking = new Map<string, Found[]>()
  /** Whether the last lookup of a name was quick. */
  const wasQuick = new Map<string, boolean>()
  const waiting: { readonly fresh: (() => void)[]; readonly slow: (() => void)[] } = { fresh: [], slow: [] }
  let isTrying = false

  const learn = (hostname: string, isQuick: boolean) => {
    wasQuick.delete(hostname)
    wasQuick.set(hostname, isQuick)
    if (wasQuick.size <= MAX_NAMES) return
    for (const oldest of wasQuick.keys()) return void wasQuick.delete(oldest)
  }
  const start = (hostname: string, options: LookupOptions, key: string, then: () => void) => {
    const startedMs = clock.now()
    lookup(hostname, options, (error, address, family) => {
      learn(hostname, clock.now() - startedMs < QUICK_MS)
      const callers = asking.get(key) ?? []
      asking.delete(key)
      then()
      for (const found of callers) found(error, Array.isArray(address) ? [...address] : address, family)
    })
  }
  const tryNext = () => {
    const next = waiting.fresh.shift() ?? waiting.slow.shift()
    isTrying = next !== undefined
    next?.()
  }
  return (hostname, options, found) => {
    const key = JSON.stringify([hostname, options.family, options.hints, options.all, options.order, options.verbatim])
    const callers = asking.get(key)
    if (callers) {
      if (callers.length < MAX_CALLERS) callers.push(found)
      else found(tooManyCalls(hostname), '')
      return
    }
    asking.set(key, [found])
    const quick = wasQuick.get(hostname)
    if (quick) return start(hostname, options, key, () => {})
    waiting[quick === undefined ? 'fresh' : 'slow'].push(() => start(hostname, options, key, tryNext))
    if (!isTrying) tryNext()
  }
}

const tooManyCalls = (hostname: string): Error =>
  Object.assign(new Error(`too many calls wait for the address of ${hostname}`), { code: 'EAI_AGAIN' })
