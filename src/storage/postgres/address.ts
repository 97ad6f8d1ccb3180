/**
 * The address of PostgreSQL: a connection URI as in libpq, with several hosts, and two additional parameters.
 *
 * @module
 */

import { withoutCredentials } from '../../meta/index.js'

/** TLS modes; see PostgreSQL's manual, "SSL Support", table of `sslmode`. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]

/** How Most Recent reads are confirmed. */
export const CONFIRMATIONS = ['primary', 'quorum'] as const
export type Confirmation = (typeof CONFIRMATIONS)[number]

/** Parameters of the URI. `schema` and `confirm_reads` are ours. */
const PARAMETERS = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'schema',
  'confirm_reads',
] as const
/** libpq's parameters that have a fixed value here: accepted with that value only. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  target_session_attrs: ['read-write', 'primary'],
  load_balance_hosts: ['disable'],
}

/** A parsed URI. Files are not read yet. */
export interface PostgresAddress {
  readonly hosts: readonly { readonly host: string; readonly port: number }[]
  readonly user?: string
  readonly password?: string
  readonly database?: string
  readonly sslMode: SslMode
  readonly sslFiles: { readonly ca?: string; readonly cert?: string; readonly key?: string }
  readonly schema?: string
  readonly confirmReads?: Confirmation
}

const DEFAULT_PORT = 5432

/**
 * Parses a connection URI.
 *
 * @param text - Such as `postgresql://user@db1,db2:5433/shop?sslmode=verify-full`.
 * @throws Error in one line, without the password.
 * @see PostgreSQL's manual, "Connection Strings"
 */
export function parseAddress(text: string): PostgresAddress {
  const wrong = (problem: string): Error => new Error(`url ${withoutCredentials(text)}: ${problem}`)
  const match = /^postgres(?:ql)?:\/\/(?:([^/?#@]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text)
  if (!match) throw wrong('expected a URI such as postgresql://user@host/database')
  const [, userInfo = '', hostList = '', path = '', query = ''] = match
  const decode = (part: string): string => {
    try {
      return decodeURIComponent(part)
    } catch {
      throw wrong(`a percent sign that begins no character`)
    }
  }
  const given = readParameters(query, decode, wrong)
  const colon = userInfo.indexOf(':')
  const user = given.get('user') ?? decode(colon < 0 ? userInfo : userInfo.slice(0, colon))
  const password = given.get('password') ?? (colon < 0 ? '' : decode(userInfo.slice(colon + 1)))
  const database = given.get('dbname') ?? decode(path)
  const sslMode = (given.get('sslmode') ?? 'prefer') as SslMode
  if (!SSL_MODES.includes(sslMode)) throw wrong(`sslmode ${sslMode}: expected one of ${SSL_MODES.join(', ')}`)
  const file = (name: 'ca' | 'cert' | 'key', parameter: string) => {
    const value = given.get(parameter)
    return value === undefined ? {} : { [name]: value }
  }
  const schema = given.get('schema')
  const confirmReads = given.get('confirm_reads') as Confirmation | undefined
  if (confirmReads !== undefined && !CONFIRMATIONS.includes(confirmReads))
    throw wrong(`confirm_reads ${confirmReads}: expected one of ${CONFIRMATIONS.join(', ')}`)
  return {
    hosts: readHosts(
      given.get('host')?.split(',') ?? hostList.split(',').map(decode),
      given.get('port')?.split(',') ?? [],
      wrong,
    ),
    ...(user !== '' && { user }),
    ...(password !== '' && { password }),
    ...(database !== '' && { database }),
    sslMode,
    sslFiles: { ...file('ca', 'sslrootcert'), ...file('cert', 'sslcert'), ...file('key', 'sslkey') },
    ...(schema !== undefined && { schema }),
    ...(confirmReads !== undefined && { confirmReads }),
  }
}

/** The parameters of the query, without those that have no effect. */
function readParameters(
  query: string,
  decode: (part: string) => string,
  wrong: (problem: string) => Error,
): ReadonlyMap<string, string> {
  const given = new Map<string, string>()
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(decode)
    if (IMPLIED[name]?.includes(value)) continue
    if (!(PARAMETERS as readonly string[]).includes(name))
      throw wrong(`parameter ${name}: expected one of ${PARAMETERS.join(', ')}`)
    given.set(name, value)
  }
  return given
}

/** Hosts are names, addresses, or socket directories; `host` and `port` of the query correspond by position. */
function readHosts(
  hosts: readonly string[],
  ports: readonly string[],
  wrong: (problem: string) => Error,
): PostgresAddress['hosts'] {
  if (ports.length > 1 && ports.length !== hosts.length) throw wrong(`port: expected one, or ${hosts.length} as there are hosts`)
  return hosts.map((text, at) => {
    const isSocket = text.startsWith('/')
    const [, name = '', own] = (isSocket ? undefined : /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text)) ?? [text, text, undefined]
    const port = own ?? ports[at] ?? ports[0] ?? String(DEFAULT_PORT)
    if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) throw wrong(`port ${port}: expected 1 to 65535`)
    return { host: name.replace(/^\[|\]$/g, '') || 'localhost', port: Number(port) }
  })
}
