/**
 * The front door: define a type of resource, make a control plane that serves it, and use it.
 *
 * The other doors are for those who want a part alone (`binnacle/apply`), write one of their own (`binnacle/admission`,
 * `binnacle/authn`, `binnacle/authz`, `binnacle/storage`), or connect it (`binnacle/adapters`, `binnacle/client`).
 *
 * @module
 */

// A control plane.
export {
  createControlPlane,
  type ControlPlane,
  type ControlPlaneOptions,
  type ControlPlaneStats,
  type AuthorizerChoice,
  type OwnTokenOptions,
  type RuntimeConfig,
} from '../plane/index.js'
export {
  type AnonymousAccess,
  type ServerLimits,
  defaultLimits,
  type Logger,
  type LogFields,
} from '../endpoints/index.js'
export type { HealthCheck, VersionInfo } from '../server/index.js'

// The way of a request: stages and paths of one's own, and traces of what happened.
export type {
  CustomStage,
  Stage,
  Next,
  Exchange,
  RequestInfo,
  QueryParameters,
  RequestTrace,
  TraceSpan,
} from '../endpoints/index.js'
export type { TraceDecision } from '../meta/index.js'
export type { PathHandler, ParsedRequest } from '../server/index.js'
export type { ServiceAccountTokenOptions } from '../authn/index.js'

export type {
  HistoryLimits,
  StorageRoute,
} from '../store/index.js'

// Types of resources.
export {
  defineResource,
  type Stored,
  type Created,
  type ResourceDefinition,
  type ResourceVersion,
  type ResourceVerb,
  type ResourceSpec,
  type ResourceVersionSpec,
  type VersionSchema,
  type TypeWithSchema,
  type ScaleSubresource,
  type Conversions,
  type Conversion,
  type Strategy,
  type StrategyContext,
  type ChangeContext,
  type DefineResourceOptions,
  ResourceSpecError,
  fromOpenAPI,
  type FromOpenAPIOptions,
  toCustomResourceDefinition,
  type CustomResourceOptions,
} from '../resources/index.js'
export type {
  PrinterColumn,
  ProtobufMessages,
  ProtobufMessage,
  ProtobufField,
} from '../codec/index.js'

// Clients in the same process.
export type {
  Client,
  ResourceClient,
  InProcessClientOptions,
} from '../client/index.js'

// What a plane is put together from.
export type { Storage } from '../storage/index.js'
export type { Authenticator } from '../authn/index.js'
export type { Authorizer } from '../authz/index.js'
export type {
  WebhookTransport,
  WebhookCall,
  WebhookTarget,
  WebhookTargetSource,
  WebhookIdentity,
  WebhookReply,
  WebhookService,
  WebhookCallReport,
  WebhookFailure,
} from '../webhook/index.js'

// Requests, as adapters hand them in.
export type {
  RequestHandler,
  ServerRequest,
  ServerResponse,
  StreamBody,
  BodySink,
} from '../server/index.js'

// Words that all of it uses.
export {
  ApiError,
  type Status,
  type ApiObject,
  type UserInfo,
  type Dialect,
  type FeatureGate,
  type FeatureStep,
  type FeatureStage,
  type Features,
  type Release,
  platformDialect,
  kubernetesDialect,
  type Clock,
  type Random,
} from '../meta/index.js'
