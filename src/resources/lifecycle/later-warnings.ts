/**
 * Warnings of deprecations that came after a release: it does not send them.
 *
 * @module
 */

import { compareReleases } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition/definition.js'
import type { StrategyContext } from '../definition/strategy.js'

/** The last release that has deprecated a field, or an annotation. */
const LAST_DEPRECATION = '1.33'

/** Their warnings name the release, such as `deprecated since v1.17; use ...`, as it is part of the text of Kubernetes. */
const SINCE = /\b(?:deprecated|non-functional) (?:since|in) v(\d+\.\d+)/

/**
 * A type that warns of the fields and annotations that a release has deprecated.
 *
 * @param definition - The type.
 * @param release - A release of Kubernetes.
 */
export function withoutLaterWarnings(definition: ResourceDefinition, release: string): ResourceDefinition {
  const { strategy } = definition
  const { warnings, prepareForCreate } = strategy
  if (compareReleases(release, LAST_DEPRECATION) >= 0 || (!warnings && !prepareForCreate)) return definition
  const isDue = (text: string) => {
    const since = SINCE.exec(text)?.[1]
    return since === undefined || compareReleases(release, since) >= 0
  }
  const quiet = (context: StrategyContext): StrategyContext => ({
    ...context,
    warn: (text) => {
      if (isDue(text)) context.warn(text)
    },
  })
  return {
    ...definition,
    strategy: {
      ...strategy,
      ...(warnings && { warnings: (object, live) => warnings(object, live).filter(isDue) }),
      ...(prepareForCreate && { prepareForCreate: (object, context) => prepareForCreate(object, quiet(context)) }),
    },
  }
}
