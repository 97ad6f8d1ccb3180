/** The service as its users meet it: real TLS, real tokens, a real disk. */

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Client } from 'binnacle'
import { connect } from 'binnacle/client/node'
import { createSelfSignedCertificate } from 'binnacle/crypto'
import { testAdmission } from 'binnacle/testing'
import { generateKeyPair, SignJWT } from 'jose'
import { Counter, Registry } from 'prom-client'
import { filter, firstValueFrom } from 'rxjs'
import { Database, Project } from '../src/kinds.js'
import { projectLimits } from '../src/project-limits.js'
import { type Service, startService } from '../src/service.js'
import { tokenAuthenticator } from '../src/token-authenticator.js'

const ISSUER = 'https://login.example.com'
const AUDIENCE = 'database-service'
const { publicKey, privateKey } = await generateKeyPair('ES256')
const { certificatePem: cert, privateKeyPem: key } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })

const logIn = (sub: string, role: string, { expires = '1h', audience = AUDIENCE } = {}) =>
  new SignJWT({ roles: [role] })
    .setProtectedHeader({ alg: 'ES256' })
    .setSubject(sub)
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setExpirationTime(expires)
    .sign(privateKey)

let directory: string
let service: Service
let log: string[]
const clients: Client[] = []

async function start(registry = new Registry()): Promise<void> {
  log = []
  service = await startService({
    directory,
    port: 0,
    tls: { cert, key },
    authenticator: tokenAuthenticator({ issuer: ISSUER, audience: AUDIENCE, keys: () => publicKey }),
    registry,
    log: (line) => log.push(line),
  })
}

async function stop(): Promise<void> {
  for (const client of clients.splice(0)) client.close()
  await service.close()
}

function clientOf(token: string): Client {
  const client = connect({ server: service.url, ca: cert, token })
  clients.push(client)
  return client
}
const databasesOf = async (role: string) =>
  clientOf(await logIn('ada', role))
    .resource(Database)
    .namespace('default')
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('it was let through'),
    (error) => `${error.status?.code} ${error.message}`,
  )

before(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'database-service-'))
  await start()
  const projects = clientOf(await logIn('root', 'admin')).resource(Project)
  await projects.create({ metadata: { name: 'shop' }, spec: { maxGigabytes: 50 } })
})
after(async () => {
  await stop()
  await rm(directory, { recursive: true })
})

test('a database has its defaults at once, and its address when it is ready', async () => {
  const databases = await databasesOf('developer')
  const created = await databases.create({ metadata: { name: 'orders' }, spec: { project: 'shop' } })
  assert.deepEqual(created.spec, { project: 'shop', engine: 'postgres', gigabytes: 10 })
  const event = await firstValueFrom(
    databases
      .watch({ fieldSelector: 'metadata.name=orders' })
      .pipe(filter((event) => 'object' in event && event.object.status?.address !== undefined)),
  )
  assert.equal('object' in event && event.object.status?.address, 'orders.postgres.example.com')
})

test('a database is no larger than its project may have', async () => {
  const databases = await databasesOf('developer')
  const large = databases.create({ metadata: { name: 'large' }, spec: { project: 'shop', gigabytes: 51 } })
  assert.match(await failureOf(large), /^403 .*a database of project shop has at most 50 gigabytes$/)
  const nobodys = databases.create({ metadata: { name: 'nobodys' }, spec: { project: 'none' } })
  assert.match(await failureOf(nobodys), /^403 .*there is no project "none"$/)
})

test('the rule alone can be tested without a server', async () => {
  const type = { apiVersion: 'databases.example.com/v1' }
  const project = { ...type, kind: 'Project', metadata: { name: 'shop' }, spec: { maxGigabytes: 5 } }
  const object = { ...type, kind: 'Database', metadata: { name: 'a' }, spec: { project: 'shop', engine: 'mysql', gigabytes: 5 } }
  const plane = { resources: [Project, Database], objects: [project] }
  assert.equal((await testAdmission(projectLimits(), { object, plane })).allowed, true)
})

test('requests with an expired token, one for another audience or an invalid one are unauthenticated', async () => {
  const yesterday = await logIn('ada', 'admin', { expires: '-1d' })
  const elsewhere = await logIn('ada', 'admin', { audience: 'another-service' })
  for (const token of [yesterday, elsewhere, 'nonsense']) {
    assert.match(await failureOf(clientOf(token).resource(Database).list()), /^401 /)
  }
})

test('a viewer looks, and writes nothing', async () => {
  const databases = await databasesOf('viewer')
  await databases.list()
  assert.match(await failureOf(databases.create({ metadata: { name: 'x' }, spec: { project: 'shop' } })), /^403 /)
  assert.ok(log.includes('POST /apis/databases.example.com/v1/namespaces/default/databases people:ada 403'))
})

test('what was stored is there after a restart, and metrics stand beside those of the service', async () => {
  const databases = await databasesOf('developer')
  await databases.create({ metadata: { name: 'kept' }, spec: { project: 'shop', engine: 'mysql' } })
  await stop()
  const registry = new Registry()
  new Counter({ name: 'own_total', help: 'One of the service itself.', registers: [registry] }).inc()
  await start(registry)
  assert.equal((await (await databasesOf('viewer')).get('kept')).spec.engine, 'mysql')
  const metrics = await registry.metrics()
  for (const name of ['own_total', 'apiserver_request_total', 'process_cpu_seconds_total'])
    assert.match(metrics, new RegExp(`^${name}`, 'm'))
})
