/**
 * The parts that a plane is assembled from, before its first request: settings, state, types and authorizers.
 *
 * @module
 */

import { type Admission, createAdmission } from '../admission/index.js'
import { type Authenticator, authenticateChain, createTokenReviewer } from '../authn/index.js'
import { consoleLogger, defaultLimits, guardedLogger, type Logger, type ServerLimits } from '../endpoints/index.js'
import {
  type Clock,
  compareReleases,
  type Dialect,
  dialectOf,
  type FeatureGate,
  type Features,
  featuresOf,
  givenMembers,
  NAMESPACES,
  planeFeatureGates,
  type Random,
  type Release,
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
  completeDefinitions,
  FIRST_RELEASE,
  isKnownRelease,
  LAST_RELEASE,
  type ResourceDefinition,
  rbacGroup,
  trustBundleDefinition,
} from '../resources/index.js'
import {
  type AdmissionNumbers,
  createAdmissionNumbers,
  createWebhookNumbers,
  DEFAULT_RELEASE,
  storageMetrics,
} from '../server/index.js'
import { createMemoryStorage, type Storage } from '../storage/index.js'
import { createStore, type Store } from '../store/index.js'
import { type AccessControl, createAccessControl } from './access-control.js'
import { catalogOf } from './catalog.js'
import type { ControlPlaneOptions } from './options.js'
import { createOwnTokens, type OwnTokens } from './own-tokens.js'
import { withRuntimeConfig } from './runtime-config.js'
import { serviceAllocators } from './service-ranges.js'

/** The options with defaults, filled in. */
interface Settings {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly features: Features
  readonly release: string
  readonly limits: ServerLimits
  readonly storage: Storage
}

/** Stops a part of a plane. */
export type Stop = () => void | Promise<void>

/** The parts of a plane. */
export interface PlaneParts extends Settings, AccessControl {
  /** All storages, the main one first. */
  readonly storages: readonly Storage[]
  readonly store: Store
  readonly registry: Registry
  readonly admission: Admission
  /** In the order of their calls. */
  readonly authenticators: readonly Authenticator[]
  /** All of them combined. */
  readonly authenticator: Authenticator
  readonly tokens: OwnTokens
  /** Metrics beside those of requests. */
  readonly moreMetrics: AdmissionNumbers['metrics']
  /** Receives failures of background work. */
  readonly reportError: (error: unknown) => void
}

/**
 * Makes the parts of a plane.
 *
 * @param options - Valid options.
 * @param stops - Receives what stops the parts, in the order in which they are made.
 * @throws {@link ResourceSpecError} for types with rules that do not compile.
 * @throws When the storage cannot be read.
 */
export async function createParts(options: ControlPlaneOptions, stops: Stop[]): Promise<PlaneParts> {
  const settings = settingsOf(options)
  const { dialect, clock, random, logger, features, storage } = settings
  for (const warning of features.warnings) logger.info(warning)
  const resources = await completeDefinitions(options.resources ?? [])
  await checkRulesOf(resources)
  const access = createAccessControl(options.authorizer, dialect)
  const { routes = [], history, webhooks } = options
  const storages = [storage, ...routes.map((route) => route.storage)]
  const outlivesProcess = storages.some((one) => one.outlivesProcess)
  const tokens = await createOwnTokens(options, { ...settings, outlivesProcess })
  const listOptionsGroup = `meta.${dialect.groupDomain}`
  const store = await createStore({ storage, routes, clock, random, listOptionsGroup, ...(history && { history }) })
  stops.push(() => store.close())
  const authenticators = inOrder(options.authenticators ?? [], tokens.authenticators)
  const authenticator = authenticateChain(
    authenticators,
    sparingly(clock, (error, repeated) => logger.error('an authenticator failed', { error, repeated })),
  )
  const catalog = catalogOf(typesOf({ ...options, resources }, settings, { tokens, authenticator, access }))
  const reportError = sparingly(clock, (error, repeated) => logger.error('background work failed', { error, repeated }))
  const admissionNumbers = createAdmissionNumbers(clock)
  const webhookNumbers = createWebhookNumbers()
  const stopCounting = webhooks?.observe?.(webhookNumbers.observe)
  // The transport may be shared with another plane.
  if (stopCounting) stops.push(stopCounting)
  const wanted = (options.admission ?? []).filter(({ featureGate }) => !featureGate || features.isEnabled(featureGate))
  const admission = createAdmission(
    [...wanted, ...serviceAllocators(catalog, { ...options, store, clock })],
    admissionNumbers.meter,
  )
  const registry = await createRegistry({
    dialect,
    clock,
    random,
    store,
    catalog,
    webhooks,
    admission,
    authorizer: access.authorizer,
    maxObjectBytes: settings.limits.maxObjectBytes,
    reportError,
  })
  stops.push(() => registry.close())
  const moreMetrics = [...admissionNumbers.metrics, ...webhookNumbers.metrics, ...storageMetrics(storages)]
  const made = { storages, store, registry, admission, authenticators, authenticator, tokens }
  return { ...settings, ...access, ...made, moreMetrics, reportError }
}

function settingsOf(options: ControlPlaneOptions): Settings {
  const { clock = systemClock, random = systemRandom, logger = consoleLogger } = options
  const { storage = createMemoryStorage(), release = DEFAULT_RELEASE } = options
  requireRelease(release, options)
  // The gates of a release that is not one of Kubernetes are those of the current plane.
  const gates = isKnownRelease(release) ? planeFeatureGates : planeFeatureGates.map((gate) => asNow(gate, release))
  const features = featuresOf([...gates, ...(options.ownFeatureGates ?? [])], release, options.featureGates ?? {})
  const limits: ServerLimits = { ...defaultLimits, ...givenMembers(options.limits) }
  return { dialect: dialectOf(options.dialect), clock, random, logger: guardedLogger(logger), features, release, limits, storage }
}

/**
 * Refuses a release that is neither a supported one of Kubernetes nor one of the embedder's product.
 *
 * @throws RangeError in one line.
 */
function requireRelease(release: string, { resources = [], ownFeatureGates = [] }: ControlPlaneOptions): void {
  if (compareReleases(release, FIRST_RELEASE) >= 0 && compareReleases(release, LAST_RELEASE) <= 0) return
  if (ownFeatureGates.length > 0 || resources.some(({ versions }) => versions.some(({ life }) => life))) return
  const own = 'or a release of your product where a version of a type has a `life`, or ownFeatureGates are given'
  throw new RangeError(`release ${JSON.stringify(release)}: expected ${FIRST_RELEASE} to ${LAST_RELEASE}, ${own}`)
}

/** The state of a gate at a release. */
function asNow({ name, steps }: FeatureGate, release: string): FeatureGate {
  const step = steps.findLast(({ since }) => compareReleases(since, DEFAULT_RELEASE) <= 0)
  return { name, steps: step ? [{ ...step, since: release as Release }] : [] }
}

/** The plane's own types and those of its embedder, in the versions that its release and its configuration serve. */
function typesOf(
  { resources = [], runtimeConfig = {} }: ControlPlaneOptions,
  { dialect, features, release }: Settings,
  { tokens, authenticator, access }: Pick<PlaneParts, 'tokens' | 'authenticator'> & { readonly access: AccessControl },
): readonly ResourceDefinition[] {
  const own = [
    ...builtinResources(dialect, tokens.serviceAccounts),
    trustBundleDefinition(dialect),
    ...authenticationResources(dialect, createTokenReviewer(authenticator, tokens.apiAudiences)),
    ...authorizationResources(dialect, access.authorizer),
  ]
  const policies = access.policies ? ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'] : []
  const needed = [`v1/${NAMESPACES.resource}`, ...policies.map((resource) => `${rbacGroup(dialect)}/v1/${resource}`)]
  const isOff = ({ names }: ResourceDefinition) =>
    GATED_KINDS.some(([kind, gate]) => kind === names.kind && !features.isEnabled(gate))
  const there = [...own.filter((definition) => !isOff(definition)), ...resources]
  const off = () => atRelease(own.filter(isOff), release, dialect)
  return withRuntimeConfig(atRelease(there, release, dialect), runtimeConfig, needed, off)
}

/** Kinds of the plane that are there only with a feature gate. */
const GATED_KINDS = [
  ['ClusterTrustBundle', 'ClusterTrustBundle'],
  ['SelfSubjectReview', 'APISelfSubjectReview'],
] as const

/** Puts the plane's own tokens before remote authenticators, as they are verified without a call. */
function inOrder(given: readonly Authenticator[], own: readonly Authenticator[]): readonly Authenticator[] {
  const isRemote = ({ isRemote = false }: Authenticator) => isRemote
  return [...given.filter((one) => !isRemote(one)), ...own, ...given.filter(isRemote)]
}
