/**
 * Which Secrets a pod may use.
 *
 * @module
 */

import { type ApiObject, type Dialect, getKey, isRecord } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { admissionDenied } from '../../plugin.js'
import { type Container, containerLists, type PodSpec } from './pods.js'

/**
 * Refuses references in a mirror pod (the API object of a static pod) to objects that only the plane may give to a pod.
 *
 * @param attributes - The write.
 * @param spec - Of the pod.
 * @throws {@link ApiError} 403.
 */
export function requireNoSecrets(attributes: AdmissionAttributes, spec: PodSpec): void {
  if (spec.serviceAccountName) throw admissionDenied(attributes, 'a mirror pod may not reference service accounts')
  if (usesSecrets(spec)) throw admissionDenied(attributes, 'a mirror pod may not reference secrets')
  const sources = (spec.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? [])
  if (sources.some((source) => source.serviceAccountToken !== undefined)) {
    throw admissionDenied(attributes, 'a mirror pod may not use ServiceAccountToken volume projections')
  }
}

/** In all other volume types, references to Secrets have this field name too. */
function usesSecrets(spec: PodSpec): boolean {
  const containers = containerLists(spec).flatMap(([, list]) => list)
  return (
    (spec.imagePullSecrets?.length ?? 0) > 0 ||
    containers.some(({ envFrom = [] }) => envFrom.some(({ secretRef }) => secretRef !== undefined)) ||
    containers.some(({ env = [] }) => env.some(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined)) ||
    (spec.volumes ?? []).some(
      (volume) =>
        Object.values(volume).some((source) => isRecord(source) && (source.secretRef ?? source.secretName) !== undefined) ||
        (volume.projected?.sources ?? []).some(({ secret }) => secret !== undefined),
    )
  )
}

/**
 * Refuses Secrets that the service account of a pod does not list, if the account enforces its list.
 *
 * @param attributes - The write: if it adds ephemeral containers, only these are checked.
 * @param spec - Of the pod.
 * @param account - Its service account.
 * @param dialect - The plane's dialect.
 * @throws {@link ApiError} 403.
 */
export function requireMountable(attributes: AdmissionAttributes, spec: PodSpec, account: ApiObject, dialect: Dialect): void {
  const { name = '', annotations } = account.metadata
  if (getKey(annotations, `${dialect.labelDomain}/enforce-mountable-secrets`) !== 'true') return
  const refuse = (what: string, kind = 'secret') =>
    admissionDenied(attributes, `${what} is not allowed because service account ${name} does not reference that ${kind}`)
  const secrets = namesOf(account.secrets)
  const requireOf = (containers: readonly Container[] | undefined, kind: string) => {
    for (const container of containers ?? []) {
      for (const { secret, how } of referencesOf(container)) {
        if (secrets.has(secret)) continue
        throw refuse(`${kind} ${container.name ?? ''} with ${how} referencing secret.secretName="${secret}"`)
      }
    }
  }
  if (attributes.subresource !== '') {
    requireOf(spec.ephemeralContainers, 'ephemeral container')
    return
  }
  for (const { secret } of spec.volumes ?? []) {
    if (secret && !secrets.has(secret.secretName ?? ''))
      throw refuse(`volume with secret.secretName="${secret.secretName ?? ''}"`)
  }
  requireOf(spec.initContainers, 'init container')
  requireOf(spec.containers, 'container')
  const pullSecrets = namesOf(account.imagePullSecrets)
  for (const [i, { name: secret = '' }] of (spec.imagePullSecrets ?? []).entries()) {
    if (!pullSecrets.has(secret)) throw refuse(`imagePullSecrets[${i}].name="${secret}"`, 'imagePullSecret')
  }
}

/** The Secrets that the environment of a container references. */
function referencesOf({ env = [], envFrom = [] }: Container): readonly { readonly secret: string; readonly how: string }[] {
  return [
    ...env.flatMap(({ name = '', valueFrom }) =>
      valueFrom?.secretKeyRef ? [{ secret: valueFrom.secretKeyRef.name ?? '', how: `envVar ${name}` }] : [],
    ),
    ...envFrom.flatMap(({ secretRef }) => (secretRef ? [{ secret: secretRef.name ?? '', how: 'envFrom' }] : [])),
  ]
}

const namesOf = (references: unknown): ReadonlySet<unknown> =>
  new Set(Array.isArray(references) ? references.map((reference) => (isRecord(reference) ? reference.name : undefined)) : [])
