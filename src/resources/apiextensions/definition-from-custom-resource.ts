/**
 * From a custom resource definition to the resource type that it defines.
 *
 * @module
 */

import { compilePrinterColumns, type PrinterColumn, readableColumns } from '../../codec/index.js'
import { type ApiObject, compareVersions, type Dialect, type JsonObject, type UnknownRecord } from '../../meta/index.js'
import { compileSchema } from '../../schema/index.js'
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

/**
 * Makes the resource type of a definition. Its schemas are compiled when the first object comes.
 *
 * Without declared columns its table has the name and the age of an object: the recordings judge both dialects by that,
 * where the specification's default (`Created At`) is for types that come from no definition.
 *
 * @param definition - A valid definition. Its accepted names count, and before there are any the requested ones.
 * @param options - The plane's dialect, and how it reaches conversion webhooks.
 */
export function definitionFromCustomResource(definition: ApiObject, options: ConversionOptions): ResourceDefinition {
  const { dialect } = options
  const group = groupOf(definition)
  const accepted = acceptedNamesOf(definition)
  const names: CustomResourceDefinitionNames = accepted.plural === '' ? namesOf(definition) : accepted
  const versions = versionsOf(definition)
  const keepsUnknown = valueAt(definition, 'spec', 'preserveUnknownFields') === true
  const paths = versions.flatMap(({ selectableFields }) =>
    listOf(selectableFields).map((field) => textOf(recordOf(field).jsonPath)),
  )
  const conversion = conversionOf(definition, options)
  const stored = versions.find(({ storage }) => storage === true) ?? versions[0]
  return {
    group,
    names,
    namespaced: valueAt(definition, 'spec', 'scope') !== 'Cluster',
    versions: versions
      .map((version) => versionFrom(version, keepsUnknown, dialect))
      .sort((a, b) => compareVersions(a.name, b.name)),
    storageVersion: storageVersionOf(definition) ?? textOf(stored?.name),
    storedAs: { group, resource: names.plural },
    verbs: ALL_VERBS,
    hasGeneration: true,
    custom: true,
    ...(conversion && { conversion, convert: convertedElsewhere }),
    ...(paths.length > 0 && { selectableFields: selectableFieldsOf([...new Set(paths)]) }),
    strategy: { allowUnconditionalUpdate: false },
  }
}

function versionFrom(version: Readonly<UnknownRecord>, keepsUnknown: boolean, dialect: Dialect): ResourceVersion {
  const name = textOf(version.name)
  const given = getRecord(version, 'schema', 'openAPIV3Schema') as JsonObject | undefined
  const schema = keepsUnknown ? keepingUnknown(given ?? { type: 'object' }, dialect) : given
  const warning = textOf(version.deprecationWarning)
  return {
    name,
    served: version.served === true,
    ...(schema && { schema: compileSchema(schema, { dialect }) }),
    table: compilePrinterColumns(readableColumns(listOf(version.additionalPrinterColumns).map(columnFrom))),
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

/** Objects that a webhook converts have to be awaited; a caller that does not is in error. */
function convertedElsewhere(object: ApiObject, apiVersion: string): never {
  throw new Error(`${object.apiVersion} ${object.kind} is converted to ${apiVersion} by a webhook, which takes time`)
}
