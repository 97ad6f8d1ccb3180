/**
 * Source addresses of a request, from its headers and its connection.
 *
 * @module
 */

/** Maximum recorded proxies of one request. */
const MAX_ADDRESSES = 32
/** IPv4 in four parts, or text that can only be IPv6; zones have no meaning elsewhere. */
const ADDRESS = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}|(?=.*:.*:)[0-9a-fA-F:.]{2,45})$/

/**
 * The source addresses of a request: those from proxies' headers, the first client first, and then the peer.
 *
 * Headers are not verified.
 *
 * @param header - The first line of a header, by its name in lower case.
 * @param remoteAddress - Address of the peer, if known.
 */
export function sourceAddresses(
  header: (name: string) => string | undefined,
  remoteAddress: string | undefined,
): readonly string[] {
  const peer = remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '')
  const forwarded = header('x-forwarded-for')
  const real = header('x-real-ip')?.trim()
  // Most requests come without a proxy.
  if (forwarded === undefined && real === undefined) return peer ? [peer] : []
  const parts = forwarded?.split(',', MAX_ADDRESSES) ?? []
  const addresses = parts.map((part) => part.trim()).filter((text) => ADDRESS.test(text))
  if (real !== undefined && ADDRESS.test(real) && !addresses.includes(real)) addresses.push(real)
  if (peer && peer !== addresses.at(-1)) addresses.push(peer)
  return addresses
}
