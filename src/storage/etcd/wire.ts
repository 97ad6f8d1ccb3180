/**
 * Types for the used parts of the `etcd3` package and of etcd's protocol.
 *
 * The package's types would add Node's types to all programs that import ours. Its own handling of failures, such as repeating a
 * transaction, does not suit a commit log, so only the plain calls are used.
 *
 * @module
 */

/** 64-bit numbers are received as decimal text, and may be sent as such. */
type Int64 = string

interface ResponseHeader {
  readonly revision: Int64
}

/** A key as in etcd. */
export interface WireKeyValue {
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly mod_revision: Int64
  /** `0` without one. */
  readonly lease: Int64
}

export interface RangeRequest {
  readonly key: Uint8Array
  readonly range_end?: Uint8Array
  readonly limit?: number
  readonly revision?: number
}

export interface RangeResponse {
  readonly header: ResponseHeader
  readonly kvs: readonly WireKeyValue[]
  readonly more: boolean
}

/** A comparison of a transaction. */
export interface Comparison {
  readonly key: Uint8Array
  readonly result: 'Equal'
  readonly target: 'Mod'
  readonly mod_revision: number
}

export interface Operation {
  readonly request_put?: { readonly key: Uint8Array; readonly value: Uint8Array; readonly lease?: Int64 }
  readonly request_delete_range?: { readonly key: Uint8Array }
}

export interface TransactionRequest {
  readonly compare: readonly Comparison[]
  readonly success: readonly Operation[]
}

export interface TransactionResponse {
  readonly header: ResponseHeader
  readonly succeeded: boolean
}

/** A change of a key. */
export interface WatchEvent {
  readonly type: 'Put' | 'Delete'
  /** Its key and value are views of the message, which nothing writes to. */
  readonly kv: WireKeyValue
}

export interface WatchResponse {
  /** Without events and `created`: all events up to its revision were sent. */
  readonly header: ResponseHeader
  readonly created: boolean
  readonly canceled: boolean
  readonly cancel_reason: string
  /** The oldest revision to watch from, if the watch was cancelled because of compaction; `0` otherwise. */
  readonly compact_revision: Int64
  readonly events: readonly WatchEvent[]
}

/** An open watch. */
export interface WatchStream {
  write(
    request:
      | {
          readonly create_request: {
            readonly key: Uint8Array
            readonly range_end: Uint8Array
            readonly start_revision: number
            readonly progress_notify: boolean
          }
        }
      | { readonly progress_request: Readonly<Record<string, never>> },
  ): void
  cancel(): void
  on(event: 'data', listener: (response: WatchResponse) => void): this
  on(event: 'error', listener: (error: Error) => void): this
  on(event: 'end', listener: () => void): this
}

/** A client of one endpoint. */
export interface EtcdClient {
  readonly kv: {
    range(request: RangeRequest): Promise<RangeResponse>
    put(request: { readonly key: Uint8Array; readonly value: Uint8Array }): Promise<{ readonly header: ResponseHeader }>
    txn(request: TransactionRequest): Promise<TransactionResponse>
    compact(request: { readonly revision: number }): Promise<unknown>
  }
  readonly leaseClient: {
    leaseGrant(request: { readonly TTL: number }): Promise<{ readonly ID: Int64 }>
    leaseRevoke(request: { readonly ID: Int64 }): Promise<unknown>
  }
  readonly watchClient: { watch(): Promise<WatchStream> }
  close(): void
}

/** Metadata of a gRPC call. */
interface CallMetadata {
  clone(): CallMetadata
  set(key: string, value: string): void
}

/** A call in progress. */
export interface OutgoingCall {
  start(metadata: CallMetadata, ...rest: unknown[]): void
}

/** Options of a call. */
export interface CallOptions {
  readonly deadline?: number
  readonly interceptors?: readonly ((options: unknown, next: (options: unknown) => OutgoingCall) => OutgoingCall)[]
}

interface FaultPolicy {
  execute<T>(call: (context: { readonly signal: AbortSignal }) => T | Promise<T>): Promise<T>
}

/** Options of a client. */
export interface EtcdClientOptions {
  readonly hosts: string
  readonly credentials?: {
    readonly rootCertificate: Uint8Array | undefined
    readonly privateKey?: Uint8Array
    readonly certChain?: Uint8Array
  }
  readonly auth?: { readonly username: string; readonly password: string }
  readonly grpcOptions: Readonly<Record<string, number>>
  readonly defaultCallOptions: (call: { readonly isStream: boolean }) => CallOptions
  readonly faultHandling: { readonly host: () => FaultPolicy; readonly global: FaultPolicy }
}

/** The used parts of the package. */
export interface EtcdPackage {
  readonly Etcd3: new (options: EtcdClientOptions) => EtcdClient
}
