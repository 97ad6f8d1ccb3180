// The transcripts, grouped into jobs: the transcripts played on one server with one set of flags.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// Maximum transcripts of a job. Some areas mostly wait for seconds, so jobs run in parallel.
const MAX_TRANSCRIPTS = 16
// Not a flag: these recordings require a server without version 1. Every new server of ours is one, as no client can have seen
// what it commits before it is ready.
const NEW_SERVER = 'compacted-history'

const namesIn = (folder, type) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => (type === 'folder' ? entry.isDirectory() : entry.name.endsWith('.json')))
    .map(({ name }) => name)
    .sort()

function* transcriptsOf(recordings, wanted) {
  for (const area of namesIn(recordings, 'folder')) {
    if (wanted && !wanted.includes(area)) continue
    for (const file of namesIn(path.join(recordings, area), 'file')) {
      const source = path.join(recordings, area, file)
      const { name, server = [], files = {}, hookPort, steps } = JSON.parse(readFileSync(source, 'utf8'))
      const waitMs = steps.reduce((sum, { until, sleep }) => sum + (until?.ms ?? sleep ?? 0), 0)
      // The player's names of the steps that it checks.
      const judged = steps.flatMap(({ id, expect }, index) => (expect === undefined ? [] : [id ?? `#${index + 1}`]))
      yield { area, name, source, flags: server, files, hookPort, waitMs, judged }
    }
  }
}

/**
 * The jobs that play the transcripts of some areas.
 *
 * @param recordings - Folder of the areas.
 * @param wanted - `areas`: names, all when undefined; `only`: a part of the path of a transcript.
 * @returns `{ area, flags, files, port, waitMs, transcripts }` each. `port` is for callbacks, and only one job can use it at a
 *   time; `waitMs` is its maximum total wait, if nothing that it waits for arrives.
 */
export function jobsOf(recordings, { areas, only }) {
  const jobs = new Map()
  for (const transcript of transcriptsOf(recordings, areas)) {
    if (only !== undefined && !transcript.source.includes(only)) continue
    const { area, flags, files, hookPort: port, waitMs } = transcript
    const key = JSON.stringify([area, flags])
    const open = jobs.get(key) ?? []
    jobs.set(key, open)
    if (open.length === 0 || open.at(-1).transcripts.length === MAX_TRANSCRIPTS) {
      open.push({ area, flags, files: {}, port, waitMs: 0, transcripts: [] })
    }
    const job = open.at(-1)
    Object.assign(job.files, files)
    job.waitMs += waitMs
    job.transcripts.push(transcript)
  }
  return [...jobs.values()].flat()
}

/**
 * Groups jobs to run in parallel: jobs with the same port for callbacks run one after the other, and the longest waits come
 * first.
 *
 * @returns Lists of jobs.
 */
export function sideBySide(jobs) {
  const ports = new Map()
  const rows = []
  for (const job of jobs) {
    const row = job.port === undefined ? [] : (ports.get(job.port) ?? [])
    if (row.push(job) === 1) rows.push(row)
    if (job.port !== undefined) ports.set(job.port, row)
  }
  const waitMs = (row) => row.reduce((sum, job) => sum + job.waitMs, 0)
  return rows.sort((a, b) => waitMs(b) - waitMs(a))
}

/** Flags of the server for a job, and the corresponding flags of the player. */
export const flagsOf = ({ flags }, translate) => ({
  server: flags.filter((flag) => flag !== NEW_SERVER).map(translate),
  player: translate(flags.join(' ')),
})

/**
 * Writes the input of a job into a separate folder: the files that its flags name, and its transcripts for the player.
 *
 * @returns The folder of the transcripts.
 */
export function prepare(job, folder, translate) {
  for (const [name, content] of Object.entries(job.files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    writeFileSync(path.join(folder, name), translate(text).replace(/\$\{dir\}/g, folder))
  }
  const transcripts = path.join(folder, 'transcripts')
  mkdirSync(path.join(transcripts, job.area), { recursive: true })
  for (const { source } of job.transcripts) symlinkSync(source, path.join(transcripts, job.area, path.basename(source)))
  return transcripts
}
