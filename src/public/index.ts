/**
 * The main import: define a resource type, create a control plane that serves it, and use it.
 *
 * The other imports are single parts (`binnacle/apply`), interfaces for parts of your own (`binnacle/admission`,
 * `binnacle/authn`, `binnacle/authz`, `binnacle/storage`), and connections to it (`binnacle/adapters`, `binnacle/client`).
 *
 * @module
 */

// A control plane.
export {
  createControlPlane,
  type ControlPlane,
  type ControlPlaneOptions,
} from '../plane/index.js'

// The path of a request: stages and paths of one's own, and traces of what happened.
export type {
  CustomStage,
  Exchange,
} from '../endpoints/index.js'
export type { PathHandler } from '../server/index.js'

// Types of resources.
export {
  defineResource,
  type Stored,
  type Created,
  type ResourceDefinition,
  type ResourceSpec,
  ResourceSpecError,
  fromOpenAPI,
  toCustomResourceDefinition,
} from '../resources/index.js'

// Clients in the same process.
export type {
  Client,
  ResourceClient,
} from '../client/index.js'

// What a plane is put together from.
export type { Storage } from '../storage/index.js'
export type { Authenticator } from '../authn/index.js'
export type { Authorizer } from '../authz/index.js'
export type {
  WebhookTransport,
  WebhookReply,
} from '../webhook/index.js'

// Requests, as adapters hand them in.
export type {
  RequestHandler,
  ServerRequest,
  ServerResponse,
} from '../server/index.js'

// Words that all of it uses.
export {
  ApiError,
  type Status,
  type ApiObject,
  type StoredMeta,
  type UserInfo,
  type Dialect,
  platformDialect,
  kubernetesDialect,
  type Clock,
} from '../meta/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type {
  ResourceType,
  ServedType,
  SubresourceClient,
  ObjectList,
  WatchEvent,
  Informer,
} from '../client/index.js'
export type {
  ObjectMeta,
  FieldError,
} from '../meta/index.js'
export type { AuthenticationResult } from '../authn/index.js'
export type {
  AuthorizationDecision,
  UserRules,
  AccessExplanation,
} from '../authz/index.js'
export type {
  LoadedState,
  CommitResult,
} from '../storage/index.js'
