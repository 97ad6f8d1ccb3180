/**
 * Flags for the plane's own tokens: service account tokens and bootstrap tokens.
 *
 * @module
 */

import { z } from 'zod'
import { parseDuration } from '../../../meta/index.js'
import type { OwnTokenOptions } from '../../../plane/index.js'
import { readKeyFile } from '../../files/key-files.js'
import { badFlag, type FlagTable, type FlagValues } from '../../flags.js'
import { file, truth } from '../../value-schemas.js'

/** A name with a colon is a URL (RFC 7519 §2, StringOrURI). */
const issuer = z
  .string()
  .refine(
    (text) => text !== '' && (!text.includes(':') || URL.canParse(text)),
    'expected a name, or an address such as https://issuer.example',
  )

const names = z
  .string()
  .transform((text) => text.split(','))
  .refine((all) => all.every((name) => name !== ''), 'expected a comma list of names')

const MIN_LIFETIME_S = 3600
const MAX_LIFETIME_S = 2 ** 32

const lifetime = z.string().transform((text, context) => {
  const seconds = Math.floor((parseDuration(text) ?? 0) / 1000)
  if (seconds >= MIN_LIFETIME_S && seconds <= MAX_LIFETIME_S) return seconds
  context.addIssue({ code: 'custom', message: 'expected a duration from 1h to 2^32 seconds' })
  return z.NEVER
})

const table = {
  'service-account-issuer': {
    help: 'issuers of service account tokens: the first signs, tokens of all are accepted',
    value: 'NAME',
    schema: issuer,
    repeatable: true,
  },
  'service-account-signing-key-file': {
    help: 'private key in PEM that signs tokens; when absent, the first of --service-account-key-file, the TLS key, or one that the storage keeps',
    value: 'FILE',
    schema: file,
  },
  'service-account-key-file': {
    help: 'RSA or ECDSA keys in PEM, private or public, that verify tokens',
    value: 'FILE',
    schema: file,
    repeatable: true,
  },
  'service-account-lookup': {
    help: 'whether tokens in Secrets become invalid when the Secret or the account is deleted',
    schema: truth,
    default: 'true',
  },
  'service-account-max-token-expiration': {
    help: 'longest lifetime of a token; longer requests are shortened',
    value: 'DURATION',
    schema: lifetime,
  },
  'service-account-extend-token-expiration': {
    help: 'whether tokens for pods with a lifetime of 3607 s are valid for a year',
    schema: truth,
    default: 'true',
  },
  'service-account-jwks-uri': {
    help: 'published address of the keys; /openid/v1/jwks below the issuer when absent',
    value: 'URL',
    schema: z
      .string()
      .refine((text) => /^https:/.test(text) && URL.canParse(text), 'expected an address that begins with https://'),
  },
  'api-audiences': {
    help: 'comma list of accepted token audiences; the issuers when absent',
    value: 'NAMES',
    schema: names,
  },
  'enable-bootstrap-token-auth': { help: 'whether bootstrap tokens are accepted as credentials', schema: truth },
} as const satisfies FlagTable

/** The flags, by name. */
export const serviceAccountFlags = table

type ServiceAccountValues = FlagValues<typeof table> & { readonly 'tls-private-key-file': string | undefined }

const KEYS = 'service-account-key-file'
const SIGNING_KEY = 'service-account-signing-key-file'

/**
 * Reads the values of the flags, and their files.
 *
 * @param values - The values of the flags.
 * @throws {@link CommandError} in one line.
 */
export async function loadOwnTokens(values: ServiceAccountValues): Promise<OwnTokenOptions> {
  const keyFiles = await Promise.all(values[KEYS].map((path) => readKeyFile(KEYS, path)))
  const signingKey =
    (await readSigningKey(values)) ?? keyFiles.find((keys) => keys.privateKey)?.privateKey ?? (await tlsKey(values))
  const maxTokenSeconds = values['service-account-max-token-expiration']
  const issuers = values['service-account-issuer']
  return {
    serviceAccounts: {
      keys: keyFiles.map((keys) => keys.publicKeys),
      lookup: values['service-account-lookup'],
      extendTokens: values['service-account-extend-token-expiration'],
      ...(issuers.length > 0 && { issuer: issuers }),
      ...(signingKey !== undefined && { signingKey }),
      ...(maxTokenSeconds !== undefined && { maxTokenSeconds }),
      ...(values['service-account-jwks-uri'] !== undefined && { jwksUri: values['service-account-jwks-uri'] }),
    },
    bootstrapTokens: values['enable-bootstrap-token-auth'] ?? false,
    ...(values['api-audiences'] && { apiAudiences: values['api-audiences'] }),
  }
}

async function readSigningKey(values: ServiceAccountValues): Promise<string | undefined> {
  const path = values[SIGNING_KEY]
  if (path === undefined) return undefined
  const { privateKey } = await readKeyFile(SIGNING_KEY, path)
  if (privateKey === undefined) throw badFlag(SIGNING_KEY, path, 'holds no private key')
  return privateKey
}

/** The key of the server's certificate, if it was given and can sign tokens. */
async function tlsKey(values: ServiceAccountValues): Promise<string | undefined> {
  const path = values['tls-private-key-file']
  if (path === undefined) return undefined
  const { privateKey } = await readKeyFile('tls-private-key-file', path).catch(() => ({ privateKey: undefined }))
  return privateKey
}
