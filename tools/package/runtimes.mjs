// Runtimes other than Node, from the npm registry: a plane behind `fetch`, clients and their watches, the packaged kinds, a
// controller and a test clock, and a server with HTTPS.
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const RUNTIMES = { bun: [], deno: ['run', '--allow-all', '--v8-flags=--expose-gc'] }

const STORY = `
import { createControlPlane, defineResource } from 'binnacle'
import { fetchHandler } from 'binnacle/adapters'
import { applyConfiguration, compileType } from 'binnacle/apply'
import { connectWithFetch, controller, informer } from 'binnacle/client'
import { connect, parseKubeconfig } from 'binnacle/client/node'
import { createSelfSignedCertificate } from 'binnacle/crypto'
import { packagedKinds } from 'binnacle/kubernetes'
import { testPlane, testServer } from 'binnacle/testing'
import { z } from 'zod'

// What hangs is not waited for.
setTimeout(() => process.exit(1), 60_000)

const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [{ name: 'v1', schema: { spec: z.object({ size: z.int().default(3) }), status: z.object({ ready: z.boolean() }) }, subresources: { status: true } }],
})
const plane = await createControlPlane({ resources: [Widget] })
const answer = fetchHandler(plane)
const server = typeof Bun === 'undefined'
  ? Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, answer)
  : Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
const client = connectWithFetch({ server: 'http://127.0.0.1:' + (server.port ?? server.addr.port), fetch })
const widgets = client.resource(Widget).namespace('default')
const followed = informer(client.resource(Widget))
await followed.synced
const seen = new Promise((resolve) => followed.changes.subscribe(({ object }) => resolve(object.metadata.name)))
const made = await widgets.create({ metadata: { name: 'lamp' }, spec: {} })
const name = await seen
// A watch ends with its client although garbage was collected since it began.
globalThis.gc?.()
client.close()
await (server.stop ? server.stop(true) : server.shutdown())
await plane.close()

const lab = await testPlane({ resources: [Widget], objects: 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: { name: a, namespace: default }' })
const own = lab.client().resource(Widget)
controller({
  for: own,
  reconcile: async ({ metadata, status }) => {
    if (lab.clock.now() - Date.parse(metadata.creationTimestamp) < 60_000) return { requeueAfterMs: 60_000 }
    if (!status) await own.namespace('default').status.patch(metadata.name, { merge: { status: { ready: true } } })
  },
})
await own.namespace('default').create({ metadata: { name: 'lamp' }, spec: {} })
await lab.advance(61_000)
const { status } = await own.namespace('default').get('lamp')
await lab.close()

const pods = { group: '', version: 'v1', kind: 'Pod' }
const https = await testServer({ resources: Object.values(packagedKinds({ dialect: 'kubernetes' })) })
const remote = connect(await parseKubeconfig(https.kubeconfig))
const containers = [{ name: 'main', image: 'example.com/main:1' }]
const pod = await remote.resource(pods).namespace('default').create({ metadata: { name: 'a' }, spec: { containers } })
remote.close()
await https.close()

const type = compileType({ type: 'object', properties: { a: { type: 'integer' } } })
const { object } = applyConfiguration({ type, manager: 'm', configuration: { a: 1 } })
const { certificatePem } = await createSelfSignedCertificate({ hosts: ['localhost'] })
const told = [made.spec.size, name, status.ready, pod.spec.restartPolicy, object.a, certificatePem.startsWith('-----BEGIN')].join()
if (told !== '3,lamp,true,Always,1,true') throw new Error(told)
process.exit(0)
`

/**
 * @param folder - The project with the installed package.
 * @param checkRun - Runs a command in a folder as a check.
 */
export function checkRuntimes(folder, checkRun) {
  writeFileSync(path.join(folder, 'runtime.mjs'), STORY)
  for (const [name, args] of Object.entries(RUNTIMES)) {
    const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', name]
    if (!checkRun(`${name} installs from the registry`, 'npm', install, folder)) continue
    const command = path.join(folder, 'node_modules/.bin', name)
    if (existsSync(command)) checkRun(`a plane, a client and a controller in ${name}`, command, [...args, 'runtime.mjs'], folder)
  }
}
