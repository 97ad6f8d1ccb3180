/**
 * Creates a resource type from its custom resource definition.
 *
 * @module
 */

import { compilePrinterColumns, type PrinterColumn, readableColumns } from '../../codec/index.js'
import { type ApiObject, compareVersions, type Dialect, type JsonObject, type UnknownRecord } from '../../meta/index.js'
import { compileSchemaOnDemand, type Schema } from '../../schema/index.js'
import type { ResourceDefinition, ResourceVersion } from '../definition/definition.js'
import { selectableFieldsOf } from '../definition/selectable-fields.js'
import { getRecord, listOf, numberOf, recordOf, textOf, valueAt } from '../fields/fields.js'
import type { ScaleSubresource } from '../subresources/scale.js'
import { ALL_VERBS, subresourcesOf } from '../subresources/subresources.js'
import { type ConversionOptions, conversionOf } from './conversion-webhook.js'
import {
  acceptedNamesOf,
  type CustomResourceDefinitionNames,
  groupOf,
  namesOf,
  storageVersionOf,
  versionsOf,
} from './definition-fields.js'
import { keepingUnknown } from './keeping-unknown.js'

/** A source of a definition, such as a stored row: schemas are read from it when they are compiled. */
export interface DefinitionSource {
  readonly object: ApiObject
}

/**
 * Creates the resource type of a definition. Its schemas are compiled on demand from the source, and no copies are kept.
 *
 * Without declared columns its table has the name and the age of an object: the recordings show that for both dialects, while the
 * specification's default (`Created At`) is for types without a definition.
 *
 * @param source - A valid definition, always the same. Accepted names count; before there are any, the requested ones.
 * @param options - The plane's dialect, and the transport for conversion webhooks.
 */
export function definitionFromCustomResource(source: DefinitionSource, options: ConversionOptions): ResourceDefinition {
  const { dialect } = options
  const definition = source.object
  const group = groupOf(definition)
  const accepted = acceptedNamesOf(definition)
  const names: CustomResourceDefinitionNames = accepted.plural === '' ? namesOf(definition) : accepted
  const versions = versionsOf(definition)
  const conversion = conversionOf(definition, options)
  const stored = versions.find(({ storage }) => storage === true) ?? versions[0]
  return {
    group,
    names,
    namespaced: valueAt(definition, 'spec', 'scope') !== 'Cluster',
    versions: versions
      .map((version, i) => versionFrom(version, schemaAt(source, i, dialect)))
      .sort((a, b) => compareVersions(a.name, b.name)),
    storageVersion: storageVersionOf(definition) ?? textOf(stored?.name),
    storedAs: { group, resource: names.plural },
    verbs: ALL_VERBS,
    hasGeneration: true,
    custom: true,
    ...(conversion && { conversion, convert: convertedElsewhere }),
    strategy: { allowUnconditionalUpdate: false },
  }
}

/** The schema of a version; undefined when it has none. */
function schemaAt(source: DefinitionSource, index: number, dialect: Dialect): Schema | undefined {
  if (!documentAt(source.object, index, dialect)) return undefined
  return compileSchemaOnDemand(() => documentAt(source.object, index, dialect) ?? {}, { dialect })
}

function documentAt(definition: ApiObject, index: number, dialect: Dialect): JsonObject | undefined {
  const given = getRecord(versionsOf(definition)[index], 'schema', 'openAPIV3Schema') as JsonObject | undefined
  if (valueAt(definition, 'spec', 'preserveUnknownFields') !== true) return given
  return keepingUnknown(given ?? { type: 'object' }, dialect)
}

function versionFrom(version: Readonly<UnknownRecord>, schema: Schema | undefined): ResourceVersion {
  const name = textOf(version.name)
  const warning = textOf(version.deprecationWarning)
  const selectable = listOf(version.selectableFields).map((field) => textOf(recordOf(field).jsonPath))
  return {
    name,
    served: version.served === true,
    ...(schema && { schema }),
    table: compilePrinterColumns(readableColumns(listOf(version.additionalPrinterColumns).map(columnFrom))),
    ...(selectable.length > 0 && { selectableFields: selectableFieldsOf(selectable) }),
    ...(version.deprecated === true && { deprecated: true }),
    ...(warning !== '' && { deprecationWarning: warning }),
    subresources: subresourcesOf({
      status: getRecord(version, 'subresources', 'status') !== undefined,
      ...scaleFrom(getRecord(version, 'subresources', 'scale')),
    }),
  }
}

function columnFrom(value: unknown): PrinterColumn {
  const { name, type, jsonPath, format, description, priority } = recordOf(value)
  return {
    name: textOf(name),
    type: textOf(type),
    jsonPath: textOf(jsonPath),
    format: textOf(format),
    description: textOf(description),
    priority: numberOf(priority) ?? 0,
  }
}

function scaleFrom(value: Readonly<UnknownRecord> | undefined): { readonly scale?: ScaleSubresource } {
  if (!value) return {}
  const labelSelectorPath = textOf(value.labelSelectorPath)
  return {
    scale: {
      specReplicasPath: textOf(value.specReplicasPath),
      statusReplicasPath: textOf(value.statusReplicasPath),
      ...(labelSelectorPath !== '' && { labelSelectorPath }),
    },
  }
}

/** Objects that a webhook converts have to be awaited; a synchronous call is a programming error. */
function convertedElsewhere(object: ApiObject, apiVersion: string): never {
  throw new Error(`${object.apiVersion} ${object.kind} is converted to ${apiVersion} by a webhook, which takes time`)
}
