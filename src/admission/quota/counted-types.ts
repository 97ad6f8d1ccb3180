/**
 * The types of objects that quota resources count.
 *
 * @module
 */

import type { Dialect, GroupResource } from '../../meta/index.js'

const COUNT = 'count/'
const COMPUTE = /^(pods|cpu|memory|ephemeral-storage|hugepages-.+|requests\..+|limits\..+)$/
/** Types of the core group whose number has a shorter name. */
const SHORT_NAMES: ReadonlySet<string> = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
])

const core = (resource: string): GroupResource => ({ group: '', resource })

/**
 * Finds the type that a resource counts.
 *
 * @param name - Of the resource, such as `pods`, `requests.cpu`, `count/deployments.apps`.
 * @param dialect - The plane's dialect.
 * @returns Undefined for a name without meaning.
 */
export function countedType(name: string, dialect: Dialect): GroupResource | undefined {
  if (name.startsWith(COUNT)) {
    const [resource = '', ...parts] = name.slice(COUNT.length).split('.')
    const group = parts.join('.')
    return resource === '' || isUncounted({ group, resource }, dialect) ? undefined : { resource, group }
  }
  if (name === 'requests.storage' || name.includes(storageClassInfix(dialect))) return core('persistentvolumeclaims')
  if (name.startsWith('services.')) return core('services')
  if (name.endsWith(deviceClassSuffix(dialect))) return deviceClaims(dialect)
  if (SHORT_NAMES.has(name)) return core(name)
  return COMPUTE.test(name) ? core('pods') : undefined
}

/** Whether a type is exempt from quotas: Events expire. */
export const isUncounted = ({ group, resource }: GroupResource, { groupDomain }: Dialect): boolean =>
  resource === 'events' && (group === '' || group === `events.${groupDomain}`)

/** The resource name under which a type is counted, and the shorter name if there is one. */
export function countNames({ group, resource }: GroupResource): readonly string[] {
  if (group !== '') return [`${COUNT}${resource}.${group}`]
  return SHORT_NAMES.has(resource) ? [COUNT + resource, resource] : [COUNT + resource]
}

/** The infix between the name of a storage class and its resource. */
export const storageClassInfix = ({ groupDomain }: Dialect): string => `.storageclass.storage.${groupDomain}/`

/** The suffix of resource names that count devices of a class. */
export const deviceClassSuffix = ({ groupDomain }: Dialect): string => `.deviceclass.resource.${groupDomain}/devices`

/** The type ResourceClaim. */
export const deviceClaims = ({ groupDomain }: Dialect): GroupResource => ({
  group: `resource.${groupDomain}`,
  resource: 'resourceclaims',
})

/** A key for a type. */
export const typeKey = ({ group, resource }: GroupResource): string => `${resource}.${group}`
