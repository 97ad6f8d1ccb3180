/**
 * The file of `--audit-policy-file`: which requests are audited at which level.
 *
 * @module
 */

import { z } from 'zod'
import type { AuditPolicy } from '../../../audit/index.js'
import { checkConfig, configVersion, readConfig } from '../../files/config-document.js'

const LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const
const MAX_RULES = 10_000

const texts = z.array(z.string()).optional()

const stages = z
  .array(z.enum(STAGES, `expected one of ${STAGES.join(', ')}`))
  .transform((list) => list.filter((stage) => stage !== 'Panic'))
  .optional()

const url = z
  .string()
  .refine((text) => text === '*' || text.startsWith('/'), 'expected * or a path that begins with /')
  .refine((text) => !text.slice(0, -1).includes('*'), 'expected * at the end alone')

const entry = z
  .strictObject({ group: z.string().optional(), resources: texts, resourceNames: texts })
  .refine(({ group = '' }) => !group.includes('/'), { path: ['group'], error: 'expected the name of a group, without a version' })
  .refine(({ resources = [], resourceNames = [] }) => resourceNames.length === 0 || resources.length > 0, {
    path: ['resourceNames'],
    error: 'needs resources beside it',
  })

const rule = z
  .strictObject({
    level: z.enum(LEVELS, `expected one of ${LEVELS.join(', ')}`),
    users: texts,
    userGroups: texts,
    verbs: texts,
    resources: z.array(entry).optional(),
    namespaces: texts,
    nonResourceURLs: z.array(url).optional(),
    omitStages: stages,
    omitManagedFields: z.boolean().optional(),
  })
  .refine(
    ({ resources = [], namespaces = [], nonResourceURLs = [] }) =>
      nonResourceURLs.length === 0 || resources.length + namespaces.length === 0,
    { path: ['nonResourceURLs'], error: 'a rule is about resources or about other paths, not both' },
  )

const file = z.strictObject({
  apiVersion: z.string(),
  kind: z.literal('Policy', 'expected Policy'),
  metadata: z.unknown().optional(),
  rules: z.array(rule).min(1, 'expected at least one').max(MAX_RULES, `expected at most ${MAX_RULES}`),
  omitStages: stages,
  omitManagedFields: z.boolean().optional(),
})

/**
 * Reads the file.
 *
 * @param source - JSON or YAML.
 * @param domain - Of the plane's API groups: the file is of the group `audit.DOMAIN`.
 * @returns The policy.
 * @throws Error with one line that names the place.
 */
export async function parseAuditPolicy(source: string, domain: string): Promise<AuditPolicy> {
  const schema = file.extend({ apiVersion: configVersion(`audit.${domain}/v1`) })
  const {
    apiVersion: _version,
    kind: _kind,
    metadata: _metadata,
    ...policy
  } = await checkConfig(schema, await readConfig(source))
  return policy as AuditPolicy
}
