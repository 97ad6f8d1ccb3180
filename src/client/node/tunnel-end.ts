/**
 * Hosts and ports of connections.
 *
 * @module
 */

/** The target of a tunnel. */
export interface TunnelEnd {
  readonly host: string
  readonly port: number
}

/** The host of an address in the form for sockets: IPv6 without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
