/**
 * Warnings for deprecated or useless fields of some kinds.
 *
 * @module
 */

import { type ApiObject, type Dialect, getKey } from '../../meta/index.js'
import type { Strategy } from '../definition/strategy.js'
import { listOf, numberOf, valueAt } from './fields.js'

/** A validator that only warns. */
const warning = (warningOf: (object: ApiObject) => string | undefined, onUpdate: boolean): Strategy => {
  const validate: NonNullable<Strategy['validateCreate']> = (object, { subresource, warn }) => {
    const text = subresource === '' ? warningOf(object) : undefined
    if (text !== undefined) warn(text)
    return []
  }
  return {
    validateCreate: validate,
    ...(onUpdate && { validateUpdate: (object, _live, context) => validate(object, context) }),
  }
}

/** Warns of external addresses of a Service. */
export const serviceWarnings: Strategy = warning(
  ({ spec }) =>
    listOf(valueAt(spec, 'externalIPs')).length > 0
      ? 'spec.externalIPs is deprecated and may no longer be implemented in some clusters'
      : undefined,
  true,
)

/** Warns of an Ingress that names its class by annotation. */
export const ingressWarnings = ({ labelDomain }: Dialect): Strategy =>
  warning(({ metadata, spec }) => {
    const key = `${labelDomain}/ingress.class`
    if (getKey(metadata.annotations, key) === undefined || valueAt(spec, 'ingressClassName') !== undefined) return undefined
    return `annotation ${JSON.stringify(key)} is deprecated, please use 'spec.ingressClassName' instead`
  }, false)

/** Warns of a PersistentVolumeClaim that names its class by annotation. */
export const claimWarnings = ({ labelDomain }: Dialect): Strategy =>
  warning(({ metadata }) => {
    const key = `volume.beta.${labelDomain}/storage-class`
    if (getKey(metadata.annotations, key) === undefined) return undefined
    return `metadata.annotations[${key}]: deprecated since v1.8; use "storageClassName" attribute instead`
  }, true)

/**
 * Warns of pods with a negative grace period.
 *
 * @param path - Path of their spec, such as `spec`, `template`, `spec`.
 */
export const graceWarning = (...path: readonly string[]): Strategy =>
  warning(
    (object) => {
      const field = [...path, 'terminationGracePeriodSeconds']
      if ((numberOf(valueAt(object, ...field)) ?? 0) >= 0) return undefined
      return `${field.join('.')}: must be >= 0; negative values are invalid and will be treated as 1`
    },
    // Controllers update pods, and do not read warnings.
    path.length > 1,
  )

/** A kind's strategy, with warnings. */
export const warned = (warnings: Strategy, strategy: Strategy): Strategy => ({
  ...strategy,
  validateCreate: (object, context) => [
    ...(warnings.validateCreate?.(object, context) ?? []),
    ...(strategy.validateCreate?.(object, context) ?? []),
  ],
  validateUpdate: (object, live, context) => [
    ...(warnings.validateUpdate?.(object, live, context) ?? []),
    ...(strategy.validateUpdate?.(object, live, context) ?? []),
  ],
})
