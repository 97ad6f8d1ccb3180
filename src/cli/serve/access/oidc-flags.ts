/**
 * Flags for OpenID Connect providers: one by flags, or several in a file.
 *
 * @module
 */

import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { JwtIssuer } from '../../../authn/index.js'
import { TOKEN_ALGORITHMS, type TokenAlgorithm } from '../../../crypto/index.js'
import { CommandError } from '../../command-error.js'
import { readText } from '../../files/read-text.js'
import { badFlag, type FlagTable, type FlagValues } from '../../flags.js'
import { file } from '../../value-schemas.js'

const name = z.string().min(1, 'expected a name')

const claim = z.string().transform((text, context) => {
  const equals = text.indexOf('=')
  if (equals > 0) return { claim: text.slice(0, equals), requiredValue: text.slice(equals + 1) }
  context.addIssue({ code: 'custom', message: 'expected CLAIM=VALUE' })
  return z.NEVER
})

const algorithms = z.string().transform((text, context) => {
  const words = text.split(',')
  if (words.every((word) => TOKEN_ALGORITHMS.some((known) => known === word))) return words as readonly TokenAlgorithm[]
  context.addIssue({ code: 'custom', message: `expected a comma list of ${TOKEN_ALGORITHMS.join(', ')}` })
  return z.NEVER
})

const table = {
  'oidc-issuer-url': { help: 'https address of an OpenID provider', value: 'URL', schema: name },
  'oidc-client-id': { help: 'client that all tokens have to be issued for', value: 'ID', schema: name },
  'oidc-username-claim': { help: 'claim that is the name of the user', value: 'CLAIM', schema: name, default: 'sub' },
  'oidc-username-prefix': {
    help: 'prefix of the name; the issuer and # when absent, unless the claim is email; - for none',
    value: 'TEXT',
    schema: z.string(),
  },
  'oidc-groups-claim': { help: 'claim that lists the groups of the user', value: 'CLAIM', schema: name },
  'oidc-groups-prefix': { help: 'prefix of each group', value: 'TEXT', schema: z.string() },
  'oidc-required-claim': { help: 'claim that has to have a value', value: 'CLAIM=VALUE', schema: claim, repeatable: true },
  'oidc-ca-file': {
    help: 'certificate authorities in PEM for the provider; those of the system when absent',
    value: 'FILE',
    schema: file,
  },
  'oidc-signing-algs': {
    help: 'comma list of the algorithms that tokens may be signed with',
    value: 'NAMES',
    schema: algorithms,
    default: 'RS256',
  },
  'authentication-config': {
    help: 'AuthenticationConfiguration: issuers of tokens, and paths for anonymous requests; reloaded when it changes',
    value: 'FILE',
    schema: file,
  },
} as const satisfies FlagTable

/** The flags, by name. */
export const oidcFlags = table

/** Their values. */
export type OidcValues = FlagValues<typeof table>

const NEEDS_ISSUER = [
  'oidc-client-id',
  'oidc-username-prefix',
  'oidc-groups-claim',
  'oidc-groups-prefix',
  'oidc-ca-file',
] as const

/**
 * Checks combinations of the flags.
 *
 * @param values - The values of the flags.
 * @throws {@link CommandError} in one line.
 */
export function checkOidcFlags(values: OidcValues): void {
  const url = values['oidc-issuer-url']
  const needs = givenOf(values)
  if (url === undefined && needs !== undefined) throw new CommandError(`--${needs} needs --oidc-issuer-url as well`)
  if (url !== undefined && values['oidc-client-id'] === undefined) {
    throw badFlag('oidc-issuer-url', url, 'needs --oidc-client-id as well')
  }
  const config = values['authentication-config']
  if (config === undefined) return
  if (url !== undefined)
    throw badFlag('authentication-config', config, 'cannot go with --oidc-issuer-url: name the issuer in the file')
}

/** The first given issuer flag; flags with a default count only with another value. */
function givenOf(values: OidcValues): keyof OidcValues | undefined {
  const given = NEEDS_ISSUER.find((flag) => values[flag] !== undefined)
  if (given !== undefined) return given
  if (values['oidc-required-claim'].length > 0) return 'oidc-required-claim'
  if (values['oidc-username-claim'] !== table['oidc-username-claim'].default) return 'oidc-username-claim'
  return values['oidc-signing-algs'].join(',') === table['oidc-signing-algs'].default ? undefined : 'oidc-signing-algs'
}

/**
 * The issuer of the flags; undefined for none.
 *
 * @param values - Checked.
 * @throws {@link CommandError} when the certificate file cannot be used.
 */
export async function issuerOfFlags(values: OidcValues): Promise<JwtIssuer | undefined> {
  const { 'oidc-issuer-url': url, 'oidc-client-id': client, 'oidc-ca-file': caFile, 'oidc-groups-claim': groups } = values
  if (url === undefined || client === undefined) return undefined
  return {
    issuer: {
      url,
      audiences: [client],
      ...(caFile !== undefined && { certificateAuthority: await readAuthorities('oidc-ca-file', caFile) }),
    },
    signingAlgorithms: values['oidc-signing-algs'],
    claimValidationRules: values['oidc-required-claim'],
    claimMappings: {
      username: { claim: values['oidc-username-claim'], prefix: usernamePrefix(values, url) },
      ...(groups !== undefined && { groups: { claim: groups, prefix: values['oidc-groups-prefix'] ?? '' } }),
    },
  }
}

function usernamePrefix(values: OidcValues, url: string): string {
  const prefix = values['oidc-username-prefix']
  // As in Kubernetes, an empty prefix is none that is given: provider users must not take local names by a missing value.
  if (prefix) return prefix === '-' ? '' : prefix
  return values['oidc-username-claim'] === 'email' ? '' : `${url}#`
}

/** @throws {@link CommandError} for a file without certificates, or with one that is not a CA. */
async function readAuthorities(flag: string, path: string): Promise<string> {
  const text = await readText(flag, path)
  const reason = faultOfAuthorities(text)
  if (reason !== undefined) throw badFlag(flag, path, reason)
  return text
}

/**
 * Faults of CA certificates of a provider; undefined for none.
 *
 * @param pem - Certificates in PEM.
 */
export function faultOfAuthorities(pem: string): string | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) return 'holds no certificate in PEM'
  try {
    return blocks.every((block) => new X509Certificate(block).ca)
      ? undefined
      : 'a certificate in it is not that of an authority (CA flag)'
  } catch {
    return 'a certificate in it cannot be read'
  }
}
