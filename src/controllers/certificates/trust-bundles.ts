/**
 * Publishes the certificates of the plane and of its signers: one ClusterTrustBundle for each.
 *
 * @module
 */

import { type Signer, signerList } from '../../certificates/index.js'
import { type Client, type Controller, controller, isAlreadyExists } from '../../client/index.js'
import { certificatesInPem, dialectOf } from '../../meta/index.js'
import { bundlePrefixOf } from '../../resources/index.js'
import { type ControlLoopOptions, checkLoop, deleteAsSeen, ignoring, runOptions, selected } from '../client-loop.js'
import { NAMESPACES, trustBundlesOf } from '../types.js'

/** Options of {@link createTrustBundlePublisher}. */
export interface TrustBundlePublisherOptions extends ControlLoopOptions {
  /** CA certificates of the plane's serving certificate, in PEM, for the signer of serving certificates. */
  readonly certificates?: string
  /** Signers; each with a known authority gets a bundle. */
  readonly signers?: readonly Signer[]
}

interface BundleFields {
  readonly spec: { readonly signerName?: string; readonly trustBundle: string }
}

/** Authorities can change at any time, so they are read again after this interval. */
const AGAIN_MS = 60_000

/**
 * Keeps a ClusterTrustBundle for the certificates of a plane, and for the authority of each signer. The name contains a digest of
 * the content, so that a bundle never changes under its name. Other bundles of the same signers are deleted.
 *
 * @param client - A client of the plane, which serves the type in `v1beta1`.
 * @param options - Certificates and signers; dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createTrustBundlePublisher(client: Client, options: TrustBundlePublisherOptions): Controller {
  checkLoop('createTrustBundlePublisher', client, options, { checks: { certificates: certificatesInPem, signers: signerList } })
  const { certificates, signers = [] } = options
  const dialect = dialectOf(options.dialect)
  const bundles = client.resource<BundleFields>(trustBundlesOf(dialect))
  const { system } = dialect.namespaces
  return controller({
    ...runOptions(options),
    // There is a single work item; this is an object that every plane has.
    for: selected(client.resource(NAMESPACES), `metadata.name=${system}`),
    watches: [{ resource: bundles, map: () => [system] }],
    async reconcile(_, { cached }) {
      const held = cached(bundles)
      const publish = async (signerName: string, trustBundle: string): Promise<void> => {
        const name = `${bundlePrefixOf(signerName)}${await digestOf(trustBundle)}`
        const ofSigner = held.list().filter(({ spec }) => spec.signerName === signerName)
        const live = ofSigner.find(({ metadata }) => metadata.name === name)
        if (!live)
          await bundles.create({ metadata: { name }, spec: { signerName, trustBundle } }).catch(ignoring(isAlreadyExists))
        else if (live.spec.trustBundle !== trustBundle) await bundles.update({ ...live, spec: { signerName, trustBundle } })
        for (const other of ofSigner) if (other !== live) await deleteAsSeen(bundles, other)
      }
      if (certificates !== undefined) await publish(dialect.servingSigner, certificates)
      for (const signer of signers) {
        const authority = await signer.authority?.()
        if (authority !== undefined) await publish(signer.signerName, authority)
      }
      return { requeueAfterMs: AGAIN_MS }
    },
  })
}

/** Bytes of the digest that identify an authority. */
const DIGEST_BYTES = 10

async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes.subarray(0, DIGEST_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
