import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { readObjects } from '../../../src/cli/files/object-files.js'

const folder = mkdtempSync(path.join(os.tmpdir(), 'objects-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The number of objects in a text, or what is wrong with it. */
async function objectsIn(text: string | Uint8Array): Promise<number | string> {
  const file = path.join(folder, 'objects')
  writeFileSync(file, text)
  return readObjects('objects', file).then(
    (objects) => objects.length,
    (error: Error) => error.message.replace(file, 'FILE'),
  )
}

const configMaps = (count: number, indent = '') =>
  Array.from({ length: count }, (_, i) => `kind: ConfigMap\nmetadata: { name: c${i} }\ndata:\n  a: "b"\n  c: d\n`).map((text) =>
    text.replaceAll(/^/gm, indent),
  )

describe('a file of objects', () => {
  test('may have many objects, and long strings', async () => {
    expect(await objectsIn(configMaps(2000).join('---\n'))).toBe(2000)
    expect(await objectsIn(`metadata: {}\nlong: ${'x'.repeat(4_000_000)}\n`)).toBe(1)
    expect(
      await objectsIn(JSON.stringify({ kind: 'List', items: Array.from({ length: 20_000 }, () => ({ metadata: {} })) })),
    ).toBe(20_000)
  })

  test('may begin with a byte order mark', async () => {
    expect(await objectsIn('\ufeffmetadata: { name: a }\n')).toBe(1)
    expect(await objectsIn('\ufeff{"metadata":{"name":"a"}}')).toBe(1)
  })

  test.each<[about: string, text: () => string | Uint8Array, refused: string]>([
    [
      'a document of too many words',
      () => `metadata: {}\nx: [${'a,'.repeat(400_000)}]`,
      'cannot be parsed: a YAML document has at most 640000 words and signs; JSON may be longer',
    ],
    [
      'a document of too many lines',
      () => `metadata: {}\n${'\n'.repeat(400_000)}`,
      'cannot be parsed: a YAML document has at most 400000 line breaks; JSON may be longer',
    ],
    [
      'a document that is too long',
      () => `metadata: {}\nx: ${'a'.repeat(16 * 1024 * 1024)}`,
      'cannot be parsed: a YAML document has at most 16777216 bytes; JSON may be longer',
    ],
    [
      'too many values of JSON',
      () => `{"metadata":{},"x":[${'[],'.repeat(1_000_000)}1]}`,
      'cannot be parsed: the document has more than 1000000 fields and items',
    ],
    [
      'many documents of too many values',
      () => `{"metadata":{},"x":[${'1,'.repeat(600_000)}1]}\n---\n`.repeat(2),
      'document 2: is too much: the objects of a file have at most 1000000 fields and items',
    ],
    ['more bytes than are read', () => Buffer.alloc(64 * 1024 * 1024 + 1, ' '), 'it is larger than 67108864 bytes'],
    [
      'aliases of aliases',
      () =>
        `a: &a [x,x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((key, i) => `${key}: &${key} [${`*${'abcdefg'[i]},`.repeat(10)}]`).join('\n')}`,
      'cannot be parsed: error decoding YAML: error converting YAML to JSON: yaml: document contains excessive aliasing',
    ],
    [
      'levels without an end',
      () => '['.repeat(60_000),
      'cannot be parsed: error decoding YAML: error converting YAML to JSON: yaml: exceeded max depth',
    ],
    [
      'a key that is there twice',
      () => 'metadata: { name: a }\nkind: A\nmetadata: { name: b }\n',
      'line 3: key "metadata" already set in map',
    ],
    ['text in UTF-16', () => Buffer.from('\ufeffmetadata: {}', 'utf16le'), 'it is no text in UTF-8'],
    ['NUL', () => 'metadata: { name: "\0" }', 'it is no text in UTF-8'],
  ])('is refused in one line for %s', async (_, text, refused) => {
    expect(await objectsIn(text())).toBe(`--objects FILE: ${refused}`)
  })
})
