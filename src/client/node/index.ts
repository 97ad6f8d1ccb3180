/**
 * The half of the client that needs Node: configuration files, client certificates, proxies, credential plugins.
 *
 * @module
 */

export {
  type ClusterEntry,
  type ContextEntry,
  type ExecEntry,
  type InteractiveMode,
  type Kubeconfig,
  KubeconfigError,
  type UserEntry,
} from '../kubeconfig/kubeconfig.js'
export { mergeKubeconfigs } from '../kubeconfig/merge.js'
export { type ParseOptions, parseKubeconfig } from '../kubeconfig/parse.js'
export { type SelectedContext, selectContext } from '../kubeconfig/select.js'
export { type KubeconfigParts, kubeconfigText } from '../kubeconfig/write-kubeconfig.js'
export { connect, type KubeconfigConnectOptions, type NodeConnectOptions } from './connect.js'
export { ExecPluginError } from './exec/exec-error.js'
export type { ExecOptions } from './exec/plugin.js'
export { type LoadKubeconfigOptions, loadKubeconfig } from './load-kubeconfig.js'
export { type WebhookTargetOptions, webhookTarget } from './webhook-target.js'
