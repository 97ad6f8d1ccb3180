/**
 * The request path of a plane, from its two entry points (HTTP and in process) to the registry, with metrics.
 *
 * @module
 */

import { type Auditor, type AuditorParts, createAuditor } from '../audit/index.js'
import type { Authenticator } from '../authn/index.js'
import { type Authorizer, alwaysAllow } from '../authz/index.js'
import {
  createEndpoints,
  dispatchVerb,
  type Endpoints,
  FlowControl,
  InFlight,
  type Logger,
  requestStages,
  type ServerLimits,
  seatsOf,
  WatchRegister,
  withCustomStages,
} from '../endpoints/index.js'
import {
  type Clock,
  check,
  type Dialect,
  type Features,
  formatGroupResource,
  type HealthCheck,
  messageOf,
  type Random,
  sparingly,
} from '../meta/index.js'
import type { Registry } from '../registry/index.js'
import { isView } from '../resources/index.js'
import {
  type AdmissionNumbers,
  createDiscovery,
  createHealth,
  createMetrics,
  createOpenApi,
  createRootPaths,
  createServer,
  type ListedHandler,
  type Metrics,
  ownCheckNames,
  type RequestHandler,
  versionInfoOf,
} from '../server/index.js'
import type { ControlPlaneOptions } from './options.js'

/** Dependencies of the request path. */
export interface RequestPathParts {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly limits: ServerLimits
  /** The enabled features. */
  readonly features: Features
  /** The release in `/version`. */
  readonly release: string
  readonly registry: Registry
  readonly authenticators: readonly Authenticator[]
  readonly authenticator: Authenticator
  readonly authorizer: Authorizer
  /** Shown with those of requests. */
  readonly moreMetrics: AdmissionNumbers['metrics']
  /** Checks of work at the start, for all health endpoints, beside those of the embedder. */
  readonly startChecks: () => readonly HealthCheck[]
  /** Checks of `/readyz` beside those of authenticators. */
  readonly readyChecks: () => readonly HealthCheck[]
  /** Additional paths. */
  readonly pathHandlers: readonly ListedHandler[]
  readonly phase: () => 'running' | 'draining' | 'closed'
}

/** The request path. */
export interface RequestPath {
  readonly endpoints: Endpoints
  /** Writes the audit log; undefined without auditing. */
  readonly auditor: Auditor | undefined
  readonly handle: RequestHandler['handle']
  readonly inFlight: InFlight
  readonly watches: WatchRegister
  readonly metrics: Pick<Metrics, 'register'>
  /**
   * Checks the names of the embedder's health checks, once the plane has all of its own.
   *
   * @throws TypeError when two checks have one name: neither could be requested, excluded or counted by itself.
   */
  requireOwnCheckNames(): void
}

/**
 * Makes the request path.
 *
 * @param options - The embedder's options.
 * @param parts - Its dependencies.
 */
export function createRequestPath(options: ControlPlaneOptions, parts: RequestPathParts): RequestPath {
  const { dialect, clock, logger, limits, registry, authenticators, authorizer, phase } = parts
  const { catalog } = registry
  const watches = new WatchRegister(limits.maxWatches)
  const inFlight = new InFlight()
  const control = new FlowControl({ limits, clock, seatsOf: (request) => seatsOf(request, registry) })
  const metrics = createMetrics({
    catalog,
    dialect,
    ...options.metrics,
    features: parts.features,
    release: parts.release,
    showHiddenFor: options.showHiddenMetricsFor,
    storedObjects: () => storedObjects(registry),
    queued: (kind) => control.waiting(kind),
    more: parts.moreMetrics,
  })
  const anonymous = options.anonymous ?? (authenticators.length === 0 || authorizer !== alwaysAllow)
  const auditor = options.audit && createAuditor(options.audit, { ...parts, metrics, ...auditFaults(logger, clock) })
  const stages = requestStages({ ...parts, auditor, inFlight, control, metrics, anonymous, catalog })
  const decides = authorizer === alwaysAllow ? undefined : authorizer
  const endpoints = createEndpoints({
    ...parts,
    stages: withCustomStages(stages, options.stages ?? []),
    last: dispatchVerb({ ...parts, authorizer: decides, watches, metrics }),
    metrics,
    auditor,
    isClosed: () => phase() === 'closed',
    ...(options.trace && { trace: options.trace }),
  })
  const logFailedCheck = sparingly(clock, (error, repeated) => logger.error('a health check failed', { error, repeated }))
  const readyChecks = () => [...authenticators.flatMap(({ readyChecks = [] }) => readyChecks), ...parts.readyChecks()]
  const own: readonly ListedHandler[] = [
    createHealth({
      checks: () => [...(options.healthChecks ?? []), ...parts.startChecks()],
      readyChecks,
      isDraining: () => phase() !== 'running',
      observe: metrics.healthChecked,
      onError: (name, error) => logFailedCheck(new Error(`${name}: ${messageOf(error)}`, { cause: error })),
    }),
    createDiscovery({ catalog, dialect, version: options.version ?? versionInfoOf(parts.release) }),
    createOpenApi({ catalog, dialect }),
    ...parts.pathHandlers,
    metrics,
  ]
  const pathHandlers = [...(options.pathHandlers ?? []), ...own, createRootPaths(own)]
  const { handle } = createServer({ ...parts, endpoints, catalog, logger, metrics, pathHandlers })
  const requireOwnCheckNames = () => {
    const others = [...parts.startChecks(), ...readyChecks()].map(({ name }) => name)
    check.refuse('createControlPlane', repeatedNames(options.healthChecks ?? [], [...ownCheckNames, ...others]))
  }
  return { endpoints, auditor, handle, inFlight, watches, metrics, requireOwnCheckNames }
}

function* repeatedNames(checks: readonly HealthCheck[], others: readonly string[]): Iterable<string> {
  const names = new Set(others)
  for (const [i, { name }] of checks.entries()) {
    if (names.has(name))
      yield `healthChecks[${i}].name is ${JSON.stringify(name)}: expected another, as there is a check of that name`
    names.add(name)
  }
}

/** Logs lost or incomplete audit events at most once a minute, separately for each backend that loses events. */
function auditFaults(logger: Logger, clock: Clock): Pick<AuditorParts, 'onLost' | 'onIncomplete'> {
  const losses = new Map<string, (error: unknown) => void>()
  return {
    onLost(backend, error) {
      let log = losses.get(backend)
      if (!log) {
        log = sparingly(clock, (lost, repeated) => logger.error('audit events are lost', { backend, error: lost, repeated }))
        losses.set(backend, log)
      }
      log(error)
    },
    onIncomplete: sparingly(clock, (error, repeated) => logger.error('an audit event is incomplete', { error, repeated })),
  }
}

function* storedObjects(registry: Registry): Iterable<readonly [resource: string, count: number]> {
  for (const definition of registry.catalog.all()) {
    const { group, names } = definition
    // A view of another type's objects would count them twice, and a virtual type has no stored objects.
    if (isView(definition) || definition.review) continue
    yield [formatGroupResource({ group, resource: names.plural }), registry.count(definition)]
  }
}
