/**
 * The ends of connections: hosts and ports.
 *
 * @module
 */

/** Where a tunnel leads. */
export interface TunnelEnd {
  readonly host: string
  readonly port: number
}

/** The host of an address as connections are opened to it: IPv6 without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
