/**
 * The file of `--admission-control-config-file`: what plugins are told.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import {
  type EventRateLimitOptions,
  type ImagePolicyOptions,
  type PluginSettings,
  type PodSecurityOptions,
  SECURITY_LEVELS,
} from '../admission/index.js'
import { decodeYaml } from '../codec/index.js'
import type { Dialect } from '../meta/index.js'
import type { WebhookTransport } from '../webhook/index.js'
import { reasonOf } from './command-error.js'
import { readWebhookTarget } from './webhook-config.js'

const LIMIT_TYPES = ['Server', 'Namespace', 'User', 'SourceAndObject'] as const

const positive = z.int('expected a whole number').min(1, 'expected 1 or more')

const eventLimits = z.strictObject({
  apiVersion: z.string().optional(),
  kind: z.literal('Configuration', 'expected Configuration').optional(),
  limits: z
    .array(
      z.strictObject({
        type: z.enum(LIMIT_TYPES, `expected ${LIMIT_TYPES.join(', ')}`),
        qps: positive,
        burst: positive,
        cacheSize: z.int('expected a whole number').min(0, 'expected 0 or more').optional(),
      }),
    )
    .min(1, 'expected at least one limit'),
})

const MAX_TTL_SECONDS = 1800
const MAX_BACKOFF_MS = 300_000

const atMost = (most: number, unit: string) =>
  z.int(`expected a whole number of ${unit}`).min(1, `expected 1 to ${most} ${unit}`).max(most, `expected 1 to ${most} ${unit}`)

const imagePolicy = z.strictObject({
  imagePolicy: z.strictObject({
    kubeConfigFile: z.string().min(1, 'expected the path of a file'),
    allowTTL: atMost(MAX_TTL_SECONDS, 'seconds').default(300),
    denyTTL: atMost(MAX_TTL_SECONDS, 'seconds').default(30),
    retryBackoff: atMost(MAX_BACKOFF_MS, 'milliseconds').default(500),
    defaultAllow: z.boolean('expected true or false').default(false),
  }),
})

const level = z.enum(SECURITY_LEVELS, `expected ${SECURITY_LEVELS.join(', ')}`).default('privileged')
const version = z
  .string()
  .regex(/^(latest|v1\.\d{1,4})$/, 'expected latest, or a version such as v1.30')
  .default('latest')
const names = z.array(z.string('expected a name')).default([])

const podSecurity = z.strictObject({
  apiVersion: z.string().optional(),
  kind: z.literal('PodSecurityConfiguration', 'expected PodSecurityConfiguration').optional(),
  defaults: z
    .strictObject({
      enforce: level,
      'enforce-version': version,
      audit: level,
      'audit-version': version,
      warn: level,
      'warn-version': version,
    })
    .prefault({}),
  exemptions: z.strictObject({ usernames: names, runtimeClasses: names, namespaces: names }).prefault({}),
})

const file = z.strictObject({
  apiVersion: z.string().optional(),
  kind: z.literal('AdmissionConfiguration', 'expected AdmissionConfiguration'),
  plugins: z.array(
    z.strictObject({
      name: z.string().min(1, 'expected the name of a plugin'),
      path: z.string().optional(),
      configuration: z.unknown().optional(),
    }),
  ),
})

/** What reading the file takes. */
export interface AdmissionConfigParts {
  readonly dialect: Dialect
  readonly transport: WebhookTransport
}

/**
 * Reads the file, and the files that it names; their paths are relative to it.
 *
 * @param name - The file, JSON or YAML.
 * @param parts - What plugins need.
 * @throws Error with one line when a file cannot be read, or says something that plugins do not take.
 */
export async function readAdmissionConfig(name: string, parts: AdmissionConfigParts): Promise<PluginSettings> {
  const folder = path.dirname(name)
  const { apiVersion, plugins } = check(file, await readDocument(name), '')
  const expected = `apiserver.config.${parts.dialect.groupDomain}/`
  if (apiVersion !== undefined && !apiVersion.startsWith(expected)) throw new Error(`apiVersion: expected ${expected}v1`)
  let settings: PluginSettings = {}
  for (const [i, plugin] of plugins.entries()) {
    const document = plugin.path === undefined ? plugin.configuration : await readDocument(path.resolve(folder, plugin.path))
    const where = plugin.path === undefined ? `plugins[${i}].configuration` : plugin.path
    settings = { ...settings, ...(await settingsOf(plugin.name, document, where, folder, parts)) }
  }
  return settings
}

async function settingsOf(
  name: string,
  document: unknown,
  where: string,
  folder: string,
  parts: AdmissionConfigParts,
): Promise<PluginSettings> {
  if (name === 'EventRateLimit') return { eventRateLimit: check(eventLimits, document, where) as EventRateLimitOptions }
  if (name === 'ImagePolicyWebhook') return { imagePolicy: await imagePolicyOf(document, where, folder, parts) }
  if (name === 'PodSecurity') return { podSecurity: podSecurityOf(check(podSecurity, document, where)) }
  throw new Error(`${where}: there is nothing to configure of plugin ${JSON.stringify(name)}`)
}

const podSecurityOf = ({ defaults, exemptions }: z.infer<typeof podSecurity>): PodSecurityOptions => ({
  defaults: {
    enforce: { level: defaults.enforce, version: defaults['enforce-version'] },
    audit: { level: defaults.audit, version: defaults['audit-version'] },
    warn: { level: defaults.warn, version: defaults['warn-version'] },
  },
  exemptions,
})

async function imagePolicyOf(
  document: unknown,
  where: string,
  folder: string,
  { transport }: AdmissionConfigParts,
): Promise<ImagePolicyOptions> {
  const { kubeConfigFile, allowTTL, denyTTL, retryBackoff, defaultAllow } = check(imagePolicy, document, where).imagePolicy
  return {
    target: await readWebhookTarget(path.resolve(folder, kubeConfigFile)),
    transport,
    allowTtlSeconds: allowTTL,
    denyTtlSeconds: denyTTL,
    retryBackoffMs: retryBackoff,
    defaultAllow,
  }
}

async function readDocument(name: string): Promise<unknown> {
  try {
    return (await decodeYaml(await readFile(name))).value
  } catch (error) {
    throw new Error(`${name}: ${reasonOf(error)}`, { cause: error })
  }
}

function check<T>(schema: z.ZodType<T>, document: unknown, where: string): T {
  const { success, data, error } = schema.safeParse(document)
  if (success) return data
  const [issue] = error.issues
  const place = [where, ...(issue?.path ?? []).map((step) => (typeof step === 'number' ? `[${step}]` : String(step)))]
    .filter((step) => step !== '')
    .join('.')
    .replaceAll('.[', '[')
  throw new Error(`${place === '' ? '' : `${place}: `}${issue?.message ?? 'not a configuration'}`)
}
