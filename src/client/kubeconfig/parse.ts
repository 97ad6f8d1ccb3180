/**
 * Reads configuration files.
 *
 * @module
 */

import type { z } from 'zod'
import { decodeYaml } from '../../codec/index.js'
import { check, dialects, firstLine, givenMembers, messageOf } from '../../meta/index.js'
import {
  type ClusterEntry,
  type ContextEntry,
  type ExecEntry,
  type InteractiveMode,
  type Kubeconfig,
  KubeconfigError,
  type UserEntry,
} from './kubeconfig.js'
import type { KubeconfigFile } from './schema.js'

/** Origin of a text. */
export interface ParseOptions {
  /** Names the text in errors. Default `kubeconfig`. */
  readonly name?: string
  /** Base of relative paths. */
  readonly folder?: string
}

const parseOptions = /* @__PURE__ */ check.members<keyof ParseOptions>({ name: check.text, folder: check.text })

/**
 * Reads the text of a configuration file.
 *
 * @param text - YAML or JSON.
 * @param options - Its origin.
 * @throws `KubeconfigError` with one line that names the path and the error.
 */
export async function parseKubeconfig(text: string, options: ParseOptions = {}): Promise<Kubeconfig> {
  check.refuse('parseKubeconfig', [...check.text(text, 'text'), ...parseOptions(options, 'options')])
  const { name = 'kubeconfig', folder } = options
  const { fileSchema } = await import('./schema.js')
  const result = fileSchema.safeParse((await decode(text, name)) ?? {})
  if (!result.success) throw new KubeconfigError(`${name}: ${describe(result.error)}`)
  const file = result.data
  return {
    currentContext: file['current-context'] ?? '',
    clusters: byName(file.clusters, ({ cluster }) => clusterOf(cluster ?? undefined, folder)),
    users: byName(file.users, ({ user }) => userOf(user ?? undefined, folder)),
    contexts: byName(file.contexts, ({ context }) => contextOf(context ?? undefined)),
  }
}

async function decode(text: string, name: string): Promise<unknown> {
  try {
    return (await decodeYaml(new TextEncoder().encode(text))).value
  } catch (error) {
    throw new KubeconfigError(`${name}: ${firstLine(messageOf(error))}`, error)
  }
}

function describe({ issues }: z.ZodError): string {
  const [issue] = issues
  const path = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return `${path.replace(/^\./, '') || 'the document'}: ${issue?.message ?? 'is not valid'}`
}

/** The first entry of a name is taken, as among several files. */
function byName<E extends { readonly name: string }, V>(entries: readonly E[], make: (entry: E) => V): Map<string, V> {
  const map = new Map<string, V>()
  for (const entry of entries) if (!map.has(entry.name)) map.set(entry.name, make(entry))
  return map
}

type FileCluster = NonNullable<KubeconfigFile['clusters'][number]['cluster']>
type FileUser = NonNullable<KubeconfigFile['users'][number]['user']>
type FileContext = NonNullable<KubeconfigFile['contexts'][number]['context']>

function clusterOf(cluster: FileCluster | undefined, folder: string | undefined): ClusterEntry {
  const names = dialects.map(({ groupDomain }) => `client.authentication.${groupDomain}/exec`)
  return {
    server: cluster?.server ?? '',
    ...givenMembers({
      tlsServerName: cluster?.['tls-server-name'],
      insecureSkipTlsVerify: cluster?.['insecure-skip-tls-verify'],
      certificateAuthority: cluster?.['certificate-authority'],
      certificateAuthorityData: cluster?.['certificate-authority-data'],
      proxyUrl: cluster?.['proxy-url'],
      execConfig: cluster?.extensions.find(({ name }) => names.includes(name))?.extension,
    }),
    folder,
  }
}

function userOf(user: FileUser | undefined, folder: string | undefined): UserEntry {
  if (!user) return { folder }
  const { as: username, token, tokenFile, password } = user
  return {
    ...givenMembers({
      clientCertificate: user['client-certificate'],
      clientCertificateData: user['client-certificate-data'],
      clientKey: user['client-key'],
      clientKeyData: user['client-key-data'],
      token,
      tokenFile,
      username: user.username,
      password,
      exec: user.exec ? execOf(user.exec) : undefined,
      authProvider: user['auth-provider']?.name,
    }),
    ...(username !== undefined && {
      impersonate: {
        username,
        groups: user['as-groups'],
        ...givenMembers({ uid: user['as-uid'], extra: user['as-user-extra'] ?? undefined }),
      },
    }),
    folder,
  }
}

function execOf(exec: NonNullable<FileUser['exec']>): ExecEntry {
  const { apiVersion = '', command = '', args, env, installHint, provideClusterInfo, interactiveMode } = exec
  return {
    apiVersion,
    command,
    args,
    env,
    provideClusterInfo,
    ...givenMembers({ installHint, interactiveMode: interactiveMode as InteractiveMode | undefined }),
  }
}

const contextOf = (context: FileContext | undefined): ContextEntry => ({
  cluster: context?.cluster ?? '',
  user: context?.user ?? '',
  ...givenMembers({ namespace: context?.namespace }),
})
