/**
 * The fields of a resource spec, checked at run time for programs in plain JavaScript.
 *
 * @module
 */

import type { PrinterColumn } from '../../codec/index.js'
import { aRelease, check, isRecord, type OptionCheck } from '../../meta/index.js'
import type { Strategy } from '../definition/strategy.js'
import type { VersionLife } from '../lifecycle/version-life.js'
import type { ScaleSubresource } from '../subresources/scale.js'
import type { ResourceSpec } from './resource-spec.js'
import type { ResourceVersionSpec } from './resource-version-spec.js'

const { amount, anything, callable, fits, listOf, mapOf, members, object, text, truth } = check

const printerColumn = members<keyof PrinterColumn>({
  name: text,
  type: anything,
  format: text,
  description: text,
  priority: amount,
  jsonPath: anything,
})
const scale = members<keyof ScaleSubresource>({ specReplicasPath: text, statusReplicasPath: text, labelSelectorPath: text }, [
  'specReplicasPath',
  'statusReplicasPath',
])

function* subresources(value: unknown, path: string): Iterable<string> {
  if (!isRecord(value)) return yield* object(value, path)
  if (value.status !== undefined) yield* truth(value.status, `${path}.status`)
  if (value.scale !== undefined) yield* scale(value.scale, `${path}.scale`)
}

const version = members<keyof ResourceVersionSpec>({
  name: anything,
  schema: fits('{ spec, status } of types, or a JSON schema', (value) => check.isObject(value) || typeof value === 'function'),
  served: truth,
  storage: truth,
  subresources,
  printerColumns: listOf(printerColumn),
  selectableFields: listOf(text),
  protobuf: object,
  deprecated: fits('true, false or the text of a warning', (value) => typeof value === 'boolean' || typeof value === 'string'),
  life: members<keyof VersionLife>({ introduced: aRelease, deprecated: aRelease, removed: aRelease, replacement: object }),
})

const strategy: Readonly<Record<keyof Strategy, OptionCheck>> = {
  validateName: callable,
  plainFinalizers: truth,
  allowCreateOnUpdate: truth,
  createsStatus: truth,
  allowUnconditionalUpdate: truth,
  generationCounts: check.oneOf(['annotations', 'labels', 'nothing']),
  ownedFromApply: truth,
  returnsDeletedObject: truth,
  refusedAs: object,
  defaults: callable,
  prepareForCreate: callable,
  prepareForUpdate: callable,
  prepareToValidate: callable,
  validateCreate: callable,
  validateUpdate: callable,
  warnings: callable,
  authorizeChange: callable,
  prepareForDelete: callable,
  orphansByDefault: truth,
  deletionFinalizers: callable,
  hasNoDependents: truth,
  holdsDeletion: callable,
  gracePeriodSeconds: callable,
  forbidDelete: callable,
  timeToLiveSeconds: callable,
}

/** Checks names and types of a spec's fields; their content is validated later. */
export const specShape = members<keyof ResourceSpec>({
  group: anything,
  kind: anything,
  plural: text,
  singular: text,
  listKind: text,
  shortNames: listOf(text),
  categories: listOf(text),
  namespaced: truth,
  versions: (value, path) => (Array.isArray(value) && value.every(isRecord) ? listOf(version)(value, path) : []),
  conversions: mapOf(members({ toStorage: callable, fromStorage: callable }, ['toStorage', 'fromStorage'])),
  validate: callable,
  strategy: members(strategy),
})
