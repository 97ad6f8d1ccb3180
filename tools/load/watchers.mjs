// A process of watchers: each has a connection, and records the revision of each event. A watch that ends because it reads too
// slowly resumes over another connection, as clients do.
import { connect } from 'node:net'
import { quantiles, scopeOf, wallTime } from './plan.mjs'

const OPENED_AT_ONCE = 50
const HEADER_END = '\r\n\r\n'
const [VERSION, TIME] = ['"resourceVersion":"', '"at":"'].map((text) => Buffer.from(text))
const LINE_END = 0x0a
const NOTHING = Buffer.alloc(0)

/** Each watcher's scope, and the revisions in the order of arrival. */
const watchers = []
const delays = []
let broken = 0

/** Decodes chunked transfer, and emits each line. Works on bytes: strings would keep these processes busier than the server. */
function lineReader(onLine) {
  // The part of the next chunk's length that has arrived.
  let rest = NOTHING
  // Bytes to come of the current chunk; 0 while the length of the next one is read.
  let left = 0
  let line = []
  const take = (part) => {
    let from = 0
    for (let end = part.indexOf(LINE_END); end >= 0; end = part.indexOf(LINE_END, from)) {
      const piece = part.subarray(from, end)
      onLine(line.length > 0 ? Buffer.concat([...line, piece]) : piece)
      line = []
      from = end + 1
    }
    if (from < part.length) line.push(part.subarray(from))
  }
  return (bytes) => {
    let input = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    rest = NOTHING
    while (input.length > 0) {
      if (left === 0) {
        const end = input.indexOf('\r\n')
        if (end < 0) {
          rest = input
          return
        }
        if (end > 0) left = Number.parseInt(input.latin1Slice(0, end), 16)
        input = input.subarray(end + 2)
        continue
      }
      const part = input.subarray(0, left)
      left -= part.length
      input = input.subarray(part.length)
      take(part)
    }
  }
}

/** The text after a name, up to the closing quote. */
function valueIn(line, name) {
  const start = line.indexOf(name) + name.length
  return line.latin1Slice(start, line.indexOf('"', start))
}

function open({ port, token, revision, objects }, number) {
  const { path, scope } = scopeOf(number, objects)
  const revisions = []
  watchers.push({ scope, revisions })
  const onLine = (line) => {
    const head = line.latin1Slice(0, 17)
    if (!head.startsWith('{"type":"ADDED"') && !head.startsWith('{"type":"MODIFIED')) throw new Error(`unexpected: ${line}`)
    revisions.push(Number(valueIn(line, VERSION)))
    delays.push(wallTime() - Number(valueIn(line, TIME)))
  }
  const connectFrom = (from) => {
    const query = `${path.includes('?') ? '&' : '?'}watch=true&resourceVersion=${from}&timeoutSeconds=7200`
    return connectWatch(port, `GET ${path}${query} HTTP/1.1\r\nhost: load\r\nauthorization: Bearer ${token}\r\n\r\n`, {
      onLine,
      onBroken() {
        broken += 1
        connectFrom(revisions.at(-1) ?? from)
      },
    })
  }
  return connectFrom(revision)
}

/** Resolves once the watch is open. */
function connectWatch(port, request, { onLine, onBroken }) {
  const read = lineReader(onLine)
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let head = NOTHING
    let isOpen = false
    socket.on('data', (bytes) => {
      if (isOpen) return read(bytes)
      head = Buffer.concat([head, bytes])
      const end = head.indexOf(HEADER_END)
      if (end < 0) return
      isOpen = true
      if (head.indexOf('HTTP/1.1 200') !== 0) return reject(new Error(head.toString('latin1')))
      resolve()
      read(head.subarray(end + HEADER_END.length))
    })
    socket.on('error', reject)
    socket.on('close', () => {
      if (isOpen) onBroken()
      else reject(new Error('the connection was closed'))
    })
    socket.write(request)
  })
}

const sum = () => watchers.reduce((total, { revisions }) => total + revisions.length, 0)

const jobs = {
  async open(options) {
    let next = options.from
    const run = async () => {
      while (next < options.to) {
        const number = next
        next += 1
        await open(options, number)
      }
    }
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, run))
  },

  /** Waits for the expected number of events, and compares the events of each watcher with the expected ones. */
  async compare({ expected, timeoutMs }) {
    const wanted = ({ scope }) => expected[scope] ?? []
    const goal = watchers.reduce((total, watcher) => total + wanted(watcher).length, 0)
    for (const end = Date.now() + timeoutMs; sum() < goal && Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    let [events, wrong] = [0, 0]
    for (const watcher of watchers) {
      events += watcher.revisions.length
      const list = wanted(watcher)
      const isRight = list.length === watcher.revisions.length && list.every((revision, at) => revision === watcher.revisions[at])
      if (!isRight) wrong += 1
    }
    return { watchers: watchers.length, events, goal, wrong, broken, delayMs: quantiles(delays) }
  },
}

process.on('message', async ({ job, ...options }) => {
  try {
    process.send({ result: await jobs[job](options) })
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) })
  }
})
