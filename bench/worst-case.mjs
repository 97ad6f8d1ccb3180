// npm run bench:worst [-- --only TEXT] [--openapi FILE] [--json]
//
// The largest valid requests of each kind, sent one by one to a separate plane: status, the longest event loop turn in processor
// time, the time of the whole request, and the memory that the process used for it. A turn above 250 ms is marked, as no other
// request is served during it. So is an answer of another status than that of the request in worst-case/refusals.mjs, or 2xx: such a request
// does not reach the code that it is for, and the program fails.
import { existsSync } from 'node:fs'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { message, SERVER_CPU, start } from './child.mjs'
import { refusals } from './worst-case/refusals.mjs'
import { scenarios } from './worst-case/scenarios.mjs'

const LIMIT_MS = 250
const PARALLEL = 64
const beside = fileURLToPath(new URL('../../shared/data/openapi-v2.json', import.meta.url))
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    openapi: { type: 'string', default: existsSync(beside) ? beside : '' },
    json: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
})

const execArgv = ['--expose-gc', ...(options.profile ? ['--cpu-prof', '--cpu-prof-dir=/tmp/worst-prof'] : [])]
const server = start('worst-case-server.mjs', { args: [options.openapi], execArgv, cpu: SERVER_CPU })
const { port } = await message(server)
const agent = new http.Agent({ keepAlive: true, maxSockets: PARALLEL })

function send({ method, path, body, type = 'application/json', accept = 'application/json', token = 'admin', unforced, whole }) {
  const bytes = body instanceof Buffer || body === undefined ? body : Buffer.from(body)
  const headers = { accept, authorization: `Bearer ${token}` }
  if (bytes) Object.assign(headers, { 'content-type': type, 'content-length': bytes.length })
  return new Promise((resolve, reject) => {
    const url = unforced ? path.replace('&force=true', '') : path
    const request = http.request({ agent, port, host: '127.0.0.1', method, path: url, headers }, (response) => {
      const { statusCode } = response
      let size = 0
      let start = ''
      response.on('data', (chunk) => {
        if (whole) start += chunk
        else if (start.length < 400) start += chunk.toString('latin1', 0, 400)
        size += chunk.length
      })
      response.on('end', () => resolve({ status: statusCode, size, start }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(bytes)
  })
}

/** A request whose response is not read. */
function openUnread({ path }) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer admin' }
    const request = http.get({ agent: false, port, host: '127.0.0.1', path, headers }, () => resolve(request))
    request.on('error', reject)
  })
}

async function textOf({ method, path, body }, number = 0) {
  // An update names the version that it replaces.
  const version = method === 'PUT' ? await versionOf(path) : undefined
  const value = await body?.(version, number, read)
  return value === undefined || typeof value === 'string' || value instanceof Buffer ? value : JSON.stringify(value)
}

/** An object that a body refers to. */
const read = async (path) => JSON.parse((await send({ method: 'GET', path, whole: true })).start)

const versionOf = async (path) => /"resourceVersion":"(\d+)"/.exec((await send({ method: 'GET', path })).start)?.[1]

function isExpected(area, { label }, status) {
  const refused = refusals[area]?.[label]
  return refused === undefined ? status < 300 : status === refused
}

const rows = []
const ask = async (job) => {
  server.send({ job })
  return message(server)
}

async function measure(area, step) {
  const bodies = await Promise.all(Array.from({ length: step.together ?? 1 }, (_, number) => textOf(step, number)))
  const unread = await Promise.all(Array.from({ length: step.unread?.count ?? 0 }, () => openUnread(step.unread)))
  await ask('begin')
  const began = performance.now()
  const unanswered = (error) => ({ status: error.code ?? String(error), size: 0, start: '' })
  const meanwhile = step.meanwhile ? [send(step.meanwhile).catch(unanswered)] : []
  const [answer] = await Promise.all([...bodies.map((body) => send({ ...step, body }).catch(unanswered)), ...meanwhile])
  const wallMs = performance.now() - began
  const { longestMs, grownMiB, cpuMs } = await ask('end')
  for (const request of unread) request.destroy()
  const row = {
    area,
    label: step.label,
    status: answer.status,
    isExpected: isExpected(area, step, answer.status),
    longestMs,
    wallMs,
    cpuMs,
    grownMiB,
    sent: bodies[0]?.length ?? 0,
    received: answer.size,
  }
  rows.push(row)
  if (options.json) return
  const said = answer.status >= 400 ? (/"message":"(.{0,70})/.exec(answer.start)?.[1] ?? '') : ''
  const figures = [longestMs, wallMs, grownMiB].map((value) => String(Math.round(value)).padStart(6)).join(' ')
  console.log(
    `${longestMs > LIMIT_MS ? '!' : ' '}${row.isExpected ? ' ' : '?'}${figures}  ${answer.status}  ${area}: ${step.label}${said && `  (${said})`}`,
  )
}

if (!options.json) console.log('  turn ms wall ms    MiB status')
for (const [area, steps] of scenarios()) {
  if (options.only && !(area === 'JSON bodies') && !area.includes(options.only)) continue
  const first = options.only && area === 'JSON bodies' && !area.includes(options.only)
  let waiting = []
  for (const step of first ? steps.slice(0, 1) : steps) {
    if (!step.quiet) {
      await Promise.all(waiting)
      waiting = []
      await measure(area, step)
    } else if (step.parallel) {
      waiting.push(textOf(step).then((body) => send({ ...step, body })))
      if (waiting.length >= PARALLEL) {
        await Promise.all(waiting)
        waiting = []
      }
    } else await send({ ...step, body: await textOf(step) })
  }
}
const worst = [...rows].sort((a, b) => b.longestMs - a.longestMs)
if (options.json) console.log(JSON.stringify(rows))
else
  console.log(
    `\n${worst.filter(({ longestMs }) => longestMs > LIMIT_MS).length} of ${rows.length} requests took a turn above ${LIMIT_MS} ms; the longest ${Math.round(worst[0].longestMs)} ms`,
  )
const unexpected = rows.filter(({ isExpected }) => !isExpected)
for (const { area, label, status } of unexpected) console.error(`${area}: ${label}: the answer is ${status}`)
if (options.profile) {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.on('exit', resolve))
}
process.exit(unexpected.length > 0 ? 1 : 0)
