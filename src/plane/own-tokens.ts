/**
 * Tokens that the plane itself vouches for: those of service accounts, which it issues, and bootstrap tokens, which stand in its
 * Secrets.
 *
 * @module
 */

import {
  type Authenticator,
  createBootstrapTokenAuthenticator,
  createServiceAccountTokens,
  type ServiceAccountTokenOptions,
  type ServiceAccountTokens,
} from '../authn/index.js'
import type { Client } from '../client/index.js'
import { ownSigningKey } from '../controllers/index.js'
import { createSigningKey, type SigningKey } from '../crypto/index.js'
import { type ApiObject, type Clock, type Dialect, lazily, type Random } from '../meta/index.js'
import type { Registry } from '../registry/index.js'

/** Which tokens a plane vouches for. */
export interface OwnTokenOptions {
  /**
   * Tokens of service accounts: issued at `serviceaccounts/NAME/token`, taken as credentials, and published for others to verify at
   * `/openid/v1/jwks`. `{}` will do. None by default.
   */
  readonly serviceAccounts?: ServiceAccountTokenOptions
  /** Whether bootstrap tokens are accepted, which are Secrets of the system namespace. Default false. */
  readonly bootstrapTokens?: boolean
  /**
   * Of whom tokens have to be meant for one; the issuers of the plane's own tokens by default, and else the dialect's
   * `apiAudience`.
   */
  readonly apiAudiences?: readonly string[]
}

/** The plane's own tokens. */
export interface OwnTokens {
  readonly authenticators: readonly Authenticator[]
  readonly serviceAccounts: ServiceAccountTokens | undefined
  readonly apiAudiences: readonly string[]
  /**
   * Begins to look objects up; before that no token is known.
   *
   * @param registry - Has them.
   * @param client - Keeps the key that signs.
   */
  begin(registry: Registry, client: Client): void
}

/** Surroundings of the tokens. */
interface OwnTokenParts {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  /** Whether what the plane stores is there for its next process. */
  readonly outlivesProcess: boolean
}

/**
 * Makes the plane's own tokens.
 *
 * @param options - Which tokens there are.
 * @param parts - Words, time and chance.
 * @throws Error, with one line that names the option that is at fault.
 */
export async function createOwnTokens(options: OwnTokenOptions, parts: OwnTokenParts): Promise<OwnTokens> {
  const { dialect, outlivesProcess } = parts
  let registry: Registry | undefined
  let ownKey: () => SigningKey | Promise<SigningKey> = lazily(createSigningKey)
  const find = (resource: string, namespace: string, name: string): ApiObject | undefined => {
    const type = registry?.catalog.find('', 'v1', resource)
    // Each request with a signed token asks for an object or two: a spread would take longer than all the rest of it.
    return type && registry?.peek({ definition: type.definition, version: type.version, namespace, name, subresource: undefined })
  }
  const issuer = options.serviceAccounts?.issuer ?? dialect.apiAudience
  const apiAudiences = options.apiAudiences ?? (typeof issuer === 'string' ? [issuer] : issuer)
  const serviceAccounts =
    options.serviceAccounts &&
    (await createServiceAccountTokens({
      ...options.serviceAccounts,
      ...parts,
      apiAudiences,
      find,
      ownKey: () => ownKey(),
    }))
  const bootstrap =
    options.bootstrapTokens &&
    createBootstrapTokenAuthenticator({ ...parts, findSecret: (namespace, name) => find('secrets', namespace, name) })
  return {
    authenticators: [serviceAccounts, bootstrap].filter((one) => typeof one === 'object'),
    serviceAccounts,
    apiAudiences,
    begin(made, client) {
      registry = made
      if (outlivesProcess && registry.catalog.find('', 'v1', 'secrets')) ownKey = ownSigningKey(client, dialect)
    },
  }
}
