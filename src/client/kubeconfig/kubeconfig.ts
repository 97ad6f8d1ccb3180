/**
 * Client configuration files: clusters, users, and contexts that pair them.
 *
 * @module
 */

/** How a server is reached. */
export interface ClusterEntry {
  readonly server: string
  readonly tlsServerName?: string
  readonly insecureSkipTlsVerify?: boolean
  readonly certificateAuthority?: string
  readonly certificateAuthorityData?: string
  readonly proxyUrl?: string
  /** Information about the cluster for credential plugins, beside its address. */
  readonly execConfig?: unknown
  /** Base of relative paths in this entry: the folder of its file; undefined for an entry parsed from text alone. */
  readonly folder: string | undefined
}

/** When a credential plugin may ask a person. */
export type InteractiveMode = 'Never' | 'IfAvailable' | 'Always'

/** A credential plugin. */
export interface ExecEntry {
  readonly apiVersion: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly installHint?: string
  readonly provideClusterInfo: boolean
  readonly interactiveMode?: InteractiveMode
}

/** The credentials of a user. */
export interface UserEntry {
  readonly clientCertificate?: string
  readonly clientCertificateData?: string
  readonly clientKey?: string
  readonly clientKeyData?: string
  readonly token?: string
  readonly tokenFile?: string
  readonly username?: string
  readonly password?: string
  readonly impersonate?: {
    readonly username: string
    readonly groups?: readonly string[]
    readonly uid?: string
    readonly extra?: Readonly<Record<string, readonly string[]>>
  }
  readonly exec?: ExecEntry
  /** Set for auth providers, which Kubernetes removed from clients. */
  readonly authProvider?: string
  readonly folder: string | undefined
}

/** A named combination of cluster, user and namespace. */
export interface ContextEntry {
  readonly cluster: string
  /** Empty for none. */
  readonly user: string
  readonly namespace?: string
}

/** The content of one or several configuration files. */
export interface Kubeconfig {
  /** Empty when no file names one. */
  readonly currentContext: string
  readonly clusters: ReadonlyMap<string, ClusterEntry>
  readonly users: ReadonlyMap<string, UserEntry>
  readonly contexts: ReadonlyMap<string, ContextEntry>
}

/** An unusable configuration. The message is one line with the place and the reason. */
export class KubeconfigError extends Error {
  /**
   * @param message - The error.
   * @param cause - The underlying failure.
   */
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'KubeconfigError'
  }
}
