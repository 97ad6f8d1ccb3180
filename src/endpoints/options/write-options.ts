/**
 * Options of writes: dry run, field validation, field manager.
 *
 * @module
 */

import {
  checkManagerName,
  type Dialect,
  type FieldError,
  forbiddenField,
  invalid,
  managerFromUserAgent,
  type PatchType,
  unsupportedField,
} from '../../meta/index.js'
import type { FieldValidation, WriteOptions } from '../../registry/index.js'
import { isTrue, type QueryParameters } from './query-parameters.js'

/** What the options of a write are read from. */
export interface WriteRequest {
  readonly query: QueryParameters
  /** The first line of a header, or undefined; only `user-agent` is read. */
  header(name: string): string | undefined
}

/** Kinds of options, by which refusals name them. */
export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions'

const LEVELS: readonly string[] = ['Ignore', 'Strict', 'Warn']

/**
 * Reads the options of a create or update.
 *
 * @param request - The request.
 * @param kind - Names the options in refusals.
 * @param dialect - Gives the group of that name.
 * @throws {@link ApiError} 422 for unknown values.
 * @see Specification, "Query parameters"
 */
export function readWriteOptions(request: WriteRequest, kind: OptionsKind, dialect: Dialect): WriteOptions {
  const errors: FieldError[] = []
  const options = writeOptions(request, errors)
  refuseOptions(errors, kind, dialect)
  return options
}

/** Options of a patch. */
export interface PatchOptions {
  readonly options: WriteOptions
  /** Takes fields from other managers; apply only. */
  readonly force: boolean | undefined
}

/**
 * Reads the options of a patch.
 *
 * @param request - The request.
 * @param type - The patch language: apply needs a field manager and alone may force.
 * @param dialect - Gives the group of the options' name.
 * @throws {@link ApiError} 422 for unknown values.
 */
export function readPatchOptions(request: WriteRequest, type: PatchType, dialect: Dialect): PatchOptions {
  const errors: FieldError[] = []
  const isApply = type === 'apply'
  const options = writeOptions(request, errors, isApply)
  const force = request.query.has('force') ? isTrue(request.query.get('force')) : undefined
  if (!isApply && force !== undefined) errors.push(forbiddenField('force', 'may not be specified for non-apply patch'))
  refuseOptions(errors, 'PatchOptions', dialect)
  return { options, force }
}

function writeOptions(request: WriteRequest, errors: FieldError[], isApply = false): WriteOptions {
  const { query } = request
  const dryRun = readDryRun(query.getAll('dryRun'), errors)
  const manager = query.get('fieldManager') ?? ''
  const fieldValidation = query.get('fieldValidation') ?? ''
  errors.push(...checkManagerName(manager, { isRequired: isApply }))
  if (fieldValidation !== '' && !LEVELS.includes(fieldValidation)) {
    errors.push(unsupportedField('fieldValidation', fieldValidation, ['', ...LEVELS]))
  }
  return {
    dryRun,
    fieldManager: manager || managerFromUserAgent(request.header('user-agent')),
    ...(manager !== '' && { requestedManager: manager }),
    ...(fieldValidation !== '' && { fieldValidation: fieldValidation as FieldValidation }),
  }
}

/**
 * Reads `dryRun`: absent or without a value the request is carried out, `All` only tries it.
 *
 * @param values - All values that were given.
 * @param errors - Receives an error for any other value.
 * @see Specification, "Dry-run", 1
 */
export function readDryRun(values: readonly string[], errors: FieldError[]): boolean {
  if (values.length === 0) return false
  const given = values.filter((value) => value !== '')
  if (given.some((value) => value !== 'All')) errors.push(unsupportedField('dryRun', given, ['All']))
  return given.length > 0
}

/** Refuses options with invalid values. */
export function refuseOptions(errors: readonly FieldError[], kind: OptionsKind, dialect: Dialect): void {
  if (errors.length > 0) throw invalid({ group: `meta.${dialect.groupDomain}`, kind }, '', errors)
}
