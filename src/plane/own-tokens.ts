/**
 * Tokens issued by the plane: service account tokens, and bootstrap tokens, which are Secrets of the plane.
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
import { OWN_SIGNING_KEY, ownSigningKey } from '../controllers/index.js'
import { createSigningKey, type SigningKey } from '../crypto/index.js'
import { type ApiObject, type Clock, type Dialect, lazily, type Random } from '../meta/index.js'
import type { Registry } from '../registry/index.js'

/** The tokens that a plane issues and accepts. */
export interface OwnTokenOptions {
  /**
   * Service account tokens: issued at `serviceaccounts/NAME/token`, accepted as credentials, and verifiable by others with the
   * keys at `/openid/v1/jwks`. `{}` uses the defaults. None by default.
   */
  readonly serviceAccounts?: ServiceAccountTokenOptions
  /** Whether bootstrap tokens are accepted, which are Secrets of the system namespace. Default false. */
  readonly bootstrapTokens?: boolean
  /**
   * Accepted audiences of tokens, of which one has to match; the issuers of the plane's own tokens by default, and otherwise the
   * dialect's `apiAudience`.
   */
  readonly apiAudiences?: readonly string[]
}

/** The plane's own tokens. */
export interface OwnTokens {
  readonly authenticators: readonly Authenticator[]
  readonly serviceAccounts: ServiceAccountTokens | undefined
  readonly apiAudiences: readonly string[]
  /**
   * Starts looking objects up; before that no token is accepted.
   *
   * @param registry - For look-ups.
   * @param client - Stores the signing key.
   */
  begin(registry: Registry, client: Client): void
}

/** Dependencies of the tokens. */
interface OwnTokenParts {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  /** Whether stored state survives the process. */
  readonly outlivesProcess: boolean
}

/**
 * Makes the plane's own tokens.
 *
 * @param options - The kinds of tokens.
 * @param parts - Dialect, clock and random source.
 * @throws Error, with one line that names the invalid option.
 */
export async function createOwnTokens(options: OwnTokenOptions, parts: OwnTokenParts): Promise<OwnTokens> {
  const { dialect, outlivesProcess } = parts
  let registry: Registry | undefined
  let ownKey: () => SigningKey | Promise<SigningKey> = lazily(createSigningKey)
  let isKeyStored = false
  const find = (resource: string, namespace: string, name: string): ApiObject | undefined => {
    const type = registry?.catalog.find('', 'v1', resource)
    // Each request with a signed token looks up one or two objects: an object spread would take longer than the look-up.
    return type && registry?.peek({ definition: type.definition, version: type.version, namespace, name, subresource: undefined })
  }
  /** Asked for each request with a signed token: the Secret need not be parsed for it. */
  const ownKeyVersion = (): string | undefined => {
    const secrets = isKeyStored ? registry?.catalog.find('', 'v1', 'secrets') : undefined
    if (!secrets) return ''
    return registry?.stored(secrets.definition).peek(`${dialect.namespaces.system}/${OWN_SIGNING_KEY}`)?.revision.toString()
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
      ownKeyVersion,
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
      isKeyStored = outlivesProcess && registry.catalog.find('', 'v1', 'secrets') !== undefined
      if (isKeyStored) ownKey = ownSigningKey(client, dialect)
    },
  }
}
