/**
 * A credential plugin of a configuration, ready to run.
 *
 * @module
 */

import path from 'node:path'
import { type Dialect, dialects } from '../../../meta/index.js'
import type { ClusterEntry, ExecEntry } from '../../kubeconfig/kubeconfig.js'
import { absolute } from '../files.js'

/** Options of plugins beside their configuration. */
export interface ExecOptions {
  /** Whether a plugin may prompt on standard input. Default: whether that is a terminal. */
  readonly stdin?: boolean
  /** The environment of plugins, to which their configuration adds. Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Time limit of a plugin, in milliseconds; it is long because a user may have to log in. Default 300,000. */
  readonly timeoutMs?: number
}

/** A cluster, as described to plugins. */
export interface DescribedCluster {
  readonly entry: ClusterEntry
  /** Reads its CA certificates, in PEM; undefined when the configuration names none. */
  readonly authorities: (() => Promise<string>) | undefined
}

/** A plugin, ready to run. */
export interface ExecPlugin {
  readonly entry: ExecEntry
  /** The program: an absolute path, or a name for `PATH`. */
  readonly file: string
  readonly dialect: Dialect
  /** The description of the cluster; undefined for a plugin without `provideClusterInfo`. */
  readonly cluster: (() => Promise<object>) | undefined
  readonly options: ExecOptions
}

/**
 * Makes a plugin of its configuration.
 *
 * @param entry - Checked by `selectContext`.
 * @param folder - Base of a relative command.
 * @param cluster - The cluster, and how its CA certificates are read, in PEM.
 * @param options - Options of plugins.
 * @throws `KubeconfigError` for a relative command without a folder.
 */
export function pluginOf(
  entry: ExecEntry,
  folder: string | undefined,
  cluster: DescribedCluster,
  options: ExecOptions,
): ExecPlugin {
  const { command, apiVersion } = entry
  const isPath = command.includes('/') || command.includes(path.sep)
  const dialect = dialects.find(({ groupDomain }) => apiVersion.startsWith(`client.authentication.${groupDomain}/`))
  return {
    entry,
    file: isPath ? absolute(command, folder) : command,
    dialect: dialect ?? (dialects[0] as Dialect),
    cluster: entry.provideClusterInfo ? () => describe(cluster) : undefined,
    options,
  }
}

/** Always sends the content of the CA file, as a plugin may not be able to read the file. */
async function describe({ entry, authorities }: DescribedCluster): Promise<object> {
  const { server, tlsServerName, insecureSkipTlsVerify, proxyUrl, execConfig } = entry
  const certificates = await authorities?.()
  return {
    server,
    ...(tlsServerName !== undefined && { 'tls-server-name': tlsServerName }),
    ...(insecureSkipTlsVerify && { 'insecure-skip-tls-verify': true }),
    ...(certificates !== undefined && { 'certificate-authority-data': Buffer.from(certificates).toString('base64') }),
    ...(proxyUrl !== undefined && { 'proxy-url': proxyUrl }),
    ...(execConfig !== undefined && { config: execConfig }),
  }
}
