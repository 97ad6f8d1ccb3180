/**
 * The file of `--admission-control-config-file`: settings of plugins.
 *
 * @module
 */

import path from 'node:path'
import { z } from 'zod'
import {
  type EventRateLimitOptions,
  type ImagePolicyOptions,
  type PluginSettings,
  type PodSecurityOptions,
  SECURITY_LEVELS,
} from '../../../admission/index.js'
import { readTextFile } from '../../../client/node/index.js'
import type { Dialect } from '../../../meta/index.js'
import type { WebhookTransport } from '../../../webhook/index.js'
import { reasonOf } from '../../command-error.js'
import { type ConfigDocument, checkConfig, configVersion, readConfig } from '../../files/config-document.js'
import { readWebhookCredentials, readWebhookTarget } from '../../files/webhook-config.js'

const LIMIT_TYPES = ['Server', 'Namespace', 'User', 'SourceAndObject'] as const

const positive = z.int('expected a whole number').min(1, 'expected 1 or more')

const eventLimits = z.strictObject({
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

/** A time with the conventions of Kubernetes: 0 is the default, and -1 none. */
const time = (most: number, unit: string, usual: number) => {
  const range = `expected 1 to ${most} ${unit}, or -1 for none`
  return z
    .int(`expected a whole number of ${unit}`)
    .min(-1, range)
    .max(most, range)
    .default(usual)
    .transform((value) => (value === -1 ? 0 : value || usual))
}

const imagePolicy = z.strictObject({
  imagePolicy: z.strictObject({
    kubeConfigFile: z.string().min(1, 'expected the path of a file'),
    allowTTL: time(MAX_TTL_SECONDS, 'seconds', 300),
    denyTTL: time(MAX_TTL_SECONDS, 'seconds', 30),
    retryBackoff: time(MAX_BACKOFF_MS, 'milliseconds', 500),
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

const SCOPES = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
] as const
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const

const texts = z.array(z.string('expected a text').min(1, 'expected a text that is not empty')).default([])

const scope = z
  .strictObject({
    scopeName: z.enum(SCOPES, `expected ${SCOPES.join(', ')}`),
    operator: z.enum(OPERATORS, `expected ${OPERATORS.join(', ')}`),
    values: texts,
  })
  .refine(({ operator, values }) => values.length > 0 === operator.endsWith('In'), {
    path: ['values'],
    error: 'expected values for In and NotIn, and none for Exists and DoesNotExist',
  })

const resourceQuota = z.strictObject({
  kind: z
    .enum(['ResourceQuotaConfiguration', 'Configuration'], 'expected ResourceQuotaConfiguration, or Configuration')
    .optional(),
  limitedResources: z
    .array(
      z.strictObject({
        apiGroup: z.string('expected an API group').default(''),
        resource: z.string('expected the plural of a type').min(1, 'expected the plural of a type'),
        matchContains: texts,
        matchScopes: z.array(scope).default([]),
      }),
    )
    .default([]),
})

const webhookAdmission = z.strictObject({
  kind: z.literal('WebhookAdmissionConfiguration', 'expected WebhookAdmissionConfiguration').optional(),
  kubeConfigFile: z.string().min(1, 'expected the path of a file'),
})

/** Dependencies of the parser. */
export interface AdmissionConfigParts {
  readonly dialect: Dialect
  readonly transport: WebhookTransport
}

/** The configuration of one plugin. */
interface PluginDocument extends AdmissionConfigParts {
  readonly document: ConfigDocument
  /** Base of its relative paths. */
  readonly folder: string
}

/** Validates a configuration with an optional `apiVersion` and `kind`, and removes these. */
async function checkVersioned<S extends z.ZodObject>(
  schema: S,
  document: ConfigDocument,
  ...versions: readonly string[]
): Promise<Omit<z.infer<S>, 'kind'>> {
  const versioned = schema.extend({ apiVersion: configVersion(...versions).optional() })
  const { apiVersion, kind, ...said } = (await checkConfig(versioned, document)) as z.infer<S>
  return said as Omit<z.infer<S>, 'kind'>
}

/** Parsers of the plugins' configurations. */
const READERS: Readonly<Record<string, (of: PluginDocument) => Promise<PluginSettings>>> = {
  EventRateLimit: async ({ document, dialect: { groupDomain } }) => ({
    eventRateLimit: (await checkVersioned(
      eventLimits,
      document,
      `eventratelimit.admission.${groupDomain}/v1alpha1`,
    )) as EventRateLimitOptions,
  }),
  ImagePolicyWebhook: async (of) => ({ imagePolicy: await imagePolicyOf(of) }),
  MutatingAdmissionWebhook: async (of) => ({ mutatingWebhooks: await webhooksOf(of) }),
  PodSecurity: async ({ document, dialect: { groupDomain } }) => {
    const versions = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `pod-security.admission.config.${groupDomain}/${version}`)
    return { podSecurity: podSecurityOf(await checkVersioned(podSecurity, document, ...versions)) }
  },
  ResourceQuota: async ({ document, dialect: { groupDomain } }) => {
    const older = ['v1beta1', 'v1alpha1'].map((version) => `resourcequota.admission.${groupDomain}/${version}`)
    return { resourceQuota: await checkVersioned(resourceQuota, document, `apiserver.config.${groupDomain}/v1`, ...older) }
  },
  ValidatingAdmissionWebhook: async (of) => ({ validatingWebhooks: await webhooksOf(of) }),
}

const entry = z
  .strictObject({
    name: z.enum(Object.keys(READERS), {
      error: ({ input }) => `there is nothing to configure of plugin ${JSON.stringify(input)}`,
    }),
    path: z.string().optional(),
    configuration: z.unknown().optional(),
  })
  .refine(({ path, configuration }) => path === undefined || configuration === undefined, {
    path: ['path'],
    error: 'expected a path or a configuration, and not both',
  })

const entries = z.array(entry).superRefine((plugins, context) => {
  const names = plugins.map(({ name }) => name)
  const again = names.findIndex((name, i) => names.indexOf(name) < i)
  if (again >= 0) context.addIssue({ code: 'custom', path: [again, 'name'], message: `${names[again]} is configured twice` })
})

const fileOf = ({ groupDomain }: Dialect) =>
  z.strictObject({
    apiVersion: configVersion(
      `apiserver.config.${groupDomain}/v1`,
      `apiserver.config.${groupDomain}/v1alpha1`,
      `apiserver.${groupDomain}/v1alpha1`,
    ).optional(),
    kind: z.literal('AdmissionConfiguration', 'expected AdmissionConfiguration'),
    plugins: entries,
  })

/**
 * Reads the file, and the files that it names; their paths are relative to it.
 *
 * @param name - The file, JSON or YAML.
 * @param parts - Dependencies of the plugins.
 * @throws Error with one line for a file that cannot be read, or an invalid setting.
 */
export async function readAdmissionConfig(name: string, parts: AdmissionConfigParts): Promise<PluginSettings> {
  const folder = path.dirname(name)
  const file = await readConfig(await readTextFile(name))
  const { plugins } = await checkConfig(fileOf(parts.dialect), file)
  let settings: PluginSettings = {}
  for (const [i, plugin] of plugins.entries()) {
    const read = (document: ConfigDocument) => READERS[plugin.name]?.({ document, folder, ...parts })
    const own =
      plugin.path === undefined
        ? read({ ...file, value: plugin.configuration, path: ['plugins', i, 'configuration'] })
        : inFile(plugin.path, async () => read(await readConfig(await readTextFile(path.resolve(folder, plugin.path as string)))))
    settings = { ...settings, ...(await own) }
  }
  return settings
}

/** Adds the name of the file to errors. */
async function inFile<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new Error(`${name}: ${reasonOf(error)}`, { cause: error })
  }
}

const podSecurityOf = ({ defaults, exemptions }: z.infer<typeof podSecurity>): PodSecurityOptions => ({
  defaults: {
    enforce: { level: defaults.enforce, version: defaults['enforce-version'] },
    audit: { level: defaults.audit, version: defaults['audit-version'] },
    warn: { level: defaults.warn, version: defaults['warn-version'] },
  },
  exemptions,
})

async function imagePolicyOf({ document, folder, transport }: PluginDocument): Promise<ImagePolicyOptions> {
  const { imagePolicy: said } = await checkConfig(imagePolicy, document)
  return {
    target: await readWebhookTarget(path.resolve(folder, said.kubeConfigFile)),
    transport,
    allowTtlSeconds: said.allowTTL,
    denyTtlSeconds: said.denyTTL,
    retryBackoffMs: said.retryBackoff,
    defaultAllow: said.defaultAllow,
  }
}

async function webhooksOf({
  document,
  folder,
  dialect,
}: PluginDocument): Promise<NonNullable<PluginSettings['mutatingWebhooks']>> {
  const versions = ['v1', 'v1alpha1'].map((version) => `apiserver.config.${dialect.groupDomain}/${version}`)
  const { kubeConfigFile } = await checkVersioned(webhookAdmission, document, ...versions)
  return { credentials: await readWebhookCredentials(path.resolve(folder, kubeConfigFile)) }
}
