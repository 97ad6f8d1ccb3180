import type { Credentials } from '../../src/authn/index.js'

/** Credentials from header lines. */
export const showing = (...lines: readonly (readonly [string, string])[]): Credentials => ({
  header: (name) => lines.filter(([key]) => key === name).map(([, value]) => value),
  peerCertificates: [],
})

export const withAuthorization = (value: string): Credentials => showing(['authorization', value])
