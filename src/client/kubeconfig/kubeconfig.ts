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
  /** Where relative paths of this entry start: the folder of its file; undefined when it came of text alone. */
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

/** How a user is known. */
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
  /** Set for the auth providers that were removed from clients. */
  readonly authProvider?: string
  readonly folder: string | undefined
}

/** A cluster, a user and a namespace under one name. */
export interface ContextEntry {
  readonly cluster: string
  /** Empty for none. */
  readonly user: string
  readonly namespace?: string
}

/** What one or several configuration files say. */
export interface Kubeconfig {
  /** Empty when no file names one. */
  readonly currentContext: string
  readonly clusters: ReadonlyMap<string, ClusterEntry>
  readonly users: ReadonlyMap<string, UserEntry>
  readonly contexts: ReadonlyMap<string, ContextEntry>
}

/** A configuration that cannot be used. The message is one line that says where and why. */
export class KubeconfigError extends Error {
  /**
   * @param message - The error.
   * @param cause - The failure below.
   */
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'KubeconfigError'
  }
}
