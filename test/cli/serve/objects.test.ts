import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { connect, loadKubeconfig } from '../../../src/client/node/index.js'
import { build, freePort, killAll, runCommand, startCommand } from '../run-command.js'

const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-objects-'))
const put = (name: string, text: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

beforeAll(build, 120_000)
afterAll(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server with arguments, and a client of it. */
async function startServer(...args: string[]) {
  const port = String(await freePort())
  const kubeconfig = path.join(folder, `kubeconfig-${port}`)
  const command = startCommand(['serve', '--secure-port', port, '--write-kubeconfig', kubeconfig, ...args])
  await command.printed('kubectl')
  const client = connect(await loadKubeconfig({ paths: [kubeconfig] }))
  const end = async () => {
    client.close()
    command.child.kill('SIGTERM')
    return command.ended
  }
  return { ...command, client, end }
}
const configMaps = { group: '', version: 'v1', kind: 'ConfigMap' } as const

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.shop.example.com }
spec:
  group: shop.example.com
  scope: Namespaced
  names: { plural: widgets, kind: Widget }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } } }]
`

describe('serve --objects', () => {
  test('has the objects of files from the start: namespaces, definitions and custom objects', async () => {
    const shop = put(
      'shop.yaml',
      `${definition}---\napiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n---\napiVersion: shop.example.com/v1\nkind: Widget\nmetadata: { name: lamp, namespace: shop, resourceVersion: "7", uid: x }\nspec: { color: red }\n`,
    )
    const list = put(
      'list.json',
      JSON.stringify({
        kind: 'List',
        items: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } }],
      }),
    )
    const { client, end } = await startServer('--objects', shop, '--objects', list)
    const lamp = await client.resource({ group: 'shop.example.com', version: 'v1', kind: 'Widget' }).namespace('shop').get('lamp')
    expect(lamp).toMatchObject({ spec: { color: 'red' }, metadata: { managedFields: [{ manager: 'binnacle-objects' }] } })
    expect(await client.resource(configMaps).namespace('default').get('a')).toMatchObject({ data: { k: 'v' } })
    expect((await end()).exitCode).toBe(0)
  })

  test('with --watch-objects applies a file again when it changes', async () => {
    const text = (value: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: b }\ndata: { k: ${value} }\n`
    const file = put('watched.yaml', text('one'))
    const { client, end } = await startServer('--objects', file, '--watch-objects')
    const read = async () => (await client.resource<{ data?: { k?: string } }>(configMaps).namespace('default').get('b')).data?.k
    expect(await read()).toBe('one')
    put('watched.yaml', text('two'))
    for (let value = await read(); value !== 'two'; value = await read()) await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await end()).stderr).toContain(`binnacle: --objects ${file} has changed and was read again\n`)
  })

  test.each([
    {
      what: 'a file that is not there',
      args: [`${folder}/none.yaml`],
      line: `--objects ${folder}/none.yaml: there is no such file`,
    },
    {
      what: 'a type that the plane does not serve',
      args: [put('type.yaml', 'apiVersion: a.example.com/v1\nkind: Thing\nmetadata: { name: a }\n')],
      line: `--objects ${folder}/type.yaml: Thing "a": the plane serves no Thing of a.example.com/v1: --resources adds types, kubernetes the packaged ones`,
    },
    {
      what: 'a type whose name would be a command to a terminal',
      args: [put('escape.yaml', 'apiVersion: "a\\nb"\nkind: "\\e[2J"\nmetadata: { name: a }\n')],
      line: `--objects ${folder}/escape.yaml: \ufffd[2J "a": the plane serves no \ufffd[2J of a\ufffdb: --resources adds types, kubernetes the packaged ones`,
    },
    {
      what: 'an object that the plane refuses',
      args: [put('bad.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: A }\n')],
      line: `--objects ${folder}/bad.yaml: ConfigMap "A": ConfigMap "A" is invalid: metadata.name: `,
    },
    {
      what: 'an object without a name, by its document',
      args: [put('name.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n'), '--watch-objects'],
      line: `--objects ${folder}/name.yaml: ConfigMap "": expected apiVersion, kind and metadata.name`,
    },
    {
      what: 'standard input that is to be watched',
      args: ['-', '--watch-objects'],
      line: '--objects -: standard input cannot be watched: name a file, or leave --watch-objects out',
    },
  ])('ends with one line for $what', async ({ args, line }) => {
    const { exitCode, stdout, stderr } = await runCommand([
      'serve',
      '--secure-port',
      String(await freePort()),
      '--objects',
      ...args,
    ])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr.split('\n')).toEqual([expect.stringContaining(`binnacle: ${line}`), ''])
  })
})

test('serve --access-log --log-format json prints a line of JSON for each request', async () => {
  const { client, end, printed } = await startServer('--access-log', '--log-format', 'json')
  await client.resource(configMaps).namespace('default').list()
  const text = await printed('/configmaps')
  const lines = text.split('\n').filter((line) => line.startsWith('{'))
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ method: 'GET', status: 200, remoteAddress: '127.0.0.1' }),
  )
  await end()
})
