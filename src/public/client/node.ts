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
