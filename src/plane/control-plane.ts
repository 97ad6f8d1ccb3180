/**
 * The control plane, assembled from its parts.
 *
 * @module
 */

import { type AccessExplanation, type AccessQuestion, explainAccess } from '../authz/index.js'
import { BusyTurn, createInProcessClient, type InProcessParts } from '../client/in-process/index.js'
import { type Client, InformerRegister, type InProcessClientOptions } from '../client/index.js'
import { type PlaneLoopParts, type RunningLoops, startLoops } from '../controllers/index.js'
import { type Dialect, type Expanded, type Features, inOrder, isRecord, tryThen } from '../meta/index.js'
import type { Registry } from '../registry/index.js'
import type { ResourceCatalog } from '../resources/index.js'
import { createIssuerDocuments, type RequestHandler, storageChecks } from '../server/index.js'
import type { Storage } from '../storage/index.js'
import { closeUnused } from '../store/index.js'
import { checkOptions, isStorage } from './check-options.js'
import type { ControlPlaneOptions } from './options.js'
import { createParts, type PlaneParts, type Stop } from './parts.js'
import { createRequestPath } from './request-path.js'
import type { AdmissionContext } from './resource-plugin/index.js'
import { clusterAddressesOf } from './service-ranges.js'

/** The current load of a plane. Its own requests, for instance by its control loops, are not counted. */
export type ControlPlaneStats = Expanded<{
  /** Requests in progress, without watches. */
  readonly requestsInFlight: number
  readonly openWatches: number
}>

/** Default and maximum duration of a transaction of {@link ControlPlane.within}, in milliseconds. */
const [WITHIN_MS, MAX_WITHIN_MS] = [1_000, 10_000]

/** A running control plane. Adapters pass requests to it. */
export interface ControlPlane extends RequestHandler {
  readonly dialect: Dialect
  /** The enabled features, of the plane's feature gates and of yours. */
  readonly features: Features
  /** @internal */
  readonly catalog: ResourceCatalog
  /** @internal */
  readonly registry: Registry
  readonly stats: ControlPlaneStats
  /**
   * Makes an in-process client, which is treated as over HTTP: the same authorization, validation, errors and warnings. Its
   * watches end with {@link ControlPlane.close}.
   *
   * @param options - The user; the plane itself by default.
   */
  client(options?: InProcessClientOptions): Client
  /**
   * Writes resources and rows of your own in one atomic transaction. Needs a plane in PostgreSQL
   * (`createPostgresStorage`), and tables in the same database.
   *
   * `run` gets a client whose writes are part of the transaction. They are admitted and validated like any other; no client,
   * including this one, reads them before the transaction has ended, and watches deliver them then. From its first write to its
   * end all other writers of the plane wait, in all replicas: write your own rows first, and call no other service meanwhile.
   *
   * @param connection - A client of the package `pg`: connected, not in a transaction, and not used elsewhere meanwhile.
   * @param run - Writes through the connection and the client. When it rejects, both are rolled back.
   * @param options - Those of {@link ControlPlane.client}, and `timeoutMs`: its time limit, in milliseconds, up to 10,000;
   *   default 1,000. Beyond it the transaction is rolled back, and the connection closed.
   * @returns The result of `run`, once the transaction is durable and visible to reads of this plane.
   * @throws {@link ApiError} 503 when nothing was written, 504 when it took too long, or when the connection broke during the
   *   commit and the outcome is unknown; TypeError for a plane in another storage; any error of `run`.
   */
  within<T>(
    connection: object,
    run: (client: Client) => Promise<T>,
    options?: InProcessClientOptions & { readonly timeoutMs?: number },
  ): Promise<T>
  /**
   * Explains whether an access is allowed: which authorizer decided, by which binding and rule, or which permission is missing.
   *
   * @param question - The user, verb and resource.
   * @throws TypeError, with one line, for a question about neither a resource nor a path, or about both.
   */
  explainAccess(question: AccessQuestion): Promise<AccessExplanation>
  /** Makes `/readyz` fail, so that load balancers send no new requests. Requests are still answered. */
  startDraining(): void
  /** Ends all watches and waits for the requests in flight. From then on new watches are refused with 503. */
  drain(): Promise<void>
  /** Stops all work at once, and closes the storage, unless another plane uses it. From then on requests are answered with 503. */
  close(): Promise<void>
}

/**
 * Makes a control plane.
 *
 * @param options - See {@link ControlPlaneOptions}.
 * @returns The plane, ready to answer. When it rejects, the given storages are closed, as by {@link ControlPlane.close}.
 * @throws TypeError with one line for each unknown or invalid option.
 * @throws {@link ResourceSpecError} for types with rules that do not compile.
 * @throws When the storage cannot be read, or has objects of a type whose scope was changed, or the registry of `metrics` already has a
 *   metric of the plane.
 */
export async function createControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const stops: Stop[] = []
  try {
    checkOptions(options)
    return await openPlane(options, stops)
  } catch (error) {
    // What failed first is the reason, not what cannot be stopped after it.
    await stopAll([() => closeStorages(options), ...stops]).catch(() => {})
    throw error
  }
}

/** Closes the given storages that no other plane uses; perhaps again, as a store closes its own. The options may be invalid. */
async function closeStorages(options: unknown): Promise<void> {
  const { storage, routes } = isRecord(options) ? options : {}
  const routed = Array.isArray(routes) ? routes.map((route) => (isRecord(route) ? route.storage : undefined)) : []
  await Promise.all([...new Set([storage, ...routed])].map((one) => (isStorage(one) ? closeUnused(one) : undefined)))
}

/**
 * Stops parts, the last one first, in this turn as far as they can be. One that fails does not keep the others running: the first
 * failure is thrown at the end.
 */
async function stopAll(stops: readonly Stop[]): Promise<void> {
  const failures: unknown[] = []
  const fail = (error: unknown) => void failures.push(error)
  await inOrder([...stops].reverse(), (stop) => tryThen(stop, () => {}, fail))
  if (failures.length > 0) throw failures[0]
}

/**
 * Creates a plane.
 *
 * @param options - The options, checked.
 * @param stops - Receives what stops its parts, in the order in which they are made.
 */
async function openPlane(options: ControlPlaneOptions, stops: Stop[]): Promise<ControlPlane> {
  const parts = await createParts(options, stops)
  const { dialect, clock, random, features, storage, registry, admission, tokens } = parts
  const { catalog } = registry
  let phase: 'running' | 'draining' | 'closed' = 'running'
  let loops: RunningLoops | undefined
  const informerRegister = new InformerRegister()
  const storagesReady = storageChecks(parts.storages)
  const { endpoints, auditor, handle, inFlight, watches, metrics, requireOwnCheckNames } = createRequestPath(options, {
    ...parts,
    startChecks: () => loops?.startChecks ?? [],
    readyChecks: () => [...storagesReady, ...admission.readyChecks, ...(loops?.syncChecks ?? []), ...informerRegister.checks()],
    pathHandlers: tokens.serviceAccounts ? [createIssuerDocuments(tokens.serviceAccounts)] : [],
    phase: () => phase,
  })
  if (auditor) stops.push(() => auditor.close())
  // The registry of the embedder has to contain the metrics before `/metrics` is first requested.
  if (options.metrics?.registry) stops.push(await metrics.register())
  const closing = new AbortController()
  const { maxBodyBytes } = parts.limits
  const turn = new BusyTurn(clock)
  const clientParts = { endpoints, catalog, clock, random, informerRegister, maxBodyBytes, turn, closed: closing.signal }
  stops.push(() => {
    closing.abort()
    watches.endAll()
    watches.abortAll()
  })
  loops = await startWork(options, parts, clientParts, stops)
  const { handOver } = loops
  requireOwnCheckNames()
  const startDraining = () => {
    if (phase === 'running') phase = 'draining'
  }
  return {
    dialect,
    features,
    catalog,
    registry,
    handle,
    get stats() {
      return { requestsInFlight: inFlight.reads + inFlight.writes, openWatches: watches.size }
    },
    client: (clientOptions) => createInProcessClient(clientParts, clientOptions),
    within: transactionsIn(storage, clientParts),
    explainAccess: (question) => explainAccess(parts.authorizer, question),
    startDraining,
    async drain() {
      startDraining()
      await handOver()
      watches.endAll()
      await inFlight.whenIdle()
    },
    async close() {
      if (phase === 'closed') return
      phase = 'closed'
      await stopAll(stops)
    },
  }
}

/** Starts the admission plugins and the control loops, with a client of the plane. */
async function startWork(
  options: ControlPlaneOptions,
  parts: PlaneParts,
  clientParts: InProcessParts,
  stops: Stop[],
): Promise<RunningLoops> {
  // Plugins may call the plane from the start: it can answer already, and no other client can reach it yet.
  const client = createInProcessClient(clientParts, options.controllerClient)
  parts.tokens.begin(parts.registry, client)
  const admissionContext: AdmissionContext = { ...parts.registry.admissionSources, client }
  stops.push(await parts.admission.start(admissionContext))
  const loops = await startLoops(options.controllers ?? [], {
    ...loopOptions(options, parts),
    activity: client.activity,
    client: (userAgent) => createInProcessClient(clientParts, { userAgent, isControlLoop: true, ...options.controllerClient }),
  })
  stops.push(loops.stop)
  return loops
}

/** Options of the control loops of a plane, without their client. */
function loopOptions(options: ControlPlaneOptions, parts: PlaneParts): Omit<PlaneLoopParts, 'activity' | 'client'> {
  const { dialect, clock, random, registry, policies, reportError, storage, tokens } = parts
  const { rootCertificates, signers, signingSeconds, advertise } = options
  return {
    ...{ dialect, clock, random, registry, policies, reportError },
    clusterAddresses: () => clusterAddressesOf(options),
    advertised: advertise,
    isReplicated: !storage.followersAreCurrent,
    ...(rootCertificates !== undefined && { rootCertificates }),
    ...(signers && { signers }),
    ...(signingSeconds !== undefined && { signingSeconds }),
    ...(tokens.serviceAccounts && { issueSecretToken: tokens.serviceAccounts.issueLegacy }),
  }
}

/** Makes {@link ControlPlane.within} of a plane. */
function transactionsIn(storage: Storage, clientParts: InProcessParts): ControlPlane['within'] {
  return async (connection, run, { timeoutMs = WITHIN_MS, ...clientOptions } = {}) => {
    if (!storage.within) throw new TypeError('plane.within: the storage is not in a database; expected createPostgresStorage')
    if (!(timeoutMs > 0 && timeoutMs <= MAX_WITHIN_MS))
      throw new TypeError(`plane.within: timeoutMs ${timeoutMs}: expected 1 to ${MAX_WITHIN_MS}`)
    return storage.within(
      connection,
      (transaction) => run(createInProcessClient({ ...clientParts, transaction }, clientOptions)),
      timeoutMs,
    )
  }
}
