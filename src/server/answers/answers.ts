/**
 * What verbs answer with, in the representation that the client gets.
 *
 * @module
 */

import {
  type IncludeObject,
  type ListMetadata,
  makeTable,
  toPartialObjectMetadata,
  toPartialObjectMetadataList,
} from '../../codec/index.js'
import { type ApiObject, badRequest, type Clock } from '../../meta/index.js'
import type { Answer, QueryParameters, Target } from '../../registry/index.js'
import { scaleTable, type TableDefinition } from '../../resources/index.js'
import type { Page } from '../../store/index.js'
import type { ServerResponse } from '../http.js'
import type { Representation } from '../negotiation.js'
import { jsonResponse, valueResponse } from '../respond.js'
import type { ListCache } from './list-cache.js'
import { withoutManagedFields } from './managed-fields.js'
import { type StoredForm, storedForm, withoutKind } from './stored-form.js'

/** How one answer is to be shown. */
export interface Shown {
  readonly representation: Representation
  readonly query: QueryParameters
  /** Says how old objects are, for tables. */
  readonly clock: Clock
}

/**
 * Answers with one object.
 *
 * @param status - HTTP status code.
 * @param target - What was asked for.
 * @param answer - What the registry found or made.
 * @param shown - How to show it.
 */
export function objectResponse(
  status: number,
  target: Target,
  answer: Answer,
  shown: Shown,
): ServerResponse | Promise<ServerResponse> {
  const { representation } = shown
  const form = storedForm(target.definition, target.version, representation.dropManagedFields)
  // A subresource with a kind of its own is answered as the registry made it.
  const foreign = target.subresource?.kind !== undefined
  if (representation.format === 'json' && representation.shape === 'Object' && !representation.pretty && answer.row && !foreign) {
    return jsonResponse(status, form.bytes(answer.row))
  }
  // Where the kind is another one, metadata is still metadata.
  const asMade = representation.dropManagedFields ? withoutManagedFields(answer.object) : answer.object
  const object = foreign ? asMade : form.convert(answer.object)
  const table = foreign ? target.subresource?.scale && scaleTable : form.version.table
  return valueResponse(status, shapedObject(object, table, shown), representation)
}

function shapedObject(object: ApiObject, table: TableDefinition | undefined, { representation, query, clock }: Shown): object {
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
 * @param target - What was asked for.
 * @param page - What the registry found.
 * @param shown - How to show it.
 * @param lists - Those that were written before.
 */
export function listResponse(
  target: Target,
  page: Page,
  shown: Shown,
  lists: ListCache,
): ServerResponse | Promise<ServerResponse> {
  const { representation } = shown
  const form = storedForm(target.definition, target.version, representation.dropManagedFields)
  const { custom, names } = target.definition
  if (representation.shape !== 'Object') return valueResponse(200, shapedList(page, form, shown), representation)
  const metadata: ListMetadata = { ...(custom && { continue: '' }), ...listMetadata(page) }
  const head = { kind: names.listKind, apiVersion: form.apiVersion, metadata }
  if (representation.format === 'json' && !representation.pretty) {
    const parts = { form, head: `${JSON.stringify(head).slice(0, -1)},"items":[`, rows: page.rows }
    const write = () => form.listBetween(encoder.encode(parts.head), parts.rows, LIST_END, custom)
    // The token of the next page is never the same twice.
    return jsonResponse(200, page.continue === undefined ? lists.get(parts, write) : write())
  }
  // In protobuf an item has no place for kind and version.
  const named = custom && representation.format !== 'protobuf'
  const items = page.rows.map((row) => (named ? form.object(row) : withoutKind(form.object(row))))
  return valueResponse(200, { ...head, items }, representation)
}

const encoder = new TextEncoder()
const LIST_END = encoder.encode(']}')

function shapedList(page: Page, form: StoredForm, { representation, query, clock }: Shown): object {
  const objects = page.rows.map((row) => form.object(row))
  const metadata = listMetadata(page)
  const apiVersion = representation.metaVersion
  if (representation.shape === 'PartialObjectMetadataList') return toPartialObjectMetadataList({ objects, apiVersion, metadata })
  return makeTable({
    objects,
    definition: form.version.table,
    apiVersion,
    includeObject: readIncludeObject(query),
    metadata,
    nowMs: clock.now(),
  })
}

function listMetadata(page: Page): ListMetadata {
  return {
    resourceVersion: String(page.revision),
    ...(page.continue !== undefined && { continue: page.continue }),
    ...(page.remainingItemCount !== undefined && { remainingItemCount: page.remainingItemCount }),
  }
}

const INCLUDES: readonly string[] = ['None', 'Metadata', 'Object']

/**
 * Reads how much of its object a row of a table carries.
 *
 * @param query - The query.
 * @throws {@link ApiError} 400 for a value that there is not.
 */
export function readIncludeObject(query: QueryParameters): IncludeObject {
  const value = query.get('includeObject') || 'Metadata'
  if (!INCLUDES.includes(value)) throw badRequest(`unrecognized includeObject value: ${JSON.stringify(value.slice(0, 64))}`)
  return value as IncludeObject
}
