/**
 * A credential plugin as a configuration describes it, ready to run.
 *
 * @module
 */

import path from 'node:path'
import { type Dialect, dialects } from '../../../meta/index.js'
import type { ClusterEntry, ExecEntry } from '../../kubeconfig/kubeconfig.js'
import { absolute } from '../files.js'

/** What plugins run with beside what their configuration says. */
export interface ExecOptions {
  /** Whether a plugin may ask a person on standard input. Default: whether that is a terminal. */
  readonly stdin?: boolean
  /** The environment that plugins run in, before what their configuration adds. Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** How long a plugin may take, in milliseconds; a person may have to log in. Default 300,000. */
  readonly timeoutMs?: number
}

/** A cluster, as described to plugins. */
export interface DescribedCluster {
  readonly entry: ClusterEntry
  /** Reads the certificates that it is known by, in PEM; undefined when the configuration names none. */
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
 * @param folder - Where a relative command starts.
 * @param cluster - The cluster that it gives credentials for, and how the certificates of that are read, in PEM.
 * @param options - What it runs with.
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

/** A plugin may not be able to read the file of the authority, so that it is always sent the content. */
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
