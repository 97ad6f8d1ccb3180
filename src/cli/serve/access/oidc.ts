/**
 * The OpenID Connect providers of the flags, or of the configuration file.
 *
 * @module
 */

import { createHttpsFetch } from '../../../adapters/index.js'
import { type Authenticator, createOidcAuthenticator, type JwtIssuer, ReplaceableAuthenticator } from '../../../authn/index.js'
import { type Dialect, jsonEqual } from '../../../meta/index.js'
import { reasonOf } from '../../command-error.js'
import { watchFile } from '../../files/watched-file.js'
import { badFlag } from '../../flags.js'
import type { AuthenticationConfig } from './authentication-config.js'
import { issuerOfFlags, type OidcValues } from './oidc-flags.js'

/** Authenticators of the flags. */
export interface OidcAccess {
  readonly authenticators: readonly Authenticator[]
  /** The file's setting for anonymous requests; undefined for none. */
  readonly anonymous: AuthenticationConfig['anonymous']
}

/**
 * Makes the authenticators of the flags, and watches the file.
 *
 * @param values - Checked.
 * @throws {@link CommandError} in one line.
 */
export async function openOidc(
  values: OidcValues & { readonly dialect: Dialect; readonly 'service-account-issuer': readonly string[] },
): Promise<OidcAccess> {
  const { dialect, 'service-account-issuer': issuers, 'authentication-config': path } = values
  const make = (jwt: readonly JwtIssuer[]) =>
    createOidcAuthenticator({
      jwt,
      dialect,
      ...(issuers.length > 0 && { ownIssuers: issuers }),
      connect: createHttpsFetch,
      onFailure: (message) => console.error(`binnacle: ${message}`),
    })
  const flag = 'authentication-config'
  if (path !== undefined) return followFile({ flag, path }, make, `${dialect.groupDomain}`)
  const issuer = await issuerOfFlags(values)
  if (!issuer) return { authenticators: [], anonymous: undefined }
  try {
    return { authenticators: [await make([issuer])], anonymous: undefined }
  } catch (error) {
    throw badFlag('oidc-issuer-url', issuer.issuer.url, reasonOf(error).replace(/^jwt\[0\]\.[\w.]+: /, ''), error)
  }
}

type Make = (jwt: readonly JwtIssuer[]) => Promise<Authenticator>

async function followFile(
  file: { readonly flag: string; readonly path: string },
  make: Make,
  domain: string,
): Promise<OidcAccess> {
  const { parseAuthenticationConfig } = await import('./authentication-config.js')
  let first: { readonly config: AuthenticationConfig; readonly authenticator: ReplaceableAuthenticator } | undefined
  const { config, authenticator } = await watchFile(file, async (text) => {
    const config = await parseAuthenticationConfig(text, domain)
    if (first && !jsonEqual(config.anonymous, first.config.anonymous))
      throw new Error('anonymous: cannot change while the plane runs')
    const next = await make(config.jwt)
    if (first) first.authenticator.replace(next)
    first ??= { config, authenticator: new ReplaceableAuthenticator(next) }
    return first
  })
  return { authenticators: [authenticator], anonymous: config.anonymous }
}
