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

/** A plugin, ready to run. */
export interface ExecPlugin {
  readonly entry: ExecEntry
  /** The program: an absolute path, or a name for `PATH`. */
  readonly file: string
  readonly dialect: Dialect
  /** What it is told of the cluster; undefined when it does not ask for that. */
  readonly cluster: object | undefined
  readonly options: ExecOptions
}

/**
 * Makes a plugin of its configuration.
 *
 * @param entry - Checked by `selectContext`.
 * @param folder - Where a relative command starts.
 * @param cluster - The cluster that it gives credentials for.
 * @param options - What it runs with.
 * @throws {@link KubeconfigError} for a relative command without a folder.
 */
export function pluginOf(entry: ExecEntry, folder: string | undefined, cluster: ClusterEntry, options: ExecOptions): ExecPlugin {
  const { command, apiVersion } = entry
  const isPath = command.includes('/') || command.includes(path.sep)
  const dialect = dialects.find(({ groupDomain }) => apiVersion.startsWith(`client.authentication.${groupDomain}/`))
  return {
    entry,
    file: isPath ? absolute(command, folder) : command,
    dialect: dialect ?? (dialects[0] as Dialect),
    cluster: entry.provideClusterInfo ? describe(cluster) : undefined,
    options,
  }
}

function describe(cluster: ClusterEntry): object {
  const { server, tlsServerName, insecureSkipTlsVerify, certificateAuthorityData, proxyUrl, execConfig } = cluster
  return {
    server,
    ...(tlsServerName !== undefined && { 'tls-server-name': tlsServerName }),
    ...(insecureSkipTlsVerify && { 'insecure-skip-tls-verify': true }),
    ...(certificateAuthorityData !== undefined && { 'certificate-authority-data': certificateAuthorityData }),
    ...(proxyUrl !== undefined && { 'proxy-url': proxyUrl }),
    ...(execConfig !== undefined && { config: execConfig }),
  }
}
