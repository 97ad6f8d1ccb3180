/** Who asks: people bring a JWT of the company's issuer. */

import type { Authenticator } from 'binnacle'
import { type JWTVerifyGetKey, jwtVerify } from 'jose'

export interface TokenAuthenticatorOptions {
  readonly issuer: string
  readonly audience: string
  /** Keys of the issuer: `createRemoteJWKSet(new URL(…))` of jose, or a key of your own in a test. */
  readonly keys: JWTVerifyGetKey
}

export function tokenAuthenticator({ issuer, audience, keys }: TokenAuthenticatorOptions): Authenticator {
  return {
    name: 'jwt',
    async authenticate(request) {
      const [header = ''] = request.header('authorization')
      const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
      if (token === undefined) return { outcome: 'noOpinion' }
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: ['ES256', 'RS256'],
          requiredClaims: ['sub', 'exp'],
        })
        const roles = Array.isArray(payload.roles) ? payload.roles.filter((role) => typeof role === 'string') : []
        // Names and groups of their own, so that no token can claim those that the plane gives a meaning to.
        return {
          outcome: 'authenticated',
          user: { username: `people:${payload.sub}`, groups: roles.map((role) => `role:${role}`) },
        }
      } catch {
        return { outcome: 'rejected', reason: 'the token is not valid' }
      }
    },
  }
}
