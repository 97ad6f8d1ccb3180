// First steps of new users, as programs run with the installed package: one for each documented promise without another check.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../free-port.mjs'

const PRELUDE = `
import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createControlPlane, defineResource, toCustomResourceDefinition } from 'binnacle'
import { admissionDenied, resourcePlugin } from 'binnacle/admission'
import { applyConfiguration, compileType, diff } from 'binnacle/apply'
import { controller, informer } from 'binnacle/client'
import { connect, loadKubeconfig, parseKubeconfig } from 'binnacle/client/node'
import { packagedKinds } from 'binnacle/kubernetes'
import { createLmdbStorage } from 'binnacle/storage/lmdb'
import { testPlane, testServer } from 'binnacle/testing'
import { z } from 'zod'

const resource = (spec, more = {}) =>
  defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1', schema: { spec }, ...more }] })
const Widget = resource(z.object({ size: z.int().default(3) }))
const of = (plane, type = Widget, options) => plane.client(options).resource(type).namespace('default')
const fieldsOf = (error) => error.status.details.causes.map(({ field }) => field)
`

/** Each promise, and a program that fails if it is broken. */
const PROGRAMS = {
  'a controller that always changes its object lets timers fire, and is named': `
const plane = await testPlane({ resources: [Widget] })
const widgets = of(plane)
const client = plane.client()
controller({ for: client.resource(Widget), reconcile: ({ spec }) => of(plane).patch('a', { merge: { spec: { size: spec.size + 1 } } }) })
await widgets.create({ metadata: { name: 'a' }, spec: {} })
await new Promise((resolve) => setTimeout(resolve, 1))
await rejects(plane.settled(), /the controller of Widget has looked at default\\/a more than 1,000 times/)
process.exit(0)`,

  'refinements of zod are run; what cannot be stored, and rules that do not compile, are refused at the start': `
const Even = resource(z.object({ size: z.int().refine((size) => size % 2 === 0, 'must be even') }))
const plane = await createControlPlane({ resources: [Even] })
await of(plane, Even).create({ metadata: { name: 'a' }, spec: { size: 2 } })
await rejects(of(plane, Even).patch('a', { merge: { spec: { size: 3 } } }), (error) => fieldsOf(error)[0] === 'spec.size')
for (const part of [z.string().trim(), z.string().catch(''), z.string().transform(Number), z.string().overwrite((text) => text), z.string().refine(async () => true)])
  throws(() => resource(z.object({ part })), /spec\\.part/)
const rules = { 'x-platform-validations': [{ rule: 'self.sice < 3' }] }
await rejects(createControlPlane({ resources: [resource(z.object({ size: z.int() }).meta(rules))] }), /self\\.sice < 3/)
await plane.close()`,

  'stored objects are read by the present definition after a restart': `
const directory = await mkdtemp(path.join(tmpdir(), 'binnacle-hour-'))
const open = async (type) => createControlPlane({ resources: [type], storage: await createLmdbStorage({ directory }) })
const [old, present] = [resource(z.object({ a: z.int(), b: z.int() })), resource(z.object({ a: z.int(), c: z.int().default(3) }))]
const before = await open(old)
await of(before, old).create({ metadata: { name: 'a' }, spec: { a: 1, b: 2 } })
await before.close()
const after = await open(present)
deepEqual((await of(after, present).get('a')).spec, { a: 1, c: 3 })
await after.close()
await rm(directory, { recursive: true })`,

  'options at fault are named in one line': `
const refused = async (options, expected) => rejects(createControlPlane(options), ({ message }) => {
  match(message, expected)
  return !message.includes('\\n')
})
await refused({ resorces: [] }, /resorces is unknown: did you mean resources\\?/)
await refused({ resources: Widget }, /resources is an object: expected a list/)
await refused({ resources: [Widget, Widget] }, /expected another/)
await refused({ admission: [{ validate() {} }] }, /admission\\[0\\]\\.name is undefined/)
await refused({ dialect: 'kube' }, /expected "platform" or "kubernetes"/)
await refused({ dialect: 'kubernetes', resources: Object.values(packagedKinds()) }, /packagedKinds/)
throws(() => defineResource({ group: 'shop', kind: 'widget', versions: [] }), /kind/)
throws(() => resource({ type: 'object', propertis: {} }), /spec: propertis: no such keyword: did you mean properties\\?/)
equal(toCustomResourceDefinition(Widget, { dialect: 'kubernetes' }).apiVersion, 'apiextensions.k8s.io/v1')
throws(() => defineResource({ group: 'shop.example.com', kind: 'Widget', namespace: false, versions: [{ name: 'v1' }] }), /did you mean namespaced\\?/)
throws(() => informer(undefined), /informer: resource is undefined: expected a type of a client/)
const plane = await createControlPlane({ dialect: 'kubernetes' })
throws(() => plane.client({ usr: 'ada' }), /usr is unknown: did you mean user\\?/)
await plane.close()`,

  'an invalid object with an unknown field is a 400 with all causes': `
const plane = await createControlPlane({ resources: [resource(z.object({ size: z.int(), color: z.enum(['red']) }))] })
const body = { metadata: { name: 'a' }, spec: { size: 'x', color: 'blue', extra: 1 } }
const error = await of(plane).create(body, { fieldValidation: 'Strict' }).catch((caught) => caught)
equal(error.status.code, 400)
ok(error.message.includes('spec.extra'), error.message)
await plane.close()`,

  'an error that a plugin got from a request of its own is a 500 with the name of the plugin': `
let client
const plugin = { name: 'looks-up', start(sources) { client = sources.client }, async validate() {
  await client.resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default').get('missing')
} }
const plane = await createControlPlane({ resources: [Widget], admission: [plugin], logger: { info() {}, error() {} } })
const { status } = await of(plane).create({ metadata: { name: 'a' }, spec: {} }).catch((error) => error)
equal(status.code, 500)
match(status.message, /looks-up/)
await plane.close()`,

  'a plugin names its definition, and gets typed objects in a version, a client and a context': `
const limit = resourcePlugin(Widget, {
  name: 'limit', version: 'v1', operations: ['CREATE'],
  mutate(widget) { widget.spec.size += 1 },
  async validate(write, { client }) {
    ok(client)
    if (write.object.spec.size > 10) throw admissionDenied(write, 'too large')
  },
})
const plane = await createControlPlane({ resources: [Widget], admission: [limit] })
equal((await of(plane).create({ metadata: { name: 'a' }, spec: {} })).spec.size, 4)
await rejects(of(plane).create({ metadata: { name: 'b' }, spec: { size: 10 } }), /too large/)
await plane.close()`,

  'testServer is found by kubeconfig, with the clock and the faults of a test plane': `
const server = await testServer({ resources: Object.values(packagedKinds({ dialect: 'kubernetes' })) })
const client = connect(await parseKubeconfig(server.kubeconfig))
const pods = client.resource({ group: '', version: 'v1', kind: 'Pod' }).namespace('default')
const pod = await pods.create({ metadata: { name: 'a' }, spec: { containers: [{ name: 'main', image: 'example.com/a:1' }] } })
equal(pod.spec.restartPolicy, 'Always')
server.plane.faults.add({ verb: 'delete' }, { status: 409 })
await rejects(pods.delete('a'), ({ status }) => status.code === 409)
client.close()
await server.close()`,

  'a controller reads from informers that it shares, and ends when its watch is refused': `
const plane = await testPlane({ resources: [Widget], authorizer: 'RBAC' })
const own = plane.client()
const seen = []
const running = controller({
  for: own.resource(Widget), predicates: ['generation'],
  reconcile: ({ metadata }, { cached }) => void seen.push(cached(own.resource(Widget)).get('default/' + metadata.name).spec.size),
})
await of(plane).create({ metadata: { name: 'a' }, spec: {} })
await plane.settled()
deepEqual(seen, [3])
await rejects(controller({ for: plane.client({ user: 'ada' }).resource(Widget), reconcile() {} }).ended, ({ status }) => status.code === 403)
await running.stop()
await plane.close()`,

  'the apply engine says where a schema is wrong, and how two states differ': `
throws(() => compileType({ type: 'object', properties: { a: { type: 'array', 'x-platform-list-type': 'mapp' } } }), /properties\\/a/)
const type = compileType({ type: 'object', properties: { a: { type: 'integer' } } })
const { object } = applyConfiguration({ type, manager: 'me', configuration: { a: 1 } })
const difference = diff({}, object)
deepEqual([difference.mergePatch(), difference.jsonPatch().length, difference.changes().length], [{ a: 1 }, 1, 1])`,
}

const OBJECTS = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: note }\ndata: { text: hello }\n'

/** Starts a server, and follows its output and the documents. */
async function serve(folder) {
  const [port, binnacle] = [await freePort(), path.join(folder, 'node_modules/.bin/binnacle')]
  writeFileSync(path.join(folder, 'objects.yaml'), OBJECTS)
  const args = ['--secure-port', `${port}`, '--write-kubeconfig', 'kubeconfig', '--objects', 'objects.yaml', '--access-log']
  const child = spawn(binnacle, ['serve', '--resources', 'kubernetes', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more) => (text += more))
  const printed = async (word) => {
    for (let left = 200; left > 0 && !text.includes(word); left--) await new Promise((resolve) => setTimeout(resolve, 50))
    if (!text.includes(word)) throw new Error(`did not print ${word}:\n${text}`)
  }
  try {
    await printed('get namespaces')
    const line = /^ {2}(kubectl .*)$/m.exec(text)?.[1] ?? ''
    const env = { ...process.env, KUBECONFIG: path.join(folder, 'kubeconfig') }
    if (spawnSync('kubectl', ['version', '--client']).status === 0) {
      const { status, stdout, stderr } = spawnSync(line, { cwd: folder, shell: true, encoding: 'utf8' })
      if (status !== 0 || !stdout.includes('default')) throw new Error(`${line}:\n${stdout}${stderr}`)
    }
    const program = `const client = connect(await loadKubeconfig())
      const note = await client.resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default').get('note')
      equal(note.data.text, 'hello')
      client.close()`
    writeFileSync(path.join(folder, 'reads.mjs'), PRELUDE + program)
    const read = spawnSync(process.execPath, ['reads.mjs'], { cwd: folder, env, encoding: 'utf8' })
    if (read.status !== 0) throw new Error(read.stderr)
    await printed('configmaps/note')
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`ended with ${code}:\n${text}`)
  } finally {
    child.kill('SIGKILL')
  }
}

/** Invalid command lines, and others that only print. */
const LINES = [
  [['-h'], 0, /usage: binnacle COMMAND/],
  [['-v'], 0, /^\d+\.\d+\.\d+\n$/],
  [['serve', '--help'], 0, /^Types and objects:$[\s\S]*\(platform or\s+kubernetes, default kubernetes\)[\s\S]*^Example/m],
  [['serve', '--prot', '1'], 2, /^binnacle: unknown option --prot: did you mean --port\?\n$/],
  [['serve', '--storage', 'lmdb:/proc/x'], 1, /^binnacle: storage directory \/proc\/x: [^\n]+\n$/],
  [['completion', 'bash'], 0, /complete/],
]

function commandLines(folder) {
  for (const [args, code, expected] of LINES) {
    const binnacle = path.join(folder, 'node_modules/.bin/binnacle')
    const { status, stdout, stderr } = spawnSync(binnacle, args, { cwd: folder, encoding: 'utf8', timeout: 30_000 })
    if (status !== code || !expected.test(stdout + stderr))
      throw new Error(`binnacle ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  }
}

/**
 * @param folder - The project with the installed package.
 * @param check - Takes the name of a check, whether it passed, and why not.
 */
export async function checkFirstHour(folder, check) {
  for (const [index, [name, program]] of Object.entries(PROGRAMS).entries()) {
    const file = path.join(folder, `hour-${index}.mjs`)
    writeFileSync(file, PRELUDE + program)
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8', timeout: 60_000 })
    check(name, status === 0, stdout + stderr)
  }
  const attempt = async (name, work) => {
    const error = await Promise.resolve(folder)
      .then(work)
      .then(
        () => undefined,
        (caught) => caught,
      )
    check(name, error === undefined, error?.message)
  }
  await attempt('binnacle serve prints a kubectl line that works, and has the objects of a file', serve)
  await attempt('the command line helps, and says in one line what is wrong', commandLines)
}
