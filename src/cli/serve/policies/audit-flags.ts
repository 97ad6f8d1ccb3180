/**
 * The audit flags of `binnacle serve`.
 *
 * @module
 */

import { z } from 'zod'
import { createAuditLog, tryAuditFile } from '../../../adapters/audit-log/index.js'
import { type AuditBackend, type AuditBuffering, type AuditOptions, createAuditWebhook } from '../../../audit/index.js'
import type { Dialect } from '../../../meta/index.js'
import type { WebhookTransport } from '../../../webhook/index.js'
import { CommandError, reasonOf } from '../../command-error.js'
import { readText } from '../../files/read-text.js'
import { readWebhookTarget } from '../../files/webhook-config.js'
import { badFlag, type FlagTable, type FlagValues } from '../../flags.js'
import { count, duration, file, positiveCount, truth } from '../../value-schemas.js'

const rate = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,6})?$/, 'expected a number above 0')
  .transform(Number)
  .refine((value) => value > 0, 'expected a number above 0')
const mode = z.enum(['batch', 'blocking', 'blocking-strict'], 'expected batch, blocking or blocking-strict')

const MODE = 'batch: in the background; blocking: requests wait for it; blocking-strict: and are refused without it'
const number = (help: string, value: string) => ({ help, value: 'N', schema: positiveCount, default: value })
const wait = (value: string) => ({
  help: 'longest time before an incomplete batch is written',
  value: 'DURATION',
  schema: duration,
  default: value,
})
const throttle = (value: string) => ({ help: 'whether batches are rate limited', schema: truth, default: value })
const perSecond = { help: 'average batches a second', value: 'N', schema: rate, default: '10' }
const cutting = { help: 'whether the bodies of large events are removed', schema: truth, default: 'false' }

const table = {
  'audit-policy-file': {
    help: 'audit policy; without one every request is logged at level Metadata',
    value: 'FILE',
    schema: file,
  },
  'audit-log-path': {
    help: 'file of audit events, one a line; - for the standard output',
    value: 'FILE',
    schema: file,
  },
  'audit-log-maxsize': { help: 'megabytes at which the file is rotated', value: 'N', schema: count, default: '100' },
  'audit-log-maxage': { help: 'days that rotated files are kept, 0 for ever', value: 'N', schema: count, default: '0' },
  'audit-log-maxbackup': { help: 'rotated files that are kept, 0 for all', value: 'N', schema: count, default: '0' },
  'audit-log-compress': { help: 'whether rotated files are compressed', schema: truth, default: 'false' },
  'audit-log-format': {
    help: 'form of the lines; legacy has neither bodies nor annotations',
    value: 'FORM',
    values: ['json', 'legacy'],
    schema: z.enum(['json', 'legacy'], 'expected json or legacy'),
    default: 'json',
  },
  'audit-log-mode': { help: MODE, value: 'MODE', schema: mode, default: 'batch' },
  'audit-log-batch-buffer-size': number('events that may wait', '10000'),
  'audit-log-batch-max-size': number('events of one batch', '100'),
  'audit-log-batch-max-wait': wait('100ms'),
  'audit-log-batch-throttle-enable': throttle('false'),
  'audit-log-batch-throttle-qps': perSecond,
  'audit-log-batch-throttle-burst': number('batches that may come at once', '15'),
  'audit-log-truncate-enabled': cutting,
  'audit-log-truncate-max-event-size': number('size above which they do', '102400'),
  'audit-log-truncate-max-batch-size': number('size of a batch', '10485760'),
  'audit-webhook-config-file': { help: 'kubeconfig of a service that receives audit events', value: 'FILE', schema: file },
  'audit-webhook-initial-backoff': {
    help: 'time before a failed batch is sent again',
    value: 'DURATION',
    schema: duration,
    default: '10s',
  },
  'audit-webhook-mode': { help: MODE, value: 'MODE', schema: mode, default: 'batch' },
  'audit-webhook-batch-buffer-size': number('events that may wait', '10000'),
  'audit-webhook-batch-max-size': number('events of one batch', '400'),
  'audit-webhook-batch-max-wait': wait('30s'),
  'audit-webhook-batch-throttle-enable': throttle('true'),
  'audit-webhook-batch-throttle-qps': perSecond,
  'audit-webhook-batch-throttle-burst': number('batches that may come at once', '15'),
  'audit-webhook-truncate-enabled': cutting,
  'audit-webhook-truncate-max-event-size': number('size above which they do', '102400'),
  'audit-webhook-truncate-max-batch-size': number('size of a batch', '10485760'),
} as const satisfies FlagTable

/** The flags, by name. */
export const auditFlags = table

/** Their values. */
export type AuditValues = FlagValues<typeof table>

/** Dependencies of the backends. */
export interface AuditFlagParts {
  readonly dialect: Dialect
  readonly transport: WebhookTransport
}

/**
 * Makes the policy and backends of the flags.
 *
 * @returns Undefined without a backend.
 * @throws {@link CommandError} when a file cannot be read or used, or a policy is given without a backend.
 */
export async function openAudit(values: AuditValues, { dialect, transport }: AuditFlagParts): Promise<AuditOptions | undefined> {
  const policy = await ofFile(values, 'audit-policy-file', async (path) => {
    const { parseAuditPolicy } = await import('./audit-policy.js')
    return parseAuditPolicy(await readText('audit-policy-file', path), dialect.groupDomain)
  })
  const backends: AuditBackend[] = []
  const path = values['audit-log-path']
  if (path !== undefined) {
    if (path !== '-') {
      await tryAuditFile(path).catch((error: unknown) => {
        throw badFlag('audit-log-path', path, reasonOf(error), error)
      })
    }
    backends.push(
      createAuditLog({
        path,
        format: values['audit-log-format'],
        maxSizeMb: values['audit-log-maxsize'],
        maxAgeDays: values['audit-log-maxage'],
        maxBackups: values['audit-log-maxbackup'],
        compress: values['audit-log-compress'],
        ...bufferingOf(values, 'audit-log'),
      }),
    )
  }
  const target = await ofFile(values, 'audit-webhook-config-file', readWebhookTarget)
  if (target) {
    const initialBackoffMs = values['audit-webhook-initial-backoff']
    backends.push(createAuditWebhook({ transport, target, initialBackoffMs, ...bufferingOf(values, 'audit-webhook') }))
  }
  if (backends.length > 0) return { backends, ...(policy && { policy }) }
  const file = values['audit-policy-file']
  if (file !== undefined)
    throw badFlag('audit-policy-file', file, 'is of no use without --audit-log-path or --audit-webhook-config-file')
  return undefined
}

async function ofFile<T>(
  values: AuditValues,
  flag: 'audit-policy-file' | 'audit-webhook-config-file',
  read: (path: string) => Promise<T>,
): Promise<T | undefined> {
  const path = values[flag]
  if (path === undefined) return undefined
  return read(path).catch((error: unknown) => {
    throw error instanceof CommandError ? error : badFlag(flag, path, reasonOf(error), error)
  })
}

function bufferingOf(values: AuditValues, prefix: 'audit-log' | 'audit-webhook'): AuditBuffering {
  return {
    mode: values[`${prefix}-mode`],
    bufferSize: values[`${prefix}-batch-buffer-size`],
    maxBatchSize: values[`${prefix}-batch-max-size`],
    maxWaitMs: values[`${prefix}-batch-max-wait`],
    throttle: values[`${prefix}-batch-throttle-enable`]
      ? { qps: values[`${prefix}-batch-throttle-qps`], burst: values[`${prefix}-batch-throttle-burst`] }
      : undefined,
    truncate: values[`${prefix}-truncate-enabled`]
      ? { maxEventBytes: values[`${prefix}-truncate-max-event-size`], maxBatchBytes: values[`${prefix}-truncate-max-batch-size`] }
      : undefined,
  }
}
