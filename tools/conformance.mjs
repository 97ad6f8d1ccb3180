// Replays recorded behaviour of Kubernetes against the built server. A failure that is not listed in conformance-floor.json
// fails this command. If a server does not start with the flags of a recording, the whole recording fails.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readFloor } from './conformance/floor.mjs'
import { flagsOf, jobsOf, prepare, sideBySide } from './conformance/jobs.mjs'
import { serve } from './serve.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const recordings = path.resolve(root, '../shared/conformance')
const DIALECTS = ['platform', 'kubernetes']
const TOKENS = 'admintoken,admin,admin-uid,"system:masters"\nusertoken,jane,jane-uid,"dev"\n'
// Recordings mostly wait.
const SIDE_BY_SIDE = 8

const HELP = `npm run conformance                        both dialects, all areas
npm run conformance -- --dialect platform --areas crud,list --verbose

  --dialect NAME          platform or kubernetes; both by default
  --areas A,B             folders of recordings; all by default
  --only TEXT             recordings with this text in their path
  --skip REGEX            paths in answers that are not compared
  --storage ENGINE        memory (the default), lmdb:DIR, etcd:URL or postgres:URL; nothing behind the colon: a new one
  --kubectl               sessions of the real kubectl, instead of the recordings of HTTP
  --kubectl-command PATH  another kubectl than the one in PATH
  --verbose               prints each step
  --texts                 prints the messages that differ
  --record                writes the current failures into the floor file, for everything that was played
  --help                  prints this`

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    dialect: { type: 'string' },
    areas: { type: 'string' },
    only: { type: 'string' },
    skip: { type: 'string' },
    kubectl: { type: 'boolean', default: false },
    'kubectl-command': { type: 'string', default: 'kubectl' },
    verbose: { type: 'boolean', default: false },
    texts: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    storage: { type: 'string', default: 'memory' },
  },
})

if (options.help) {
  console.log(HELP)
  process.exit(0)
}

if (!existsSync(path.join(recordings, 'play.mjs'))) {
  console.error(`conformance: there are no recordings in ${recordings}; they lie beside this repository`)
  process.exit(2)
}
const { toDialect } = await import(path.join(recordings, 'play.mjs'))

const base = mkdtempSync(path.join(os.tmpdir(), 'binnacle-conformance-'))
process.on('exit', () => rmSync(base, { recursive: true, force: true }))
const newFolder = () => mkdtempSync(path.join(base, 'job-'))

const floor = readFloor(path.join(root, 'conformance-floor.json'))
const tally = { passed: 0, failed: 0 }

/** Compares a list of results with the floor: `failures` are the names of those of `total` that did not pass. */
function judge(place, failures, total) {
  if (options.record) floor.record(place, failures, total)
  const unknown = floor.unknown(place, failures)
  for (const step of unknown) console.log(`BELOW THE FLOOR  ${place.join(' ')}: ${step}`)
  tally.failed += unknown.length
  tally.passed += total - unknown.length
}

// A new state for each server, as the recordings begin with an empty one.
async function newStorage(folder) {
  if (options.storage === 'lmdb:') return { name: `lmdb:${path.join(folder, 'storage')}`, end() {} }
  if (options.storage === 'postgres:') {
    const { startPostgres } = await import('./postgres.mjs')
    const postgres = await startPostgres()
    return { name: `postgres:${postgres.url}`, end: postgres.stop }
  }
  if (options.storage !== 'etcd:') return { name: options.storage, end() {} }
  const { startEtcd } = await import('./etcd.mjs')
  const etcd = await startEtcd()
  return { name: `etcd:${etcd.url}`, end: etcd.stop }
}

async function withServer(dialect, folder, flags, action) {
  writeFileSync(path.join(folder, 'tokens.csv'), TOKENS)
  const storage = await newStorage(folder)
  const given = [
    '--dialect',
    dialect,
    '--storage',
    storage.name,
    '--token-auth-file',
    'tokens.csv',
    '--enable-bootstrap-token-auth',
  ]
  given.push('--resources', path.resolve(recordings, '../data/openapi-v2.json'))
  // The authorization mode of a recording replaces this one.
  if (!flags.some((flag) => flag.startsWith('--authorization-'))) given.push('--authorization-mode', 'RBAC')
  // Recordings that name no control loops were made without any.
  if (!flags.some((flag) => flag.startsWith('--controllers'))) given.push('--controllers=')
  try {
    const server = await serve([...given, ...flags], { cwd: folder, stderr: flags.length > 0 ? 'pipe' : 'inherit' })
    try {
      return await action(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    await storage.end()
  }
}

// Runs a player of the recordings, which writes its report to a file.
async function run(script, args, report) {
  const child = spawn(process.execPath, [path.join(recordings, script), ...args], {
    stdio: ['ignore', options.verbose || options.texts ? 'inherit' : 'ignore', 'inherit'],
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '1' },
  })
  await once(child, 'exit')
  return JSON.parse(readFileSync(report, 'utf8'))
}

/** Plays a job. If a server does not start, all steps of its transcripts fail. */
async function play(dialect, job) {
  const folder = newFolder()
  const translate = (text) => toDialect(text, dialect)
  const transcripts = prepare(job, folder, translate)
  const flags = flagsOf(job, translate)
  const report = path.join(folder, 'report.json')
  try {
    return await withServer(dialect, folder, flags.server, (url) => {
      const args = ['--base', url, '--dialect', dialect, '--dir', transcripts, '--server', flags.player, '--json', report]
      if (options.skip !== undefined) args.push('--skip', options.skip)
      if (options.verbose) args.push('--verbose')
      if (options.texts) args.push('--texts')
      return run('play.mjs', args, report)
    })
  } catch (error) {
    console.log(`NOT PLAYED  ${dialect} ${job.area} ${flags.player}: ${error.message}`)
    const failed = ({ area, name, judged }) => ({ area, name, results: judged.map((step) => ({ step, ok: false, texts: [] })) })
    return job.transcripts.map(failed)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Plays all jobs of some dialects, a few at a time. Resolves to the rows of each dialect. */
async function playAll(dialects) {
  const jobs = jobsOf(path.join(recordings, 'transcripts'), { areas: options.areas?.split(','), only: options.only })
  const rows = new Map(dialects.map((dialect) => [dialect, []]))
  // Both dialects need the same ports for callbacks, so they run in one queue.
  const waiting = sideBySide(jobs.flatMap((job) => dialects.map((dialect) => ({ ...job, dialect }))))
  const worker = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      for (const job of row) rows.get(job.dialect).push(...(await play(job.dialect, job)))
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
  return rows
}

const share = (part, whole) => `${String(part).padStart(4)}/${whole} ${((100 * part) / whole).toFixed(1).padStart(5)} %`

function judgeTranscripts(dialect, rows) {
  console.log(`dialect ${dialect}`)
  const areas = new Map()
  for (const { area, name, results } of rows) {
    const failed = results.filter(({ ok }) => !ok).map(({ step }) => step)
    const wrongTexts = results.filter(({ ok, texts }) => ok && texts.length > 0).map(({ step }) => step)
    judge([dialect, 'steps', `${area}/${name}`], failed, results.length)
    judge([dialect, 'texts', `${area}/${name}`], wrongTexts, results.length)
    const sum = areas.get(area) ?? { steps: 0, texts: 0, total: 0 }
    sum.total += results.length
    sum.steps += results.length - failed.length
    sum.texts += results.length - failed.length - wrongTexts.length
    areas.set(area, sum)
  }
  const line = (title, { steps, texts, total }) =>
    console.log(`  ${title.padEnd(36)} steps ${share(steps, total)}   texts ${share(texts, total)}`)
  for (const area of [...areas.keys()].sort()) line(area, areas.get(area))
  const sum = (key) => [...areas.values()].reduce((total, area) => total + area[key], 0)
  line('all together', { steps: sum('steps'), texts: sum('texts'), total: sum('total') })
}

async function judgeKubectl() {
  if (spawnSync(options['kubectl-command'], ['version', '--client'], { stdio: 'ignore' }).error) {
    console.error(`conformance: ${options['kubectl-command']} cannot be run (Debian: apt-get install kubernetes-client)`)
    process.exit(2)
  }
  const folder = newFolder()
  const report = path.join(folder, 'kubectl.json')
  const { kubectl, golden, rows } = await withServer('kubernetes', folder, [], (url) => {
    const args = ['--server', url, '--kubectl', options['kubectl-command'], '--out', report]
    if (options.only !== undefined) args.push('--only', options.only)
    if (options.verbose) args.push('--verbose')
    return run('kubectl/run.mjs', args, report)
  })
  console.log(`kubectl ${kubectl}, recorded ${golden}`)
  for (const { session, results } of rows) {
    // A command line may occur twice in a session, so its index is part of its name.
    const failed = results.flatMap(({ ok, run: command }, index) => (ok ? [] : [`${index + 1} ${command}`]))
    console.log(`  ${session.padEnd(30)} ${results.length - failed.length}/${results.length}`)
    judge(['kubectl', golden, session], failed, results.length)
  }
  const commands = rows.flatMap((row) => row.results)
  console.log(`  all together: ${commands.filter((result) => result.ok).length}/${commands.length} commands`)
}

if (options.kubectl) await judgeKubectl()
else {
  for (const [dialect, rows] of await playAll(options.dialect ? [options.dialect] : DIALECTS)) judgeTranscripts(dialect, rows)
}
if (options.record) floor.write()
console.log(`${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 ? 0 : 1)
