import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ownedLines } from '../../../src/cli/commands/owned-lines.js'
import { layOut } from '../../../src/cli/commands/owners.js'
import { decodeYaml } from '../../../src/codec/index.js'

describe('the lines', () => {
  test('read back as the object', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('a\n\n', '  b\n', 'c \nd', '-', '.', 'yes', `${'k'.repeat(1100)}`, '__proto__'),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.constantFrom(null, true, 0, 1.5),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(text, tie('tree'), { maxKeys: 3 }),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(tree, async (spec) => {
        const object = JSON.parse(JSON.stringify({ metadata: { name: 'a' }, spec }))
        const lines = await ownedLines(object)
        const yaml = new TextEncoder().encode(lines.map((line) => `${line.text}\n`).join(''))
        expect((await decodeYaml(yaml)).value).toEqual(object)
      }),
    )
  })

  const lines = (...managers: string[]) => [
    {
      text: 'a: 1',
      owners: managers.map(
        (manager) => ({ manager, operation: 'Apply', apiVersion: 'v1', subresource: '', time: undefined }) as const,
      ),
    },
  ]

  test('have one colour a manager, as long as there are colours', () => {
    const managers = Array.from({ length: 12 }, (_, i) => `manager-${i}`)
    const [line = ''] = layOut(lines(...managers), { nowMs: 0, inColor: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
    const colors = [...line.matchAll(/\u001b\[(\d+)mmanager-/g)].map((match) => match[1])
    expect(new Set(colors).size).toBe(12)
    expect(layOut(lines(...managers, 'one more'), { nowMs: 0, inColor: true })).toHaveLength(1)
  })

  test('do not let the names of managers reach the terminal as commands', () => {
    expect(layOut(lines('\u001b[2Jx\u202e'), { nowMs: 0, inColor: false })).toEqual(['\ufffd[2Jx\ufffd (Apply)  <unknown>  a: 1'])
  })
})
