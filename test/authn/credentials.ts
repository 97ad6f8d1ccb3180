import type { AuthenticationRequest } from '../../src/authn/index.js'

/** AuthenticationRequest from header lines, and the certificates of a connection. */
export const showing = (...lines: readonly (readonly [string, string])[]): AuthenticationRequest => showingOver([], ...lines)

export const showingOver = (
  peerCertificates: readonly Uint8Array[],
  ...lines: readonly (readonly [string, string])[]
): AuthenticationRequest => ({
  header: (name) => lines.filter(([key]) => key === name).map(([, value]) => value),
  headerNames: () => [...new Set(lines.map(([key]) => key))],
  peerCertificates,
})

export const withAuthorization = (value: string): AuthenticationRequest => showing(['authorization', value])
