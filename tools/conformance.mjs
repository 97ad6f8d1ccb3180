// Plays the recorded behaviour of the reference implementation against the built server, and compares what passes with
// conformance-floor.json: a step that passed once must go on passing.
//
//   npm run conformance                        both dialects, all areas that this version is for
//   npm run conformance -- --dialect platform --areas crud,list --verbose
//   npm run conformance -- --storage lmdb:              on another engine: lmdb:DIR, etcd:URL; alone, lmdb: and etcd: are new ones
//   npm run conformance -- --kubectl           sessions of the real kubectl (--kubectl-command PATH for another one)
//   npm run conformance -- --raise             writes what passes now into the floor file; numbers only go up
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { serve } from './serve.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const shared = path.resolve(root, '../shared')
const floorFile = path.join(root, 'conformance-floor.json')
const DIALECTS = ['platform', 'kubernetes']
// The other recorded areas are about authentication, certificates and admission, which have their own issues.
const AREAS =
  'apply,apply-fuzz,authz,crd,crud,delete,deprecation,discovery,dryrun,errors,events,impersonation,list,namespaces,negotiation,patch,validation,watch'
const TOKENS = 'admintoken,admin,admin-uid,"system:masters"\nusertoken,jane,jane-uid,"dev"\n'

const { values: options } = parseArgs({
  options: {
    dialect: { type: 'string' },
    areas: { type: 'string', default: AREAS },
    only: { type: 'string' },
    skip: { type: 'string' },
    kubectl: { type: 'boolean', default: false },
    'kubectl-command': { type: 'string', default: 'kubectl' },
    verbose: { type: 'boolean', default: false },
    texts: { type: 'boolean', default: false },
    raise: { type: 'boolean', default: false },
    storage: { type: 'string', default: 'memory' },
  },
})

if (!existsSync(path.join(shared, 'conformance', 'play.mjs'))) {
  console.error(`conformance: there are no recordings in ${path.join(shared, 'conformance')}; they lie beside this repository`)
  process.exit(2)
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-conformance-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
writeFileSync(path.join(folder, 'tokens.csv'), TOKENS)

const floor = existsSync(floorFile) ? JSON.parse(readFileSync(floorFile, 'utf8')) : {}
const tally = { passed: 0, failed: 0 }

// A member of the floor file, made when it is missing.
function partOf(object, name) {
  object[name] ??= {}
  return object[name]
}

function check(passed, line) {
  if (passed) tally.passed += 1
  else tally.failed += 1
  if (!passed) console.log(`BELOW THE FLOOR  ${line}`)
}

// A new state for each server, as the recordings begin with none.
async function newStorage() {
  if (options.storage === 'lmdb:') return { name: `lmdb:${mkdtempSync(path.join(folder, 'storage-'))}`, end() {} }
  if (options.storage !== 'etcd:') return { name: options.storage, end() {} }
  const { startEtcd } = await import('./etcd.mjs')
  const etcd = await startEtcd()
  return { name: `etcd:${etcd.url}`, end: etcd.stop }
}

async function withServer(dialect, action) {
  const storage = await newStorage()
  const resources = path.join(shared, 'data', 'openapi-v2.json')
  const server = await serve([
    '--authorization-mode',
    'RBAC',
    '--dialect',
    dialect,
    '--token-auth-file',
    path.join(folder, 'tokens.csv'),
    '--resources',
    resources,
    '--storage',
    storage.name,
  ])
  try {
    return await action(server.url)
  } finally {
    await server.stop()
    await storage.end()
  }
}

// Runs a player of the recordings; what it reports is in the file that it writes.
async function run(script, args, report) {
  const child = spawn(process.execPath, [path.join(shared, 'conformance', script), ...args], {
    stdio: ['ignore', options.verbose || options.texts ? 'inherit' : 'ignore', 'inherit'],
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '1' },
  })
  await once(child, 'exit')
  return JSON.parse(readFileSync(report, 'utf8'))
}

async function playTranscripts(dialect) {
  const report = path.join(folder, `${dialect}.json`)
  const rows = await withServer(dialect, async (url) => {
    const args = ['--base', url, '--dialect', dialect, '--areas', options.areas, '--json', report]
    if (options.skip !== undefined) args.push('--skip', options.skip)
    if (options.only !== undefined) args.push('--only', options.only)
    if (options.verbose) args.push('--verbose')
    if (options.texts) args.push('--texts')
    const rows = await run('play.mjs', args, report)
    // A new plane holds no version 1, as these recordings want it: what it commits before it is ready, nobody can have seen.
    return [...rows, ...(await run('play.mjs', [...args, '--server', 'compacted-history'], report))]
  })
  const areas = new Map()
  for (const { area, results } of rows) {
    const sum = areas.get(area) ?? { steps: 0, texts: 0, total: 0 }
    sum.total += results.length
    sum.steps += results.filter((result) => result.ok).length
    sum.texts += results.filter((result) => result.ok && result.texts.length === 0).length
    areas.set(area, sum)
  }
  return areas
}

const percent = (part, whole) => `${((100 * part) / whole).toFixed(1).padStart(5)} %`

async function judgeDialect(dialect) {
  console.log(`dialect ${dialect}`)
  const areas = await playTranscripts(dialect)
  const floors = partOf(floor, dialect)
  for (const [area, { steps, texts, total }] of areas) {
    const least = floors[area] ?? { steps: 0, texts: 0 }
    const row = `${area.padEnd(12)} steps ${String(steps).padStart(4)}/${total} ${percent(steps, total)}   texts ${String(texts).padStart(4)}/${total} ${percent(texts, total)}`
    console.log(`  ${row}   floor ${least.steps}, ${least.texts}`)
    if (options.only !== undefined) continue // part of an area says nothing about its floor
    check(steps >= least.steps, `${dialect} ${area}: ${steps} steps pass, ${least.steps} did before`)
    check(texts >= least.texts, `${dialect} ${area}: ${texts} texts pass, ${least.texts} did before`)
    if (options.raise) floors[area] = { steps: Math.max(steps, least.steps), texts: Math.max(texts, least.texts) }
  }
  const all = [...areas.values()]
  const sum = (key) => all.reduce((total, area) => total + area[key], 0)
  console.log(`  all together: steps ${sum('steps')}/${sum('total')}, texts ${sum('texts')}/${sum('total')}`)
}

async function judgeKubectl() {
  if (spawnSync(options['kubectl-command'], ['version', '--client'], { stdio: 'ignore' }).error) {
    console.error(`conformance: ${options['kubectl-command']} cannot be run (Debian: apt-get install kubernetes-client)`)
    process.exit(2)
  }
  const report = path.join(folder, 'kubectl.json')
  const { kubectl, golden, rows } = await withServer('kubernetes', (url) => {
    const args = ['--server', url, '--kubectl', options['kubectl-command'], '--out', report]
    if (options.only !== undefined) args.push('--only', options.only)
    if (options.verbose) args.push('--verbose')
    return run('kubectl/run.mjs', args, report)
  })
  console.log(`kubectl ${kubectl}, recorded ${golden}`)
  const floors = partOf(partOf(floor, 'kubectl'), golden)
  for (const { session, results } of rows) {
    // A command line may come twice in a session, so its place belongs to its name.
    const names = results.map((result, index) => `${index + 1} ${result.run}`)
    const passing = names.filter((_, index) => results[index].ok)
    console.log(`  ${session.padEnd(30)} ${passing.length}/${results.length}`)
    const least = floors[session] ?? []
    for (const name of least) check(passing.includes(name), `kubectl ${session}: ${name}`)
    if (options.raise) floors[session] = names.filter((name) => passing.includes(name) || least.includes(name))
  }
  const commands = rows.flatMap((row) => row.results)
  console.log(`  all together: ${commands.filter((result) => result.ok).length}/${commands.length} commands`)
}

if (options.kubectl) await judgeKubectl()
else for (const dialect of options.dialect ? [options.dialect] : DIALECTS) await judgeDialect(dialect)
if (options.raise) writeFileSync(floorFile, `${JSON.stringify(floor, null, 1)}\n`)
console.log(`${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 ? 0 : 1)
