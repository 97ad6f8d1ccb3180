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
  const ofPeer = remoteAddress === undefined ? NONE : peerAddresses(remoteAddress)
  const forwarded = header('x-forwarded-for')
  const real = header('x-real-ip')?.trim()
  // Most requests come without a proxy.
  if (forwarded === undefined && real === undefined) return ofPeer
  const parts = forwarded?.split(',', MAX_ADDRESSES) ?? []
  const addresses = parts.map((part) => part.trim()).filter((text) => ADDRESS.test(text))
  if (real !== undefined && ADDRESS.test(real) && !addresses.includes(real)) addresses.push(real)
  const [peer] = ofPeer
  if (peer !== undefined && peer !== addresses.at(-1)) addresses.push(peer)
  return addresses
}

const NONE: readonly string[] = Object.freeze([])
/** Maximum number of remembered peers. */
const MAX_PEERS = 1_000
const peers = new Map<string, readonly string[]>()

/**
 * The address of a peer, without the prefix of an IPv4 address in IPv6. Remembered, as many requests come from one peer: equal texts
 * that are made anew for each request would be hashed and encoded anew, too.
 */
function peerAddresses(remoteAddress: string): readonly string[] {
  const known = peers.get(remoteAddress)
  if (known) return known
  const peer = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '')
  const addresses = peer === '' ? NONE : Object.freeze([peer])
  if (peers.size >= MAX_PEERS) peers.clear()
  peers.set(remoteAddress, addresses)
  return addresses
}
