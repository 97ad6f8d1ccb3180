/**
 * Annotations with the AppArmor profiles of containers, which are older than the field.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  errorsOf,
  type FieldError,
  forbiddenField,
  getKey,
  invalidField,
  isRecord,
  jsonEqual,
  type UnknownRecord,
} from '../../../meta/index.js'
import { listOf, recordOf, textAt, textOf, valueAt } from '../../fields/fields.js'
import { appArmorProfile } from './containers/security-profiles.js'

type Part = Readonly<UnknownRecord>

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
export function validateProfileAnnotations(annotations: Part, spec: Part, path: string): readonly FieldError[] {
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
export function validateProfileUpdate(next: Part, before: Part): readonly FieldError[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(next)])].filter((key) => ANNOTATION.test(key))
  return errorsOf(keys, (key) => {
    const [after, old] = [next, before].map((all) => (Object.hasOwn(all, key) ? all[key] : undefined))
    const change = old === undefined ? 'add' : 'remove or update'
    return after === old ? [] : [forbiddenField(`metadata.annotations[${key}]`, `may not ${change} AppArmor annotations`)]
  })
}

/** The key of the annotation for a container. */
export const profileAnnotation = ({ labelDomain }: Dialect, container: string): string =>
  `container.apparmor.security.beta.${labelDomain}/${container}`

/** The warning of an annotation without the field. */
export const oldProfile = (path: string, key: string): string =>
  `${path}[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`

/** The field that is equivalent to an annotation; undefined when there is none. */
function profileOf(annotation: unknown): Part | undefined {
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' }
  if (annotation === 'unconfined') return { type: 'Unconfined' }
  const name = /^localhost\/(.*)$/s.exec(textOf(annotation))?.[1]
  const profile = { type: 'Localhost', localhostProfile: name }
  return name !== undefined && appArmorProfile('', profile).length === 0 ? profile : undefined
}

/** Lists of containers that have annotations: ephemeral ones come later, and only have the field. */
const LISTS = ['initContainers', 'containers'] as const

const isOnWindows = (pod: ApiObject): boolean => textAt(valueAt(pod, 'spec', 'os'), 'name') === 'windows'

/**
 * Copies annotations of a new pod to the fields of the containers that have none: node agents read the fields. Templates keep their
 * annotations; the pods that are made of them are new pods. Since Kubernetes 1.34, fields are no longer copied to annotations.
 *
 * @param pod - The pod.
 * @param dialect - The plane's dialect.
 * @param warn - Receives a warning for each annotation that is used.
 */
export function withAnnotatedProfiles(pod: ApiObject, dialect: Dialect, warn: (text: string) => void): ApiObject {
  const { annotations } = pod.metadata
  if (annotations === undefined || isOnWindows(pod)) return pod
  const spec = recordOf(pod.spec)
  const ofPod = valueAt(spec, 'securityContext', 'appArmorProfile')
  const change = (container: Part): Part => {
    const key = profileAnnotation(dialect, textOf(container.name))
    const annotation = getKey(annotations, key)
    const context = recordOf(container.securityContext)
    if (annotation === undefined || isRecord(context.appArmorProfile)) return container
    const profile = profileOf(annotation)
    // The profile of the pod is the container's, too.
    if (profile !== undefined && jsonEqual(profile, ofPod)) return container
    warn(oldProfile('metadata.annotations', key))
    return profile === undefined ? container : { ...container, securityContext: { ...context, appArmorProfile: profile } }
  }
  const lists = LISTS.filter((list) => Array.isArray(spec[list]))
  return {
    ...pod,
    spec: {
      ...spec,
      ...Object.fromEntries(lists.map((list) => [list, listOf(spec[list]).map((item) => change(recordOf(item)))])),
    },
  }
}

/** Validates the profiles of a new pod: a field and an annotation for the same container have to agree. */
export function validateProfilesAgree(pod: ApiObject, dialect: Dialect): readonly FieldError[] {
  const { annotations } = pod.metadata
  if (annotations === undefined || isOnWindows(pod)) return []
  const ofPod = valueAt(pod, 'spec', 'securityContext', 'appArmorProfile')
  return LISTS.flatMap((list) =>
    errorsOf(listOf(valueAt(pod, 'spec', list)), (container, i) => {
      const annotation = getKey(annotations, profileAnnotation(dialect, textAt(container, 'name')))
      const field = valueAt(container, 'securityContext', 'appArmorProfile') ?? ofPod
      const profile = annotation === undefined ? undefined : profileOf(annotation)
      if (profile === undefined || !isRecord(field)) return []
      const at = `spec.${list}[${i}].securityContext.appArmorProfile`
      if (profile.type !== field.type) return [forbiddenField(`${at}.type`, 'apparmor type in annotation and field must match')]
      if (profile.localhostProfile === field.localhostProfile) return []
      return [forbiddenField(`${at}.localhostProfile`, 'apparmor profile in annotation and field must match')]
    }),
  )
}
