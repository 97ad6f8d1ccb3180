// What programs export without type annotations. Each program imports few entry points, is compiled alone, and has a declaration
// file written, which fails (TS2742) if it would have to name a type that none of these entry points exports.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const PROGRAMS = {
  'a plane and its clients': `
import { createControlPlane, defineResource, toCustomResourceDefinition } from 'binnacle'
import { z } from 'zod'
const schema = { spec: z.object({ size: z.int().default(3) }), status: z.object({ ready: z.boolean() }) }
export const Widget = defineResource({ group: 'a.example', kind: 'Widget', versions: [{ name: 'v1', schema, subresources: { status: true } }] })
export const document = toCustomResourceDefinition(Widget)
export const plane = await createControlPlane({ resources: [Widget] })
export const stats = () => plane.stats
export const client = plane.client()
export const widgets = client.resource(Widget).namespace('default')
export const read = (name: string) => widgets.get(name)
export const list = () => widgets.list()
export const all = () => widgets.all()
export const watch = () => widgets.watch()
export const create = () => widgets.create({ metadata: { name: 'a' }, spec: {} })
export const resize = (size: number) => widgets.patch('a', { merge: { spec: { size } } })
export const remove = () => widgets.delete('a')
export const scale = () => widgets.scale.get('a')
export const status = () => widgets.status
export const cache = () => client.informers.of(widgets)
export const maps = client.resource({ group: '', version: 'v1', kind: 'ConfigMap' })
export const map = () => maps.namespace('default').get('a')`,
  'clients alone': `
import { connectWithFetch, controller, informer } from 'binnacle/client'
export const client = connectWithFetch({ server: 'http://localhost' })
export const maps = client.resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
export const cache = informer(maps)
export const cached = () => cache.get('default/a')
export const running = controller({ for: maps, reconcile() {} })`,
  'a client for Node alone': `
import { connect, loadKubeconfig } from 'binnacle/client/node'
export const config = await loadKubeconfig()
export const client = connect(config)
export const maps = () => client.resource({ group: '', version: 'v1', kind: 'ConfigMap' }).list()`,
  'planes in tests': `
import { testPlane, testServer } from 'binnacle/testing'
export const plane = await testPlane()
export const server = await testServer()
export const client = plane.client()
export const history = () => plane.history()
export const maps = () => client.resource({ group: '', version: 'v1', kind: 'ConfigMap' }).list()`,
  'packaged kinds': `
import { packagedKinds } from 'binnacle/kubernetes'
export const { Pod, Deployment } = packagedKinds()`,
  'the apply engine': `
import { apply, applyConfiguration, compileType, diff } from 'binnacle/apply'
export const type = compileType({ type: 'object' })
export const applied = applyConfiguration({ type, manager: 'a', configuration: {} })
export const low = (options: Parameters<typeof apply>[0]) => apply(options)
export const patch = () => diff({}, {}).jsonPatch()`,
  'adapters and storage': `
import { nodeHandler } from 'binnacle/adapters'
import { createLmdbStorage } from 'binnacle/storage/lmdb'
export const storage = await createLmdbStorage({ directory: 'state' })
export const handle = (handler: Parameters<typeof nodeHandler>[0]) => nodeHandler(handler)`,
}

/**
 * @param folder - The project with the installed package.
 * @param compiler - Path of the compiler.
 * @param checkRun - Runs a command in a folder as a check.
 */
export function checkExportedTypes(folder, compiler, checkRun) {
  mkdirSync(path.join(folder, 'exported'), { recursive: true })
  const options = [
    '--strict',
    '--declaration',
    '--emitDeclarationOnly',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
  ]
  for (const [index, [name, text]] of Object.entries(PROGRAMS).entries()) {
    const file = path.join('exported', `${index}.ts`)
    writeFileSync(path.join(folder, file), text)
    checkRun(`declarations of exports: ${name}`, compiler, [...options, '--outDir', path.join('exported', 'types'), file], folder)
  }
}
