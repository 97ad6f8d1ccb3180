/**
 * The pages of metrics: `/metrics`, and `/metrics/slis` with what came of health checks.
 *
 * @module
 */

import { lazily, methodNotAllowed } from '../../meta/index.js'
import { DEFAULT_RELEASE } from '../discovery/index.js'
import type { ServerResponse } from '../http.js'
import type { ParsedRequest } from '../parsed-request.js'
import type { Exposition, ExpositionOptions, PlaneMetric } from './exposition.js'
import { requireReleaseBefore, shownMetrics } from './stability.js'

/** Options of the pages. */
export interface PagesOptions extends ExpositionOptions {
  /** The release whose metrics are shown; {@link DEFAULT_RELEASE} by default. */
  readonly release?: string
  /** The release whose hidden metrics are shown as well; none by default. */
  readonly showHiddenFor?: string | undefined
}

/** The pages of metrics. */
export interface MetricsPages {
  /**
   * Registers the metrics now, rather than at the first scrape: others may scrape the registry of the options.
   *
   * @returns Removes them from the registry again.
   * @throws TypeError when the registry has a metric of the same name.
   */
  register(): Promise<() => void>
  /**
   * Answers `GET /metrics` and `GET /metrics/slis`.
   *
   * @returns The answer, or undefined for every other path.
   * @throws {@link ApiError} 405 when the method is not GET or HEAD.
   */
  handle(request: ParsedRequest): Promise<ServerResponse> | undefined
  /** The paths of the pages. */
  paths(): readonly string[]
}

/**
 * Makes the pages. prom-client is loaded with the first request.
 *
 * @param metrics - Of each page.
 * @param options - See {@link PagesOptions}.
 * @throws RangeError, with one line, when `showHiddenFor` is not the release before.
 */
export function createPages(
  metrics: { readonly all: readonly PlaneMetric[]; readonly slis: readonly PlaneMetric[] },
  { release = DEFAULT_RELEASE, showHiddenFor, registry, process }: PagesOptions,
): MetricsPages {
  requireReleaseBefore(release, showHiddenFor)
  const expose = (shown: readonly PlaneMetric[], options: ExpositionOptions) =>
    lazily(async () => {
      const { createExposition } = await import('./exposition.js')
      return createExposition(shownMetrics(shown, release, showHiddenFor), options)
    })
  const all = expose(metrics.all, { registry, process })
  const slis = expose(metrics.slis, {})
  const expositionAt = ([first, second, ...rest]: readonly string[]) => {
    if (first !== 'metrics' || rest.length > 0) return undefined
    if (second === undefined) return all
    return second === 'slis' ? slis : undefined
  }
  return {
    register: async () => (await all()).remove,
    handle(request) {
      const exposition = expositionAt(request.segments)
      if (!exposition) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed()
      return pageOf(exposition)
    },
    paths: () => ['/metrics', '/metrics/slis'],
  }
}

async function pageOf(exposition: () => Exposition | Promise<Exposition>): Promise<ServerResponse> {
  const { contentType, write } = await exposition()
  const headers: [string, string][] = [
    ['content-type', contentType],
    ['cache-control', 'no-cache, private'],
  ]
  return { status: 200, headers, body: new TextEncoder().encode(await write()) }
}
