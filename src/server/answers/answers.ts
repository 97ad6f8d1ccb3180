/**
 * Encodes answers in the negotiated representation.
 *
 * @module
 */

import { withoutManagedFields } from '../../apply/index.js'
import { makeTable, toPartialObjectMetadata } from '../../codec/index.js'
import type { ApiObject } from '../../meta/index.js'
import type { Answer, Target } from '../../registry/index.js'
import { scaleTable, type TableDefinition } from '../../resources/index.js'
import type { Page } from '../../store/index.js'
import type { ServerResponse } from '../http.js'
import { jsonResponse } from '../respond.js'
import { type AnswerForm, readIncludeObject } from './answer-form.js'
import { jsonList, type ListWriting } from './json-list.js'
import { isLarge, lengthOf } from './large-list.js'
import { listShape } from './list-shape.js'
import { metadataWriter, type RowWriter, tableRowWriter } from './shaped-rows.js'
import { type StoredForm, storedForm } from './stored-form.js'
import { valueList } from './value-list.js'
import { valueObject } from './value-object.js'

/**
 * Answers with one object.
 *
 * @param status - HTTP status code.
 * @param target - The request's target.
 * @param answer - The registry's answer.
 * @param answerForm - What form it has.
 */
export function objectResponse(
  status: number,
  target: Target,
  answer: Answer,
  answerForm: AnswerForm,
): ServerResponse | Promise<ServerResponse> {
  const { representation } = answerForm
  const form = storedForm(target.definition, target.version, representation.dropManagedFields)
  // A subresource with a kind of its own has one version.
  const foreign = target.subresource?.kind !== undefined
  if (representation.format === 'json' && representation.shape === 'Object' && !representation.pretty && answer.row && !foreign) {
    return jsonResponse(status, form.bytes(answer.row))
  }
  // Partial metadata of another kind is metadata too.
  const asMade = representation.dropManagedFields ? withoutManagedFields(answer.object) : answer.object
  const object = foreign ? asMade : form.convert(answer.object)
  const table = foreign ? target.subresource?.scale && scaleTable : form.version.table
  return valueObject(status, shapedObject(object, table, answerForm), representation)
}

function shapedObject(
  object: ApiObject,
  table: TableDefinition | undefined,
  { representation, query, clock }: AnswerForm,
): object {
  const { shape, metaVersion } = representation
  if (shape === 'PartialObjectMetadata') return toPartialObjectMetadata(object, metaVersion)
  if (shape !== 'Table') return object
  const { resourceVersion } = object.metadata
  return makeTable({
    objects: [object],
    definition: table,
    apiVersion: metaVersion,
    includeObject: readIncludeObject(query),
    metadata: resourceVersion === undefined ? {} : { resourceVersion },
    nowMs: clock.now(),
  })
}

/**
 * Answers with a list.
 *
 * @param target - The request's target.
 * @param page - The registry's page.
 * @param answerForm - What form it has.
 * @param writing - Context of the encoder.
 */
export function listResponse(
  target: Target,
  page: Page,
  answerForm: AnswerForm,
  writing: ListWriting,
): ServerResponse | Promise<ServerResponse> {
  const { representation } = answerForm
  const form = storedForm(target.definition, target.version, representation.dropManagedFields)
  const shape = listShape(page, form, answerForm)
  if (representation.format !== 'json' || representation.pretty) {
    return valueList(shape, page.rows, form, { layout: representation, onFault: writing.onFault })
  }
  const head = `${JSON.stringify(shape.head).slice(0, -1)},"${shape.items}":[`
  return jsonList({ head, writeRow: rowWriter(page, form, answerForm, writing) }, page, form, writing)
}

/** The writer of list items in JSON; undefined for whole objects. */
function rowWriter(
  { rows }: Page,
  form: StoredForm,
  { representation, query, clock }: AnswerForm,
  { lists }: ListWriting,
): RowWriter | undefined {
  const { shape, metaVersion } = representation
  if (shape === 'PartialObjectMetadataList') return metadataWriter(form, metaVersion)
  if (shape !== 'Table') return undefined
  // A large table is not cached for the next one.
  const sources = isLarge(lengthOf(rows)) ? undefined : lists.tables
  return tableRowWriter(form, { metaVersion, includeObject: readIncludeObject(query), nowMs: clock.now(), sources })
}
