/**
 * The control loops that use a client, by name: each can run alone, in this process or against another plane.
 *
 * @module
 */

import type { Signer } from '../certificates/index.js'
import { type Client, type Controller, isNotFound, type ResourceType } from '../client/index.js'
import { type Dialect, type GroupVersionResource, lazily } from '../meta/index.js'
import type { Selectable } from './choose.js'
import { type ControlLoopOptions, untilDone } from './client-loop.js'
import type { CheckedTypes } from './policies/check-types.js'
import type { SecretToken } from './service-accounts/token-secrets.js'
import {
  CLAIMS,
  CONFIG_MAPS,
  clusterRolesOf,
  definitionsOf,
  JOBS,
  NAMESPACES,
  NODES,
  PODS,
  policiesOf,
  SECRETS,
  SERVICE_ACCOUNTS,
  signingRequestsOf,
  trustBundlesOf,
  VOLUMES,
} from './types.js'

/** Optional parts of a plane that some loops need; without them those loops are not started. */
export interface LoopSupplies {
  /** CA certificates of the plane's serving certificate, in PEM. */
  readonly rootCertificates?: string
  /** Issues a service account token without expiry. */
  readonly issueSecretToken?: (token: SecretToken) => Promise<string>
  /** Signers of certificate requests; by default the built-in ones with the plane's own authority. */
  readonly signers?: readonly Signer[]
  /** Maximum lifetime of their certificates in seconds. */
  readonly signingSeconds?: number
  /** The types for type checking of policies. */
  readonly types?: CheckedTypes
  /** Finds the types of the plane itself that have objects in an older version. */
  readonly findOutdated?: () => Promise<readonly ResourceType[]>
}

/** Dependencies of these loops. */
export interface ClientLoopParts extends LoopSupplies {
  readonly dialect: Dialect
  /**
   * Creates the client of a loop.
   *
   * @param name - Of the loop: its user agent, and its manager in `managedFields`.
   */
  readonly client: (name: string) => Client
  /** Called with failures; the work is retried. */
  readonly onError: (name: string, error: unknown) => void
  /** Called with each started loop. */
  readonly onStart?: (name: string, controller: Controller) => void
}

/** A loop that uses a client. */
export interface ClientLoop extends Selectable {
  /** Types that it needs: the loop is not started on a plane that does not serve them. */
  readonly needs: (dialect: Dialect, supplies: LoopSupplies) => readonly GroupVersionResource[]
  /** Starts it; undefined if the plane lacks a part that it needs. */
  readonly start: (client: Client, options: ControlLoopOptions, supplies: LoopSupplies) => Promise<Controller | undefined>
}

/** Imported on demand, as most planes run none of these loops. */
const library = lazily(() => import('./library/index.js'))

/** The plane's own authority is kept in a Secret, so Secrets have to be served unless signers are given. */
const authorityTypes = (signers: LoopSupplies['signers']) => (signers ? [] : [SECRETS])

const LOOPS: Readonly<Record<string, Pick<ClientLoop, 'needs' | 'start'>>> = {
  namespace: {
    needs: () => [NAMESPACES],
    async start(client, options) {
      const { createNamespaceController } = await library()
      return createNamespaceController(client, options)
    },
  },
  garbagecollector: {
    needs: () => [],
    async start(client, options) {
      const { createGarbageCollector } = await library()
      return createGarbageCollector(client, options)
    },
  },
  serviceaccount: {
    needs: () => [NAMESPACES, SERVICE_ACCOUNTS],
    async start(client, options) {
      const { createServiceAccountController } = await library()
      return createServiceAccountController(client, options)
    },
  },
  'serviceaccount-token': {
    needs: () => [SECRETS, SERVICE_ACCOUNTS],
    async start(client, options, { issueSecretToken: issue, rootCertificates: certificates }) {
      if (!issue) return undefined
      const { createTokenSecretController } = await library()
      return createTokenSecretController(client, { ...options, issue, ...(certificates !== undefined && { certificates }) })
    },
  },
  'root-ca-cert-publisher': {
    needs: () => [NAMESPACES, CONFIG_MAPS],
    async start(client, options, { rootCertificates: certificates }) {
      if (certificates === undefined) return undefined
      const { createRootCertificatePublisher } = await library()
      return createRootCertificatePublisher(client, { ...options, certificates })
    },
  },
  'clusterrole-aggregation': {
    needs: (dialect) => [clusterRolesOf(dialect)],
    async start(client, options) {
      const { createRoleAggregator } = await library()
      return createRoleAggregator(client, options)
    },
  },
  csrapproving: {
    needs: (dialect) => [signingRequestsOf(dialect)],
    async start(client, options) {
      const { createCertificateApprover } = await library()
      return createCertificateApprover(client, options)
    },
  },
  csrsigning: {
    needs: (dialect, { signers }) => [signingRequestsOf(dialect), ...authorityTypes(signers)],
    async start(client, options, { signers, signingSeconds }) {
      const { createCertificateSigner, ownSigners } = await library()
      return createCertificateSigner(client, { ...options, signers: signers ?? ownSigners(client, options, signingSeconds) })
    },
  },
  csrcleaner: {
    needs: (dialect) => [signingRequestsOf(dialect)],
    async start(client, options) {
      const { createCertificateCleaner } = await library()
      return createCertificateCleaner(client, options)
    },
  },
  'cluster-trust-bundle-publisher': {
    needs: (dialect, { signers }) => [trustBundlesOf(dialect), ...authorityTypes(signers)],
    async start(client, options, { signers, signingSeconds, rootCertificates: certificates }) {
      const { createTrustBundlePublisher, ownSigners } = await library()
      const all = signers ?? ownSigners(client, options, signingSeconds)
      return createTrustBundlePublisher(client, { ...options, signers: all, ...(certificates !== undefined && { certificates }) })
    },
  },
  bootstrapsigner: {
    needs: () => [CONFIG_MAPS, SECRETS],
    async start(client, options) {
      const { createBootstrapSigner } = await library()
      return createBootstrapSigner(client, options)
    },
  },
  tokencleaner: {
    needs: () => [SECRETS],
    async start(client, options) {
      const { createTokenCleaner } = await library()
      return createTokenCleaner(client, options)
    },
  },
  'storage-version-migrator': {
    needs: (dialect) => [definitionsOf(dialect)],
    async start(client, options, { findOutdated }) {
      const { createStorageVersionMigrator } = await library()
      return createStorageVersionMigrator(client, { ...options, findOutdated })
    },
  },
  'ttl-after-finished': {
    needs: () => [JOBS],
    async start(client, options) {
      const { createFinishedJobCleaner } = await library()
      return createFinishedJobCleaner(client, options)
    },
  },
  'pod-garbage-collector': {
    needs: () => [NODES, PODS],
    async start(client, options) {
      const { createPodGarbageCollector } = await library()
      return createPodGarbageCollector(client, options)
    },
  },
  'pvc-protection': {
    needs: () => [CLAIMS, PODS],
    async start(client, options) {
      const { createClaimProtection } = await library()
      return createClaimProtection(client, options)
    },
  },
  'pv-protection': {
    needs: () => [VOLUMES],
    async start(client, options) {
      const { createVolumeProtection } = await library()
      return createVolumeProtection(client, options)
    },
  },
  'validatingadmissionpolicy-status': {
    needs: (dialect) => [policiesOf(dialect)],
    async start(client, options, { types }) {
      if (!types) return undefined
      const { createPolicyStatusController } = await library()
      return createPolicyStatusController(client, { ...options, types })
    },
  },
}

/** All loops; none is started unless it is named. */
export const CLIENT_LOOPS: readonly ClientLoop[] = Object.entries(LOOPS).map(([name, loop]) => ({
  name,
  isDefault: false,
  ...loop,
}))

/**
 * Starts loops.
 *
 * @param loops - The loops to start.
 * @param parts - The plane.
 * @param signal - Stops the waiting for a plane that does not answer.
 * @returns The started loops.
 */
export async function startClientLoops(
  loops: readonly ClientLoop[],
  parts: ClientLoopParts,
  signal: AbortSignal,
): Promise<readonly Controller[]> {
  const { dialect, client, onError, onStart, ...supplies } = parts
  const started = await Promise.all(
    loops.map(async ({ name, needs, start }) => {
      const own = client(name)
      const tell = (error: unknown) => onError(name, error)
      const isServed = await untilDone(own, () => servesAll(own, needs(dialect, supplies)), signal, tell)
      const controller = isServed ? await start(own, { dialect, onError: tell }, supplies) : undefined
      if (controller) onStart?.(name, controller)
      return controller
    }),
  )
  return started.filter((controller) => controller !== undefined)
}

/**
 * Runs loops until a signal is aborted.
 *
 * @param loops - The loops to run.
 * @param parts - The plane.
 * @param signal - Stops them.
 * @param onStarted - Called with each loop.
 * @returns Resolves when the work in progress is done.
 */
export async function runClientLoops(
  loops: readonly ClientLoop[],
  parts: ClientLoopParts,
  signal: AbortSignal,
  onStarted: (started: readonly Controller[]) => void = () => {},
): Promise<void> {
  const started = await startClientLoops(loops, parts, signal)
  onStarted(started)
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await Promise.all(started.map((controller) => controller.stop()))
}

/** Whether a plane serves all the given types, in these versions. */
async function servesAll(client: Client, types: readonly GroupVersionResource[]): Promise<boolean> {
  try {
    // By name only, as a client does not look up a type that is given in full.
    for (const { group, version, resource } of types) await client.resource({ group, version, resource }).type()
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}
