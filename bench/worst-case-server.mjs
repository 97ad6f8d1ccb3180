// A plane behind node:http that says how long its turns of the event loop are; see worst-case.mjs.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { createControlPlane, defineResource, fromOpenAPI, kubernetesDialect } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
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
  versions: [{ name: 'v1', schema: { spec: uniqueItems(98), alternatives } }],
})
const users = [
  { token: 'admin', user: { username: 'admin', groups: ['system:masters'] } },
  { token: 'bob', user: { username: 'bob', groups: [] } },
]
const plane = await createControlPlane({
  dialect: kubernetesDialect,
  resources: [...kinds, uniques],
  authenticators: [createStaticTokenAuthenticator(users)],
  authorizer: ['RBAC'],
  logger: { error: (message, fields) => console.error(message, fields), info() {} },
})

let watching
function look() {
  if (!watching) return
  const now = threadClock()
  watching.longestMs = Math.max(watching.longestMs, now - watching.last)
  watching.rss = Math.max(watching.rss, process.memoryUsage.rss())
  watching.last = threadClock()
  setImmediate(look)
}

const server = http.createServer(nodeHandler(plane))
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
// A profile is written at a regular end alone.
process.on('SIGTERM', () => process.exit())
