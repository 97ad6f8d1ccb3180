import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createHttpsFetch } from '../../src/adapters/index.js'
import { type CertificateAndKey, createSelfSignedCertificate } from '../../src/crypto/index.js'

describe('documents over HTTPS', () => {
  let certificate: CertificateAndKey
  let server: https.Server
  let url: string
  const asked: string[] = []

  beforeAll(async () => {
    certificate = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
    const options = { cert: certificate.certificatePem, key: certificate.privateKeyPem }
    server = https.createServer(options, ({ url: path = '', headers }, response) => {
      asked.push(path)
      if (path === '/moved') response.writeHead(302, { location: '/' }).end()
      else if (path === '/silent') return
      else if (path === '/cut') {
        response.writeHead(200, { 'content-length': '10' }).write('half')
        setImmediate(() => response.destroy())
      } else response.writeHead(path === '/empty' ? 204 : 200).end(path === '/empty' ? undefined : `accept ${headers.accept}`)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  const ask = (path: string, ca?: string, signal = new AbortController().signal) =>
    createHttpsFetch(ca)(`${url}${path}`, { signal, redirect: 'error', headers: { accept: 'application/json' } })

  test('come from a server whose certificate the given authority signed', async () => {
    const response = await ask('/', certificate.certificatePem)
    expect([response.status, await response.text()]).toEqual([200, 'accept application/json'])
  })

  test('do not come from an untrusted server', async () => {
    await expect(ask('/')).rejects.toThrow(/certificate/)
    const other = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
    await expect(ask('/', other.certificatePem)).rejects.toThrow(/certificate|signature/)
    const named = await createSelfSignedCertificate({ hosts: ['login.example'] })
    await expect(ask('/', named.certificatePem)).rejects.toThrow(/certificate|signature/)
  })

  test('are those of the requested URL: a redirect is not followed', async () => {
    asked.length = 0
    const response = await ask('/moved', certificate.certificatePem)
    expect([response.status, asked]).toEqual([302, ['/moved']])
  })

  test('may have no body', async () => {
    expect((await ask('/empty', certificate.certificatePem)).status).toBe(204)
  })

  test('fail when the call is aborted, and when the connection breaks', async () => {
    const abort = new AbortController()
    const waiting = ask('/silent', certificate.certificatePem, abort.signal)
    abort.abort()
    await expect(waiting).rejects.toThrow(/abort/)
    const cut = await ask('/cut', certificate.certificatePem)
    await expect(cut.text()).rejects.toThrow()
  })
})
