/**
 * The far end of a connection through a proxy.
 *
 * @module
 */

/** Where a tunnel leads. */
export interface TunnelEnd {
  readonly host: string
  readonly port: number
}
