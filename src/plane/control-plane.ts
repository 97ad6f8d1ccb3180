/**
 * A whole control plane: where the parts are put together.
 *
 * @module
 */

import { createAdmission } from '../admission/index.js'
import { type Authenticator, authenticateChain, createTokenReviewer } from '../authn/index.js'
import { type AccessExplanation, type AccessQuestion, explainAccess } from '../authz/index.js'
import { createInProcessClient } from '../client/in-process/index.js'
import { type Client, InformerRegister, type InProcessClientOptions } from '../client/index.js'
import { type RunningLoops, startLoops } from '../controllers/index.js'
import { consoleLogger, defaultLimits, type ServerLimits } from '../endpoints/index.js'
import {
  type Dialect,
  dialectOf,
  type Features,
  featuresOf,
  planeFeatureGates,
  sparingly,
  systemClock,
  systemRandom,
} from '../meta/index.js'
import { createRegistry, type Registry } from '../registry/index.js'
import {
  atRelease,
  authenticationResources,
  authorizationResources,
  builtinResources,
  checkRulesOf,
  type ResourceCatalog,
  trustBundleDefinition,
} from '../resources/index.js'
import {
  createAdmissionNumbers,
  createIssuerDocuments,
  createWebhookNumbers,
  DEFAULT_RELEASE,
  type RequestHandler,
  storageChecks,
  storageMetrics,
} from '../server/index.js'
import { createMemoryStorage } from '../storage/index.js'
import { createStore } from '../store/index.js'
import { createAccessControl } from './access-control.js'
import { allotting, planeAddressOf } from './allotting.js'
import { catalogOf } from './catalog.js'
import { checkOptions } from './check-options.js'
import type { ControlPlaneOptions } from './options.js'
import { createOwnTokens } from './own-tokens.js'
import type { AdmissionContext } from './resource-plugin/index.js'
import { withRuntimeConfig } from './runtime-config.js'
import { createWay } from './way.js'

/** What a plane is busy with. What it asks itself, by its control loops for instance, is not counted. */
export interface ControlPlaneStats {
  /** Requests that are being answered, watches apart. */
  readonly requestsInFlight: number
  readonly openWatches: number
}

/** How long a transaction of {@link ControlPlane.within} may take, by default and at most, in milliseconds. */
const [WITHIN_MS, MAX_WITHIN_MS] = [1_000, 10_000]

/** A running control plane. Adapters bring it requests. */
export interface ControlPlane extends RequestHandler {
  readonly dialect: Dialect
  /** What is turned on, of the plane's feature gates and of yours. */
  readonly features: Features
  /** @internal */
  readonly catalog: ResourceCatalog
  /** @internal */
  readonly registry: Registry
  readonly stats: ControlPlaneStats
  /**
   * Makes a client that asks this plane without HTTP, and is treated as over HTTP: the same authorization, validation,
   * errors and warnings. Its watches end with {@link ControlPlane.close}.
   *
   * @param options - Who asks; the plane itself by default.
   */
  client(options?: InProcessClientOptions): Client
  /**
   * Writes resources and rows of your own in one transaction: both are there afterwards, or neither. Needs a plane in PostgreSQL
   * (`createPostgresStorage`), and tables in the same database.
   *
   * `run` gets a client whose writes are part of the transaction. It is admitted and validated like any other; nobody, itself
   * included, reads what it writes before the transaction has ended, and watches tell of it then. From its first write until the end
   * all other writers of the plane wait, in all replicas: write your own rows first, and ask nobody else meanwhile.
   *
   * @param connection - A client of the package `pg`, connected, in no transaction, and used by nobody else until this is done.
   * @param run - Writes by the connection and by the client. When it rejects, nothing of either is kept.
   * @param options - Those of {@link ControlPlane.client}, and `timeoutMs`: how long it may take, in milliseconds, up to 10,000;
   *   default 1,000. Then nothing is kept, and the connection is closed.
   * @returns What `run` returns, once the transaction is durable and reads of this plane show it.
   * @throws {@link ApiError} 503 when nothing was written, 504 when it took too long, or when the connection broke in the end and
   *   nobody knows; TypeError for a plane in another storage; whatever `run` throws.
   */
  within<T>(
    connection: object,
    run: (client: Client) => Promise<T>,
    options?: InProcessClientOptions & { readonly timeoutMs?: number },
  ): Promise<T>
  /**
   * Explains whether somebody may do something here: which authorizer decided, by which binding and rule, or what would have to be granted.
   *
   * @param question - Who would do what.
   * @throws TypeError, with one line, for a question about neither a resource nor a path, or about both.
   */
  explainAccess(question: AccessQuestion): Promise<AccessExplanation>
  /** Makes `/readyz` fail, so that nobody new is sent here. Requests are answered as before. */
  startDraining(): void
  /** Ends all watches and waits for the requests in flight. New watches are refused with 503 from then on. */
  drain(): Promise<void>
  /** Ends everything at once, and closes the storage. Requests are answered with 503 from then on. */
  close(): Promise<void>
}

/**
 * Makes a control plane.
 *
 * @param options - See {@link ControlPlaneOptions}.
 * @returns The plane, ready to answer.
 * @throws TypeError with one line for each option that there is not, or that is something else than expected.
 * @throws {@link ResourceSpecError} for types with rules that do not compile.
 * @throws When the storage cannot be read, or the registry of `metrics` has a metric of the plane's already.
 */
export async function createControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  checkOptions(options)
  const { clock = systemClock, random = systemRandom, logger = consoleLogger } = options
  const dialect = dialectOf(options.dialect)
  const { storage = createMemoryStorage(), routes = [], history, release = DEFAULT_RELEASE } = options
  const features = featuresOf([...planeFeatureGates, ...(options.ownFeatureGates ?? [])], release, options.featureGates ?? {})
  for (const warning of features.warnings) logger.info(warning)
  await checkRulesOf(options.resources ?? [])
  const surroundings = { dialect, clock, random, logger }
  const limits: ServerLimits = { ...defaultLimits, ...options.limits }
  const { authorizer, policies } = createAccessControl(options.authorizer, dialect)
  const tokens = await createOwnTokens(options, surroundings)
  const listOptionsGroup = `meta.${dialect.groupDomain}`
  const store = await createStore({ storage, routes, clock, random, listOptionsGroup, ...(history && { history }) })
  const authenticators = inOrder(options.authenticators ?? [], tokens.authenticators)
  const authenticator = authenticateChain(
    authenticators,
    sparingly(clock, (error, repeated) => logger.error('an authenticator failed', { error, repeated })),
  )
  const own = [
    ...builtinResources(dialect, tokens.serviceAccounts),
    ...(features.isEnabled('ClusterTrustBundle') ? [trustBundleDefinition(dialect)] : []),
    ...authenticationResources(dialect, createTokenReviewer(authenticator, tokens.apiAudiences)),
    ...authorizationResources(dialect, authorizer),
  ]
  const catalog = catalogOf(
    withRuntimeConfig(atRelease([...own, ...(options.resources ?? [])], release, dialect), options.runtimeConfig ?? {}),
  )
  const reportError = (error: unknown) => logger.error('work in the background failed', { error })
  const admissionNumbers = createAdmissionNumbers(clock)
  const webhookNumbers = createWebhookNumbers()
  const stopCounting = options.webhooks?.observe?.(webhookNumbers.observe)
  const wanted = (options.admission ?? []).filter(({ featureGate }) => !featureGate || features.isEnabled(featureGate))
  const plugins = [...wanted, ...allotting(catalog, { ...options, store, clock })]
  const admission = createAdmission(plugins, admissionNumbers.meter)
  const registry = await createRegistry({
    ...surroundings,
    store,
    catalog,
    webhooks: options.webhooks,
    admission,
    authorizer,
    maxObjectBytes: limits.maxObjectBytes,
    reportError,
  })
  tokens.begin(registry)

  let phase: 'running' | 'draining' | 'closed' = 'running'
  let loops: RunningLoops | undefined
  const informerRegister = new InformerRegister()
  const storages = [storage, ...routes.map((route) => route.storage)]
  const storagesReady = storageChecks(storages)
  const { endpoints, auditor, handle, inFlight, watches, metrics } = createWay(options, {
    ...surroundings,
    limits,
    features,
    release,
    registry,
    authenticators,
    authenticator,
    authorizer,
    moreMetrics: [...admissionNumbers.metrics, ...webhookNumbers.metrics, ...storageMetrics(storages)],
    startChecks: () => loops?.startChecks ?? [],
    readyChecks: () => [...storagesReady, ...admission.readyChecks, ...(loops?.syncChecks ?? []), ...informerRegister.checks()],
    pathHandlers: tokens.serviceAccounts ? [createIssuerDocuments(tokens.serviceAccounts)] : [],
    phase: () => phase,
  })
  // Who scrapes a registry of their own does not wait for somebody to scrape the plane.
  if (options.metrics?.registry) await metrics.register()
  const closing = new AbortController()
  const clientParts = {
    ...{ endpoints, catalog, clock, random, informerRegister },
    ...{ maxBodyBytes: limits.maxBodyBytes, closed: closing.signal },
  }
  // Plugins may ask the plane from the start: all that answers is there by now, and nobody else asks yet.
  const client = createInProcessClient(clientParts, options.controllerClient)
  const admissionContext: AdmissionContext = { ...registry.admissionSources, client }
  const stopAdmission = await admission.start(admissionContext)
  const started = await startLoops(options.controllers ?? [], {
    ...surroundings,
    registry,
    reportError,
    policies,
    serviceAddress: planeAddressOf(options),
    advertised: options.advertise,
    client: (userAgent) => createInProcessClient(clientParts, { userAgent, isControlLoop: true, ...options.controllerClient }),
    isReplicated: !storage.followersAreCurrent,
    ...(options.rootCertificates !== undefined && { rootCertificates: options.rootCertificates }),
    ...(options.signers && { signers: options.signers }),
    ...(options.signingSeconds !== undefined && { signingSeconds: options.signingSeconds }),
    ...(tokens.serviceAccounts && { issueSecretToken: tokens.serviceAccounts.issueLegacy }),
  })
  loops = started
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
    async within(connection, run, { timeoutMs = WITHIN_MS, ...clientOptions } = {}) {
      if (!storage.within) throw new TypeError('plane.within: the storage is not in a database; expected createPostgresStorage')
      if (!(timeoutMs > 0 && timeoutMs <= MAX_WITHIN_MS))
        throw new TypeError(`plane.within: timeoutMs ${timeoutMs}: expected 1 to ${MAX_WITHIN_MS}`)
      return storage.within(
        connection,
        (transaction) => run(createInProcessClient({ ...clientParts, transaction }, clientOptions)),
        timeoutMs,
      )
    },
    explainAccess: (question) => explainAccess(authorizer, question),
    startDraining,
    async drain() {
      startDraining()
      await started.handOver()
      watches.endAll()
      await inFlight.whenIdle()
    },
    async close() {
      if (phase === 'closed') return
      phase = 'closed'
      closing.abort()
      watches.endAll()
      watches.abortAll()
      started.stop()
      stopAdmission()
      stopCounting?.()
      registry.close()
      await auditor?.close()
      await store.close()
    },
  }
}

/** The order in which authenticators are asked: nobody else is asked about a token that the plane made itself. */
function inOrder(given: readonly Authenticator[], own: readonly Authenticator[]): readonly Authenticator[] {
  const isRemote = ({ isRemote = false }: Authenticator) => isRemote
  return [...given.filter((one) => !isRemote(one)), ...own, ...given.filter(isRemote)]
}
