/**
 * Our own types of requests and responses, which adapters convert from and to those of their hosts.
 *
 * @module
 */

/** A request, as an adapter hands it in. */
export interface ServerRequest {
  readonly method: string
  /** Path and query as they came, still percent-encoded, such as `/api/v1/pods?limit=5`. */
  readonly url: string
  /** Header lines in the order they came; names in lower case, one entry a line. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Whether the host may have dropped header lines, because there were more than it takes. Default false. */
  readonly lacksHeaders?: boolean
  /**
   * Reads the whole body.
   *
   * @param maxBytes - Reading stops there.
   * @param onBytes - Called as bytes arrive, with the number of new ones. When it throws, nothing of the body is kept, and
   *   reading fails with what it threw.
   * @returns The bytes, or `too-large` when there are more than `maxBytes`.
   * @throws When the client disconnects before the end.
   */
  readBody(maxBytes: number, onBytes?: (count: number) => void): Promise<Uint8Array | 'too-large'>
  /**
   * The body as a stream, to forward it: the next bytes are read on demand. Absent where a host cannot stream; the body
   * is read as a whole then.
   *
   * @returns Undefined for a request without one.
   */
  openBody?(): ReadableStream<Uint8Array> | undefined
  /** Stops reading the body: its bytes are released, and its connection is not used again. */
  abandonBody?(): void
  /** Address that the connection came from; absent where the host does not say. */
  readonly remoteAddress?: string | undefined
  /** Certificates that the TLS peer showed, in DER, leaf first; empty without TLS or without a certificate. */
  readonly peerCertificates: readonly Uint8Array[]
  /** The same object for all requests of a connection: a token is then recognized faster. Absent where the host does not say. */
  readonly connection?: object | undefined
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /**
   * Whether many such requests may share one connection, whose answers wait together, and {@link ServerResponse.onOver} is called.
   */
  readonly sharesConnection?: boolean
}

/** Where a streamed body goes. */
export interface BodySink {
  /**
   * Sends bytes.
   *
   * @param chunk - The bytes. They must not be modified, except by the owner after `onSent` was called.
   * @param onSent - Called once the host does not read the bytes any more, so that their memory can be used again; never where a
   *   host cannot tell. Bytes that have it are many, and better sent at once than gathered.
   * @returns How many bytes now wait in the host because the client reads slowly.
   */
  write(chunk: Uint8Array, onSent?: () => void): number
  /**
   * Calls back once, when the waiting bytes have been sent. Only called while bytes wait.
   *
   * @param callback - Never called after the body is over.
   */
  onDrained(callback: () => void): void
  /** Ends the body. */
  end(): void
  /** Breaks the connection off: the client sees that the body is not complete. */
  abort(): void
}

/** A body that is sent as it is produced, such as a watch. */
export interface StreamBody {
  /** Whether the body is a large one that ends on its own, and so is worth compressing. Default false. */
  readonly isLarge?: boolean
  /** Its length in bytes, where known from the start: a host can announce it then, and need not frame each part. */
  readonly length?: number | undefined
  /**
   * Called once, after status and headers were sent. An adapter whose client has disconnected by then calls it too and
   * ends it at once, so that the body's resources are released.
   *
   * @returns A function that the adapter calls once when the body is over, ended by either side.
   */
  start(sink: BodySink): () => void
}

/** A response, as an adapter sends it. */
export interface ServerResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | StreamBody
  /** Set where the adapter has to compress a streamed body; the headers say so already. */
  readonly contentCoding?: 'gzip'
  /**
   * To be called by an adapter whose host refuses status or headers, such as a header value with a line break. Logs the failure. Set
   * for answers of an embedder.
   *
   * @returns The answer to send instead: 500.
   */
  readonly onUnsendable?: (error: unknown) => ServerResponse
  /** To be called once when the client has read all of it, or has disconnected. Set for requests that share a connection. */
  readonly onOver?: () => void
}

/** Answers requests. Never throws and never rejects: every failure is a response. */
export interface RequestHandler {
  handle(request: ServerRequest): Promise<ServerResponse>
}
