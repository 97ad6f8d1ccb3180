// `kubectl exec` into pods that this program answers for. The plane decides who may, as for any request; the server that it stands
// behind upgrades the connection (WebSocket), and speaks what clients of `exec` speak. Needs the program kubectl.
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { packagedKinds } from 'binnacle/kubernetes'
import { ApiError } from 'binnacle/meta'

if (spawnSync('kubectl', ['version', '--client']).error) {
  console.error('this example needs the program kubectl on the PATH, such as that of the package kubernetes-client')
  process.exit(1)
}

// What runs in a pod: a program that ends, and one that does not.
const calls = new EventEmitter()
const programs = { echo: (...words) => `${words.join(' ')}\n`, sleep: () => void calls.emit('sleep') }

const kinds = packagedKinds({
  dialect: 'kubernetes',
  pods: {
    // Called when rights and admission are settled. The answer is a body without an end: as long as it is open, the connection counts
    // among the watches of the plane, which ends it when it drains or when its time is over.
    exec(_request, { options }) {
      const [program] = options.command
      if (!Object.hasOwn(programs, program)) throw new ApiError({ code: 400, message: `there is no program ${program}` })
      return new Response(new ReadableStream(), { headers: { 'x-command': JSON.stringify(options.command) } })
    },
  },
})
const plane = await createControlPlane({ dialect: 'kubernetes', resources: Object.values(kinds) })
const server = createServer(nodeHandler(plane)).listen(0, '127.0.0.1')
await once(server, 'listening')

// A connection that is to be upgraded is not among the requests of the server: it is shown to the plane here, without the two headers that
// ask for an upgrade. Behind TLS its certificate is known too.
server.on('upgrade', async (request, socket) => {
  const left = new AbortController()
  socket.on('error', () => {}).on('close', () => left.abort())
  const lines = Object.entries(request.headersDistinct).flatMap(([name, values]) => values.map((value) => [name, value]))
  const { status, headers, body } = await plane.handle({
    method: request.method,
    url: request.url,
    headers: lines.filter(([name]) => name !== 'connection' && name !== 'upgrade'),
    remoteAddress: socket.remoteAddress,
    peerCertificates: [socket.getPeerCertificate?.().raw].filter(Boolean),
    readBody: async () => new Uint8Array(0),
    signal: left.signal,
  })
  // What the plane refuses is answered whole, and so is what clients that know no WebSocket ask for.
  if (body instanceof Uint8Array) return refuse(socket, status, body)
  const close = () => socket.destroy()
  socket.on('close', body.start({ write: () => 0, onDrained() {}, end: close, abort: close }))
  if (request.headers.upgrade.toLowerCase() !== 'websocket') return refuse(socket, 501, 'websocket only')
  runOver(socket, request.headers['sec-websocket-key'], JSON.parse(headers.find(([name]) => name === 'x-command')[1]))
})

function refuse(socket, status, body) {
  socket.write(
    `HTTP/1.1 ${status} \r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
  )
  socket.end(body)
}

/** Speaks the protocol of `exec` over WebSocket (RFC 6455): each message begins with the number of its stream. */
function runOver(socket, key, [program, ...args]) {
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  const head = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
  ]
  socket.write([...head, 'Sec-WebSocket-Protocol: v5.channel.k8s.io', '', ''].join('\r\n'))
  const [STDOUT, STATUS] = [1, 3]
  const output = programs[program](...args)
  if (output === undefined) return
  sendFrame(socket, 0x2, Buffer.concat([Buffer.from([STDOUT]), Buffer.from(output)]))
  sendFrame(socket, 0x2, Buffer.concat([Buffer.from([STATUS]), Buffer.from('{"metadata":{},"status":"Success"}')]))
  sendFrame(socket, 0x8, Buffer.from([0x03, 0xe8])) // closed as agreed: 1000
  socket.end()
}

/** A message in one frame, of less than 64 KiB. A package such as `ws` does the rest of the protocol. */
function sendFrame(socket, opcode, bytes) {
  const short = bytes.length < 126
  socket.write(Buffer.from(short ? [0x80 | opcode, bytes.length] : [0x80 | opcode, 126, bytes.length >> 8, bytes.length & 0xff]))
  socket.write(bytes)
}

/** Runs kubectl; resolves to what it says. */
async function kubectl(...args) {
  const address = ['--server', `http://127.0.0.1:${server.address().port}`, '--kubeconfig', '/dev/null']
  const text = await new Promise((resolve) => {
    execFile('kubectl', [...address, ...args], (_error, stdout, stderr) => resolve(stdout + stderr))
  })
  return text.trim()
}

const pods = plane.client().resource(kinds.Pod).namespace('default')
await pods.create({ metadata: { name: 'web' }, spec: { containers: [{ name: 'main', image: 'example.com/app:1' }] } })
console.log(await kubectl('exec', 'web', '--', 'echo', 'hello', 'you')) // prints hello you
console.log(await kubectl('exec', 'web', '--', 'rm')) // prints Error from server: there is no program rm

// A plane that drains ends what goes on.
const sleeping = kubectl('exec', 'web', '--', 'sleep', '1d')
await once(calls, 'sleep')
await plane.drain()
await sleeping
console.log('the plane has ended it') // prints the plane has ended it

server.close()
server.closeAllConnections()
await plane.close()
