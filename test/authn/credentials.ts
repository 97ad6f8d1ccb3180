import type { AuthenticationRequest } from '../../src/authn/index.js'

/** AuthenticationRequest from header lines. */
export const showing = (...lines: readonly (readonly [string, string])[]): AuthenticationRequest => ({
  header: (name) => lines.filter(([key]) => key === name).map(([, value]) => value),
  peerCertificates: [],
})

export const withAuthorization = (value: string): AuthenticationRequest => showing(['authorization', value])
