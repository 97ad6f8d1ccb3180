/**
 * Distinguishes host names from IP addresses, as certificates do.
 *
 * @module
 */

/**
 * Whether a host is an IP address: no DNS name has a colon, nor ends with a number (RFC 1123 §2.1).
 *
 * @param host - A name or an address.
 */
export const isAddress = (host: string): boolean => host.includes(':') || /(^|\.)\d+$/.test(host)
