import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
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
