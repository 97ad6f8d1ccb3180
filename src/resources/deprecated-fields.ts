/**
 * Kinds whose writers are warned of what they should not use any more.
 *
 * @module
 */

import { type ApiObject, type Dialect, getKey } from '../meta/index.js'
import type { Strategy } from './strategy.js'
import { listOf, valueAt } from './fields.js'

/** Warns the writers of a kind, and finds nothing wrong with it. */
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
