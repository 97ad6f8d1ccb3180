/**
 * Health: `/healthz`, `/livez`, `/readyz`, as a whole or check by check.
 *
 * @module
 */

import { type HealthCheck, methodNotAllowed } from '../../meta/index.js'
import type { ServerResponse } from '../http.js'
import type { ParsedRequest } from '../parsed-request.js'

export type { HealthCheck }

/** What health is judged by. */
export interface HealthOptions {
  /** Checks of all three endpoints, after `ping`, which always works. None by default. */
  readonly checks?: readonly HealthCheck[]
  /** Checks of `/readyz` alone, such as the informers' first lists. None by default. */
  readonly readyChecks?: readonly HealthCheck[]
  /** Whether the plane is shutting down: then the check `shutdown` of `/readyz` fails. Never by default. */
  readonly isDraining?: () => boolean
}

/** Answers requests for health. */
export interface Health {
  /**
   * Answers a request for health.
   *
   * @param request - Any request.
   * @returns The answer, or undefined when the path is not about health.
   * @throws {@link ApiError} 405 when it is and the method is not GET or HEAD.
   */
  handle(request: ParsedRequest): Promise<ServerResponse> | ServerResponse | undefined
}

/**
 * Makes the health handler of a plane.
 *
 * @param options - The checks, and who knows of shutting down.
 * @see Specification, "Health endpoints"
 */
export function createHealth({ checks = [], readyChecks = [], isDraining = () => false }: HealthOptions = {}): Health {
  const alive: readonly HealthCheck[] = [{ name: 'ping', check: () => true }, ...checks]
  const ready = [...alive, ...readyChecks, { name: 'shutdown', check: () => !isDraining() }]
  const endpoints = new Map([
    ['healthz', alive],
    ['livez', alive],
    ['readyz', ready],
  ])
  return {
    handle(request) {
      const [endpoint = '', ...rest] = request.segments
      const all = endpoints.get(endpoint)
      if (!all) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed()
      if (rest.length === 0) return answerAll(endpoint, all, request)
      // Names may hold slashes, so the rest of the path is one name.
      const single = all.find(({ name }) => name === rest.join('/'))
      return single ? answerOne(single) : text(404, '404 page not found\n')
    },
  }
}

async function answerOne(check: HealthCheck): Promise<ServerResponse> {
  return (await passes(check)) ? text(200, 'ok') : text(500, `internal server error: ${check.name} failed: reason withheld\n`)
}

async function answerAll(endpoint: string, checks: readonly HealthCheck[], { query }: ParsedRequest): Promise<ServerResponse> {
  const excluded = new Set(query.getAll('exclude').filter((name) => name !== ''))
  const results = await Promise.all(
    checks.map(async (check) => ({ name: check.name, skipped: excluded.has(check.name), passed: await passes(check, excluded) })),
  )
  let lines = ''
  for (const { name, skipped, passed } of results) {
    lines += skipped ? `[+]${name} excluded: ok\n` : passed ? `[+]${name} ok\n` : `[-]${name} failed: reason withheld\n`
  }
  const unknown = [...excluded].filter((name) => !checks.some((check) => check.name === name)).sort()
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(', ')
    lines += `warn: some health checks cannot be excluded: no matches for ${names}\n`
  }
  if (results.some(({ passed }) => !passed)) return text(500, `${lines}${endpoint} check failed\n`)
  // Specification, "Health endpoints" 2: the last line names healthz, whichever endpoint was asked.
  return query.has('verbose') ? text(200, `${lines}healthz check passed\n`) : text(200, 'ok')
}

async function passes(check: HealthCheck, excluded?: ReadonlySet<string>): Promise<boolean> {
  if (excluded?.has(check.name)) return true
  try {
    return await check.check()
  } catch {
    return false
  }
}

const text = (status: number, body: string): ServerResponse => ({
  status,
  headers: [
    ['content-type', 'text/plain; charset=utf-8'],
    ['cache-control', 'no-cache, private'],
    ['x-content-type-options', 'nosniff'],
  ],
  body: new TextEncoder().encode(body),
})
