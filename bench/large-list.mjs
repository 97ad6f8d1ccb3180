// Effects of a list of 100,000 objects on other requests: the length of the server's event loop turns meanwhile, and the growth
// of its memory.
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { message, start } from './child.mjs'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const WATCH = `${CONFIG_MAPS}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`
const shaped = (shape) => `application/json;as=${shape};v=v1;g=meta.platform.io`

// Reads a whole response, or the initial state of a watch. Returns the number of bytes.
function read(port, { path, accept = 'application/json', encoding, pause }) {
  return new Promise((resolve, reject) => {
    const headers = { accept, ...(encoding && { 'accept-encoding': encoding }) }
    const request = http.get({ port, path, headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`))
      let bytes = 0
      let tail = ''
      response.on('data', (part) => {
        bytes += part.length
        if (pause) {
          response.pause()
          setTimeout(() => response.resume(), pause)
        }
        if (!path.includes('watch=')) return
        tail = (tail + part.latin1Slice(Math.max(0, part.length - 400))).slice(-400)
        if (!tail.includes('initial-events-end')) return
        request.destroy()
        resolve(bytes)
      })
      response.on('end', () => resolve(bytes))
      response.on('error', () => {})
    })
    request.on('error', reject)
  })
}

const [PROTOBUF, YAML] = ['application/vnd.platform.protobuf', 'application/yaml']
const FORMS_WITH_LIBRARIES = [PROTOBUF, YAML]
const slow = { path: CONFIG_MAPS, pause: 5 }

/** The requests, by the name of their figure. */
const ASKED = {
  'LIST of all': [{ path: CONFIG_MAPS }],
  'LIST of all, by 10 slow readers at once': Array.from({ length: 10 }, () => slow),
  'LIST of all, gzip': [{ path: CONFIG_MAPS, encoding: 'gzip' }],
  'LIST by label, 100 of them': [{ path: `${CONFIG_MAPS}?labelSelector=tier%3Dweb` }],
  'LIST as Table': [{ path: CONFIG_MAPS, accept: shaped('Table') }],
  'LIST as metadata': [{ path: CONFIG_MAPS, accept: shaped('PartialObjectMetadataList') }],
  'WATCH from the state on': [{ path: WATCH }],
  'WATCH from the state on, as Table': [{ path: WATCH, accept: shaped('Table') }],
  'LIST in protobuf': [{ path: CONFIG_MAPS, accept: PROTOBUF }],
  'LIST, pretty': [{ path: `${CONFIG_MAPS}?pretty=true` }],
  'LIST in YAML': [{ path: CONFIG_MAPS, accept: YAML }],
}

/**
 * Reads large lists, once with each kind of request.
 *
 * @param options - How many objects there are.
 * @param report - Called with the name, the longest turn in milliseconds of processor time, and a note.
 */
export async function largeLists({ objects }, report) {
  const child = start('large-list-server.mjs', { args: [String(objects)], execArgv: ['--expose-gc'] })
  const { port } = await message(child)
  // The library of a media type is loaded for the first response in it, once per process; that must not be measured here.
  for (const accept of FORMS_WITH_LIBRARIES) await read(port, { path: `${CONFIG_MAPS}?limit=1`, accept })
  for (const [name, requests] of Object.entries(ASKED)) {
    child.send({ job: 'begin' })
    await message(child)
    const begin = performance.now()
    const bytes = await Promise.all(requests.map((request) => read(port, request)))
    const seconds = (performance.now() - begin) / 1000
    child.send({ job: 'end' })
    report(name, { seconds, mib: bytes.reduce((sum, one) => sum + one, 0) / 1024 / 1024, ...(await message(child)) })
  }
  child.kill('SIGKILL')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const objects = Number(process.argv[2] ?? 100_000)
  await largeLists({ objects }, (name, { longestMs, gcMs, long, seconds, mib, grownMiB, cpuMs }) => {
    const turns = `longest turn ${longestMs.toFixed(1).padStart(5)} ms, ${long.length} over 10 ms, collector ${gcMs.toFixed(1)} ms`
    const rest = `${mib.toFixed(0)} MiB in ${seconds.toFixed(1)} s (${(cpuMs / 1000).toFixed(2)} s of processor), grew ${grownMiB.toFixed(0)} MiB`
    console.log(`${name.padEnd(42)} ${turns}; ${rest}`)
  })
  process.exit(0)
}
