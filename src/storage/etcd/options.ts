/**
 * Options of the etcd engine: types, defaults and checks.
 *
 * @module
 */

import {
  type Clock,
  check,
  givenMembers,
  type Random,
  steadyClock,
  systemClock,
  systemRandom,
  withoutCredentials,
} from '../../meta/index.js'

/** Client credentials and trusted authorities for TLS. All texts are PEM. */
export interface EtcdTlsOptions {
  /** Certificates of the CAs for etcd's certificate; the system's by default. */
  readonly ca?: string
  /** Certificate of the client, if etcd requires one; needs `key`. */
  readonly cert?: string
  /** Private key of `cert`. */
  readonly key?: string
}

/** Options of the etcd engine. */
export interface EtcdStorageOptions {
  /**
   * Addresses of the members, such as `http://10.0.0.1:2379`, all `http` or all `https`. The engine uses one of them, and
   * switches to the next when that one does not answer.
   */
  readonly endpoints: readonly string[]
  /** Prefix of all its keys, so that others can use the same etcd; default `/binnacle`. */
  readonly prefix?: string
  /** For `https` endpoints. */
  readonly tls?: EtcdTlsOptions
  /** User and password, if etcd requires them. */
  readonly auth?: { readonly username: string; readonly password: string }
  /** The time limit of one call to etcd, in milliseconds; default 5,000. A commit fails after five of them. */
  readonly timeoutMs?: number
  /** The largest request that etcd takes (`--max-request-bytes`), in bytes; default 1.5 MiB, as in etcd. */
  readonly maxRequestBytes?: number
  /** Seconds between compactions, which one of the replicas runs; default 60. With 0 the engine does not compact. */
  readonly compactionIntervalSeconds?: number
  /** For the delays between attempts; default the machine's. */
  readonly clock?: Clock
  /** For jitter and for names of commits; default the platform's. */
  readonly random?: Random
}

/** {@link EtcdStorageOptions} with their defaults. */
export type EtcdSettings = Required<Omit<EtcdStorageOptions, 'tls' | 'auth'>> & Pick<EtcdStorageOptions, 'tls' | 'auth'>

const { amount, listOf, members, text } = check
const checked = members<keyof EtcdStorageOptions>(
  {
    endpoints: listOf(text),
    prefix: text,
    tls: members<keyof EtcdTlsOptions>({ ca: text, cert: text, key: text }),
    auth: check.secret(members({ username: text, password: text }, ['username', 'password'])),
    timeoutMs: amount,
    maxRequestBytes: amount,
    compactionIntervalSeconds: amount,
    clock: check.clock,
    random: check.random,
  },
  ['endpoints'],
)

/**
 * Fills in the defaults.
 *
 * @param options - The embedder's options.
 * @throws TypeError or Error that names the option, its value and the expected one.
 */
export function etcdSettings(options: EtcdStorageOptions): EtcdSettings {
  check.refuse('createEtcdStorage', checked(options, ''))
  const { endpoints, prefix = '/binnacle', tls } = options
  const settings: EtcdSettings = {
    timeoutMs: 5_000,
    maxRequestBytes: 1.5 * 1024 * 1024,
    compactionIntervalSeconds: 60,
    random: systemRandom,
    ...givenMembers(options),
    // All that it measures here is the time that has passed.
    clock: steadyClock(options.clock ?? systemClock),
    endpoints: endpoints.map(readEndpoint),
    prefix,
  }
  if (endpoints.length === 0) throw new Error('endpoints: none given; expected at least one URL such as http://127.0.0.1:2379')
  const secure = settings.endpoints.filter((endpoint) => endpoint.startsWith('https:')).length
  if (secure > 0 && secure < endpoints.length)
    throw new Error(`endpoints ${endpoints.join(',')}: expected all of them with http: or all with https:`)
  if (tls && secure === 0)
    throw new Error(`endpoints ${endpoints.join(',')}: expected https: URLs, as there are certificates for them`)
  for (const [name, label] of [
    ['ca', 'CERTIFICATE'],
    ['cert', 'CERTIFICATE'],
    ['key', 'PRIVATE KEY'],
  ] as const) {
    const pem = tls?.[name]
    // The message does not quote the content: it may be a key.
    if (pem !== undefined && !pem.includes(`${label}-----`)) throw new Error(`tls: ${name} holds no ${label} in PEM`)
  }
  if ((tls?.cert === undefined) !== (tls?.key === undefined))
    throw new Error(`tls: ${tls?.cert === undefined ? 'key' : 'cert'} alone is of no use; expected both cert and key`)
  if (!prefix.startsWith('/') || prefix.endsWith('/'))
    throw new Error(
      `prefix ${JSON.stringify(prefix)}: expected one that starts with a slash and does not end with one, such as /binnacle`,
    )
  for (const name of ['timeoutMs', 'maxRequestBytes'] as const) {
    if (!(settings[name] > 0)) throw new Error(`${name} ${settings[name]}: expected a number above 0`)
  }
  return settings
}

function readEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (!url || !isPlain || !['http:', 'https:'].includes(url.protocol) || url.host === '')
    throw new Error(
      `endpoints: ${JSON.stringify(withoutCredentials(text))} is no address of etcd; expected a URL such as http://127.0.0.1:2379`,
    )
  // gRPC's default port is 443 for every scheme; etcd's own tools use this one.
  return `${url.protocol}//${/:\d+$/.test(text.replace(/\/$/, '')) ? url.host + missingPort(url) : `${url.host}:2379`}`
}

/** URLs omit the default port of their scheme. */
const missingPort = (url: URL): string => (url.port === '' ? (url.protocol === 'https:' ? ':443' : ':80') : '')
