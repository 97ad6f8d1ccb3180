import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPostgresStorage } from '../../../src/public/storage/postgres.js'

/** A server that is not PostgreSQL, or a broken one. */
let answer: (socket: Socket) => void
let server: net.Server
const sockets = new Set<Socket>()

beforeAll(async () => {
  server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const message = (type: string, ...body: number[]) => Buffer.from([type.charCodeAt(0), 0, 0, 0, body.length + 4, ...body])
const WELCOME = Buffer.concat([message('R', 0, 0, 0, 0), message('Z', 'I'.charCodeAt(0))])
const asWelcomed = (reply: Buffer) => (socket: Socket) => {
  socket.write(WELCOME)
  socket.on('data', () => socket.write(reply))
}

// An error thrown in a data handler would end the process, and the tests with it.
test.each<[about: string, misbehave: (socket: Socket) => void]>([
  ['bytes of no protocol', (socket) => void socket.write(Buffer.alloc(100_000, 0xff))],
  ['another protocol', (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['a message of no length', (socket) => void socket.write(Buffer.from('R\0\0\0\0'))],
  ['a message of a negative length', (socket) => void socket.write(Buffer.from('R\xff\xff\xff\xff', 'latin1'))],
  ['an unknown way to log in', (socket) => void socket.write(message('R', 0, 0, 0, 7))],
  ['a negative number of columns', asWelcomed(Buffer.concat([message('T', 0xff, 0xff), WELCOME]))],
  ['a row without columns before it', asWelcomed(message('D', 0, 1, 0, 0, 0, 1, 97))],
  ['nothing', (socket) => void socket.end()],
])('a server that answers with %s is refused, and does not crash the process', async (_, misbehave) => {
  answer = misbehave
  const url = `postgresql://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/x?sslmode=disable`
  await expect(createPostgresStorage({ url, timeoutMs: 500 })).rejects.toThrow('127.0.0.1')
})

const flood = (chunk: Buffer) => (socket: Socket) => {
  const pour = () => {
    while (socket.write(chunk));
  }
  socket.on('drain', pour)
  pour()
}
const LONGEST = Buffer.concat([Buffer.from('D'), Buffer.from([0x7f, 0xff, 0xff, 0xff])])

test.each<[about: string, misbehave: (socket: Socket) => void]>([
  ['a message of 2 GB', (socket) => void socket.write(LONGEST, () => flood(Buffer.alloc(1024 * 1024))(socket))],
  ['notices without an end', flood(Buffer.concat(Array.from({ length: 10_000 }, () => message('N', 0))))],
])('a server that answers with %s is given up after 128 MiB', async (_, misbehave) => {
  const written: number[] = []
  answer = (socket) => {
    socket.on('close', () => written.push(socket.bytesWritten))
    socket.write(WELCOME)
    socket.once('data', () => misbehave(socket))
  }
  const url = `postgresql://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/x?sslmode=disable`
  await expect(createPostgresStorage({ url, timeoutMs: 60_000 })).rejects.toThrow('more than 134217728 bytes')
  while (written.length === 0) await new Promise(setImmediate)
  expect(written[0]).toBeLessThan(200 * 1024 * 1024)
})
