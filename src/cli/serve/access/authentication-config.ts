/**
 * The file of `--authentication-config`: token issuers, and anonymous access.
 *
 * @module
 */

import { z } from 'zod'
import type { JwtIssuer } from '../../../authn/index.js'
import { checkConfig, configVersion, readConfig } from '../../files/config-document.js'
import { faultOfAuthorities } from './oidc-flags.js'

/** The content of the file. */
export interface AuthenticationConfig {
  readonly jwt: readonly JwtIssuer[]
  /** Undefined without that section. */
  readonly anonymous: boolean | { readonly paths: readonly string[] } | undefined
}

const text = z.string().optional()
const expression = z.strictObject({ expression: z.string().min(1), message: text })

const claimRule = z.union([z.strictObject({ claim: z.string().min(1), requiredValue: text }), expression], {
  error: 'expected a claim with its requiredValue, or an expression with its message',
})
const prefixed = z.union(
  [z.strictObject({ claim: z.string().min(1), prefix: z.string() }), z.strictObject({ expression: z.string().min(1) })],
  {
    error: 'expected a claim with its prefix (which may be empty), or an expression',
  },
)
const plain = z.union([z.strictObject({ claim: z.string().min(1) }), z.strictObject({ expression: z.string().min(1) })], {
  error: 'expected a claim or an expression',
})

const certificates = z.string().superRefine((pem, context) => {
  const fault = faultOfAuthorities(pem)
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
})

const issuer = z.strictObject({
  issuer: z.strictObject({
    url: z.string(),
    discoveryURL: text,
    certificateAuthority: certificates.optional(),
    audiences: z.array(z.string()),
    audienceMatchPolicy: z.literal('MatchAny').optional(),
  }),
  claimValidationRules: z.array(claimRule).optional(),
  claimMappings: z.strictObject({
    username: prefixed,
    groups: prefixed.optional(),
    uid: plain.optional(),
    extra: z.array(z.strictObject({ key: z.string(), valueExpression: z.string() })).optional(),
  }),
  userValidationRules: z.array(expression).optional(),
})

const anonymous = z
  .strictObject({
    enabled: z.boolean(),
    conditions: z.array(z.strictObject({ path: z.string().startsWith('/', 'expected a path that begins with /') })).optional(),
  })
  .refine(({ enabled, conditions = [] }) => enabled || conditions.length === 0, 'conditions are of no use when it is not enabled')

const file = z.strictObject({
  apiVersion: z.string(),
  kind: z.literal('AuthenticationConfiguration'),
  jwt: z.array(issuer).optional(),
  anonymous: anonymous.optional(),
})

const VERSIONS = ['v1', 'v1beta1', 'v1alpha1']

/**
 * Reads the file.
 *
 * @param source - JSON or YAML.
 * @param domain - Of the plane's API groups: the file is of the group `apiserver.config.DOMAIN`.
 * @throws Error, with one line that names the place. Rules across issuers are checked when the authenticator is created.
 */
export async function parseAuthenticationConfig(source: string, domain: string): Promise<AuthenticationConfig> {
  const versions = VERSIONS.map((version) => `apiserver.config.${domain}/${version}`)
  const schema = file.extend({ apiVersion: configVersion(...versions) })
  const { jwt = [], anonymous } = await checkConfig(schema, await readConfig(source))
  const paths = anonymous?.conditions?.map(({ path }) => path) ?? []
  return {
    jwt: jwt as readonly JwtIssuer[],
    anonymous: anonymous && (anonymous.enabled && paths.length > 0 ? { paths } : anonymous.enabled),
  }
}
