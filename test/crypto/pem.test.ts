import { describe, expect, test } from '@jest/globals'
import { readPemBlocks } from '../../src/crypto/index.js'

const block = (label: string, ...lines: readonly string[]) =>
  [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
const HELLO = { hasHeaders: false, bytes: Uint8Array.from([104, 101, 108, 108, 111]) }

describe('blocks of PEM', () => {
  test('are read in their order, whatever stands around them', () => {
    const text = `some words\n${block('A', 'aGVsbG8=')}-----BEGIN A----- more\n${block('B C', 'aGVs', 'bG8=')}the end`
    expect(readPemBlocks(text)).toEqual([
      { label: 'A', ...HELLO },
      { label: 'B C', ...HELLO },
    ])
  })

  test('may have lines of Windows, and blanks at their ends', () => {
    expect(readPemBlocks(block('A', 'aGVs ', '\tbG8=').replaceAll('\n', ' \r\n'))).toEqual([{ label: 'A', ...HELLO }])
  })

  test('say that they have headers, which end with a blank line', () => {
    const headers = ['Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-256-CBC,', ' and: more']
    expect(readPemBlocks(block('A', ...headers, '', 'aGVsbG8='))).toEqual([{ label: 'A', ...HELLO, hasHeaders: true }])
    expect(readPemBlocks(block('A', ...headers, 'aGVsbG8='))).toEqual([])
  })

  test.each([
    ['has no end', '-----BEGIN A-----\naGVsbG8=\n'],
    ['ends as another', '-----BEGIN A-----\naGVsbG8=\n-----END B-----\n'],
    ['begins within a line', ' -----BEGIN A-----\naGVsbG8=\n-----END A-----\n'],
    ['is no base64', block('A', '?')],
  ])('are skipped if one %s, and others are still read', (_what, text) => {
    expect(readPemBlocks(text + block('B', 'aGVsbG8='))).toEqual([{ label: 'B', ...HELLO }])
  })

  test.each([
    ['beginnings in one line', '-----BEGIN '.repeat(20_000)],
    ['beginnings', '-----BEGIN A-----\n'.repeat(20_000)],
    ['headers that go on and on', `-----BEGIN A-----\na: b\n${' c: d\n'.repeat(20_000)}`],
    ['lines of base64 without an end', `-----BEGIN A-----\n${'aGVsbG8=\n'.repeat(20_000)}`],
  ])('are looked for in one pass: many %s', (_what, text) => {
    expect(readPemBlocks(text)).toEqual([])
  })
})
