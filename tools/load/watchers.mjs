// A process of watchers: each has a connection of its own, and notes the revision of each event that it is told.
import { connect } from 'node:net'
import { quantiles, scopeOf, wallTime } from './plan.mjs'

const OPENED_AT_ONCE = 50
const HEADER_END = '\r\n\r\n'
const VERSION = /"resourceVersion":"(\d+)"/
const TIME = /"at":"([\d.]+)"/

/** Of each watcher: scope, and revisions in the order in which they came. */
const watchers = []
const delays = []
let broken = 0

/** Takes the coding of chunks off, and hands on each line. */
function lineReader(onLine) {
  let rest = ''
  let left = 0 // of the chunk that is being read; 0 while the next one's length is awaited
  let line = ''
  return (text) => {
    rest += text
    for (;;) {
      if (left === 0) {
        const end = rest.indexOf('\r\n')
        if (end < 0) return
        if (end > 0) left = Number.parseInt(rest.slice(0, end), 16)
        rest = rest.slice(end + 2)
        continue
      }
      if (rest === '') return
      const part = rest.slice(0, left)
      left -= part.length
      rest = rest.slice(part.length)
      line += part
      for (let end = line.indexOf('\n'); end >= 0; end = line.indexOf('\n')) {
        onLine(line.slice(0, end))
        line = line.slice(end + 1)
      }
    }
  }
}

function open({ port, token, revision, objects }, number) {
  const { path, scope } = scopeOf(number, objects)
  const revisions = []
  watchers.push({ scope, revisions })
  const read = lineReader((line) => {
    const version = VERSION.exec(line)
    if (!line.startsWith('{"type":"ADDED"') && !line.startsWith('{"type":"MODIFIED"'))
      throw new Error(`unexpected: ${line.slice(0, 200)}`)
    revisions.push(Number(version[1]))
    delays.push(wallTime() - Number(TIME.exec(line)[1]))
  })
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('latin1')
    let head = ''
    let isOpen = false
    socket.on('data', (text) => {
      if (isOpen) return read(text)
      head += text
      const end = head.indexOf(HEADER_END)
      if (end < 0) return
      isOpen = true
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(head))
      resolve()
      read(head.slice(end + HEADER_END.length))
    })
    socket.on('error', reject)
    socket.on('close', () => {
      broken += 1
    })
    const query = `${path.includes('?') ? '&' : '?'}watch=true&resourceVersion=${revision}&timeoutSeconds=7200`
    socket.write(`GET ${path}${query} HTTP/1.1\r\nhost: load\r\nauthorization: Bearer ${token}\r\n\r\n`)
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

  /** Waits until as many events have come as there have to be, and compares each watcher's with what they have to be. */
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
