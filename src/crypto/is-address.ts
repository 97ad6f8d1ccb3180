/**
 * Names of hosts and their addresses, which certificates distinguish.
 *
 * @module
 */

/**
 * Tells whether a host is an IP address: no DNS name has a colon, nor ends with a number (RFC 1123 §2.1).
 *
 * @param host - A name or an address.
 */
export const isAddress = (host: string): boolean => host.includes(':') || /(^|\.)\d+$/.test(host)
