/**
 * The half of the client that needs Node: configuration files, client certificates, proxies, credential plugins.
 *
 * @module
 */

export {
  type ClusterEntry,
  type ContextEntry,
  connect,
  type ExecEntry,
  type ExecOptions,
  ExecPluginError,
  type InteractiveMode,
  type Kubeconfig,
  type KubeconfigConnectOptions,
  KubeconfigError,
  type LoadKubeconfigOptions,
  loadKubeconfig,
  type NodeConnectOptions,
  type ParseOptions,
  parseKubeconfig,
  type UserEntry,
} from '../../client/node/index.js'
