/**
 * Secret: confidential data, validated by type.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  type FieldError,
  invalidField,
  requiredField,
  tooLongField,
  type UnknownRecord,
} from '../../../meta/index.js'
import { builtinDefinition } from '../../definition/builtin-definition.js'
import type { ResourceDefinition } from '../../definition/definition.js'
import type { Strategy } from '../../definition/strategy.js'
import { recordOf, textAt, textOf, withFields } from '../../fields/fields.js'
import { flag, map, text } from '../../fields/json-schema.js'
import { ageColumn, nameColumn, tableOf } from '../../tables/tables.js'
import { DATA_MAX, exceedsData, fromBase64, toBase64, validateDataKeys, validateImmutable } from './data.js'
import { tlsWarning } from './tls-secret.js'

/** Type of secrets without rules. */
const OPAQUE = 'Opaque'

/**
 * The Secret kind.
 *
 * @param dialect - The plane's dialect.
 */
export const secretDefinition = (dialect: Dialect): ResourceDefinition =>
  builtinDefinition(dialect, {
    group: '',
    kind: 'Secret',
    plural: 'secrets',
    schemaName: 'core.v1.Secret',
    description: 'Data that few should see.',
    properties: {
      data: map('Bytes by name, in base64.', { type: 'string', format: 'byte' }),
      immutable: flag('When true, the data stays as it is for as long as the object lives.'),
      stringData: map('Texts by name, for writing: they are put into data and never shown.'),
      type: text('What the data is for. Some types require certain entries.'),
    },
    table: tableOf([
      nameColumn,
      { name: 'Type', type: 'string', description: 'What the data is for.', cell: ({ type }) => textOf(type) },
      {
        name: 'Data',
        type: 'string',
        description: 'How many entries there are.',
        cell: ({ data }) => Object.keys(recordOf(data)).length,
      },
      ageColumn,
    ]),
    selectableFields: { type: ({ type }) => textOf(type) },
    strategy: strategyOf(dialect),
  })

function strategyOf(dialect: Dialect): Strategy {
  const validate = (object: ApiObject): readonly FieldError[] => [
    ...validateDataKeys(object.data, 'data'),
    ...(exceedsData({}, object.data) ? [tooLongField('data', DATA_MAX)] : []),
    ...validateType(object, dialect),
  ]
  return {
    defaults: (object) =>
      withFields(object, { data: wholeData(object), stringData: undefined, type: textOf(object.type) || OPAQUE }),
    validateCreate: validate,
    validateUpdate: (object, live) => [
      ...(object.type === live.type ? [] : [invalidField('type', object.type, 'field is immutable')]),
      ...validateImmutable(object, live, ['data']),
      ...validate(object),
    ],
    warnings: (object) => tlsWarnings(object, dialect),
  }
}

function tlsWarnings({ type, data }: ApiObject, { labelDomain }: Dialect): readonly string[] {
  const warning = type === `${labelDomain}/tls` ? tlsWarning(recordOf(data)) : undefined
  return warning === undefined ? [] : [warning]
}

/** Merges `stringData` into the data, in a single object, as there may be tens of thousands of entries. */
function wholeData({ data, stringData }: ApiObject): Readonly<UnknownRecord> | undefined {
  const [before, texts] = [recordOf(data), Object.entries(recordOf(stringData))]
  if (texts.length === 0) return Object.keys(before).length === 0 ? undefined : before
  const inBase64 = texts.map(([key, value]): [string, unknown] => [key, toBase64(textOf(value))])
  return Object.fromEntries([...Object.entries(before), ...inBase64])
}

/** The required keys of a type. */
function validateType(object: ApiObject, { labelDomain }: Dialect): readonly FieldError[] {
  const data = recordOf(object.data)
  const isMissing = (key: string): boolean => !Object.hasOwn(data, key)
  const missing = (...keys: readonly string[]) => keys.filter(isMissing).map((key) => requiredField(`data[${key}]`))
  switch (object.type) {
    case `${labelDomain}/service-account-token`: {
      const annotation = `${labelDomain}/service-account.name`
      const account = textAt(object.metadata.annotations, annotation)
      return account === '' ? [requiredField(`metadata.annotations[${annotation}]`)] : []
    }
    case `${labelDomain}/dockercfg`:
      return [...missing('.dockercfg'), ...validateJson(data, '.dockercfg')]
    case `${labelDomain}/dockerconfigjson`:
      return [...missing('.dockerconfigjson'), ...validateJson(data, '.dockerconfigjson')]
    case `${labelDomain}/basic-auth`:
      return ['username', 'password'].every(isMissing) ? missing('username', 'password') : []
    case `${labelDomain}/ssh-auth`:
      return textOf(data['ssh-privatekey']) === '' ? [requiredField('data[ssh-privatekey]')] : []
    case `${labelDomain}/tls`:
      return missing('tls.crt', 'tls.key')
    default:
      return []
  }
}

function validateJson(data: Readonly<UnknownRecord>, key: string): readonly FieldError[] {
  const value = textOf(data[key])
  if (!Object.hasOwn(data, key) || isJson(fromBase64(value))) return []
  return [invalidField(`data[${key}]`, '<secret contents redacted>', 'has to be JSON')]
}

function isJson(value: string | undefined): boolean {
  if (value === undefined) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}
