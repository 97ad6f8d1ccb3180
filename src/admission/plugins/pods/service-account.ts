/**
 * ServiceAccount: every pod runs as a service account, and gets its token.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  generateName,
  getKey,
  platformDialect,
  type Random,
  systemRandom,
} from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import type { AdmissionSources } from '../../sources.js'
import { requireMountable, requireNoSecrets } from './pod-secrets.js'
import { addsEphemeralContainers, type Container, isPodCreate, type PodSpec, podSpecOf, type Volume } from './pods.js'

/** The fields of a service account that matter here. */
interface AccountFields {
  readonly automountServiceAccountToken?: boolean
  readonly imagePullSecrets?: readonly { readonly name?: string }[]
}

const ACCOUNTS = { group: '', resource: 'serviceaccounts' } as const
const DEFAULT_ACCOUNT = 'default'
/** The token is renewed before it expires; the odd 7 seconds distinguish injected tokens from requested ones. */
const TOKEN_SECONDS = 3607
/** File mode 0644. */
const FILE_MODE = 420

/**
 * Gives new pods the service account `default` when they name none, refuses those of an account that there is not, and has the
 * token of
 * the account mounted into every container, unless pod or account do not want that.
 */
export function serviceAccount(): AdmissionPlugin {
  let objects: AdmissionSources['objects'] | undefined
  let dialect: Dialect = platformDialect
  let random: Random = systemRandom
  const isMirror = (pod: ApiObject | undefined) =>
    getKey(pod?.metadata.annotations, `${dialect.labelDomain}/config.mirror`) !== undefined
  const accountOf = (attributes: AdmissionAttributes, name: string): ApiObject & AccountFields => {
    const { namespace } = attributes
    const found = objects?.get(ACCOUNTS, name, namespace)
    if (found) return found
    const reason = `error looking up service account ${namespace}/${name}: serviceaccount ${JSON.stringify(name)} not found`
    throw admissionDenied(attributes, reason)
  }
  return {
    name: 'ServiceAccount',
    start(sources) {
      objects = sources.objects
      dialect = sources.dialect
      random = sources.random
    },
    handles: (attributes) => isPodCreate(attributes) || addsEphemeralContainers(attributes),
    mutate(pod, attributes) {
      // Its node knows a mirror pod as it is.
      if (attributes.operation !== 'CREATE' || isMirror(attributes.object)) return
      const spec = podSpecOf(pod)
      if (!spec.serviceAccountName) {
        spec.serviceAccountName = spec.serviceAccount || DEFAULT_ACCOUNT
        spec.serviceAccount = spec.serviceAccountName
      }
      const account = accountOf(attributes, spec.serviceAccountName)
      if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) mountToken(spec, dialect, random)
      const { imagePullSecrets = [] } = account
      if (!spec.imagePullSecrets?.length && imagePullSecrets.length > 0) {
        spec.imagePullSecrets = imagePullSecrets.map(({ name = '' }) => ({ name }))
      }
    },
    validate(attributes) {
      const { object, namespace } = attributes
      const spec = podSpecOf(object)
      if (isMirror(object)) return requireNoSecrets(attributes, spec)
      const { serviceAccountName } = spec
      if (!serviceAccountName) {
        throw admissionDenied(attributes, `no service account specified for pod ${namespace}/${object?.metadata.name ?? ''}`)
      }
      requireMountable(attributes, spec, accountOf(attributes, serviceAccountName), dialect)
    },
  }
}

/** Mounts the token into every container that has nothing else in its place. */
function mountToken(spec: PodSpec, dialect: Dialect, random: Random): void {
  const { volumePrefix, mountPath } = dialect.serviceAccountToken
  const existing = spec.volumes?.find(({ name }) => name?.startsWith(volumePrefix))
  const name = existing?.name ?? generateName(volumePrefix, random)
  const lacksToken = ({ volumeMounts = [] }: Container) => volumeMounts.every((mount) => mount.mountPath !== mountPath)
  const lacking = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].filter(lacksToken)
  for (const container of lacking) {
    container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath }]
  }
  if (lacking.length > 0 && !existing) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name, dialect)]
}

/** The token, the certificates that the plane is known by, and the name of the namespace. */
const tokenVolume = (name: string, { rootCertificates }: Dialect): Volume => ({
  name,
  projected: {
    defaultMode: FILE_MODE,
    sources: [
      { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: 'token' } },
      { configMap: { name: rootCertificates.name, items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      { downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] } },
    ],
  },
})
