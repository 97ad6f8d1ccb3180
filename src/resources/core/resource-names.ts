/**
 * Names of compute and countable resources: in requests and limits of containers, and in quotas.
 *
 * @module
 */

import { dialects, type FieldError, invalidField, validateQualifiedName } from '../../meta/index.js'

/** Countable objects. */
const COUNTED: ReadonlySet<string> = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
  'services.loadbalancers',
  'services.nodeports',
])
const COMPUTED = /^(?:(?:requests\.|limits\.)?(?:cpu|memory|ephemeral-storage)|(?:requests\.)?hugepages-.+)$/
const OF_CONTAINERS = /^(?:cpu|memory|ephemeral-storage|hugepages-.+)$/

/** Whether a quota counts objects of this name. */
export const isCounted = (name: string): boolean => COUNTED.has(name)

/** Whether a quota adds up requests or limits of this name. */
export const isComputed = (name: string): boolean => COMPUTED.test(name)

/** Whether a name without a domain is a resource of quotas. */
export const isStandardOfQuotas = (name: string): boolean => isCounted(name) || isComputed(name) || name === 'requests.storage'

/** Validates the name of a resource in a quota. */
export const quotaResource = (field: string, name: string): readonly FieldError[] =>
  resourceName(field, name, isStandardOfQuotas, 'must be a standard resource for quota')

/** Validates the name of a resource of a container. */
export const containerResource = (field: string, name: string): readonly FieldError[] => [
  ...resourceName(field, name, (standard) => OF_CONTAINERS.test(standard), 'must be a standard resource for containers'),
  ...(!name.includes('/') || isExtended(name)
    ? []
    : [invalidField(field, name, "doesn't follow extended resource name standard")]),
]

/** Validates the name of any resource that has amounts. */
export const anyResource = (field: string, name: string): readonly FieldError[] => resourceName(field, name, () => true, '')

const NATIVE = dialects.map(({ labelDomain }) => `${labelDomain}/`)
const REQUESTS = 'requests.'

/** Whether a name with a domain can have the prefix of requests in a quota; those of the vendor need none. */
const isExtended = (name: string): boolean =>
  NATIVE.some((prefix) => name.includes(prefix)) ||
  (!name.startsWith(REQUESTS) && validateQualifiedName(`${REQUESTS}${name}`).length === 0)

/** A name with a domain is one of an extension, all others are standard ones. */
function resourceName(field: string, name: string, isFit: (name: string) => boolean, detail: string): readonly FieldError[] {
  const isStandard = isStandardOfQuotas(name) || name === 'storage'
  const messages = [
    ...validateQualifiedName(name),
    ...(name.includes('/') || isStandard ? [] : ['must be a standard resource type or fully qualified']),
    ...(name.includes('/') || isFit(name) ? [] : [detail]),
  ]
  return messages.map((message) => invalidField(field, name, message))
}
