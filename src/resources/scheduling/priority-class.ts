/**
 * Priority classes: defaults and bounds.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  type FieldError,
  forbiddenField,
  invalidField,
  jsonEqual,
  MAX_USER_PRIORITY,
  requiredField,
  SYSTEM_PRIORITIES,
} from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import { nameOf, numberOf, valueAt } from '../fields/fields.js'
import type { KnownGroup } from '../known/known-kind.js'
import { countColumn, fieldColumn, flagColumn } from '../tables/columns.js'
import { ageColumn, nameColumn, tableOf } from '../tables/tables.js'

/** Prefix of reserved names. */
const SYSTEM_PREFIX = 'system-'

/**
 * Kind-specific rules of the kinds of the scheduling group.
 *
 * @param dialect - The plane's dialect.
 */
export const schedulingKinds = ({ groupDomain }: Dialect): KnownGroup => ({
  group: `scheduling.${groupDomain}`,
  kinds: {
    priorityclasses: {
      shortNames: ['pc'],
      hasGeneration: true,
      table: tableOf([
        nameColumn,
        countColumn('Value', 'The priority.', 'value'),
        flagColumn('Global-Default', 'Whether pods without a class are of this one.', 'globalDefault'),
        ageColumn,
        fieldColumn('PreemptionPolicy', 'Whether pods of it may push others out.', 'preemptionPolicy', { absent: '' }),
      ]),
      strategy: {
        generationCounts: 'nothing',
        defaults: (object) => withDefaults(object, { value: 0, preemptionPolicy: 'PreemptLowerPriority' }) as ApiObject,
        validateCreate: validate,
        validateUpdate: (object, live) => [
          ...validate(object),
          ...(jsonEqual(object.value ?? 0, live.value ?? 0) ? [] : [forbiddenField('value', 'may not be changed in an update.')]),
          ...(jsonEqual(object.preemptionPolicy, live.preemptionPolicy)
            ? []
            : [invalidField('preemptionPolicy', object.preemptionPolicy ?? null, 'field is immutable')]),
        ],
        forbidDelete: (object) =>
          SYSTEM_PRIORITIES.has(nameOf(object)) ? 'this is a system priority class and cannot be deleted' : undefined,
      },
    },
  },
})

function validate(object: ApiObject): readonly FieldError[] {
  const [name, value] = [nameOf(object), numberOf(valueAt(object, 'value')) ?? 0]
  if (name.startsWith(SYSTEM_PREFIX)) return validateSystem(object, name, value)
  const policy = valueAt(object, 'preemptionPolicy') === '' ? [requiredField('preemptionPolicy')] : []
  if (value <= MAX_USER_PRIORITY) return policy
  return [...policy, forbiddenField('value', `maximum allowed value of a user defined priority is ${MAX_USER_PRIORITY}`)]
}

/** Reserved names are only for built-in classes, with their built-in values. */
function validateSystem(object: ApiObject, name: string, value: number): readonly FieldError[] {
  const known = SYSTEM_PRIORITIES.get(name)
  if (known?.value === value && valueAt(object, 'globalDefault') !== true) return []
  const detail = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only. error: `
  return [
    forbiddenField(
      'metadata.name',
      `${detail}${known ? `value of ${name} PriorityClass must be ${known.value}` : `${name} is not a known system priority class`}`,
    ),
  ]
}
