import { describe, expect, test } from '@jest/globals'
import { yamlLineOf } from '../../src/codec/index.js'

const YAML = `# Who may what.
kind: Policy
rules:
  - level: None
    users: [a,
      b]
  - &all
    level: Metadata
  - *all
kind: Rules
`

describe('the line of a part', () => {
  test.each([
    { path: [], line: 2 },
    { path: ['rules'], line: 3 },
    { path: ['rules', 0], line: 4 },
    { path: ['rules', 0, 'users', 1], line: 6 },
    { path: ['rules', 1, 'level'], line: 8 },
    // Of a key that occurs twice the last value counts.
    { path: ['kind'], line: 10 },
    // What is not there is missed in what is around it; what an alias stands for is told of where the alias is.
    { path: ['rules', 0, 'verbs', 3], line: 4 },
    { path: ['rules', 7], line: 3 },
    { path: ['rules', 2, 'level'], line: 9 },
    { path: ['__proto__'], line: 2 },
  ])('$path of YAML is $line', async ({ path, line }) => {
    expect(await yamlLineOf(YAML, path)).toBe(line)
  })

  test('of JSON has its place as well', async () => {
    const text = JSON.stringify({ kind: 'Policy', rules: [{ level: 'None' }, { level: 'All' }] }, null, '\t')
    expect(await yamlLineOf(text, ['rules', 1, 'level'])).toBe(8)
    expect(await yamlLineOf(JSON.stringify([1, 2]), [1])).toBe(1)
  })

  test('of nothing is the first', async () => {
    expect(await yamlLineOf('', ['a'])).toBe(1)
  })
})
