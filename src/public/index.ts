/**
 * The front door: define a type of resource, make a control plane that serves it, and use it.
 *
 * The other doors are for those who want a part alone (`binnacle/apply`), write one of their own (`binnacle/admission`,
 * `binnacle/authn`, `binnacle/authz`, `binnacle/storage`), or connect it (`binnacle/adapters`, `binnacle/client`).
 *
 * @module
 */

export type { Authenticator } from '../authn/index.js'
export type { Authorizer } from '../authz/index.js'
// Clients in the same process.
export type {
  Client,
  InProcessClientOptions,
  ResourceClient,
} from '../client/index.js'
export type {
  PrinterColumn,
  ProtobufField,
  ProtobufMessage,
  ProtobufMessages,
} from '../codec/index.js'
export {
  type CustomStage,
  defaultLimits,
  type Exchange,
  type LogFields,
  type Logger,
  type Next,
  type QueryParameters,
  type RequestInfo,
  type RequestTrace,
  type ServerLimits,
  type Stage,
  type TraceSpan,
} from '../endpoints/index.js'
// Words that all of it uses.
export {
  ApiError,
  type ApiObject,
  type Clock,
  type Dialect,
  kubernetesDialect,
  platformDialect,
  type Random,
  type Status,
  type UserInfo,
} from '../meta/index.js'
// A control plane.
export {
  type AuthorizerChoice,
  type ControlPlane,
  type ControlPlaneOptions,
  type ControlPlaneStats,
  createControlPlane,
} from '../plane/index.js'
export type {
  WebhookCall,
  WebhookReply,
  WebhookService,
  WebhookTransport,
} from '../resources/index.js'
// Types of resources.
export {
  type ChangeContext,
  type Conversion,
  type Conversions,
  type Created,
  type CustomResourceOptions,
  type DefineResourceOptions,
  defineResource,
  type FromOpenAPIOptions,
  fromOpenAPI,
  type ResourceDefinition,
  type ResourceSpec,
  ResourceSpecError,
  type ResourceVerb,
  type ResourceVersion,
  type ResourceVersionSpec,
  type ScaleSubresource,
  type Stored,
  type Strategy,
  type StrategyContext,
  type TypeWithSchema,
  toCustomResourceDefinition,
  type VersionSchema,
} from '../resources/index.js'
// Requests, as adapters hand them in.
export type {
  BodySink,
  HealthCheck,
  ParsedRequest,
  PathHandler,
  RequestHandler,
  ServerRequest,
  ServerResponse,
  StreamBody,
  VersionInfo,
} from '../server/index.js'
// What a plane is put together from.
export type { Storage } from '../storage/index.js'
export type {
  HistoryLimits,
  StorageRoute,
} from '../store/index.js'
