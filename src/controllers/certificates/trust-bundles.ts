/**
 * What a plane and its signers are known by, for everybody: a ClusterTrustBundle for each.
 *
 * @module
 */

import type { Signer } from '../../certificates/index.js'
import { type Client, type Controller, controller, isAlreadyExists, isNotFound, type ResourceClient } from '../../client/index.js'
import { dialectOf } from '../../meta/index.js'
import { bundlePrefixOf, certificatesGroup } from '../../resources/index.js'
import { type ControlLoopOptions, runOptions, selected } from '../client-loop.js'

/** Options of {@link createTrustBundlePublisher}. */
export interface TrustBundlePublisherOptions extends ControlLoopOptions {
  /** Certificates that the plane is known by, in PEM, for the signer of its serving certificates. */
  readonly certificates?: string
  /** Signers, of which those that tell their authority have a bundle. */
  readonly signers?: readonly Signer[]
}

interface BundleFields {
  readonly spec: { readonly signerName?: string; readonly trustBundle: string }
}

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false } as const

/** The type, in the version of most planes that have it. */
export const TRUST_BUNDLES = { version: 'v1beta1', resource: 'clustertrustbundles', kind: 'ClusterTrustBundle' } as const

/** Authorities may be exchanged at any time. */
const AGAIN_MS = 60_000

/**
 * Keeps a ClusterTrustBundle for the certificates of a plane, and for the authority of each signer: named by what is in it, so that who reads
 * the old one is not surprised by the new. Other bundles of the same signers are deleted.
 *
 * @param client - Reaches the plane, which serves the type in `v1beta1`.
 * @param options - Certificates and signers; words, leader election.
 * @returns The loop, at work until it is stopped or its client is closed.
 */
export function createTrustBundlePublisher(client: Client, options: TrustBundlePublisherOptions): Controller {
  const { certificates, signers = [] } = options
  const dialect = dialectOf(options.dialect)
  const group = certificatesGroup(dialect)
  const bundles = client.resource<BundleFields>({ ...TRUST_BUNDLES, group, namespaced: false })
  const { system } = dialect.namespaces
  return controller({
    ...runOptions(options),
    // There is one thing to do, and this is an object that every plane has.
    for: selected(client.resource(NAMESPACES), `metadata.name=${system}`),
    watches: [{ resource: bundles, map: () => [system] }],
    async reconcile() {
      if (certificates !== undefined) await publish(bundles, dialect.servingSigner, certificates)
      for (const signer of signers) {
        const authority = await signer.authority?.()
        if (authority !== undefined) await publish(bundles, signer.signerName, authority)
      }
      return { requeueAfterMs: AGAIN_MS }
    },
  })
}

async function publish(bundles: ResourceClient<BundleFields>, signerName: string, trustBundle: string): Promise<void> {
  const name = `${bundlePrefixOf(signerName)}${await digestOf(trustBundle)}`
  const { items } = await bundles.list({ fieldSelector: `spec.signerName=${signerName}` })
  const live = items.find(({ metadata }) => metadata.name === name)
  if (!live) await bundles.create({ metadata: { name }, spec: { signerName, trustBundle } }).catch(ignoring(isAlreadyExists))
  else if (live.spec.trustBundle !== trustBundle) await bundles.update({ ...live, spec: { signerName, trustBundle } })
  for (const { metadata } of items) {
    if (metadata.name !== undefined && metadata.name !== name) await bundles.delete(metadata.name).catch(ignoring(isNotFound))
  }
}

/** Somebody was faster. */
const ignoring = (isExpected: (error: unknown) => boolean) => (error: unknown) => {
  if (!isExpected(error)) throw error
}

/** Bytes of a digest that are enough to tell authorities apart. */
const DIGEST_BYTES = 10

async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes.subarray(0, DIGEST_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
