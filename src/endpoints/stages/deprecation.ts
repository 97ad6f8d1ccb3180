/**
 * The stage `deprecation`: uses of deprecated versions.
 *
 * @module
 */

import { type Dialect, formatApiVersion } from '../../meta/index.js'
import type { Target } from '../../registry/index.js'
import type { RequestMetrics } from '../request-metrics.js'
import type { Stage } from '../stage.js'

/** Options of {@link deprecation}. */
export interface DeprecationOptions {
  readonly dialect: Dialect
  readonly metrics: Pick<RequestMetrics, 'usedDeprecated'>
}

/**
 * Warns of each use of a deprecated version, counts it and records it.
 *
 * @param options - The plane's dialect and metrics.
 * @see Specification, "Signals on use of deprecated APIs"
 */
export const deprecation = ({ dialect: { groupDomain }, metrics }: DeprecationOptions): Stage => ({
  name: 'deprecation',
  handle(exchange, next) {
    const { target, door, audit } = exchange
    const warning = target && !door.isControlLoop ? deprecationWarning(target) : undefined
    if (target && warning !== undefined) {
      exchange.warn(warning)
      metrics.usedDeprecated(target)
      audit?.annotate(`${groupDomain}/deprecated`, 'true')
      const { removed } = target.version.life ?? {}
      if (removed !== undefined) audit?.annotate(`${groupDomain}/removed-release`, removed)
    }
    return next(exchange)
  },
})

/**
 * The warning of each use of a deprecated version.
 *
 * @param target - What was asked for.
 * @returns Its text, or undefined when the version is not deprecated.
 */
function deprecationWarning({ definition, version }: Target): string | undefined {
  if (!version.deprecated) return undefined
  if (version.deprecationWarning) return version.deprecationWarning
  const { group, names, versions } = definition
  const better = versions.find((candidate) => candidate.served && !candidate.deprecated)
  const say = (name: string) => `${formatApiVersion(group, name)} ${names.kind}`
  return `${say(version.name)} is deprecated${better ? `; use ${say(better.name)}` : ''}`
}
