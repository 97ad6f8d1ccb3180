/**
 * The half of the client that needs Node: configuration files, client certificates, proxies, credential plugins.
 *
 * @module
 */

export { type Kubeconfig, KubeconfigError } from '../kubeconfig/kubeconfig.js'
export { mergeKubeconfigs } from '../kubeconfig/merge.js'
export { parseKubeconfig } from '../kubeconfig/parse.js'
export { selectContext } from '../kubeconfig/select.js'
export { type KubeconfigParts, kubeconfigText } from '../kubeconfig/write-kubeconfig.js'
export { connect, type NodeConnectOptions, readDocument } from './connect.js'
export { ExecPluginError } from './exec/exec-error.js'
export type { ExecOptions } from './exec/plugin.js'
export { loadKubeconfig } from './load-kubeconfig.js'
export { type FileLimits, readNamedFile, readTextFile, readTextStream } from './read-text-file.js'
export { webhookCredentials } from './webhook-credentials.js'
export { webhookTarget } from './webhook-target.js'
