/**
 * The parts of lists in each of their shapes: what surrounds the items, and the items.
 *
 * @module
 */

import { type ListFrame, makeTable, toPartialObjectMetadata } from '../../codec/index.js'
import { type ApiObject, listMetadata } from '../../meta/index.js'
import type { Page } from '../../store/index.js'
import { type AnswerForm, readIncludeObject } from './answer-form.js'
import { type StoredForm, withoutKind } from './stored-form.js'

/** A list without its items, and a function that makes those. */
export interface ListShape extends ListFrame {
  /** Makes an item of an object. */
  readonly item: (object: ApiObject) => object
}

/**
 * Shapes a list.
 *
 * @param page - Has the metadata.
 * @param form - How objects are shown.
 * @param shown - How the list is to be shown.
 */
export function listShape(page: Page, form: StoredForm, { representation, query, clock }: AnswerForm): ListShape {
  const { shape, metaVersion, format } = representation
  const metadata = listMetadata(page)
  if (shape === 'PartialObjectMetadataList') {
    const head = { kind: 'PartialObjectMetadataList', apiVersion: metaVersion, metadata }
    return { head, items: 'items', item: (object) => toPartialObjectMetadata(object, metaVersion) }
  }
  if (shape === 'Table') {
    const nowMs = clock.now()
    const includeObject = readIncludeObject(query)
    const tableOf = (objects: readonly ApiObject[]) =>
      makeTable({ objects, definition: form.version.table, apiVersion: metaVersion, includeObject, metadata, nowMs })
    const { rows: _, ...head } = tableOf([])
    return { head, items: 'rows', item: (object) => tableOf([object]).rows[0] ?? {} }
  }
  const { custom, names } = form.definition
  const head = {
    kind: names.listKind,
    apiVersion: form.apiVersion,
    metadata: { ...(custom && { continue: '' }), ...metadata },
  }
  // In protobuf an item has no place for kind and version.
  return { head, items: 'items', item: custom && format !== 'protobuf' ? (object) => object : withoutKind }
}
