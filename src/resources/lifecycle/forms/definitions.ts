/**
 * CustomResourceDefinition before `apiextensions/v1`: fields of versions were at the top level, and none was required.
 *
 * @module
 */

import { type FieldError, isRecord, jsonEqual, type UnknownRecord } from '../../../meta/index.js'
import { listOf, recordOf, withFields } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'

/** Top-level fields, by their name in a version. */
const SHARED = {
  schema: 'validation',
  subresources: 'subresources',
  additionalPrinterColumns: 'additionalPrinterColumns',
} as const
type Shared = keyof typeof SHARED
const SHARED_NAMES = Object.keys(SHARED) as readonly Shared[]

export const definitionForm: OlderForm = {
  toPresent(object) {
    const { version, validation, subresources, additionalPrinterColumns, conversion, ...spec } = recordOf(object.spec)
    const given = listOf(spec.versions)
    const versions = given.length > 0 || typeof version !== 'string' ? given : [{ name: version, served: true, storage: true }]
    const whole: Readonly<Record<Shared, unknown>> = { schema: validation, subresources, additionalPrinterColumns }
    return withFields(object, {
      spec: withFields(
        { scope: 'Cluster', ...spec },
        {
          preserveUnknownFields: spec.preserveUnknownFields === undefined ? true : spec.preserveUnknownFields || undefined,
          versions: versions.map((one) => presentVersion(recordOf(one), whole)),
          conversion: conversion === undefined ? undefined : presentConversion(recordOf(conversion)),
        },
      ),
    })
  },
  fromPresent(object) {
    const { conversion, ...spec } = recordOf(object.spec)
    const versions = listOf(spec.versions).map((one) => olderVersion(recordOf(one)))
    const [first] = versions
    // Fields that are equal in all versions are at the top level, as v1beta1 refuses them in each version.
    const shared = SHARED_NAMES.filter(
      (name) => first?.[name] !== undefined && versions.every((one) => jsonEqual(one[name], first[name])),
    )
    const bare = versions.map((one) => withFields(one, Object.fromEntries(shared.map((name) => [name, undefined]))))
    return withFields(object, {
      spec: withFields(spec, {
        version: first?.name,
        versions: bare,
        preserveUnknownFields: spec.preserveUnknownFields ?? false,
        ...Object.fromEntries(shared.map((name) => [SHARED[name], first?.[name]])),
        conversion: conversion === undefined ? undefined : olderConversion(recordOf(conversion)),
      }),
    })
  },
  allows,
  changes: {
    'spec.versions.additionalPrinterColumns': { members: { JSONPath: 'jsonPath' }, removed: ['jsonPath'] },
    spec: {
      members: {
        version: { type: 'string' },
        validation: 'versions.schema',
        subresources: 'versions.subresources',
        additionalPrinterColumns: 'versions.additionalPrinterColumns',
      },
      optional: ['scope', 'versions'],
    },
    'spec.conversion': {
      members: {
        webhookClientConfig: 'webhook.clientConfig',
        conversionReviewVersions: 'webhook.conversionReviewVersions',
      },
      removed: ['webhook'],
    },
  },
}

/** Schemas, if present, have to be structural. */
function allows({ field, reason }: FieldError): boolean {
  return field === 'spec.preserveUnknownFields' || (reason === 'FieldValueRequired' && field.endsWith('].schema.openAPIV3Schema'))
}

function presentVersion(version: Readonly<UnknownRecord>, whole: Readonly<Record<Shared, unknown>>): UnknownRecord {
  const member = (name: Shared) => version[name] ?? whole[name]
  return withFields(
    { ...version },
    {
      schema: member('schema'),
      subresources: member('subresources'),
      additionalPrinterColumns: columns(member('additionalPrinterColumns'), 'JSONPath', 'jsonPath'),
    },
  )
}

const olderVersion = (version: Readonly<UnknownRecord>): UnknownRecord =>
  withFields({ ...version }, { additionalPrinterColumns: columns(version.additionalPrinterColumns, 'jsonPath', 'JSONPath') })

const columns = (list: unknown, from: string, to: string): unknown =>
  Array.isArray(list)
    ? list.map((column) => {
        const { [from]: path, ...rest } = recordOf(column)
        return path === undefined ? column : { ...rest, [to]: path }
      })
    : undefined

function presentConversion({ webhookClientConfig, conversionReviewVersions, ...rest }: Readonly<UnknownRecord>): UnknownRecord {
  if (webhookClientConfig === undefined && conversionReviewVersions === undefined) return rest
  return { ...rest, webhook: withFields({}, { clientConfig: webhookClientConfig, conversionReviewVersions }) }
}

function olderConversion({ webhook, ...rest }: Readonly<UnknownRecord>): UnknownRecord {
  if (!isRecord(webhook)) return rest
  return withFields(rest, {
    webhookClientConfig: webhook.clientConfig,
    conversionReviewVersions: webhook.conversionReviewVersions,
  })
}
