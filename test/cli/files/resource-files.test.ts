import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { CommandError } from '../../../src/cli/command-error.js'
import { loadResources } from '../../../src/cli/files/resource-files.js'
import { dialects, platformDialect } from '../../../src/meta/index.js'

test.each(dialects)('--resources kubernetes serves the packaged kinds, in the dialect of the plane: $name', async (dialect) => {
  const definitions = await loadResources('kubernetes', dialect)
  const found = definitions.map(({ group, names }) => `${group}/${names.kind}`)
  expect(found).toEqual(expect.arrayContaining(['/Pod', 'apps/Deployment', `networking.${dialect.groupDomain}/Ingress`]))
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'binnacle-resources-'))
  await writeFile(path.join(folder, 'types.ts'), 'export default []')
})
afterAll(() => rm(folder, { recursive: true }))

test.each(['none.mjs', 'none.ts', 'none.yaml'])('a missing file is reported: %s', async (name) => {
  const file = path.join(folder, name)
  await expect(loadResources(file, platformDialect)).rejects.toThrow(`--resources ${file}: there is no such file`)
})

test('a module in TypeScript is loaded if Node supports it, and refused with that reason otherwise', async () => {
  const file = path.join(folder, 'types.ts')
  const loaded = await loadResources(file, platformDialect).catch((error: Error) => error.message)
  const refused = `--resources ${file}: this Node runs no TypeScript: compile it, or use Node 22.18 or later`
  expect(loaded).toEqual('typescript' in process.features && process.features.typescript ? [] : refused)
})

describe('a module that cannot be loaded is refused in one line', () => {
  test.each([
    ['throws an error', 'throw new Error("no answer\\nsecond line")', 'the module cannot be loaded: no answer'],
    ['throws nothing', 'throw undefined', 'the module cannot be loaded: undefined'],
    ['throws null', 'throw null', 'the module cannot be loaded: null'],
  ])('%s', async (what, text, says) => {
    const file = path.join(folder, `${what.replaceAll(' ', '-')}.mjs`)
    await writeFile(file, text)
    const refusal: unknown = await loadResources(file, platformDialect).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(CommandError)
    expect((refusal as Error).message).toBe(`--resources ${file}: ${says}`)
  })
})

test.each([
  [
    'crd.yaml',
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.shop.example.com}\n',
  ],
  ['crd.json', '{"kind": "CustomResourceDefinition"}'],
  ['config.yaml', 'apiVersion: v1\nkind: ConfigMap\n---\nkind: CustomResourceDefinition\n'],
])('objects instead of types are refused with the option that takes them: %s', async (name, text) => {
  const file = path.join(folder, name)
  await writeFile(file, text)
  await expect(loadResources(file, platformDialect)).rejects.toThrow(
    `--resources ${file}: the file has objects, which binnacle serve --objects ${file} creates: expected kubernetes, an OpenAPI document, `,
  )
})

test('a document of another API, which has no kinds, is refused', async () => {
  const file = path.join(folder, 'pets.json')
  await writeFile(
    file,
    '{"openapi": "3.0.0", "paths": {"/pets": {"get": {}}}, "components": {"schemas": {"Pet": {"type": "object"}}}}',
  )
  await expect(loadResources(file, platformDialect)).rejects.toThrow(
    `--resources ${file}: the document has no kinds to add: expected that of a cluster, as kubectl get --raw /openapi/v2 prints it`,
  )
})
