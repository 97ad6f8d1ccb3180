/**
 * Health: `/healthz`, `/livez`, `/readyz`, as a whole or check by check.
 *
 * @module
 */

import { type HealthCheck, methodNotAllowed } from '../../meta/index.js'
import type { ServerResponse } from '../http.js'
import type { ParsedRequest } from '../parsed-request.js'

export type { HealthCheck }

/** The health endpoints. */
export type HealthEndpoint = 'healthz' | 'livez' | 'readyz'

/** Options of the health endpoints. */
export interface HealthOptions {
  /** Checks of all three endpoints, after `ping`, which always works; asked for at each request. None by default. */
  readonly checks?: () => readonly HealthCheck[]
  /** Checks of `/readyz` alone, such as the informers' first lists. None by default. */
  readonly readyChecks?: () => readonly HealthCheck[]
  /** Whether the plane is shutting down: then the check `shutdown` of `/readyz` fails. Never by default. */
  readonly isDraining?: () => boolean
  /** Called with the result of each check. */
  readonly observe?: (name: string, endpoint: HealthEndpoint, passed: boolean) => void
  /** Called with the reason why a check failed, which clients do not see. */
  readonly onError?: (name: string, error: unknown) => void
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
  /** The endpoints, and a path for each of their checks. */
  paths(): readonly string[]
}

/** Names of the checks that every plane has. */
export const ownCheckNames: readonly string[] = ['ping', 'shutdown']

/**
 * Makes the health handler of a plane.
 *
 * @param options - The checks, and whether the plane shuts down.
 * @see Specification, "Health endpoints"
 */
export function createHealth(options: HealthOptions = {}): Health {
  const { checks = () => [], readyChecks = () => [], isDraining = () => false, observe = () => {}, onError = () => {} } = options
  const alive = (): readonly HealthCheck[] => [{ name: 'ping', check: () => true }, ...checks()]
  const ready = () => [...alive(), ...readyChecks(), { name: 'shutdown', check: () => !isDraining() }]
  const checksOf = (endpoint: HealthEndpoint): readonly HealthCheck[] => (endpoint === 'readyz' ? ready() : alive())
  return {
    handle(request) {
      const [endpoint = '', ...rest] = request.segments
      if (!isEndpoint(endpoint)) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed()
      const all = checksOf(endpoint).map((check) => ({
        name: check.name,
        note: () => check.note?.(),
        async passes() {
          const passed = await doesPass(check, onError)
          observe(check.name, endpoint, passed)
          return passed
        },
      }))
      if (rest.length === 0) return answerAll(endpoint, all, request)
      // Names may hold slashes, so the rest of the path is one name.
      const single = all.find(({ name }) => name === rest.join('/'))
      return single ? answerOne(single) : text(404, '404 page not found\n')
    },
    paths: () =>
      ENDPOINTS.flatMap((endpoint) => [`/${endpoint}`, ...checksOf(endpoint).map(({ name }) => `/${endpoint}/${name}`)]),
  }
}

const ENDPOINTS: readonly HealthEndpoint[] = ['healthz', 'livez', 'readyz']
const isEndpoint = (segment: string): segment is HealthEndpoint => ENDPOINTS.some((endpoint) => endpoint === segment)

interface ObservedCheck {
  readonly name: string
  note(): string | undefined
  passes(): Promise<boolean>
}

async function answerOne({ name, passes }: ObservedCheck): Promise<ServerResponse> {
  return (await passes()) ? text(200, 'ok') : text(500, `internal server error: ${name} failed: reason withheld\n`)
}

async function answerAll(endpoint: string, checks: readonly ObservedCheck[], { query }: ParsedRequest): Promise<ServerResponse> {
  const excluded = new Set(query.getAll('exclude').filter((name) => name !== ''))
  const results = await Promise.all(
    checks.map(async ({ name, note, passes }) => {
      const skipped = excluded.has(name)
      const passed = skipped || (await passes())
      return { name, skipped, passed, note: passed ? note() : undefined }
    }),
  )
  let lines = ''
  for (const { name, skipped, passed, note } of results) {
    const fine = skipped ? `[+]${name} excluded: ok\n` : `[+]${name} ok${note === undefined ? '' : `: ${note}`}\n`
    lines += passed ? fine : `[-]${name} failed: reason withheld\n`
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

async function doesPass(check: HealthCheck, onError: (name: string, error: unknown) => void): Promise<boolean> {
  try {
    return await check.check()
  } catch (error) {
    onError(check.name, error)
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
