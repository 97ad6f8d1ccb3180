/**
 * Lease: the holder of a lock, and its times.
 *
 * @module
 */

import {
  type ApiObject,
  badRequest,
  type Dialect,
  type FieldError,
  forbiddenField,
  invalidField,
  normalizeMicroTime,
  requiredField,
  validateQualifiedName,
} from '../../meta/index.js'
import { builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition } from '../definition/definition.js'
import type { Strategy } from '../definition/strategy.js'
import { numberOf, recordOf, textAt, textOf, valueAt, withFields } from '../fields/fields.js'
import { integer, refTo, struct, text, time } from '../fields/json-schema.js'
import { ageColumn, nameColumn, tableOf } from '../tables/tables.js'

/**
 * The Lease kind.
 *
 * @param dialect - The plane's dialect.
 */
export const leaseDefinition = (dialect: Dialect): ResourceDefinition =>
  builtinDefinition(dialect, {
    group: `coordination.${dialect.groupDomain}`,
    kind: 'Lease',
    plural: 'leases',
    schemaName: 'coordination.v1.Lease',
    description: 'Who holds something, and since when.',
    properties: { spec: refTo('coordination.v1.LeaseSpec', 'Who holds the lease.') },
    schemas: () => ({
      'coordination.v1.LeaseSpec': struct('Who holds a lease.', {
        acquireTime: time('When the holder got the lease, with microseconds.'),
        holderIdentity: text('Who holds the lease.'),
        leaseDurationSeconds: integer('How long others wait after the last renewal before they take the lease.'),
        leaseTransitions: integer('How often the lease changed hands.'),
        preferredHolder: text('Who should hold the lease next.'),
        renewTime: time('When the holder last renewed the lease, with microseconds.'),
        strategy: text('How a holder is chosen.'),
      }),
    }),
    keepEmpty: ['holderIdentity', 'preferredHolder', 'strategy'],
    table: tableOf([
      nameColumn,
      {
        name: 'Holder',
        type: 'string',
        description: 'Who holds the lease.',
        cell: (object) => textAt(object, 'spec', 'holderIdentity'),
      },
      ageColumn,
    ]),
    strategy,
  })

const strategy: Strategy = {
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  prepareForCreate: (object) => withoutCoordination(object),
  prepareForUpdate: withoutCoordination,
  defaults: (object) => ({ ...object, spec: { ...recordOf(object.spec), ...readTimes(object) } }),
  validateCreate: validate,
  validateUpdate: (object) => validate(object),
}

/**
 * Fields of coordinated leader election, which Kubernetes drops unless the feature is enabled. Objects that have them keep them.
 */
const COORDINATION = ['strategy', 'preferredHolder'] as const

function withoutCoordination(object: ApiObject, live?: ApiObject): ApiObject {
  const [spec, before] = [recordOf(object.spec), recordOf(live?.spec)]
  const dropped = COORDINATION.filter((field) => spec[field] !== undefined && before[field] === undefined)
  if (dropped.length === 0) return object
  return { ...object, spec: withFields(spec, Object.fromEntries(dropped.map((field) => [field, undefined]))) }
}

/** Times in UTC; six fractional digits keep any two renewals distinct. */
function readTimes(object: ApiObject): Readonly<Record<string, string>> {
  const times: Record<string, string> = {}
  for (const field of ['acquireTime', 'renewTime']) {
    const value = valueAt(object, 'spec', field)
    if (value === undefined) continue
    const normal = normalizeMicroTime(textOf(value))
    if (normal === undefined) {
      throw badRequest(
        `Lease in version "v1" cannot be handled as a Lease: spec.${field} must be a time with six fractional digits`,
      )
    }
    times[field] = normal
  }
  return times
}

function validate(object: ApiObject): readonly FieldError[] {
  const spec = recordOf(object.spec)
  const duration = numberOf(spec.leaseDurationSeconds)
  const transitions = numberOf(spec.leaseTransitions)
  return [
    ...(duration !== undefined && duration <= 0
      ? [invalidField('spec.leaseDurationSeconds', duration, 'must be greater than 0')]
      : []),
    ...(transitions !== undefined && transitions < 0
      ? [invalidField('spec.leaseTransitions', transitions, 'must be greater than or equal to 0')]
      : []),
    ...validateStrategy(spec.strategy),
    ...(textOf(spec.preferredHolder) !== '' && textOf(spec.strategy) === ''
      ? [forbiddenField('spec.preferredHolder', 'may only be specified if `strategy` is defined')]
      : []),
  ]
}

function validateStrategy(value: unknown): readonly FieldError[] {
  if (value === undefined) return []
  if (value === '') return [requiredField('spec.strategy')]
  return validateQualifiedName(textOf(value)).map((message) => invalidField('spec.strategy', value, message))
}
