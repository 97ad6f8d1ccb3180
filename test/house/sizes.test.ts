import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { readSource, sourceFiles } from './import-graph.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Each folder, with the files that are in it and in no folder of it. */
function filesByFolder(folder: string): [folder: string, files: number][] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => filesByFolder(`${folder}/${name}`))
  return [[folder, entries.filter((entry) => entry.isFile()).length], ...below]
}

test.each(['src', 'test'])('a folder of %s with 30 files or more has subfolders', (folder) => {
  expect(filesByFolder(folder).filter(([, files]) => files >= 30)).toEqual([])
})

test('a file has 300 lines at most, unless it is generated', () => {
  const written = sourceFiles().filter((file) => !file.startsWith('resources/packaged/generated/'))
  expect(written.filter((file) => readSource(file).split('\n').length > 301)).toEqual([])
})
