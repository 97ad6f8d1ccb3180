/**
 * The file of `--authorization-config`: a chain of authorizers.
 *
 * @module
 */

import path from 'node:path'
import { z } from 'zod'
import { parseDuration, validateDnsSubdomain } from '../../../meta/index.js'
import { checkConfig, configVersion, readConfig } from '../../files/config-document.js'
import { reviewVersion } from '../../value-schemas.js'

/** A remote authorizer. */
export interface WebhookEntry {
  readonly name: string
  readonly kubeConfigFile: string
  readonly version: 'v1' | 'v1beta1'
  readonly failurePolicy: 'NoOpinion' | 'Deny'
  readonly timeoutMs: number
  readonly authorizedTtlMs: number
  readonly unauthorizedTtlMs: number
  readonly matchConditions: readonly string[]
}

/** One authorizer of the chain. */
export type AuthorizerEntry =
  | { readonly type: 'AlwaysAllow' | 'AlwaysDeny' | 'RBAC' }
  | { readonly type: 'Webhook'; readonly webhook: WebhookEntry }

const MAX_TIMEOUT_MS = 30_000

const time = z.string().transform((text, context) => {
  const value = parseDuration(text)
  if (value !== undefined && value > 0) return value
  context.addIssue({ code: 'custom', message: 'expected a duration such as 30s or 5m' })
  return z.NEVER
})

const webhook = z
  .strictObject({
    authorizedTTL: time.optional(),
    cacheAuthorizedRequests: z.boolean().optional(),
    unauthorizedTTL: time.optional(),
    cacheUnauthorizedRequests: z.boolean().optional(),
    timeout: time.refine((value) => value <= MAX_TIMEOUT_MS, 'expected at most 30s'),
    subjectAccessReviewVersion: reviewVersion,
    matchConditionSubjectAccessReviewVersion: z.literal('v1', 'expected v1').optional(),
    failurePolicy: z.enum(['NoOpinion', 'Deny'], 'expected NoOpinion or Deny'),
    connectionInfo: z.strictObject({
      type: z.literal('KubeConfigFile', 'expected KubeConfigFile'),
      kubeConfigFile: z.string().refine((file) => path.isAbsolute(file), 'expected an absolute path'),
    }),
    matchConditions: z
      .array(z.strictObject({ expression: z.string().min(1, 'expected an expression') }))
      .max(64, 'expected at most 64 conditions')
      .optional(),
  })
  .refine(
    ({ matchConditions = [], matchConditionSubjectAccessReviewVersion }) =>
      matchConditions.length === 0 || matchConditionSubjectAccessReviewVersion !== undefined,
    { path: ['matchConditionSubjectAccessReviewVersion'], error: 'is required by matchConditions: expected v1' },
  )

const name = z.string().refine((text) => validateDnsSubdomain(text).length === 0, 'expected a DNS subdomain')

const entry = z
  .strictObject({
    type: z.enum(['AlwaysAllow', 'AlwaysDeny', 'RBAC', 'Webhook'], 'expected AlwaysAllow, AlwaysDeny, RBAC or Webhook'),
    name,
    webhook: webhook.optional(),
  })
  .superRefine(({ type, name, webhook }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (type === 'Webhook' && !webhook) refuse('webhook', 'is required by type Webhook')
    if (type !== 'Webhook' && webhook) refuse('webhook', `is of no use to type ${type}`)
    if (type !== 'Webhook' && name !== type.toLowerCase()) refuse('name', `expected ${type.toLowerCase()}`)
  })

const MAX_AUTHORIZERS = 64

const file = z.strictObject({
  apiVersion: z.string(),
  kind: z.literal('AuthorizationConfiguration', 'expected AuthorizationConfiguration'),
  authorizers: z
    .array(entry)
    .min(1, 'expected at least one')
    .max(MAX_AUTHORIZERS, `expected at most ${MAX_AUTHORIZERS}`)
    .superRefine((entries, context) => {
      for (const [index, { name }] of entries.entries()) {
        if (entries.findIndex((other) => other.name === name) === index) continue
        context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is there before' })
      }
    }),
})

const VERSIONS = ['v1', 'v1beta1', 'v1alpha1']
const DEFAULT_TTL_MS = { authorized: 300_000, unauthorized: 30_000 }

/**
 * Reads the file.
 *
 * @param source - JSON or YAML.
 * @param domain - Of the plane's API groups: the file is of the group `apiserver.config.DOMAIN`.
 * @returns The authorizers, in order.
 * @throws Error with one line that names the place. Expressions are checked when the authorizers are created.
 */
export async function parseAuthorizationConfig(source: string, domain: string): Promise<readonly AuthorizerEntry[]> {
  const versions = VERSIONS.map((version) => `apiserver.config.${domain}/${version}`)
  const schema = file.extend({ apiVersion: configVersion(...versions) })
  const { authorizers } = await checkConfig(schema, await readConfig(source))
  return authorizers.map(({ type, name, webhook }): AuthorizerEntry => {
    if (type !== 'Webhook' || !webhook) return { type: type as 'RBAC' }
    const { cacheAuthorizedRequests = true, cacheUnauthorizedRequests = true } = webhook
    return {
      type,
      webhook: {
        name,
        kubeConfigFile: webhook.connectionInfo.kubeConfigFile,
        version: webhook.subjectAccessReviewVersion,
        failurePolicy: webhook.failurePolicy,
        timeoutMs: webhook.timeout,
        authorizedTtlMs: cacheAuthorizedRequests ? (webhook.authorizedTTL ?? DEFAULT_TTL_MS.authorized) : 0,
        unauthorizedTtlMs: cacheUnauthorizedRequests ? (webhook.unauthorizedTTL ?? DEFAULT_TTL_MS.unauthorized) : 0,
        matchConditions: (webhook.matchConditions ?? []).map(({ expression }) => expression),
      },
    }
  })
}
