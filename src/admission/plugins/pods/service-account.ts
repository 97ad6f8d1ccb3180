/**
 * ServiceAccount: every pod runs as a service account, with its token mounted.
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

/** The fields of a service account that this plugin uses. */
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
 * Sets the service account `default` for new pods without one, refuses pods with an unknown account, and mounts the token of the
 * account into every container, unless the pod or the account opt out.
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
      // A mirror pod must stay as its node defined it.
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

/** Mounts the token into every container that does not mount something else at its path. */
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

/** The token, the CA certificates of the plane, and the name of the namespace. */
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
