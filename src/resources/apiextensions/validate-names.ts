/**
 * Validation of the names and the group of a custom resource definition.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  invalidField,
  requiredField,
  validateDnsSubdomain,
  validateLetterLabel,
} from '../../meta/index.js'
import { nameOf } from '../fields/fields.js'
import { groupOf, namesOf } from './definition-fields.js'

/**
 * Checks group and names of a definition.
 *
 * @param definition - The definition, with defaults.
 */
export function validateDefinitionNames(definition: ApiObject): readonly FieldError[] {
  const group = groupOf(definition)
  const names = namesOf(definition)
  const label = (field: string, value: string, words = '') =>
    validateLetterLabel(value).map((message) => invalidField(`spec.names.${field}`, value, words + message))
  const kind = (field: 'kind' | 'listKind') =>
    names[field] === ''
      ? [requiredField(`spec.names.${field}`)]
      : label(field, names[field].toLowerCase(), 'may have mixed case, but should otherwise match: ').map((error) => ({
          ...error,
          message: error.message.replace(JSON.stringify(names[field].toLowerCase()), JSON.stringify(names[field])),
        }))
  return [
    ...validateGroup(group),
    ...(names.plural === '' ? [requiredField('spec.names.plural')] : label('plural', names.plural)),
    ...(names.singular === '' ? [] : label('singular', names.singular)),
    ...kind('kind'),
    ...kind('listKind'),
    ...(names.kind !== '' && names.kind === names.listKind
      ? [invalidField('spec.names.listKind', names.listKind, 'kind and listKind may not be the same')]
      : []),
    ...errorsOf(names.shortNames, (name, i) => label(`shortNames[${i}]`, name)),
    ...errorsOf(names.categories, (name, i) => label(`categories[${i}]`, name)),
  ]
}

/**
 * Checks that a definition's own name is made of its plural name and its group.
 *
 * @param definition - The definition.
 */
export function validateOwnName(definition: ApiObject): readonly FieldError[] {
  const name = nameOf(definition)
  if (name === `${namesOf(definition).plural}.${groupOf(definition)}`) return []
  return [invalidField('metadata.name', name, 'must be spec.names.plural+"."+spec.group')]
}

function validateGroup(group: string): readonly FieldError[] {
  if (group === '') return [requiredField('spec.group')]
  const messages = validateDnsSubdomain(group)
  if (messages.length > 0) return messages.map((message) => invalidField('spec.group', group, message))
  return group.includes('.') ? [] : [invalidField('spec.group', group, 'should be a domain with at least one dot')]
}
