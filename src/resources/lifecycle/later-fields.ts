/**
 * Fields that came later than their kind: earlier releases drop them silently.
 *
 * @module
 * @see Specification, "Certificate signing endpoints", `spec.expirationSeconds`
 */

import { type ApiObject, compareReleases, type Dialect, oncePerDialect, type Release } from '../../meta/index.js'
import { certificatesGroup } from '../certificates/certificates-group.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { recordOf, withFields } from '../fields/fields.js'

/** A field of the spec. It cannot change, so it matters only when objects are created. */
interface LaterField {
  readonly group: string
  readonly resource: string
  readonly name: string
  readonly introduced: Release
}

const laterFieldsOf = /* @__PURE__ */ oncePerDialect((dialect): readonly LaterField[] => [
  {
    group: certificatesGroup(dialect),
    resource: 'certificatesigningrequests',
    name: 'expirationSeconds',
    introduced: '1.22',
  },
])

/**
 * A type whose new objects lack the fields that a release does not know yet.
 *
 * @param definition - The type.
 * @param release - A release of Kubernetes.
 * @param dialect - The plane's dialect.
 */
export function withoutLaterFields(definition: ResourceDefinition, release: string, dialect: Dialect): ResourceDefinition {
  const { group, names, strategy } = definition
  const later = laterFieldsOf(dialect).filter(
    (field) => field.group === group && field.resource === names.plural && compareReleases(release, field.introduced) < 0,
  )
  if (later.length === 0) return definition
  const withoutThem = (object: ApiObject) =>
    withFields(object, {
      spec: withFields(recordOf(object.spec), Object.fromEntries(later.map(({ name }) => [name, undefined]))),
    })
  return {
    ...definition,
    strategy: {
      ...strategy,
      prepareForCreate: (object, context) => withoutThem(strategy.prepareForCreate?.(object, context) ?? object),
    },
  }
}
