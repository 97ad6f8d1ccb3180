/**
 * The part of the client that needs Node: kubeconfig files, client certificates, proxies, credential plugins.
 *
 * @module
 */

export {
  connect,
  loadKubeconfig,
  parseKubeconfig,
  type Kubeconfig,
} from '../../client/node/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type {
  Client,
  ResourceClient,
  ResourceType,
  ServedType,
  SubresourceClient,
  ObjectList,
  WatchEvent,
  Informer,
} from '../../client/index.js'
export type {
  ApiObject,
  ObjectMeta,
  StoredMeta,
  Status,
} from '../../meta/index.js'
