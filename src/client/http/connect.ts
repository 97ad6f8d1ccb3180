/**
 * Clients over HTTP, for every platform with `fetch`.
 *
 * @module
 */

import {
  awaitedClock,
  type Clock,
  check,
  headerValue,
  type OptionCheck,
  type Random,
  systemRandom,
  withoutCredentials,
} from '../../meta/index.js'
import { type Client, type ClientOptions, clientOptions, createClient } from '../client.js'
import {
  basicCredentials,
  bearerCredentials,
  type HttpCredentials,
  type Impersonation,
  impersonation,
  impersonationHeaders,
  noCredentials,
} from './credentials.js'
import { type Fetch, fetchSender, type HttpSender } from './send.js'
import { type HttpOptions, httpTransport } from './transport.js'

/** Options of a server in both the portable and the Node half. */
export interface HttpClientOptions extends ClientOptions {
  /** Base address of the server, such as `https://plane.example.com:6443`; a path before the API is kept. */
  readonly server: string
  /** A bearer token, or a function that returns it for each request. */
  readonly token?: string | (() => string | Promise<string>)
  /** A user and password, for servers with basic authentication. */
  readonly basic?: { readonly username: string; readonly password: string }
  /** Other credentials, instead of `token` and `basic`. */
  readonly credentials?: HttpCredentials
  /** The user to impersonate. */
  readonly impersonate?: Impersonation
  /** The `User-Agent`. Default `binnacle`; browsers keep their own. */
  readonly userAgent?: string
  /** Time limit of an answer, in milliseconds, repetitions included. Default 60,000. Watches have no such limit. */
  readonly timeoutMs?: number
  /**
   * Maximum bytes of an answer, or of a line of a watch; set it lower for servers that are not trusted. Default 512 MiB, and 32
   * MiB for a line.
   */
  readonly maxAnswerBytes?: number
  /** Default: the clock of the machine, whose timers keep the process alive while a request or a watch waits to be repeated. */
  readonly clock?: Clock
  readonly random?: Random
}

/** Options of {@link connectWithFetch}. */
export interface FetchConnectOptions extends HttpClientOptions {
  /** Default: the platform's `fetch`. Your own may reach a plane without any network, as `fetchHandler(plane)` does. */
  readonly fetch?: Fetch
}

/** Checks of the server's options; its address is checked separately. */
export const httpClientOptions: Readonly<Record<keyof HttpClientOptions, OptionCheck>> = {
  ...clientOptions,
  server: check.anything,
  token: check.fits('text, or a function that gives it', (value) => typeof value === 'string' || typeof value === 'function'),
  basic: check.secret(check.members({ username: check.text, password: check.text }, ['username', 'password'])),
  credentials: check.secret(check.fits('an object that gives an authorization', (value) => check.has(value, 'authorization'))),
  impersonate: impersonation,
  userAgent: check.text,
  timeoutMs: check.amount,
  maxAnswerBytes: check.amount,
  clock: check.clock,
  random: check.random,
}
const fetchOptions = check.members<keyof FetchConnectOptions>({ ...httpClientOptions, fetch: check.callable })

/**
 * Makes a client of a server by `fetch`. In Node, `connect` of `binnacle/client/node` also supports configuration files, client
 * certificates and proxies.
 *
 * @param options - The server, and the user.
 * @throws TypeError with one line for each invalid option, RangeError for an invalid address.
 */
export function connectWithFetch(options: FetchConnectOptions): Client {
  check.refuse('connectWithFetch', fetchOptions(options, ''))
  const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init)
  return connectBy(fetchSender(requireServer(options.server), options.fetch ?? platformFetch), options)
}

/**
 * Checks the address of a server.
 *
 * @param server - Its base address.
 * @throws RangeError with one line.
 */
export function requireServer(server: string): string {
  let url: URL | undefined
  try {
    url = new URL(server)
  } catch {
    // reported below, like every other unusable address
  }
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new RangeError(
      `server: ${JSON.stringify(withoutCredentials(String(server)))} is no address of a server, such as "https://plane.example.com:6443"`,
    )
  }
  return server
}

/**
 * Options of the HTTP requests of a client.
 *
 * @param sender - Sends requests.
 * @param options - Credentials and settings.
 */
export function httpOptionsOf(sender: HttpSender, options: HttpClientOptions): HttpOptions {
  const { clock = awaitedClock, random = systemRandom, userAgent = 'binnacle', timeoutMs = 60_000 } = options
  const texts = [['user-agent', userAgent] as const, ...impersonationHeaders(options.impersonate)]
  const headers = texts.map(([name, text]) => [name, headerValue(text)] as const)
  const { maxAnswerBytes } = options
  const bound = maxAnswerBytes === undefined ? {} : { maxAnswerBytes }
  return { sender, credentials: credentialsOf(options), headers, timeoutMs, ...bound, clock, random }
}

/**
 * Makes a client with its own HTTP sender.
 *
 * @param sender - Sends requests.
 * @param options - Credentials and settings.
 */
export function connectBy(sender: HttpSender, options: HttpClientOptions): Client {
  const { fieldManager, onWarning } = options
  const http = httpOptionsOf(sender, options)
  return createClient({
    transport: httpTransport(http),
    clock: http.clock,
    random: http.random,
    ...(fieldManager !== undefined && { fieldManager }),
    ...(onWarning && { onWarning }),
  })
}

function credentialsOf({ credentials, token, basic }: HttpClientOptions): HttpCredentials {
  if (credentials) return credentials
  if (token !== undefined) return bearerCredentials(token)
  return basic ? basicCredentials(basic.username, basic.password) : noCredentials
}
