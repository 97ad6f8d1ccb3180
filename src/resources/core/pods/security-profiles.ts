/**
 * Validation of security profiles (seccomp, AppArmor).
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  tooLongField,
  type UnknownRecord,
} from '../../../meta/index.js'
import type { FieldRule } from '../../fields/field-rules.js'
import { listOf, recordOf, textAt, textOf } from '../../fields/fields.js'
import { relativePath } from './validate-pod-volumes.js'

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

/** The annotation for a container, in a domain of any vendor. */
const ANNOTATION = /^container\.apparmor\.security\.beta\.[^/]+\/(.*)$/s
const ANNOTATED = /^(?:|runtime\/default|unconfined|localhost\/.*)$/s

/**
 * Validates annotations with AppArmor profiles, which are older than the field: each names a container and a profile.
 *
 * @param annotations - The annotations of a pod, or of a template.
 * @param spec - Its spec.
 * @param path - Field path of the annotations.
 */
export function validateProfileAnnotations(
  annotations: Readonly<UnknownRecord>,
  spec: Readonly<UnknownRecord>,
  path: string,
): readonly FieldError[] {
  const names = new Set(
    ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
      listOf(spec[list]).map((container) => textAt(container, 'name')),
    ),
  )
  return errorsOf(Object.entries(annotations), ([key, value]) => {
    const name = ANNOTATION.exec(key)?.[1]
    if (name === undefined) return []
    const field = `${path}[${key}]`
    return [
      ...(names.has(name) ? [] : [invalidField(field, name, 'container not found')]),
      ...(ANNOTATED.test(textOf(value))
        ? []
        : [invalidField(field, value, `invalid AppArmor profile name: ${JSON.stringify(value)}`)]),
    ]
  })
}

/** Validates an update of a pod: the annotations with AppArmor profiles are immutable. */
export function validateProfileUpdate(next: Readonly<UnknownRecord>, before: Readonly<UnknownRecord>): readonly FieldError[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(next)])].filter((key) => ANNOTATION.test(key))
  return errorsOf(keys, (key) => {
    const [after, old] = [next, before].map((all) => (Object.hasOwn(all, key) ? all[key] : undefined))
    const change = old === undefined ? 'add' : 'remove or update'
    return after === old ? [] : [forbiddenField(`metadata.annotations[${key}]`, `may not ${change} AppArmor annotations`)]
  })
}
