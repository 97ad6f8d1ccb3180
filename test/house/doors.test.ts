import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from '@jest/globals'
// @ts-expect-error A tool without types.
import { readPublicNames } from '../../tools/public-names.mjs'
import { importGraph, readSource, sourceFiles } from './import-graph.js'

interface PublicName {
  readonly door: string
  readonly name: string
  readonly isShown: boolean
}
interface PublicNames {
  readonly names: readonly PublicName[]
  readonly undocumented: readonly string[]
  readonly unnamed: readonly (readonly [door: string, given: string])[]
  readonly clashes: readonly string[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
/** The exports but for the manifest itself. */
const { './package.json': manifest, ...doors } = read('package.json').exports as Record<string, Record<string, string>>
const entryFiles = Object.values(doors).map(({ default: file = '' }) => file.replace('./dist/', '').replace(/\.js$/, '.ts'))
const say = (names: readonly PublicName[]) => names.map(({ door, name }) => `${name} of ${door}`)

describe('the doors', () => {
  let all: PublicNames
  beforeAll(() => {
    all = readPublicNames()
  }, 60_000)

  test('a door is a file of public/, which package.json and the API documents name', () => {
    const files = sourceFiles().filter((file) => file.startsWith('public/'))
    expect([...entryFiles].sort()).toEqual(files.sort())
    expect(read('typedoc.json').entryPoints).toEqual(entryFiles.map((file) => `src/${file}`))
  })

  test('the manifest can be read, by which tools find the version and the folder of an installed package', () => {
    expect(manifest).toBe('./package.json')
  })

  test('a door has a form for require, after the conditions that keep Node on one copy', () => {
    for (const door of Object.values(doors)) {
      const file = door.default ?? ''
      const common = file.replace('./dist/', './dist/cjs/')
      expect(Object.entries(door)).toEqual(Object.entries({ 'module-sync': file, import: file, require: common, default: file }))
    }
  })

  test('a door lists names, one by one, and holds nothing else', () => {
    const statements = entryFiles.map((file) =>
      readSource(file)
        .replace(/^\/\*\*[\s\S]*?\*\/$/m, '')
        .replace(/^\/\/ .*$/gm, '')
        .replace(/^export (type )?\{[^}*]+\} from '[./\w-]+'$/gm, '')
        .trim(),
    )
    expect(statements.filter((rest) => rest !== '')).toEqual([])
    expect(importGraph().filter(({ to }) => to?.startsWith('public/'))).toEqual([])
  })

  test('a public name has a docstring, and so has each type that it mentions, which the API documents show beside it', () => {
    expect(all.undocumented).toEqual([])
  })

  test('a public name is imported by a document, an example or a test through its door; a type may also be named in a document, or be what such a name takes, gives or has', () => {
    expect(say(all.names.filter(({ isShown }) => !isShown))).toEqual([])
  })

  test('a type that a door gives is exported by this door, as declarations of what programs export have to name it', () => {
    expect(all.unnamed).toEqual([])
  })

  test('there are 250 names or fewer: what is called, what is returned, and what users implement', () => {
    expect(new Set(all.names.map(({ name }) => name)).size).toBeLessThanOrEqual(250)
  })

  test('one name stands for one thing in all doors', () => {
    expect(all.clashes).toEqual([])
  })
})
