import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { requestStages } from '../../src/endpoints/index.js'
import { APPLY, CONNECT, CREATE, DELETE, PATCH, REVIEW, UPDATE, type Verb } from '../../src/registry/write/verbs.js'
import { FLOORS } from './floors.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const document = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
const section = (title: string) => document.split(/^## /m).find((text) => text.startsWith(title)) ?? ''
const rowsOf = (text: string) =>
  [...text.matchAll(/^\|(.+)\|$/gm)].slice(2).map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()))
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word)

test('the table of floors names the folders, in order', () => {
  expect(rowsOf(section('Floors')).map(([, folders = '']) => quoted(folders))).toEqual(FLOORS)
})

test('the picture shows the same floors', () => {
  const boxes = [...section('Floors').matchAll(/\["([^"]+)"\]/g)].map(([, folders = '']) => folders.split(' · '))
  expect(boxes).toEqual(FLOORS)
})

test('the stages of a request are those of the code', () => {
  const stages = requestStages({ limits: {}, dialect: {}, features: { isEnabled: () => false } } as unknown as Parameters<
    typeof requestStages
  >[0])
  expect(section('The path of a request')).toContain(`\n${stages.map(({ name }) => name).join(' → ')}\n`)
})

test.each<[string, Verb<never>]>([
  ['create', CREATE],
  ['update', UPDATE],
  ['patch', PATCH],
  ['apply', APPLY],
  ['delete', DELETE],
  ['review', REVIEW],
  ['connect', CONNECT],
])('the steps of %s are those of the code', (verb, { once, attempt }) => {
  const [before, after] = [once, attempt].map((steps) => steps.map(({ name }) => name).join(' → '))
  expect(section('The steps of a write')).toContain(`\n${`${verb.padEnd(8)}${before} | ${after}`.trimEnd()}\n`)
})

test('the table of what a write carries has the fields that steps set, each with the files that set it', () => {
  const folder = path.join(root, 'src/registry/write')
  const setIn = new Map<string, Set<string>>()
  for (const file of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    for (const [, field = ''] of text.matchAll(/\bwrite\.(\w+) = /g))
      setIn.set(field, (setIn.get(field) ?? new Set()).add(path.basename(file, '.ts')))
  }
  const rows = rowsOf(section('What a write carries')).map((cells) => [quoted(cells[0] ?? '')[0] ?? '', quoted(cells[3] ?? '')])
  const sorted = (entries: Iterable<readonly [string, Iterable<string | undefined>]>) =>
    Object.fromEntries([...entries].map(([field, files]) => [field, [...files].sort()]))
  expect(sorted(rows as [string, string[]][])).toEqual(sorted(setIn))
})

test('what divides work into turns is used where the table says', () => {
  const rows = rowsOf(section('Turns of the event loop'))
  expect(rows.length).toBeGreaterThan(5)
  for (const [, names = '', user = ''] of rows) {
    const words = quoted(names).map((word = '') => path.basename(word, '.ts'))
    const text = readFileSync(path.join(root, quoted(user)[0] ?? ''), 'utf8')
    expect(words.filter((word) => text.includes(word)).length).toBeGreaterThan(0)
  }
})

test('the table of changes has ten rows or more, and the files that it names are there', () => {
  const files = rowsOf(section('To change something')).flatMap((cells) =>
    quoted(cells.join(' ')).filter((word) => word?.includes('/')),
  )
  expect(rowsOf(section('To change something')).length).toBeGreaterThanOrEqual(10)
  const missing = files.filter((file) => /^(src|test)\//.test(file ?? '') && !existsSync(path.join(root, file ?? '')))
  expect(missing).toEqual([])
})

test('the names in a row occur in a file of that row', () => {
  const nowhere = rowsOf(section('To change something')).flatMap((cells) => {
    const words = quoted(cells.join(' '))
    const texts = words
      .filter((word = '') => word.endsWith('.ts') && word.includes('/'))
      .map((file = '') => readFileSync(path.join(root, file), 'utf8'))
    const names = words.filter((word = '') => /^[A-Za-z]+[A-Z][A-Za-z]+$/.test(word))
    return names.filter((name = '') => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
  })
  expect(nowhere).toEqual([])
})

test('files that it names are there', () => {
  const files = [...document.matchAll(/`((?:src|test)\/[^`\s]+\.ts)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

test('links resolve', () => {
  const links = [...document.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, target = '']) => path.join(root, 'docs', target))
  expect(links.filter((file) => !existsSync(file))).toEqual([])
})
