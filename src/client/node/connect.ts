/**
 * Clients over HTTP in Node: configuration files, certificates, proxies, credential plugins.
 *
 * @module
 */

import { awaitedClock, certificatesInPem, check, privateKeyInPem } from '../../meta/index.js'
import type { Client } from '../client.js'
import { connectBy, type HttpClientOptions, httpClientOptions, httpOptionsOf, requireServer } from '../http/connect.js'
import { readText } from '../http/read-text.js'
import type { Kubeconfig } from '../kubeconfig/kubeconfig.js'
import { selectContext } from '../kubeconfig/select.js'
import type { ExecOptions } from './exec/plugin.js'
import { NodeSender } from './sender.js'
import { requireProxy } from './tunnel.js'
import { authoritiesOf, userCredentials } from './user-credentials.js'

/** Options of a client that is not configured by a file. */
export interface NodeConnectOptions extends HttpClientOptions {
  /** CA certificates for the server, in PEM; those of Node by default. */
  readonly ca?: string
  /** The client's certificate, in PEM, with its intermediates. */
  readonly cert?: string
  /** Key of that certificate, in PEM. */
  readonly key?: string
  /** The expected name in the server's certificate; its host by default. */
  readonly serverName?: string
  /** Accepts any certificate of the server. Default false. */
  readonly insecureSkipTlsVerify?: boolean
  /** A proxy, such as `http://proxy:3128` or `socks5://proxy:1080`. */
  readonly proxyUrl?: string
}

/** Options of a client with a configuration file. */
export interface KubeconfigConnectOptions extends Omit<HttpClientOptions, 'server' | 'token' | 'basic' | 'credentials'> {
  /** A context of the configuration; the current one by default. */
  readonly context?: string
  /** Options of credential plugins. */
  readonly exec?: ExecOptions
}

/**
 * Makes a client of a server that speaks this API, by a configuration file or by options.
 *
 * Connections are opened, files are read and plugins are run with the first request.
 *
 * @param source - A configuration, as `loadKubeconfig` reads it; or the server and the user.
 * @param options - With a configuration: its context, and settings that it does not have.
 * @throws TypeError with one line for each invalid option, `KubeconfigError` for an unusable configuration, RangeError for an
 *   invalid address.
 */
export function connect(source: Kubeconfig, options?: KubeconfigConnectOptions): Client
export function connect(source: NodeConnectOptions): Client
export function connect(source: Kubeconfig | NodeConnectOptions, options: KubeconfigConnectOptions = {}): Client {
  const { sender, by } = reach(source, options)
  return connectBy(sender, by)
}

/**
 * Reads a document of a server that is not an object, such as `/metrics`.
 *
 * @param source - As for {@link connect}.
 * @param path - Path of the document.
 * @param options - As for {@link connect}.
 * @throws {@link ApiError} when the server refuses the request, {@link ConnectionError} when it does not answer.
 */
export function readDocument(
  source: Kubeconfig | NodeConnectOptions,
  path: string,
  options: KubeconfigConnectOptions = {},
): Promise<string> {
  const { sender, by } = reach(source, options)
  return readText(httpOptionsOf(sender, by), path)
}

/** Connection and credentials of a server. */
interface Reach {
  readonly sender: NodeSender
  readonly by: HttpClientOptions
}

const { server: _server, token: _token, basic: _basic, credentials: _credentials, ...sharedOptions } = httpClientOptions
const aKubeconfig = check.fits(
  'a configuration, as loadKubeconfig reads it and parseKubeconfig makes it of YAML',
  (value) => check.isObject(value) && [value.contexts, value.clusters, value.users].every((part) => part instanceof Map),
)
const optionsByFile = check.members<keyof KubeconfigConnectOptions>({
  ...sharedOptions,
  context: check.text,
  exec: check.object,
})
const optionsByThemselves = check.members<keyof NodeConnectOptions>({
  ...httpClientOptions,
  ca: certificatesInPem,
  cert: certificatesInPem,
  key: privateKeyInPem,
  serverName: check.text,
  insecureSkipTlsVerify: check.truth,
  proxyUrl: check.text,
})

function reach(source: Kubeconfig | NodeConnectOptions, options: KubeconfigConnectOptions): Reach {
  if (check.isObject(source) && 'contexts' in source) {
    check.refuse('connect', [...aKubeconfig(source, 'source'), ...optionsByFile(options, '')])
    return reachByFile(source as Kubeconfig, options)
  }
  check.refuse('connect', optionsByThemselves(source, ''))
  return reachByOptions(source as NodeConnectOptions)
}

function reachByOptions(options: NodeConnectOptions): Reach {
  const { ca, cert, key, serverName, insecureSkipTlsVerify = false, proxyUrl } = options
  if ((cert === undefined) !== (key === undefined)) throw new RangeError('cert and key: one is of no use without the other')
  const identity = cert !== undefined && key !== undefined ? { cert, key } : undefined
  const sender = new NodeSender({
    server: new URL(requireServer(options.server)),
    authorities: async () => ca,
    identity: async () => identity,
    serverName,
    insecure: insecureSkipTlsVerify,
    proxy: proxyUrl === undefined ? undefined : requireProxy(proxyUrl),
  })
  return { sender, by: options }
}

function reachByFile(kubeconfig: Kubeconfig, options: KubeconfigConnectOptions): Reach {
  const selected = selectContext(kubeconfig, options.context)
  const { cluster, user } = selected
  const clock = options.clock ?? awaitedClock
  const { credentials, identity } = userCredentials(selected, clock, options.exec ?? {})
  const authorities = authoritiesOf(cluster, clock)
  const sender = new NodeSender({
    server: new URL(requireServer(cluster.server)),
    authorities: async () => authorities?.(),
    identity,
    serverName: cluster.tlsServerName,
    insecure: cluster.insecureSkipTlsVerify ?? false,
    proxy: cluster.proxyUrl === undefined ? undefined : requireProxy(cluster.proxyUrl),
  })
  const impersonate = user.impersonate && { impersonate: user.impersonate }
  return { sender, by: { ...impersonate, ...options, server: cluster.server, credentials } }
}
