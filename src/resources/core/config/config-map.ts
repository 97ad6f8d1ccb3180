/**
 * ConfigMap: configuration data of programs, as text and bytes.
 *
 * @module
 */

import { type ApiObject, type Dialect, errorsOf, type FieldError, invalidField, tooLongField } from '../../../meta/index.js'
import { builtinDefinition } from '../../definition/builtin-definition.js'
import type { ResourceDefinition } from '../../definition/definition.js'
import type { Strategy } from '../../definition/strategy.js'
import { recordOf } from '../../fields/fields.js'
import { flag, map } from '../../fields/json-schema.js'
import { ageColumn, nameColumn, tableOf } from '../../tables/tables.js'
import { DATA_MAX, exceedsData, validateDataKeys, validateImmutable } from './data.js'

/**
 * The ConfigMap kind.
 *
 * @param dialect - The plane's dialect.
 */
export const configMapDefinition = (dialect: Dialect): ResourceDefinition =>
  builtinDefinition(dialect, {
    group: '',
    kind: 'ConfigMap',
    plural: 'configmaps',
    shortNames: ['cm'],
    schemaName: 'core.v1.ConfigMap',
    description: 'Texts and bytes that programs are configured with.',
    properties: {
      binaryData: map('Bytes by name, in base64. No name is in data too.', { type: 'string', format: 'byte' }),
      data: map('Texts by name.'),
      immutable: flag('When true, the data stays as it is for as long as the object lives.'),
    },
    table: tableOf([
      nameColumn,
      { name: 'Data', type: 'string', description: 'How many entries there are.', cell: countEntries },
      ageColumn,
    ]),
    strategy,
  })

const countEntries = ({ data, binaryData }: ApiObject): number =>
  Object.keys(recordOf(data)).length + Object.keys(recordOf(binaryData)).length

const strategy: Strategy = {
  validateCreate: validate,
  validateUpdate: (object, live) => [...validateImmutable(object, live, ['data', 'binaryData']), ...validate(object)],
}

function validate({ data, binaryData }: ApiObject): readonly FieldError[] {
  const binary = recordOf(binaryData)
  const twice = Object.keys(recordOf(data)).filter((key) => Object.hasOwn(binary, key))
  return [
    ...validateDataKeys(data, 'data'),
    ...errorsOf(twice, (key) => [invalidField(`data[${key}]`, key, 'duplicate of key present in binaryData')]),
    ...validateDataKeys(binaryData, 'binaryData'),
    // The field is that of the object itself, as in Kubernetes.
    ...(exceedsData(data, binaryData) ? [tooLongField('[]', DATA_MAX)] : []),
  ]
}
