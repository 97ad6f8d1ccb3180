/**
 * `binnacle deprecations`: uses of deprecated versions, from the metrics of a running plane, from a saved copy of them, or from
 * an audit log.
 *
 * @module
 */

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { compareReleases, formatApiVersion, isRecord, parseRelease } from '../../meta/index.js'
import { CommandError, reasonOf } from '../command-error.js'
import { badFlag, describeFlags, type FlagTable, type FlagValues, parseFlags, wantsHelp } from '../flags.js'
import { file } from '../value-schemas.js'
import { asking, connectionFlags, openConnection } from './connection-flags.js'

/** The flags of `binnacle deprecations`, by name. */
export const deprecationsFlags = {
  metrics: { help: 'output of /metrics, - for standard input', value: 'FILE', schema: file },
  'audit-log': { help: 'audit log, which also has the users; - for standard input', value: 'FILE', schema: file },
  'removed-in': {
    help: 'only versions that are removed in that release',
    value: 'RELEASE',
    schema: z.string().refine((text) => parseRelease(text) !== undefined, 'expected a release such as 1.29'),
  },
  ...connectionFlags,
} as const satisfies FlagTable

const HELP = `usage: binnacle deprecations [options]
       binnacle deprecations --metrics FILE [options]
       binnacle deprecations --audit-log FILE [options]

Lists the deprecated versions that were asked for, a line each: the release that
removes it, the version and the resource, how often, and of an audit log by whom
and with which program. Without a file a running plane is asked for its metrics.

${describeFlags(deprecationsFlags)}

Example: binnacle deprecations --kubeconfig ./kubeconfig --removed-in 1.25`

/** A use of a deprecated version. */
interface Use {
  readonly removed: string
  readonly what: string
  readonly who: string
  count: number
}

/** Maximum number of listed uses. */
const MAX_USES = 10_000

/** Maximum line length in bytes. An audit log may have any size, and the path may name a file without lines. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/**
 * Runs the command.
 *
 * @param args - The arguments after `deprecations`.
 * @throws {@link CommandError} for an invalid flag or file.
 */
export async function deprecations(args: readonly string[]): Promise<void> {
  if (wantsHelp(args)) {
    console.log(HELP)
    return
  }
  const values = parseFlags(deprecationsFlags, args)
  const { metrics, 'audit-log': log, 'removed-in': release } = values
  if (metrics !== undefined && log !== undefined)
    throw new CommandError('expected either --metrics FILE or --audit-log FILE, not both, see --help')
  const uses = log === undefined ? await usesInMetrics(await metricsOf(values)) : await usesInLog(log)
  const isMeant = ({ removed }: Use) => release === undefined || (parseRelease(removed) && compareReleases(removed, release) <= 0)
  const lines = uses
    .filter(isMeant)
    .sort((a, b) => (a.removed === b.removed ? b.count - a.count : byRelease(a.removed, b.removed)))
    .map(({ removed, what, count, who }) => [removed || 'later', what, String(count), who])
  console.log(
    lines.length === 0 ? 'no requests to deprecated versions' : tableOf([['REMOVED', 'VERSION', 'REQUESTS', 'BY'], ...lines]),
  )
}

const byRelease = (a: string, b: string): number => (!parseRelease(a) ? 1 : !parseRelease(b) ? -1 : compareReleases(a, b))

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Merges equal uses. */
class Uses {
  readonly #known = new Map<string, Use>()

  add(use: Use): void {
    const key = `${use.removed} ${use.what} ${use.who}`
    const known = this.#known.get(key)
    if (known) known.count += use.count
    else if (this.#known.size < MAX_USES) this.#known.set(key, { ...use })
  }

  get all(): Use[] {
    return [...this.#known.values()]
  }
}

const LINE = /^(apiserver_requested_deprecated_apis|apiserver_request_total)\{(.*)\} (\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** What the lines of a file are expected to be. */
interface LineKind {
  readonly name: string
  readonly isExpected: (line: string) => boolean
}

const METRIC: LineKind = {
  name: 'a metric',
  isExpected: (line: string) => /^(# (HELP|TYPE) |[a-z_:][\w:]*(\{.*\})? [-+.\dNI])/i.test(line),
}

const EVENT: LineKind = {
  name: 'an audit event in JSON',
  isExpected: (line: string) => {
    const event = parsed(line)
    return isRecord(event) && typeof event.stage === 'string'
  },
}

/** The lines of a file, or of the metrics of a running plane. */
async function metricsOf(values: FlagValues<typeof deprecationsFlags>): Promise<Iterable<string> | AsyncIterable<string>> {
  if (values.metrics !== undefined) return requireLine(linesOf('metrics', values.metrics), METRIC, 'metrics', values.metrics)
  const { client, document } = await openConnection(values)
  client.close()
  return (await asking(() => document('/metrics'))).split('\n')
}

async function usesInMetrics(lines: Iterable<string> | AsyncIterable<string>): Promise<Use[]> {
  const removed = new Map<string, string>()
  const counts = new Map<string, number>()
  for await (const line of lines) {
    const [, name, text = '', value] = LINE.exec(line) ?? []
    if (name === undefined) continue
    const labels = Object.fromEntries([...text.matchAll(LABEL)].map(([, key, label]) => [key, label]))
    const what = whatOf(labels)
    if (name === 'apiserver_request_total') counts.set(what, (counts.get(what) ?? 0) + Number(value))
    else if (value === '1') removed.set(what, labels.removed_release ?? '')
  }
  return [...removed].map(([what, release]) => ({ removed: release, what, who: '', count: counts.get(what) ?? 0 }))
}

async function usesInLog(path: string): Promise<Use[]> {
  const uses = new Uses()
  for await (const line of requireLine(linesOf('audit-log', path), EVENT, 'audit-log', path)) {
    const event = parsed(line)
    if (!isRecord(event) || event.stage !== 'ResponseComplete' || !isRecord(event.annotations) || !isRecord(event.objectRef))
      continue
    const note = (name: string) => Object.entries(event.annotations as object).find(([key]) => key.endsWith(`/${name}`))?.[1]
    if (note('deprecated') !== 'true') continue
    const { apiGroup = '', apiVersion = '', resource = '', subresource = '' } = event.objectRef as Record<string, string>
    const { username = '' } = (isRecord(event.user) ? event.user : {}) as { username?: string }
    const what = whatOf({ group: apiGroup, version: apiVersion, resource, subresource })
    uses.add({
      removed: String(note('removed-release') ?? ''),
      what,
      who: `${username} ${String(event.userAgent ?? '')}`.trim(),
      count: 1,
    })
  }
  return uses.all
}

const whatOf = ({ group = '', version = '', resource = '', subresource = '' }: Readonly<Record<string, string>>): string =>
  `${formatApiVersion(group, version)} ${resource}${subresource && `/${subresource}`}`

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function* linesOf(flag: string, path: string): AsyncGenerator<string> {
  const input = Readable.from(withShortLines(path === '-' ? process.stdin : createReadStream(path)))
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    throw badFlag(flag, path, reasonOf(error), error)
  }
}

/** Refuses a file of another kind, in which nothing would be found. An empty one is accepted. */
async function* requireLine(
  lines: AsyncIterable<string>,
  { isExpected, name }: LineKind,
  flag: string,
  path: string,
): AsyncGenerator<string> {
  let isFound = false
  let isEmpty = true
  for await (const line of lines) {
    if (line.trim() !== '') {
      isEmpty = false
      isFound ||= isExpected(line)
    }
    yield line
  }
  if (!isFound && !isEmpty) throw badFlag(flag, path, `no line of it is ${name}`)
}

async function* withShortLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(LINE_FEED)
    bytes = end < 0 ? bytes + chunk.length : chunk.length - end
    if (bytes > MAX_LINE_BYTES) throw new Error(`a line is larger than ${MAX_LINE_BYTES} bytes`)
    yield chunk
  }
}

const LINE_FEED = 0x0a
