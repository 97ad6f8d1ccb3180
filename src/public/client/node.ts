/**
 * The half of the client that needs Node: configuration files, client certificates, proxies, credential plugins.
 *
 * @module
 */

export {
  connect,
  type NodeConnectOptions,
  loadKubeconfig,
  type LoadKubeconfigOptions,
  parseKubeconfig,
  type ParseOptions,
  type KubeconfigConnectOptions,
  type ExecOptions,
  webhookTarget,
  type WebhookTargetOptions,
  type Kubeconfig,
  type ContextEntry,
  type ClusterEntry,
  type UserEntry,
  type ExecEntry,
  type InteractiveMode,
  KubeconfigError,
  ExecPluginError,
} from '../../client/node/index.js'
