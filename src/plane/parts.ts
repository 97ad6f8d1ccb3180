/**
 * The parts that a plane is assembled from, before its first request: settings, state, types and authorizers.
 *
 * @module
 */

import { type Admission, createAdmission } from '../admission/index.js'
import { type Authenticator, authenticateChain, createTokenReviewer } from '../authn/index.js'
import { consoleLogger, defaultLimits, type Logger, type ServerLimits } from '../endpoints/index.js'
import {
  type Clock,
  compareReleases,
  type Dialect,
  dialectOf,
  type FeatureGate,
  type Features,
  featuresOf,
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
import { allotting } from './allotting.js'
import { catalogOf } from './catalog.js'
import type { ControlPlaneOptions } from './options.js'
import { createOwnTokens, type OwnTokens } from './own-tokens.js'
import { withRuntimeConfig } from './runtime-config.js'

/** The options that have a default, with it. */
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

/** The parts of a plane. */
export interface PlaneParts extends Settings, AccessControl {
  /** All storages, the main one first. */
  readonly storages: readonly Storage[]
  readonly store: Store
  readonly registry: Registry
  readonly admission: Admission
  /** In the order in which they are called. */
  readonly authenticators: readonly Authenticator[]
  /** All of them as one. */
  readonly authenticator: Authenticator
  readonly tokens: OwnTokens
  /** What is measured beside requests. */
  readonly moreMetrics: AdmissionNumbers['metrics']
  /** Takes what fails in the background. */
  readonly reportError: (error: unknown) => void
  /** Ends the counting of calls of webhooks, whose transport may be another plane's as well. */
  readonly stopCounting: (() => void) | undefined
}

/**
 * Makes the parts of a plane.
 *
 * @param options - Checked already.
 * @throws {@link ResourceSpecError} for types with rules that do not compile.
 * @throws When the storage cannot be read.
 */
export async function createParts(options: ControlPlaneOptions): Promise<PlaneParts> {
  const settings = settingsOf(options)
  const { dialect, clock, random, logger, features, storage } = settings
  for (const warning of features.warnings) logger.info(warning)
  await checkRulesOf(options.resources ?? [])
  const access = createAccessControl(options.authorizer, dialect)
  const { routes = [], history, webhooks } = options
  const storages = [storage, ...routes.map((route) => route.storage)]
  const outlivesProcess = storages.some((one) => one.outlivesProcess)
  const tokens = await createOwnTokens(options, { ...settings, outlivesProcess })
  const listOptionsGroup = `meta.${dialect.groupDomain}`
  const store = await createStore({ storage, routes, clock, random, listOptionsGroup, ...(history && { history }) })
  const authenticators = inOrder(options.authenticators ?? [], tokens.authenticators)
  const authenticator = authenticateChain(
    authenticators,
    sparingly(clock, (error, repeated) => logger.error('an authenticator failed', { error, repeated })),
  )
  const catalog = catalogOf(typesOf(options, settings, { tokens, authenticator, access }))
  const reportError = (error: unknown) => logger.error('work in the background failed', { error })
  const admissionNumbers = createAdmissionNumbers(clock)
  const webhookNumbers = createWebhookNumbers()
  const stopCounting = webhooks?.observe?.(webhookNumbers.observe)
  const wanted = (options.admission ?? []).filter(({ featureGate }) => !featureGate || features.isEnabled(featureGate))
  const admission = createAdmission([...wanted, ...allotting(catalog, { ...options, store, clock })], admissionNumbers.meter)
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
  const moreMetrics = [...admissionNumbers.metrics, ...webhookNumbers.metrics, ...storageMetrics(storages)]
  const made = { storages, store, registry, admission, authenticators, authenticator, tokens }
  return { ...settings, ...access, ...made, moreMetrics, reportError, stopCounting }
}

function settingsOf(options: ControlPlaneOptions): Settings {
  const { clock = systemClock, random = systemRandom, logger = consoleLogger } = options
  const { storage = createMemoryStorage(), release = DEFAULT_RELEASE } = options
  requireRelease(release, options)
  // To a release that is none of Kubernetes the plane is what it is now.
  const gates = isKnownRelease(release) ? planeFeatureGates : planeFeatureGates.map((gate) => asNow(gate, release))
  const features = featuresOf([...gates, ...(options.ownFeatureGates ?? [])], release, options.featureGates ?? {})
  const limits: ServerLimits = { ...defaultLimits, ...options.limits }
  return { dialect: dialectOf(options.dialect), clock, random, logger, features, release, limits, storage }
}

/**
 * A release that is neither one of Kubernetes that the plane can emulate nor one of the embedder's product means nothing.
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
    ...(features.isEnabled('ClusterTrustBundle') ? [trustBundleDefinition(dialect)] : []),
    ...authenticationResources(dialect, createTokenReviewer(authenticator, tokens.apiAudiences)).filter(
      ({ names }) => names.kind !== 'SelfSubjectReview' || features.isEnabled('APISelfSubjectReview'),
    ),
    ...authorizationResources(dialect, access.authorizer),
  ]
  const policies = access.policies ? ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'] : []
  const needed = [`v1/${NAMESPACES.resource}`, ...policies.map((resource) => `${rbacGroup(dialect)}/v1/${resource}`)]
  return withRuntimeConfig(atRelease([...own, ...resources], release, dialect), runtimeConfig, needed)
}

/** The order of authenticators: the plane's own tokens are verified without calling remote ones. */
function inOrder(given: readonly Authenticator[], own: readonly Authenticator[]): readonly Authenticator[] {
  const isRemote = ({ isRemote = false }: Authenticator) => isRemote
  return [...given.filter((one) => !isRemote(one)), ...own, ...given.filter(isRemote)]
}
