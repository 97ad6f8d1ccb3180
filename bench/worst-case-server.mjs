// A plane behind node:http that reports the length of its event loop turns; see worst-case.mjs.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { createControlPlane, defineResource, fromOpenAPI, kubernetesDialect } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import {
  limitRanger,
  ownerReferencesPermissionEnforcement,
  podSecurity,
  resourceQuota,
  validatingAdmissionWebhook,
} from 'binnacle/admission'
import { createStaticTokenAuthenticator } from 'binnacle/authn'
import { threadClock } from '../tools/thread-clock.mjs'

const [documentFile] = process.argv.slice(2)
const kinds = documentFile ? fromOpenAPI(JSON.parse(readFileSync(documentFile, 'utf8')), { dialect: kubernetesDialect }) : []
/** What custom types may not say. */
const uniqueItems = (depth) => ({
  type: 'array',
  uniqueItems: true,
  items: depth === 0 ? { type: 'integer' } : uniqueItems(depth - 1),
})
const alternatives = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
  oneOf: Array.from({ length: 50_000 }, (_, i) => ({ required: [`k${i}`] })),
}
const uniques = defineResource({
  group: 'worst.example.com',
  kind: 'Unique',
  versions: [{ name: 'v1', schema: { type: 'object', properties: { spec: uniqueItems(98), alternatives } } }],
})
const users = [
  { token: 'admin', user: { username: 'admin', groups: ['system:masters'] } },
  { token: 'bob', user: { username: 'bob', groups: [] } },
]
let watching
/** A webhook that allows everything. It takes no time, as calls in one turn add up. */
async function allow(body) {
  const [, uid] = /"uid":"([^"]+)"/.exec(body.slice(0, 1000))
  const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: { uid, allowed: true } }
  // As a transport does.
  Buffer.from(body)
  return { status: 200, body: JSON.stringify(review) }
}

/** A webhook that converts at once; what it takes is not ours. */
async function webhooks({ body }) {
  if (body.startsWith('{"kind":"AdmissionReview"')) return allow(body)
  note()
  const unwatched = watching
  watching = undefined
  const { apiVersion, kind, request } = JSON.parse(body)
  const convertedObjects = request.objects.map((object) => ({ ...object, apiVersion: request.desiredAPIVersion }))
  const response = { uid: request.uid, result: { status: 'Success' }, convertedObjects }
  const reply = { status: 200, body: JSON.stringify({ apiVersion, kind, response }) }
  await new Promise((resolve) => setTimeout(resolve, 1))
  if (unwatched) {
    watching = { ...unwatched, last: threadClock() }
    look()
  }
  return reply
}
const plane = await createControlPlane({
  dialect: kubernetesDialect,
  resources: [...kinds, uniques],
  authenticators: [createStaticTokenAuthenticator(users)],
  authorizer: ['RBAC'],
  admission: [
    limitRanger(),
    podSecurity(),
    resourceQuota(),
    ownerReferencesPermissionEnforcement(),
    validatingAdmissionWebhook(),
  ],
  controllers: ['namespace', 'garbagecollector', 'clusterrole-aggregation'],
  webhooks,
  audit: {
    policy: { rules: [{ level: 'RequestResponse', namespaces: ['audited'] }, { level: 'None' }] },
    backends: [() => {}],
  },
  logger: { error: (message, fields) => console.error(message, fields), info() {} },
})

function look() {
  if (!watching) return
  note()
  setImmediate(look)
}

function note() {
  if (!watching) return
  watching.longestMs = Math.max(watching.longestMs, threadClock() - watching.last)
  watching.rss = Math.max(watching.rss, process.memoryUsage.rss())
  watching.last = threadClock()
}

const server = http.createServer(nodeHandler(plane))
// A connection that waits for a scenario of many seconds stays open.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

process.on('message', async ({ job }) => {
  if (job === 'begin') {
    globalThis.gc()
    await new Promise((resolve) => setTimeout(resolve, 5))
    globalThis.gc()
    const rss = process.memoryUsage.rss()
    const now = threadClock()
    watching = { longestMs: 0, before: rss, rss, last: now, began: now }
    look()
    process.send({})
    return
  }
  await new Promise((resolve) => setTimeout(resolve, 5))
  const { longestMs, before, rss, began } = watching
  watching = undefined
  process.send({ longestMs, grownMiB: (rss - before) / 1024 / 1024, cpuMs: threadClock() - began })
})
// A profile is only written on a regular exit.
process.on('SIGTERM', () => process.exit())
