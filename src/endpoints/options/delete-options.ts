/**
 * Options of deletes: a `DeleteOptions` body, or else the query; a dry run may be in either.
 *
 * @module
 */

import { badRequest, type Dialect, type FieldError, getKey, invalidField, isRecord, unsupportedField } from '../../meta/index.js'
import type { DecodedBody, DeleteOptions } from '../../registry/index.js'
import { wholeNumber } from './numbers.js'
import { isTrue, type QueryParameters } from './query-parameters.js'
import { readDryRun, refuseOptions } from './write-options.js'

/** The policies; refusals also offer the absence of one, as in Kubernetes. */
const POLICIES = ['Foreground', 'Background', 'Orphan'] as const
type Policy = (typeof POLICIES)[number]

/** Options as read, not validated yet. */
interface FoundOptions {
  readonly dryRun: readonly string[]
  readonly gracePeriodSeconds: number | undefined
  readonly propagationPolicy: string | undefined
  readonly orphanDependents: boolean | undefined
  readonly preconditions: DeleteOptions['preconditions']
}

/**
 * Reads the options of a delete from its query.
 *
 * @param query - The query.
 * @param dialect - Names the options in refusals.
 * @throws {@link ApiError} 400 for unreadable values, 422 for unknown ones.
 */
export function deleteOptionsFromQuery(query: QueryParameters, dialect: Dialect): DeleteOptions {
  return checkedOptions(
    {
      dryRun: query.getAll('dryRun'),
      gracePeriodSeconds: wholeNumber(query, 'gracePeriodSeconds'),
      propagationPolicy: query.get('propagationPolicy') || undefined,
      orphanDependents: query.has('orphanDependents') ? isTrue(query.get('orphanDependents')) : undefined,
      preconditions: undefined,
    },
    dialect,
  )
}

/**
 * Reads the options of a delete from its body. Unknown members are ignored, kind and apiVersion may be left
 * out. Null counts as absent. Of the query only `dryRun` counts as well; Kubernetes ignores it, and deletes.
 *
 * @param body - The decoded body.
 * @param query - The query.
 * @param dialect - Names the options in refusals.
 * @throws {@link ApiError} 400 for a body of another kind or wrong types, 422 for unknown values.
 * @see Specification, "Query parameters"
 */
export function deleteOptionsFromBody(body: DecodedBody, query: QueryParameters, dialect: Dialect): DeleteOptions {
  const value = body.value ?? {}
  if (!isRecord(value)) throw badRequest('the body of the request is not a DeleteOptions object')
  const kind = getKey(value, 'kind') ?? ''
  if (kind !== '' && kind !== 'DeleteOptions') throw badRequest('the body of the request is not a DeleteOptions object')
  const found: FoundOptions = {
    dryRun: [...(member(value, 'dryRun', isTexts) ?? []), ...query.getAll('dryRun')],
    gracePeriodSeconds: member(value, 'gracePeriodSeconds', Number.isSafeInteger as (item: unknown) => item is number),
    propagationPolicy: member(value, 'propagationPolicy', isText),
    orphanDependents: member(value, 'orphanDependents', (item) => typeof item === 'boolean'),
    preconditions: preconditionsOf(member(value, 'preconditions', isRecord)),
  }
  return checkedOptions(found, dialect)
}

const isText = (item: unknown): item is string => typeof item === 'string'
const isTexts = (item: unknown): item is string[] => Array.isArray(item) && item.every(isText)

function member<T>(body: unknown, name: string, fits: (item: unknown) => item is T): T | undefined {
  const item = getKey(body, name)
  if (item === undefined || item === null) return undefined
  if (!fits(item)) throw badRequest(`DeleteOptions cannot be read: ${name} has a value of the wrong type`)
  return item
}

function preconditionsOf(given: unknown): DeleteOptions['preconditions'] {
  if (given === undefined) return undefined
  const uid = member(given, 'uid', isText)
  const resourceVersion = member(given, 'resourceVersion', isText)
  if (uid === undefined && resourceVersion === undefined) return undefined
  return { ...(uid !== undefined && { uid }), ...(resourceVersion !== undefined && { resourceVersion }) }
}

const isPolicy = (text: string): text is Policy => (POLICIES as readonly string[]).includes(text)

function checkedOptions(found: FoundOptions, dialect: Dialect): DeleteOptions {
  const { gracePeriodSeconds, orphanDependents, preconditions } = found
  const policy = found.propagationPolicy
  const errors: FieldError[] = []
  const dryRun = readDryRun(found.dryRun, errors)
  if (policy !== undefined && orphanDependents !== undefined) {
    errors.push(invalidField('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set'))
  }
  if (policy !== undefined && !isPolicy(policy)) errors.push(unsupportedField('propagationPolicy', policy, [...POLICIES, 'nil']))
  refuseOptions(errors, 'DeleteOptions', dialect)
  return {
    dryRun,
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(policy !== undefined && isPolicy(policy) && { propagationPolicy: policy }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(preconditions && { preconditions }),
  }
}
