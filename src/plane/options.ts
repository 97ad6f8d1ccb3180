/**
 * Options of a control plane.
 *
 * @module
 */

import type { AdmissionPlugin } from '../admission/index.js'
import type { AuditOptions } from '../audit/index.js'
import type { Authenticator } from '../authn/index.js'
import type { Signer } from '../certificates/index.js'
import type { InProcessClientOptions } from '../client/index.js'
import type { AnonymousAccess, CustomStage, Logger, RequestTrace, ServerLimits } from '../endpoints/index.js'
import type { Clock, DialectOption, FeatureGate, Random } from '../meta/index.js'
import type { ResourceDefinition } from '../resources/index.js'
import type { ExpositionOptions, HealthCheck, PathHandler, VersionInfo } from '../server/index.js'
import type { Storage } from '../storage/index.js'
import type { HistoryLimits, StorageRoute } from '../store/index.js'
import type { WebhookTransport } from '../webhook/index.js'
import type { AuthorizerChoice } from './access-control.js'
import type { OwnTokenOptions } from './own-tokens.js'
import type { RuntimeConfig } from './runtime-config.js'

/** Options of a control plane. All have a default. */
export interface ControlPlaneOptions extends OwnTokenOptions {
  /** Its dialect, by name or as one of `dialects`; `platform` by default. */
  readonly dialect?: DialectOption
  /** The storage of its state; in memory by default. The plane closes it, also if it cannot be created, unless another one uses it. */
  readonly storage?: Storage
  /** Types with a separate storage, such as a busy one; none by default. */
  readonly routes?: readonly StorageRoute[]
  /** Types beside the built-in ones. A type with the group and plural of a built-in one is left out. */
  readonly resources?: readonly ResourceDefinition[]
  /**
   * The release of Kubernetes that the plane emulates, `1.15` to `1.40`, `1.36` by default: in `/version`, feature gates, and in
   * the served and deprecated versions of types. With versions that have a `life`, or `ownFeatureGates`, it may be any release of
   * your own product.
   */
  readonly release?: string
  /** Features to enable or disable, other than by default: `{ ClusterTrustBundle: true }`. */
  readonly featureGates?: Readonly<Record<string, boolean>>
  /** Feature gates of your own, beside those of the plane; `plane.features` shows which are enabled. */
  readonly ownFeatureGates?: readonly FeatureGate[]
  /**
   * Additional metrics. With `registry`, one of prom-client, the metrics of the plane are registered there at once, so that your
   * own endpoint shows them too, and `/metrics` shows all metrics of the registry. `process: true` adds processor time, memory,
   * event loop and garbage collection of the process.
   */
  readonly metrics?: ExpositionOptions
  /** The previous release: metrics hidden since then are shown; none by default. */
  readonly showHiddenMetricsFor?: string
  /** Versions to serve or disable, other than by default. */
  readonly runtimeConfig?: RuntimeConfig
  /** Authenticators, called in this order; none by default. */
  readonly authenticators?: readonly Authenticator[]
  /**
   * The authorizer; everything is allowed by default. `'RBAC'` uses the roles and bindings in the plane, of which the default
   * ones are created at the start; or use your own {@link Authorizer}. A list is called in order until one allows or denies:
   * `['RBAC', mine]`. With `'RBAC'` in it, members of the group `system:masters` are allowed everything.
   */
  readonly authorizer?: AuthorizerChoice | readonly AuthorizerChoice[]
  /**
   * The audit log; none by default. `{ backends: [(event) => …] }` calls a function with
   * each event.
   */
  readonly audit?: AuditOptions
  /** Admission plugins, called in this order; none by default. */
  readonly admission?: readonly AdmissionPlugin[]
  /**
   * Whether requests without a credential are accepted as `system:anonymous`. Default: without authenticators, or with an
   * authorizer. `paths` allows them at these paths only: `{ paths: ['/readyz'] }`.
   */
  readonly anonymous?: AnonymousAccess
  /** Limits that differ from their defaults. */
  readonly limits?: Partial<ServerLimits>
  /** How far exact reads and watches go back. */
  readonly history?: HistoryLimits
  /** The content of `/version`. */
  readonly version?: VersionInfo
  /** Checks of `/healthz`, `/livez` and `/readyz` beside those of the plane. */
  readonly healthChecks?: readonly HealthCheck[]
  /** Receives failures; writes them to the console by default. */
  readonly logger?: Logger
  /** Range of the addresses of Services, on a plane with this type; `10.0.0.0/24` by default. */
  readonly serviceClusterIPRange?: string
  /** Range of their node ports, both ends included; `30000-32767` by default. */
  readonly serviceNodePortRange?: string
  /**
   * The address of the plane for workloads: an IP address and a port. `cluster-objects` of `controllers` publishes it
   * in the Endpoints and the EndpointSlice of the plane's Service. By default the address is unknown, and they are not created.
   */
  readonly advertise?: { readonly address: string; readonly port: number }
  /**
   * Calls webhooks: those of admission, and those that convert objects of custom types. `/metrics` counts all calls of this
   * transport. By default there is none, and such a conversion fails with 500; in Node `createWebhookTransport` of
   * `binnacle/adapters` makes one.
   */
  readonly webhooks?: WebhookTransport
  /** Custom stages of every request, each beside one of the plane's: for example a tenant check after `authentication`. */
  readonly stages?: readonly CustomStage[]
  /** Handlers of non-resource paths, called in this order before the plane's own. Authorizers receive them as such paths. */
  readonly pathHandlers?: readonly PathHandler[]
  /**
   * Control loops that the plane runs: `*` for all, names, and `-name` to exclude one. Default none. Of several planes on one
   * storage only one should run them: `namespace`, `garbagecollector`, `serviceaccount`, `serviceaccount-token`,
   * `root-ca-cert-publisher`, `clusterrole-aggregation`, `csrapproving`, `csrsigning`, `csrcleaner`,
   * `cluster-trust-bundle-publisher`, `bootstrapsigner`, `tokencleaner`, `storage-version-migrator`, `ttl-after-finished`,
   * `pod-garbage-collector`, `pvc-protection`, `pv-protection`, `validatingadmissionpolicy-status`.
   *
   * `cluster-objects` creates, once, the objects that clients expect in every cluster: the system priority classes, the priority
   * levels, and the Service of the plane; `api-services` keeps an APIService for each served group version. `-name` also disables
   * start hooks that are not loops: `rbac-defaults` (with the authorizer `'RBAC'`), `time-to-live` (of Events).
   */
  readonly controllers?: readonly string[]
  /** CA certificates of the plane for clients, in PEM, required by the control loop `root-ca-cert-publisher`. */
  readonly rootCertificates?: string
  /**
   * Signers of certificate requests, for the control loop `csrsigning`. By default the built-in signers, with a CA that the plane
   * creates at its first start and keeps in a Secret of the system namespace.
   */
  readonly signers?: readonly Signer[]
  /** The longest and the default lifetime in seconds of certificates of that CA. Default a year. */
  readonly signingSeconds?: number
  /**
   * Options of the control loops' client.
   *
   * @internal
   */
  readonly controllerClient?: Pick<InProcessClientOptions, 'activity' | 'wrapTransport'>
  /**
   * Receives the trace of each answered request: its stages, the steps of a write, and the decisions. Without it nothing is
   * recorded.
   */
  readonly trace?: (trace: RequestTrace) => void
  readonly clock?: Clock
  readonly random?: Random
}
