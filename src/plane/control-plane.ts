/**
 * A whole control plane: where the parts are put together.
 *
 * @module
 */

import { type AdmissionPlugin, createAdmission } from '../admission/index.js'
import { type Authenticator, authenticateChain, createTokenReviewer } from '../authn/index.js'
import { alwaysAllow } from '../authz/index.js'
import { createInProcessClient } from '../client/in-process/index.js'
import type { Client, InProcessClientOptions } from '../client/index.js'
import { startLoops } from '../controllers/index.js'
import {
  type AnonymousAccess,
  type CustomStage,
  carryOut,
  consoleLogger,
  createEndpoints,
  defaultLimits,
  FlowControl,
  InFlight,
  type Logger,
  type RequestTrace,
  requestStages,
  type ServerLimits,
  seatsOf,
  WatchRegister,
  withCustomStages,
} from '../endpoints/index.js'
import {
  type Clock,
  type Dialect,
  formatGroupResource,
  platformDialect,
  type Random,
  sparingly,
  systemClock,
  systemRandom,
} from '../meta/index.js'
import { createRegistry, type Registry } from '../registry/index.js'
import {
  authenticationResources,
  authorizationResources,
  builtinResources,
  ResourceCatalog,
  type ResourceDefinition,
} from '../resources/index.js'
import {
  createDiscovery,
  createHealth,
  createIssuerDocuments,
  createMetrics,
  createOpenApi,
  createServer,
  type HealthCheck,
  type PathHandler,
  type RequestHandler,
  storageChecks,
  type VersionInfo,
} from '../server/index.js'
import { createMemoryStorage, type Storage } from '../storage/index.js'

import { createStore, type HistoryLimits, type StorageRoute } from '../store/index.js'
import type { WebhookTransport } from '../webhook/index.js'
import { type AuthorizerChoice, createAccessControl } from './access-control.js'
import { createOwnTokens, type OwnTokenOptions } from './own-tokens.js'
import { type RuntimeConfig, withRuntimeConfig } from './runtime-config.js'

/** What a control plane is made from. Everything has a default. */
export interface ControlPlaneOptions extends OwnTokenOptions {
  /** Whose words it speaks; `platform.io` by default. */
  readonly dialect?: Dialect
  /** Where its state is kept; in memory by default. The plane closes it. */
  readonly storage?: Storage
  /** Types that are kept in a storage of their own, a busy one for instance; none by default. */
  readonly routes?: readonly StorageRoute[]
  /** Types beside the built-in ones. One that a built-in type has the place of is left out. */
  readonly resources?: readonly ResourceDefinition[]
  /** Versions of the plane's own types that are served, or not, other than by default. */
  readonly runtimeConfig?: RuntimeConfig
  /** How users are known, asked in this order; none by default. */
  readonly authenticators?: readonly Authenticator[]
  /**
   * Who decides what users may do; everything is allowed by default. `'RBAC'` goes by the roles and bindings that the plane
   * keeps, of which the default ones are created at the start; what your own {@link Authorizer} decides is up to you. A list
   * is asked in order until one allows or denies: `['RBAC', mine]`. With `'RBAC'` in it, members of the group
   * `system:masters` may do everything.
   */
  readonly authorizer?: AuthorizerChoice | readonly AuthorizerChoice[]
  /** What changes or refuses writes, asked in this order; none by default. */
  readonly admission?: readonly AdmissionPlugin[]
  /**
   * Whether requests without a credential are those of `system:anonymous`. By default they are when nobody can be known
   * anyway, and when the authorizer has a say. `paths` lets them in at these addresses alone: `{ paths: ['/readyz'] }`.
   */
  readonly anonymous?: AnonymousAccess
  /** Limits that differ from {@link defaultLimits}. */
  readonly limits?: Partial<ServerLimits>
  /** How far exact reads and watches go back. */
  readonly history?: HistoryLimits
  /** What `/version` says. */
  readonly version?: VersionInfo
  /** Checks of `/healthz`, `/livez` and `/readyz` beside those of the plane. */
  readonly healthChecks?: readonly HealthCheck[]
  /** Takes failures; writes them to the console by default. */
  readonly logger?: Logger
  /**
   * Reaches the webhooks that convert objects of custom types. By default nothing does, and such a conversion fails with
   * 500; in Node `createWebhookTransport` of `binnacle/adapters` makes one.
   */
  readonly webhooks?: WebhookTransport
  /** Stages of one's own on the way of every request, each beside one of the plane's: a tenant check after `authentication`. */
  readonly stages?: readonly CustomStage[]
  /** Answer paths that name no resource, asked in this order before the plane's own. Authorizers know them as such paths. */
  readonly pathHandlers?: readonly PathHandler[]
  /**
   * Control loops that the plane runs: `*` for all, names, and `-name` for one that is not to run. By default those that the plane
   * needs to be as it says: `time-to-live`, and with the authorizer `'RBAC'` also `rbac-defaults` and `clusterrole-aggregation`. Of
   * several planes on one storage one runs the others: `namespace`, `garbagecollector`, `serviceaccount`, `serviceaccount-token`,
   * `root-ca-cert-publisher`, `bootstrapsigner`, `tokencleaner`.
   */
  readonly controllers?: readonly string[]
  /** Certificates that clients know the plane by, in PEM, for the control loop `root-ca-cert-publisher`, which needs them. */
  readonly rootCertificates?: string
  /**
   * How the control loops ask the plane.
   *
   * @internal
   */
  readonly controllerClient?: Pick<InProcessClientOptions, 'activity' | 'wrapTransport'>
  /**
   * Takes the trace of each request that was answered: its stages, the steps of a write, who decided what. Nothing is noted
   * without it.
   */
  readonly trace?: (trace: RequestTrace) => void
  readonly clock?: Clock
  readonly random?: Random
}

/** What a plane is busy with. */
export interface ControlPlaneStats {
  /** Requests that are being answered, watches apart. */
  readonly requestsInFlight: number
  readonly openWatches: number
}

/** A running control plane. Adapters bring it requests. */
export interface ControlPlane extends RequestHandler {
  readonly dialect: Dialect
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
 * @throws When the storage cannot be read.
 */
export async function createControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const { dialect = platformDialect, clock = systemClock, random = systemRandom, logger = consoleLogger } = options
  const limits: ServerLimits = { ...defaultLimits, ...options.limits }
  const { storage = createMemoryStorage(), routes = [] } = options
  const access = createAccessControl(options.authorizer, dialect)
  const { authorizer, policies } = access
  const tokens = await createOwnTokens(options, { dialect, clock, random })
  const store = await createStore({
    storage,
    routes,
    clock,
    random,
    listOptionsGroup: `meta.${dialect.groupDomain}`,
    ...(options.history && { history: options.history }),
  })
  const given = options.authenticators ?? []
  const isRemote = ({ isRemote = false }: Authenticator) => isRemote
  // Nobody else is asked about a token that the plane made itself.
  const authenticators = [...given.filter((one) => !isRemote(one)), ...tokens.authenticators, ...given.filter(isRemote)]
  const authenticator = authenticateChain(
    authenticators,
    sparingly(clock, (error, repeated) => logger.error('an authenticator failed', { error, repeated })),
  )
  const own = [
    ...builtinResources(dialect, tokens.serviceAccounts),
    ...authenticationResources(dialect, createTokenReviewer(authenticator, tokens.apiAudiences)),
    ...authorizationResources(dialect, authorizer),
  ]
  const catalog = catalogOf([...withRuntimeConfig(own, options.runtimeConfig ?? {}), ...(options.resources ?? [])])
  const reportError = (error: unknown) => logger.error('work in the background failed', { error })
  const registry = await createRegistry({
    store,
    catalog,
    dialect,
    clock,
    random,
    webhooks: options.webhooks,
    admission: createAdmission(options.admission ?? []),
    authorizer,
    maxObjectBytes: limits.maxObjectBytes,
    reportError,
  })
  tokens.begin(registry)
  const watches = new WatchRegister(limits.maxWatches)
  const inFlight = new InFlight()
  const control = new FlowControl({ limits, clock, seatsOf: (request) => seatsOf(request, registry) })
  const metrics = createMetrics({
    catalog,
    storedObjects: () => storedObjects(registry),
    queued: (kind) => control.waiting(kind),
  })
  let phase: 'running' | 'draining' | 'closed' = 'running'

  const anonymous = options.anonymous ?? (authenticators.length === 0 || authorizer !== alwaysAllow)
  const stages = requestStages({
    inFlight,
    control,
    metrics,
    clock,
    limits,
    authenticator,
    anonymous,
    authorizer,
    dialect,
    catalog,
  })
  const decides = authorizer === alwaysAllow ? undefined : authorizer
  const endpoints = createEndpoints({
    stages: withCustomStages(stages, options.stages ?? []),
    last: carryOut({ registry, authorizer: decides, dialect, clock, random, limits, watches, metrics, logger }),
    metrics,
    logger,
    clock,
    random,
    isClosed: () => phase === 'closed',
    ...(options.trace && { trace: options.trace }),
  })
  const pathHandlers: readonly PathHandler[] = [
    ...(options.pathHandlers ?? []),
    createHealth({
      checks: options.healthChecks ?? [],
      readyChecks: [
        ...storageChecks([storage, ...routes.map((route) => route.storage)]),
        ...authenticators.flatMap(({ readyChecks = [] }) => readyChecks),
      ],
      isDraining: () => phase !== 'running',
    }),
    createDiscovery({ catalog, dialect, ...(options.version && { version: options.version }) }),
    createOpenApi({ catalog, dialect }),
    ...(tokens.serviceAccounts ? [createIssuerDocuments(tokens.serviceAccounts)] : []),
    metrics,
  ]
  const server = createServer({ endpoints, catalog, dialect, limits, logger, clock, random, pathHandlers })

  const closing = new AbortController()
  const clientParts = { endpoints, catalog, clock, random, maxBodyBytes: limits.maxBodyBytes, closed: closing.signal }
  const loops = await startLoops(options.controllers ?? [], {
    registry,
    dialect,
    clock,
    random,
    reportError,
    policies,
    client: (userAgent) => createInProcessClient(clientParts, { userAgent, ...options.controllerClient }),
    isReplicated: !storage.followersAreCurrent,
    ...(options.rootCertificates !== undefined && { rootCertificates: options.rootCertificates }),
    ...(tokens.serviceAccounts && { issueSecretToken: tokens.serviceAccounts.issueLegacy }),
  })
  const startDraining = () => {
    if (phase === 'running') phase = 'draining'
  }
  return {
    dialect,
    catalog,
    registry,
    handle: server.handle,
    get stats() {
      return { requestsInFlight: inFlight.reads + inFlight.writes, openWatches: watches.size }
    },
    client: (clientOptions) => createInProcessClient(clientParts, clientOptions),
    startDraining,
    async drain() {
      startDraining()
      await loops.handOver()
      watches.endAll()
      await inFlight.whenIdle()
    },
    async close() {
      if (phase === 'closed') return
      phase = 'closed'
      closing.abort()
      watches.endAll()
      watches.abortAll()
      loops.stop()
      registry.close()
      await store.close()
    },
  }
}

function* storedObjects(registry: Registry): Iterable<readonly [resource: string, count: number]> {
  for (const definition of registry.catalog.all()) {
    const { group, names, storedAs } = definition
    // A view of another type's objects would count them twice, and a virtual type has none.
    if (storedAs.group !== group || definition.review) continue
    yield [formatGroupResource({ group, resource: names.plural }), registry.count(definition)]
  }
}

/** The types of a plane, each place taken once: the first that wants it has it. */
function catalogOf(wanted: readonly ResourceDefinition[]): ResourceCatalog {
  const definitions = new Map<string, ResourceDefinition>()
  for (const definition of wanted) {
    const place = `${definition.group}/${definition.names.plural}`
    if (!definitions.has(place)) definitions.set(place, definition)
  }
  return new ResourceCatalog(definitions.values())
}
