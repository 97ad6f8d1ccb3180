/**
 * The only file that imports the `etcd3` package: one client per endpoint; one of them is used until it fails.
 *
 * The package's own retries are disabled: it would repeat a transaction whose answer was lost, and take its own success for
 * another client's.
 *
 * @module
 */

import { isCompacted, judge } from './failures.js'
import type { EtcdSettings } from './options.js'
import type { CallOptions, EtcdClient, EtcdClientOptions, EtcdPackage, OutgoingCall } from './wire.js'

/** A variable, so that compilers and bundlers do not look for an optional package. */
const PACKAGE: string = 'etcd3'

/** Settings of gRPC: messages of any size, and quick detection of a dead peer and quick reconnection. */
const CHANNEL = {
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
} as const

/** Minimum attempts of a read. */
const MIN_ATTEMPTS = 2

/** Tokens of users expire; a new client gets a new one. */
const STALE_TOKEN = /invalid auth token|revision of auth store/

/** The clients of all endpoints. */
export class Connection {
  readonly #settings: EtcdSettings
  readonly #open: (endpoint: string) => EtcdClient
  readonly #clients: EtcdClient[]
  #index: number
  /** Whether the newest call failed, so that the next may be lost too. */
  #suspect = false
  #probing: Promise<void> | undefined

  private constructor(settings: EtcdSettings, { Etcd3 }: EtcdPackage) {
    this.#settings = settings
    this.#open = (endpoint) => new Etcd3(clientOptions(settings, endpoint))
    this.#clients = settings.endpoints.map(this.#open)
    // Replicas with the same configuration should not all use the same member.
    this.#index = (settings.random.bytes(1)[0] ?? 0) % this.#clients.length
  }

  /**
   * Loads the package and makes the clients. They connect with the first call.
   *
   * @throws Error when the package is not installed, or a certificate is invalid.
   */
  static async load(settings: EtcdSettings): Promise<Connection> {
    let loaded: EtcdPackage
    try {
      loaded = (await import(PACKAGE)) as EtcdPackage
    } catch (cause) {
      throw new Error('the etcd storage engine needs the package etcd3: npm install etcd3', { cause })
    }
    try {
      return new Connection(settings, loaded)
    } catch (cause) {
      throw new Error(`tls: ${cause instanceof Error ? cause.message : cause}; expected certificates and keys in PEM`, { cause })
    }
  }

  /** The client in use. */
  get client(): EtcdClient {
    return this.#clients[this.#index] as EtcdClient
  }

  /**
   * Makes a call once, for calls that must not be repeated.
   *
   * @param call - The call.
   * @throws The error of the package; {@link judge} classifies it.
   */
  async once<T>(call: (client: EtcdClient) => Promise<T>): Promise<T> {
    const { client } = this
    try {
      const result = await call(client)
      this.#suspect = false
      return result
    } catch (error) {
      this.failed(client, error)
      throw error
    }
  }

  /**
   * Makes a call that is read-only or idempotent, at one endpoint after the other.
   *
   * @param call - The call.
   * @throws ApiError 503 when no endpoint answers; etcd's error when the requested revision is compacted.
   */
  async read<T>(call: (client: EtcdClient) => Promise<T>): Promise<T> {
    const { clock, timeoutMs } = this.#settings
    const start = clock.now()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(call)
      } catch (error) {
        if (isCompacted(error)) throw error
        const failure = judge(error)
        const isLast = attempt >= Math.max(MIN_ATTEMPTS, this.#clients.length) || clock.now() - start >= timeoutMs
        if (!failure.isPassing || isLast) throw failure.error
      }
    }
  }

  /**
   * After a failure, checks that etcd answers before a write is sent.
   *
   * @param probe - A call that needs a quorum.
   * @throws ApiError 503 when it does not answer.
   */
  async ready(probe: (client: EtcdClient) => Promise<unknown>): Promise<void> {
    if (!this.#suspect) return
    this.#probing ??= this.read(probe).then(
      () => {
        this.#probing = undefined
      },
      (error: unknown) => {
        this.#probing = undefined
        throw error
      },
    )
    await this.#probing
  }

  /**
   * Records a failure: the next call uses another member.
   *
   * @param client - The member that failed.
   * @param error - The failure.
   */
  failed(client: EtcdClient, error: unknown): void {
    const at = this.#clients.indexOf(client)
    if (at >= 0 && error instanceof Error && STALE_TOKEN.test(error.message)) {
      client.close()
      this.#clients[at] = this.#open(this.#settings.endpoints[at] as string)
    }
    if (!judge(error).isPassing) return
    this.#suspect = true
    if (at === this.#index) this.#index = (at + 1) % this.#clients.length
  }

  /** Closes all clients. */
  close(): void {
    for (const client of this.#clients) client.close()
  }
}

function clientOptions({ tls, auth, timeoutMs }: EtcdSettings, endpoint: string): EtcdClientOptions {
  return {
    hosts: endpoint,
    ...(tls && {
      credentials: {
        rootCertificate: tls.ca === undefined ? undefined : toBuffer(tls.ca),
        ...(tls.key !== undefined && { privateKey: toBuffer(tls.key) }),
        ...(tls.cert !== undefined && { certChain: toBuffer(tls.cert) }),
      },
    }),
    ...(auth && { auth: { ...auth } }),
    grpcOptions: CHANNEL,
    defaultCallOptions: ({ isStream }) => (isStream ? STREAM_OPTIONS : { deadline: Date.now() + timeoutMs }),
    faultHandling: { host: () => LEAVE_ALONE, global: LEAVE_ALONE },
  }
}

/** One signal for all calls, none of which is aborted. */
const NEVER_ABORTED = { signal: new AbortController().signal }

const LEAVE_ALONE: EtcdClientOptions['faultHandling']['global'] = { execute: async (call) => call(NEVER_ABORTED) }

/** With a partitioned member a watch would stay open and silent; with `hasleader` etcd ends it. */
const STREAM_OPTIONS: CallOptions = {
  interceptors: [
    (options, next) => {
      const call: OutgoingCall = next(options)
      const start = call.start.bind(call)
      call.start = (metadata, ...rest) => {
        const own = metadata.clone()
        own.set('hasleader', 'true')
        start(own, ...rest)
      }
      return call
    },
  ],
}

/** gRPC accepts only Node's `Buffer` here. */
const toBuffer = (text: string): Uint8Array =>
  (globalThis as unknown as { readonly Buffer: { from(text: string): Uint8Array } }).Buffer.from(text)
