/**
 * How long metrics can be relied upon: classes, and what becomes of a metric that is deprecated.
 *
 * @module
 * @see Specification, "Deprecation rules", 9
 */

import { compareReleases, laterRelease, parseRelease, type Release } from '../../meta/index.js'

/** `STABLE`: its name and labels stay. `BETA`: labels may be added. `ALPHA`: it may change or go with any release. */
export type MetricStability = 'ALPHA' | 'BETA' | 'STABLE'

/** What is promised of a metric. */
export interface MetricPromise {
  readonly stability: MetricStability
  /** The release that deprecates it. */
  readonly deprecated?: Release
}

/** Releases from the deprecation of a metric until it is hidden. */
const RELEASES_UNTIL_HIDDEN: Readonly<Record<MetricStability, number>> = { ALPHA: 0, BETA: 1, STABLE: 3 }

/**
 * The metrics that a release shows: their help says their class, and whether they are deprecated. A deprecated one is hidden after a
 * while, and gone one release later.
 *
 * @param metrics - All metrics.
 * @param release - The release.
 * @param showHiddenFor - The release whose metrics are shown that are hidden since: the one before.
 */
export function shownMetrics<M extends MetricPromise & { readonly help: string }>(
  metrics: readonly M[],
  release: string,
  showHiddenFor?: string,
): readonly M[] {
  return metrics.flatMap((metric) => {
    const { stability, deprecated, help } = metric
    if (deprecated === undefined || compareReleases(release, deprecated) < 0)
      return [{ ...metric, help: `[${stability}] ${help}` }]
    const hidden = laterRelease(deprecated, RELEASES_UNTIL_HIDDEN[stability])
    const isHidden = compareReleases(release, hidden) >= 0
    const isShown =
      !isHidden || (showHiddenFor !== undefined && isBefore(showHiddenFor, release) && compareReleases(release, hidden) === 0)
    return isShown ? [{ ...metric, help: `[${stability}] (Deprecated since ${deprecated}.0) ${help}` }] : []
  })
}

/**
 * Refuses to show what other releases than the one before have hidden: it is gone.
 *
 * @param release - The release that the plane is.
 * @param showHiddenFor - The release whose metrics are wanted that are hidden since.
 * @throws RangeError, with one line, when it is not the one before.
 * @see Specification, "Deprecation rules", 9
 */
export function requireReleaseBefore(release: string, showHiddenFor: string | undefined): void {
  if (showHiddenFor === undefined || isBefore(showHiddenFor, release)) return
  const { major = 0, minor = 0 } = parseRelease(release) ?? {}
  const expected = minor === 0 ? `none, as nothing is hidden in ${major}.0` : `${major}.${minor - 1}, the release before`
  throw new RangeError(`showHiddenMetricsFor ${JSON.stringify(showHiddenFor)}: expected ${expected}`)
}

/** Whether a release is the one right before another one of the same major number. */
const isBefore = (one: string, other: string): boolean => compareReleases(other, one) === 1
