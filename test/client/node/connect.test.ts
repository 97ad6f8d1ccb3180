import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import path from 'node:path'
import type { TLSSocket } from 'node:tls'
import { describe, expect, test } from '@jest/globals'
import { type Client, ConnectionError } from '../../../src/client/index.js'
import { connect, loadKubeconfig } from '../../../src/client/node/index.js'
import { createSelfSignedCertificate } from '../../../src/crypto/index.js'
import { ManualClock } from '../../support/manual-clock.js'
import { afterwards, httpServer, httpsServer, listen, seen, temporaryFolder } from './servers.js'

const namespaces = (client: Client) => client.resource({ group: '', version: 'v1', resource: 'namespaces' })
const DISCOVERY = JSON.stringify({ resources: [{ name: 'namespaces', kind: 'Namespace', namespaced: false }] })

/** Answers requests with what `note` makes of them. */
const telling =
  (note: (request: http.IncomingMessage) => string): http.RequestListener =>
  (request, response) => {
    response.end(request.url?.endsWith('/api/v1') ? DISCOVERY : seen(note(request)))
  }

async function ask(client: Client): Promise<string | undefined> {
  afterwards(() => client.close())
  return (await namespaces(client).get('default')).metadata.annotations?.note
}

const shown = telling(({ headers }) => headers.authorization ?? 'none')
const tls = async () => {
  const { certificatePem, privateKeyPem } = await createSelfSignedCertificate({ hosts: ['127.0.0.1', 'plane.example.com'] })
  return { cert: certificatePem, key: privateKeyPem }
}

/** A kubeconfig on disk with one cluster and one user. */
async function kubeconfigWith(cluster: object, user: object = {}, folder?: string) {
  const file = path.join(folder ?? (await temporaryFolder()), 'config')
  const text = {
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    clusters: [{ name: 'k', cluster }],
    users: [{ name: 'u', user }],
  }
  await writeFile(file, JSON.stringify(text))
  return loadKubeconfig({ paths: [file] })
}

describe('TLS', () => {
  test('a server is trusted by the authority that is named, as data or in a file', async () => {
    const own = await tls()
    const server = await httpsServer(own, shown)
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'ca.pem'), own.cert)
    const data = Buffer.from(own.cert).toString('base64')
    expect(await ask(connect({ server, ca: own.cert }))).toBe('none')
    expect(await ask(connect(await kubeconfigWith({ server, 'certificate-authority-data': data })))).toBe('none')
    expect(await ask(connect(await kubeconfigWith({ server, 'certificate-authority': 'ca.pem' }, {}, folder)))).toBe('none')
  })

  test('an untrusted server is refused, unless verification is off', async () => {
    const server = await httpsServer(await tls(), shown)
    const error = await ask(connect({ server, timeoutMs: 10_000 })).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ConnectionError)
    expect((error as Error).message).toBe('GET /api/v1 failed: self-signed certificate: name its authority by ca')
    expect(await ask(connect(await kubeconfigWith({ server, 'insecure-skip-tls-verify': true })))).toBe('none')
  })

  test('an address with the wrong scheme is named as the likely cause', async () => {
    const secure = await httpsServer(await tls(), shown)
    const plain = await httpServer(shown)
    const failure = (server: string) => ask(connect({ server, timeoutMs: 10_000 })).catch(({ message }: Error) => message)
    expect(await failure(secure.replace('https:', 'http:'))).toBe(
      'GET /api/v1 failed: the server closed the connection: if it speaks TLS at this port, its address begins with https://',
    )
    expect(await failure(plain.replace('http:', 'https:'))).toBe(
      'GET /api/v1 failed: the server does not speak TLS at this port: its address may begin with http://',
    )
  })

  test('the expected name of the certificate may differ from the address', async () => {
    const own = await createSelfSignedCertificate({ hosts: ['plane.example.com'] })
    const server = await httpsServer(
      { cert: own.certificatePem, key: own.privateKeyPem },
      telling(({ socket }) => String((socket as TLSSocket).servername)),
    )
    const data = Buffer.from(own.certificatePem).toString('base64')
    await expect(ask(connect({ server, ca: own.certificatePem }))).rejects.toThrow('failed: ')
    const cluster = { server, 'certificate-authority-data': data, 'tls-server-name': 'plane.example.com' }
    expect(await ask(connect(await kubeconfigWith(cluster)))).toBe('plane.example.com')
  })

  test('a client certificate is shown, from data, files and options', async () => {
    const own = await tls()
    const alice = await createSelfSignedCertificate({ hosts: ['alice'] })
    const server = await httpsServer(
      { ...own, requestCert: true, rejectUnauthorized: false },
      telling(({ socket }) => String((socket as TLSSocket).getPeerCertificate().subject?.CN)),
    )
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'alice.pem'), alice.certificatePem)
    const cluster = { server, 'certificate-authority-data': Buffer.from(own.cert).toString('base64') }
    const user = { 'client-certificate': 'alice.pem', 'client-key-data': Buffer.from(alice.privateKeyPem).toString('base64') }
    expect(await ask(connect(await kubeconfigWith(cluster, user, folder)))).toBe('alice')
    expect(await ask(connect({ server, ca: own.cert, cert: alice.certificatePem, key: alice.privateKeyPem }))).toBe('alice')
  })

  test('an authority in a file that was renewed counts after a minute, for a server that was renewed as well', async () => {
    const [before, after] = [await tls(), await tls()]
    const secure = https.createServer(before, shown)
    const server = `https://127.0.0.1:${await listen(secure)}`
    const folder = await temporaryFolder()
    const authority = (pem: string) => writeFile(path.join(folder, 'ca.pem'), pem)
    await authority(before.cert)
    const clock = new ManualClock()
    const client = connect(await kubeconfigWith({ server, 'certificate-authority': 'ca.pem' }, {}, folder), { clock })
    expect(await ask(client)).toBe('none')
    secure.setSecureContext(after)
    await authority(after.cert)
    clock.advance(60_000)
    expect(await ask(client)).toBe('none')
  })

  test('certificates that cannot be used are reported in one line', async () => {
    const [cert = '', key = ''] = ['CERTIFICATE', 'PRIVATE KEY'].map(
      (label) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`,
    )
    await expect(ask(connect({ server: 'https://127.0.0.1:1', cert, key }))).rejects.toThrow('the certificates cannot be used')
    expect(() => connect({ server: 'https://127.0.0.1:1', cert })).toThrow('cert and key: one is of no use without the other')
  })
})

describe('credentials of a kubeconfig', () => {
  test('a token and a password are shown', async () => {
    const server = await httpServer(shown)
    expect(await ask(connect(await kubeconfigWith({ server }, { token: 'secret' })))).toBe('Bearer secret')
    const basic = await kubeconfigWith({ server }, { username: 'alice', password: 'pw' })
    expect(await ask(connect(basic))).toBe(`Basic ${Buffer.from('alice:pw').toString('base64')}`)
  })

  test('a token file is read again after a minute, and at once after 401', async () => {
    let good: string | undefined
    const server = await httpServer((request, response) => {
      if (good !== undefined && request.headers.authorization !== good) return response.writeHead(401).end()
      return shown(request, response)
    })
    const folder = await temporaryFolder()
    const clock = new ManualClock()
    const token = (text: string) => writeFile(path.join(folder, 'token'), text)
    await token('first\n')
    const client = connect(await kubeconfigWith({ server }, { tokenFile: 'token', token: 'other' }, folder), { clock })
    expect(await ask(client)).toBe('Bearer first')
    await token('second')
    clock.advance(59_999)
    expect(await ask(client)).toBe('Bearer first')
    clock.advance(1)
    expect(await ask(client)).toBe('Bearer second')
    await token('third')
    good = 'Bearer third'
    expect(await ask(client)).toBe('Bearer third')
  })

  test('the token is used while the token file beside it does not exist', async () => {
    const server = await httpServer(shown)
    expect(await ask(connect(await kubeconfigWith({ server }, { tokenFile: 'token', token: 'other' })))).toBe('Bearer other')
    await expect(ask(connect(await kubeconfigWith({ server }, { tokenFile: 'token' })))).rejects.toThrow('token: cannot be read')
  })

  test('impersonation headers are sent', async () => {
    const names = ['impersonate-user', 'impersonate-group', 'impersonate-uid', 'impersonate-extra-scopes%2fall']
    const server = await httpServer(telling(({ headersDistinct }) => JSON.stringify(names.map((name) => headersDistinct[name]))))
    const user = { as: 'bob', 'as-uid': 'u1', 'as-groups': ['a', 'b'], 'as-user-extra': { 'Scopes/all': ['x', 'y'] } }
    expect(JSON.parse((await ask(connect(await kubeconfigWith({ server }, user)))) ?? '')).toEqual([
      ['bob'],
      ['a', 'b'],
      ['u1'],
      ['x', 'y'],
    ])
  })

  test('impersonation headers are sent as UTF-8', async () => {
    const server = await httpServer(
      telling(({ headers }) => Buffer.from(String(headers['impersonate-user']), 'latin1').toString()),
    )
    expect(await ask(connect(await kubeconfigWith({ server }, { as: '你好, größe' })))).toBe('你好, größe')
  })

  test('a path before the API is kept', async () => {
    const server = await httpServer(telling(({ url }) => String(url)))
    expect(await ask(connect({ server: `${server}/planes/one/` }))).toBe('/planes/one/api/v1/namespaces/default')
  })
})

/** A proxy that requires the credential. */
async function httpProxy(credential?: string): Promise<{ readonly port: number; readonly asked: string[] }> {
  const asked: string[] = []
  const server = http.createServer((_request, response) => response.writeHead(405).end())
  server.on('connect', (request, socket: net.Socket) => {
    asked.push(String(request.url))
    if (credential !== undefined && request.headers['proxy-authorization'] !== credential) {
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    }
    const [host, port] = String(request.url).split(':')
    const onward = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    afterwards(() => onward.destroy())
  })
  return { port: await listen(server), asked }
}

/** A SOCKS proxy that requires user and password, or none. */
async function socksProxy(password?: string): Promise<{ readonly port: number; readonly asked: string[] }> {
  const asked: string[] = []
  const server = net.createServer(async (socket) => {
    socket.on('error', () => {})
    const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    const next = async () => ((await chunks.next().catch(() => undefined))?.value ?? Buffer.alloc(0)) as Buffer
    await next()
    socket.write(Buffer.from([5, password === undefined ? 0 : 2]))
    if (password !== undefined) {
      const given = await next()
      const right = given.subarray(3 + (given[1] ?? 0)).toString() === password
      socket.write(Buffer.from([1, right ? 0 : 1]))
      if (!right) return
    }
    const request = await next()
    const length = request[4] ?? 0
    const host = request.subarray(5, 5 + length).toString()
    const port = request.readUInt16BE(5 + length)
    asked.push(`${host}:${port}`)
    if (host === 'forbidden.example.com') return socket.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]))
    const onward = net.connect(port, host, () => {
      // In two parts, as networks like to do it.
      socket.write(Buffer.from([5, 0, 0, 1, 127, 0]))
      socket.write(Buffer.from([0, 1, 0, 80]))
    })
    afterwards(() => onward.destroy())
    onward.on('data', (chunk) => socket.write(chunk))
    for (let chunk = await next(); chunk.length > 0; chunk = await next()) onward.write(chunk)
  })
  return { port: await listen(server), asked }
}

describe('proxies', () => {
  test.each(['http', 'https'] as const)('%s goes through an HTTP proxy', async (protocol) => {
    const own = await tls()
    const server = protocol === 'http' ? await httpServer(shown) : await httpsServer(own, shown)
    const credential = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
    const { port, asked } = await httpProxy(credential)
    const client = connect({ server, ca: own.cert, proxyUrl: `http://me:p%40ss@127.0.0.1:${port}` })
    expect(await ask(client)).toBe('none')
    expect(asked).toEqual([new URL(server).host])
  })

  test.each(['http', 'https'] as const)('%s goes through a SOCKS proxy', async (protocol) => {
    const own = await tls()
    const server = protocol === 'http' ? await httpServer(shown) : await httpsServer(own, shown)
    const { port, asked } = await socksProxy('pw')
    expect(await ask(connect({ server, ca: own.cert, proxyUrl: `socks5://me:pw@127.0.0.1:${port}` }))).toBe('none')
    expect(asked).toEqual([new URL(server).host])
  })

  test.each(['http', 'socks5'])('a connection that a silent %s proxy is asked for ends with the client', async (protocol) => {
    const sockets: net.Socket[] = []
    const silent = net.createServer((socket) => {
      sockets.push(socket.on('error', () => {}))
      socket.resume()
    })
    const proxyUrl = `${protocol}://127.0.0.1:${await listen(silent)}`
    const client = connect({ server: 'https://plane.example.com', proxyUrl })
    const asked = namespaces(client).get('x')
    await once(silent, 'connection')
    client.close()
    await expect(asked).rejects.toThrow('the client is closed')
    await once(sockets[0] as net.Socket, 'close')
  })

  test('the refusal of a proxy is reported', async () => {
    const { port } = await httpProxy('Basic nobody')
    const refused = namespaces(connect({ server: 'http://127.0.0.1:1', proxyUrl: `http://127.0.0.1:${port}` })).get('x')
    await expect(refused).rejects.toThrow(`the proxy 127.0.0.1:${port} refused a connection to 127.0.0.1:1 with status 407`)
    const socks = await socksProxy()
    const forbidden = connect({ server: 'http://forbidden.example.com', proxyUrl: `socks5://127.0.0.1:${socks.port}` })
    await expect(namespaces(forbidden).get('x')).rejects.toThrow('refused a connection to forbidden.example.com:80 with code 2')
    const other = await socksProxy('right')
    const wrong = connect({ server: 'http://x.example.com', proxyUrl: `socks5://me:wrong@127.0.0.1:${other.port}` })
    await expect(namespaces(wrong).get('x')).rejects.toThrow('did not take the user and password')
  }, 15_000)
})
