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
import { jsonList, type ListText, type ListWriting } from './json-list.js'
import { withoutManagedFields } from './managed-fields.js'
import { metadataWriter, tableRowWriter } from './shaped-rows.js'
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
 * @param writing - What writing it needs.
 */
export function listResponse(
  target: Target,
  page: Page,
  shown: Shown,
  writing: ListWriting,
): ServerResponse | Promise<ServerResponse> {
  const { representation } = shown
  const form = storedForm(target.definition, target.version, representation.dropManagedFields)
  if (representation.format === 'json' && !representation.pretty)
    return jsonList(listText(page, form, shown, writing), page, form, writing)
  return valueResponse(200, listValue(page, form, shown), representation)
}

function listHead(page: Page, { definition, apiVersion }: StoredForm): object {
  const metadata: ListMetadata = { ...(definition.custom && { continue: '' }), ...listMetadata(page) }
  return { kind: definition.names.listKind, apiVersion, metadata }
}

/** A list in JSON: what stands before its rows, and how one is written unless as an object. */
function listText(page: Page, form: StoredForm, { representation, query, clock }: Shown, { lists }: ListWriting): ListText {
  const { shape, metaVersion } = representation
  const metadata = listMetadata(page)
  if (shape === 'PartialObjectMetadataList') {
    const head = { kind: 'PartialObjectMetadataList', apiVersion: metaVersion, metadata }
    return { head: openList(head, 'items'), writeRow: metadataWriter(form, metaVersion) }
  }
  if (shape !== 'Table') return { head: openList(listHead(page, form), 'items') }
  const nowMs = clock.now()
  const { rows: _, ...head } = makeTable({
    objects: [],
    definition: form.version.table,
    apiVersion: metaVersion,
    metadata,
    nowMs,
  })
  const writeRow = tableRowWriter(form, { metaVersion, includeObject: readIncludeObject(query), nowMs, sources: lists.tables })
  return { head: openList(head, 'rows'), writeRow }
}

const openList = (head: object, items: string): string => `${JSON.stringify(head).slice(0, -1)},"${items}":[`

/** A list as a value, for YAML, protobuf and people. */
function listValue(page: Page, form: StoredForm, shown: Shown): object {
  if (shown.representation.shape !== 'Object') return shapedList(page, form, shown)
  // In protobuf an item has no place for kind and version.
  const named = form.definition.custom && shown.representation.format !== 'protobuf'
  const items = page.rows.map((row) => (named ? form.object(row) : withoutKind(form.object(row))))
  return { ...listHead(page, form), items }
}

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
