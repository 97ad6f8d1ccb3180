/**
 * Priority classes: defaults, bounds, and the two that every cluster has.
 *
 * @module
 */

import type { ApiObject, Dialect, FieldError } from '../../meta/index.js'
import { forbiddenField, invalidField, jsonEqual } from '../../meta/index.js'
import { countColumn, fieldColumn, flagColumn } from '../columns.js'
import { withDefaults } from '../core/pod-template.js'
import { nameOf, numberOf, valueAt } from '../fields.js'
import type { KnownGroup } from '../known-kind.js'
import { ageColumn, nameColumn, tableOf } from '../tables.js'

/** Prefix of the names that are the plane's own. */
const SYSTEM_PREFIX = 'system-'
/** The highest priority that users may give. */
const MAX_VALUE = 1_000_000_000

/** The classes that every cluster has, for what it cannot do without: their names and values. */
export const SYSTEM_PRIORITIES: Readonly<Record<string, { readonly value: number; readonly description: string }>> = {
  'system-cluster-critical': {
    value: 2 * MAX_VALUE,
    description: 'For system pods that the cluster cannot do without, though they may move to another node.',
  },
  'system-node-critical': {
    value: 2 * MAX_VALUE + 1000,
    description: 'For system pods that their node cannot do without, and that must not be moved from it.',
  },
}

/**
 * What is known of the kinds of the scheduling group.
 *
 * @param dialect - The plane's words.
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
        defaults: (object) => withDefaults(object, { preemptionPolicy: 'PreemptLowerPriority' }) as ApiObject,
        validateCreate: validate,
        validateUpdate: (object, live) => [
          ...validate(object),
          ...(jsonEqual(object.value ?? 0, live.value ?? 0) ? [] : [forbiddenField('value', 'may not be changed in an update.')]),
          ...(jsonEqual(object.preemptionPolicy, live.preemptionPolicy)
            ? []
            : [invalidField('preemptionPolicy', object.preemptionPolicy ?? null, 'field is immutable')]),
        ],
        forbidDelete: (object) =>
          Object.hasOwn(SYSTEM_PRIORITIES, nameOf(object)) ? 'this is a system priority class and cannot be deleted' : undefined,
      },
    },
  },
})

function validate(object: ApiObject): readonly FieldError[] {
  const [name, value] = [nameOf(object), numberOf(valueAt(object, 'value')) ?? 0]
  if (name.startsWith(SYSTEM_PREFIX)) return validateSystem(object, name, value)
  if (value <= MAX_VALUE) return []
  return [forbiddenField('value', `maximum allowed value of a user defined priority is ${MAX_VALUE}`)]
}

/** Names of the plane's own are for the classes that it knows, as it knows them. */
function validateSystem(object: ApiObject, name: string, value: number): readonly FieldError[] {
  const known = Object.hasOwn(SYSTEM_PRIORITIES, name) ? SYSTEM_PRIORITIES[name] : undefined
  if (known && known.value === value && valueAt(object, 'globalDefault') !== true) return []
  const detail = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only. error: `
  return [
    forbiddenField(
      'metadata.name',
      `${detail}${known ? `value of ${name} PriorityClass must be ${known.value}` : `${name} is not a known system priority class`}`,
    ),
  ]
}
