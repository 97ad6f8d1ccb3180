/**
 * Validation of security profiles (seccomp, AppArmor).
 *
 * @module
 */

import { type FieldError, invalidField, requiredField, tooLongField } from '../../../../meta/index.js'
import type { FieldRule } from '../../../fields/field-rules.js'
import { recordOf, textOf } from '../../../fields/fields.js'
import { relativePath } from '../../volumes/paths.js'

const MAX_PROFILE = 4095

/** Rules for the name of a profile on the node. */
type NameRule = (field: string, name: string) => readonly FieldError[]

/** A profile: its type, and a name only for profiles on the node. */
const profile =
  (what: string, member: string, judgeName: NameRule): FieldRule =>
  (field, value) => {
    if (value === undefined) return []
    const { type, localhostProfile: name } = recordOf(value)
    const at = `${field}.localhostProfile`
    if (textOf(type) === '') return [requiredField(`${field}.type`, `type is required when ${member} is set`)]
    if (type === 'Localhost')
      return name === undefined ? [requiredField(at, `must be set when ${what} type is Localhost`)] : judgeName(at, textOf(name))
    return name === undefined ? [] : [invalidField(at, name, `can only be set when ${what} type is Localhost`)]
  }

/** A seccomp profile, of a pod or of a container: a file below the directory of profiles. */
export const seccompProfile: FieldRule = profile('seccomp', 'seccompProfile', relativePath)

/** An AppArmor profile, of a pod or of a container: one that the node has loaded. */
export const appArmorProfile: FieldRule = profile('AppArmor', 'appArmorProfile', (field, name) => {
  if (name !== name.trim()) return [invalidField(field, name, 'must not be padded with whitespace')]
  if (name === '') return [requiredField(field, 'must be set when AppArmor type is Localhost')]
  return name.length > MAX_PROFILE ? [tooLongField(field, MAX_PROFILE)] : []
})
