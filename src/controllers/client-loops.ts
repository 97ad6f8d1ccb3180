/**
 * The control loops that work as any client does, by name: each can be had alone, on a plane of one's own or of others.
 *
 * @module
 */

import type { Signer } from '../certificates/index.js'
import type { Client, Controller } from '../client/index.js'
import { type Dialect, type GroupResource, lazily } from '../meta/index.js'
import type { Selectable } from './choose.js'
import type { ControlLoopOptions } from './client-loop.js'
import type { CheckedTypes } from './policies/check-types.js'
import type { SecretToken } from './service-accounts/token-secrets.js'

/** What a plane has that some of its loops need; without it they are not started. */
export interface LoopSupplies {
  /** Certificates that the plane is known by, in PEM. */
  readonly rootCertificates?: string
  /** Makes a token of a service account that has no end of its own. */
  readonly issueSecretToken?: (token: SecretToken) => Promise<string>
  /** Who signs requests for certificates; the built-in signers with an authority of the plane's own when absent. */
  readonly signers?: readonly Signer[]
  /** Seconds that their certificates last at most. */
  readonly signingSeconds?: number
  /** The types that policies are checked against. */
  readonly types?: CheckedTypes
}

/** What these loops are started with. */
export interface ClientLoopParts extends LoopSupplies {
  readonly dialect: Dialect
  /**
   * Makes the client of a loop.
   *
   * @param name - Of the loop: how it calls itself, and who is named in `managedFields`.
   */
  readonly client: (name: string) => Client
  /** Takes failures, which are tried again all the same. */
  readonly onError: (name: string, error: unknown) => void
  /** Is told of each loop that was started. */
  readonly onStart: (name: string, controller: Controller) => void
}

/** A loop that works as a client. */
export interface ClientLoop extends Selectable {
  /** Starts it; undefined where the plane has not got what it needs. */
  readonly start: (client: Client, options: ControlLoopOptions, supplies: LoopSupplies) => Promise<Controller | undefined>
}

const loop = (name: string, start: ClientLoop['start']): ClientLoop => ({ name, isDefault: false, start })
/** Most planes run none of them, and do not load them. */
const library = lazily(() => import('./library/index.js'))

/** Whether a plane serves all of some types. */
async function isServed(client: Client, ...wanted: readonly GroupResource[]): Promise<boolean> {
  const types = await client.types()
  return wanted.every((one) => types.some(({ group, resource }) => group === one.group && resource === one.resource))
}

export const CLIENT_LOOPS: readonly ClientLoop[] = [
  loop('namespace', async (client, options) => {
    const { createNamespaceController } = await library()
    return createNamespaceController(client, options)
  }),
  loop('garbagecollector', async (client, options) => {
    const { createGarbageCollector } = await library()
    return createGarbageCollector(client, options)
  }),
  loop('serviceaccount', async (client, options) => {
    const { createServiceAccountController } = await library()
    return createServiceAccountController(client, options)
  }),
  loop('serviceaccount-token', async (client, options, { issueSecretToken: issue, rootCertificates: certificates }) => {
    if (!issue) return undefined
    const { createTokenSecretController } = await library()
    return createTokenSecretController(client, { ...options, issue, ...(certificates !== undefined && { certificates }) })
  }),
  loop('root-ca-cert-publisher', async (client, options, { rootCertificates: certificates }) => {
    if (certificates === undefined) return undefined
    const { createRootCertificatePublisher } = await library()
    return createRootCertificatePublisher(client, { ...options, certificates })
  }),
  loop('csrapproving', async (client, options) => {
    const { createCertificateApprover } = await library()
    return createCertificateApprover(client, options)
  }),
  loop('csrsigning', async (client, options, { signers, signingSeconds }) => {
    const { createCertificateSigner, ownSigners } = await library()
    return createCertificateSigner(client, { ...options, signers: signers ?? ownSigners(client, options, signingSeconds) })
  }),
  loop('csrcleaner', async (client, options) => {
    const { createCertificateCleaner } = await library()
    return createCertificateCleaner(client, options)
  }),
  loop('cluster-trust-bundle-publisher', async (client, options, { signers, signingSeconds, rootCertificates: certificates }) => {
    const { createTrustBundlePublisher, ownSigners, TRUST_BUNDLES } = await library()
    const isServed = (await client.types()).some(
      ({ resource, version }) => resource === TRUST_BUNDLES.resource && version === TRUST_BUNDLES.version,
    )
    if (!isServed) return undefined
    const all = signers ?? ownSigners(client, options, signingSeconds)
    return createTrustBundlePublisher(client, { ...options, signers: all, ...(certificates !== undefined && { certificates }) })
  }),
  loop('bootstrapsigner', async (client, options) => {
    const { createBootstrapSigner } = await library()
    return createBootstrapSigner(client, options)
  }),
  loop('tokencleaner', async (client, options) => {
    const { createTokenCleaner } = await library()
    return createTokenCleaner(client, options)
  }),
  loop('storage-version-migrator', async (client, options) => {
    const { createStorageVersionMigrator } = await library()
    return createStorageVersionMigrator(client, options)
  }),
  loop('ttl-after-finished', async (client, options) => {
    const { createFinishedJobCleaner, JOBS } = await library()
    return (await isServed(client, JOBS)) ? createFinishedJobCleaner(client, options) : undefined
  }),
  loop('pvc-protection', async (client, options) => {
    const { createClaimProtection, CLAIMS, PODS } = await library()
    return (await isServed(client, CLAIMS, PODS)) ? createClaimProtection(client, options) : undefined
  }),
  loop('pv-protection', async (client, options) => {
    const { createVolumeProtection, VOLUMES } = await library()
    return (await isServed(client, VOLUMES)) ? createVolumeProtection(client, options) : undefined
  }),
  loop('validatingadmissionpolicy-status', async (client, options, { types }) => {
    const { createPolicyStatusController, policiesOf } = await library()
    const { group, version, resource } = policiesOf(options)
    return types?.find(group, version, resource) && createPolicyStatusController(client, { ...options, types })
  }),
]

/**
 * Starts loops.
 *
 * @param loops - Which.
 * @param parts - The plane.
 * @returns A function that stops them, and resolves when what they have in hand is done.
 */
export async function startClientLoops(loops: readonly ClientLoop[], parts: ClientLoopParts): Promise<() => Promise<void>> {
  const { dialect, client, onError, onStart, ...supplies } = parts
  const started = await Promise.all(
    loops.map(async ({ name, start }) => {
      const controller = await start(client(name), { dialect, onError: (error) => onError(name, error) }, supplies)
      if (controller) onStart(name, controller)
      return controller
    }),
  )
  return async () => {
    await Promise.all(started.map((controller) => controller?.stop()))
  }
}
