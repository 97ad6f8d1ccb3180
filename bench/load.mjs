// The load generator, a separate process: sends HTTP/1.1 over TLS on keep-alive connections, one request at a time on each. It
// parses as little of a response as possible, so that the server is measured.
import tls from 'node:tls'

const HEADER_END = Buffer.from('\r\n\r\n')
const CHUNKED_END = Buffer.from('0\r\n\r\n')
const NEWLINE = 10
const CLOSING_BRACE = 125

/** Parses the responses of one connection; calls back with the status of each. */
function answerReader(onAnswer) {
  let head = Buffer.alloc(0)
  // Bytes of the body to come; -1 while the header is being read, -2 for a chunked body.
  let left = -1
  let status = 0
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (left === -1) {
        head = head.length === 0 ? chunk.subarray(at) : Buffer.concat([head, chunk.subarray(at)])
        const end = head.indexOf(HEADER_END)
        if (end < 0) return
        const text = head.latin1Slice(0, end).toLowerCase()
        status = Number(text.slice(9, 12))
        const length = /\r\ncontent-length: *(\d+)/.exec(text)
        left = length ? Number(length[1]) : -2
        at = chunk.length - (head.length - end - HEADER_END.length)
        head = Buffer.alloc(0)
      }
      if (left === -2) {
        if (!chunk.subarray(at).subarray(-CHUNKED_END.length).equals(CHUNKED_END)) return
        at = chunk.length
        left = 0
      }
      const taken = Math.min(left, chunk.length - at)
      left -= taken
      at += taken
      if (left > 0) return
      left = -1
      onAnswer(status)
    }
  }
}

const connect = (port, identity) =>
  new Promise((resolve, reject) => {
    const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'], ...identity })
    socket.setNoDelay(true)
    socket.once('secureConnect', () => resolve(socket))
    socket.once('error', reject)
  })

/** Connections that several loads share, by port. */
const kept = new Map()

function digits(number) {
  // A longer number would not fit the length that the request announces, and the server would close the connection.
  if (number >= 1e8) throw new Error(`${number} has more than eight digits`)
  return String(number).padStart(8, '0')
}

/** Inserts the object's and the request's number, with eight digits each, so that the body length does not change. */
const numbered = (template, object, request) =>
  template.replaceAll('########', digits(object)).replaceAll('@@@@@@@@', digits(request))

// Sends requests for a time, or a number of them: { answers, seconds, statuses }. The objects' numbers restart after `cycle`, and
// TOKEN is replaced with each of the tokens in turn. Kept connections are used by the next load of the same port.
async function load({
  port,
  connections,
  template,
  warmUpMs = 0,
  ms = Infinity,
  requests = Infinity,
  first = 0,
  cycle = Infinity,
  tokens = [],
  identity,
  keep = false,
}) {
  const sockets = kept.get(port) ?? (await Promise.all(Array.from({ length: connections }, () => connect(port, identity))))
  if (keep) kept.set(port, sockets)
  const shown = tokens.map((token) => Buffer.from(template.replace('TOKEN', token)))
  const fixed = /#{8}|@{8}/.test(template) ? undefined : Buffer.from(template)
  const statuses = {}
  let sent = 0
  let answers = 0
  let start = performance.now()
  let over = false
  const ended = new Promise((resolve, reject) => {
    let open = 0
    const next = (socket) => {
      if (over || sent >= requests) {
        open -= 1
        socket.removeAllListeners('data').removeAllListeners('close')
        if (!keep) socket.end()
        if (open === 0) resolve()
        return
      }
      socket.write(shown[sent % shown.length] ?? fixed ?? numbered(template, first + (sent % cycle), sent))
      sent += 1
    }
    for (const socket of sockets) {
      open += 1
      socket.removeAllListeners('error').on('error', reject)
      socket.on('close', () => reject(new Error('the server has closed a connection')))
      socket.on(
        'data',
        answerReader((status) => {
          answers += 1
          statuses[status] = (statuses[status] ?? 0) + 1
          next(socket)
        }),
      )
      next(socket)
    }
  })
  if (warmUpMs > 0) {
    await new Promise((resolve) => setTimeout(resolve, warmUpMs))
    answers = 0
    start = performance.now()
  }
  let seconds
  if (ms !== Infinity) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    seconds = (performance.now() - start) / 1000
    const counted = answers
    over = true
    await ended
    return { answers: counted, seconds, statuses }
  }
  await ended
  over = true
  seconds = (performance.now() - start) / 1000
  return { answers, seconds, statuses }
}

// Opens watches, and counts lines until the expected number has arrived.
async function watch({ port, watchers, template, lines }) {
  const sockets = await Promise.all(Array.from({ length: watchers }, () => connect(port)))
  let seen = 0
  let done
  const all = new Promise((resolve) => {
    done = resolve
  })
  const opened = sockets.map(
    (socket, index) =>
      new Promise((resolve) => {
        let headerSeen = false
        let last = 0
        socket.on('data', (chunk) => {
          if (!headerSeen && chunk.includes(HEADER_END)) {
            headerSeen = true
            resolve()
          }
          // Each event is one line; the lines of the chunked coding around it end with \r\n.
          for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
            if ((at > 0 ? chunk[at - 1] : last) === CLOSING_BRACE) seen += 1
          }
          last = chunk[chunk.length - 1]
          if (seen >= lines) done()
        })
        socket.write(numbered(template, index, index))
      }),
  )
  await Promise.all(opened)
  process.send({ opened: true })
  await all
  for (const socket of sockets) socket.destroy()
  return { seen }
}

const SERIAL = /"n":"(\d{8})"/g

// Writes at a steady rate, and records the times of each response and of its event at each watcher.
async function latency({ port, watchPort, objects, watchersEach, perSecond, writers, writes, watch, write }) {
  const answeredAt = new Float64Array(writes).fill(Number.NaN)
  const toldAt = Array.from({ length: writes }, () => [])
  let told = 0
  let done
  const allTold = new Promise((resolve) => {
    done = resolve
  })
  const watchers = await Promise.all(Array.from({ length: objects * watchersEach }, () => connect(watchPort)))
  const open = (socket, index) =>
    new Promise((resolve) => {
      let tail = ''
      socket.on('data', (chunk) => {
        const now = performance.now()
        resolve()
        const text = tail + chunk.latin1Slice(0, chunk.length)
        let end = 0
        for (const match of text.matchAll(SERIAL)) {
          end = match.index + match[0].length
          toldAt[Number(match[1])]?.push(now)
          told += 1
        }
        tail = text.slice(Math.max(end, text.length - 15))
        if (told >= writes * watchersEach) done()
      })
      socket.write(numbered(watch, index % objects, 0))
    })
  await Promise.all(watchers.map(open))
  const idle = await Promise.all(Array.from({ length: writers }, () => connect(port)))
  const sent = new Map()
  for (const socket of idle) {
    const read = answerReader((status) => {
      if (status !== 200) process.send({ error: `a write was answered with ${status}` })
      answeredAt[sent.get(socket)] = performance.now()
      idle.push(socket)
    })
    socket.on('data', read)
  }
  const sockets = [...idle]
  const start = performance.now()
  for (let next = 0; next < writes; ) {
    const due = Math.min(writes, Math.floor(((performance.now() - start) / 1000) * perSecond))
    while (next < due && idle.length > 0) {
      const socket = idle.shift()
      sent.set(socket, next)
      socket.write(numbered(write, next % objects, next))
      next += 1
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const seconds = (performance.now() - start) / 1000
  await allTold
  // A watcher of another replica may receive the event before the writer receives the response.
  while (idle.length < writers) await new Promise((resolve) => setTimeout(resolve, 1))
  for (const socket of [...watchers, ...sockets]) socket.destroy()
  const waits = []
  for (const [serial, times] of toldAt.entries()) for (const at of times) waits.push(Math.max(0, at - answeredAt[serial]))
  waits.sort((a, b) => a - b)
  const quantile = (part) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))]
  return { p50: quantile(0.5), p99: quantile(0.99), p999: quantile(0.999), perSecond: writes / seconds }
}

const JOBS = { load, watch, latency }

process.on('message', async ({ job, ...options }) => {
  try {
    process.send({ result: await JOBS[job](options) })
  } catch (error) {
    process.send({ error: String(error) })
  }
})
