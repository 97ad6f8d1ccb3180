/**
 * Connections through a SOCKS proxy, version 5.
 *
 * @module
 * @see RFC 1928, RFC 1929
 */

import net, { type Socket } from 'node:net'
import { ConnectionError } from '../errors.js'
import { hostOf, type TunnelEnd } from './tunnel-end.js'

const VERSION = 5
const NO_AUTHENTICATION = 0
const USER_AND_PASSWORD = 2
const CONNECT = 1
const DOMAIN_NAME = 3
const ADDRESS_LENGTHS: Readonly<Record<number, number>> = { 1: 4, 4: 16 }

/**
 * Opens a connection through a SOCKS proxy. The proxy resolves the name.
 *
 * @param proxy - The proxy, perhaps with user and password.
 * @param end - The server behind it.
 * @param signal - Cancels the opening.
 * @throws {@link ConnectionError} when the proxy is not reached, or refuses.
 */
export async function socksTunnel(proxy: URL, end: TunnelEnd, signal: AbortSignal): Promise<Socket> {
  const socket = net.connect(Number(proxy.port || 1080), hostOf(proxy))
  const giveUp = () => socket.destroy(new Error('it was given up'))
  // An error between two reads is thrown by the next read; without a listener it would end the process.
  const ignore = () => {}
  socket.on('error', ignore)
  signal.addEventListener('abort', giveUp)
  try {
    await handshake(socket, proxy, end)
    socket.off('error', ignore)
    return socket
  } catch (error) {
    socket.destroy()
    throw error instanceof ConnectionError
      ? error
      : new ConnectionError(`the proxy ${proxy.host} was not reached: ${(error as Error).message}`, error)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

async function handshake(socket: Socket, proxy: URL, { host, port }: TunnelEnd): Promise<void> {
  const refuse = (why: string) => new ConnectionError(`the proxy ${proxy.host} ${why}`)
  const withUser = proxy.username !== ''
  socket.write(Buffer.from([VERSION, 1, withUser ? USER_AND_PASSWORD : NO_AUTHENTICATION]))
  const [, method] = await read(socket, 2)
  if (method !== (withUser ? USER_AND_PASSWORD : NO_AUTHENTICATION)) throw refuse('wants to be shown another credential')
  if (withUser) {
    const parts = [proxy.username, proxy.password].map((text) => Buffer.from(decodeURIComponent(text)).subarray(0, 255))
    socket.write(Buffer.concat([Buffer.from([1]), ...parts.flatMap((part) => [Buffer.from([part.length]), part])]))
    const [, status] = await read(socket, 2)
    if (status !== 0) throw refuse('did not take the user and password')
  }
  const name = Buffer.from(host).subarray(0, 255)
  socket.write(
    Buffer.concat([Buffer.from([VERSION, CONNECT, 0, DOMAIN_NAME, name.length]), name, Buffer.from([port >> 8, port & 255])]),
  )
  const [, reply, , kind = 0] = await read(socket, 4)
  if (reply !== 0) throw refuse(`refused a connection to ${host}:${port} with code ${reply}`)
  const length = ADDRESS_LENGTHS[kind] ?? (await read(socket, 1))[0] ?? 0
  await read(socket, length + 2)
}

/** Reads a number of bytes, and leaves the rest to later reads. */
function read(socket: Socket, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = () => {
      socket.off('readable', onReadable)
      socket.off('error', onError)
      socket.off('end', onEnd)
    }
    const onReadable = () => {
      const bytes = socket.read(length) as Buffer | null
      if (!bytes) return
      done()
      resolve(bytes)
    }
    const onError = (error: Error) => {
      done()
      reject(error)
    }
    const onEnd = () => onError(new Error('it ended the connection'))
    if (socket.errored) return reject(socket.errored)
    socket.on('readable', onReadable)
    socket.on('error', onError)
    socket.on('end', onEnd)
    onReadable()
  })
}
