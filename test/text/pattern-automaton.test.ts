import { beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { preparePatterns } from '../../src/text/index.js'
import { readPattern } from '../../src/text/pattern.js'
import { Automaton } from '../../src/text/pattern-automaton.js'
import type { PatternProgram } from '../../src/text/pattern-program.js'
import { realPatterns } from './real-patterns.js'

beforeAll(() => preparePatterns())

const PLENTY = 1e12

const automatonOf = (pattern: string): Automaton => new Automaton(RE2JS.compile(pattern).re2().prog as PatternProgram)

function run(automaton: Automaton, text: string): { readonly isMatch: boolean; readonly steps: number } {
  const budget = { left: PLENTY }
  const isMatch = automaton.matches(text, budget)
  return { isMatch, steps: PLENTY - budget.left }
}

/** The engine's own slow and simple matcher is the model. */
const engineSays = (pattern: string, text: string): boolean => RE2JS.compile(pattern).matcher(text).find()

describe('a text contains a match', () => {
  test.each([
    ['', '', true],
    ['^$', '', true],
    ['^$', 'a', false],
    ['a', 'bab', true],
    ['^a', 'ba', false],
    ['a$', 'ab', false],
    ['a$', 'ba', true],
    ['^a.c$', 'abc', true],
    ['^a.c$', 'a\nc', false],
    ['(?s)^a.c$', 'a\nc', true],
    ['(?m)^b$', 'a\nb\nc', true],
    ['^b$', 'a\nb\nc', false],
    ['\\bcat\\b', 'a cat sat', true],
    ['\\bcat\\b', 'concat', false],
    ['\\Bcat', 'concat', true],
    ['(?i)straße', 'STRAßE', true],
    ['(?i)k', '\u212a', true],
    ['(?i)[a-c]x', 'BX', true],
    ['^.$', '😀', true],
    ['^..$', '😀', false],
    ['[😀-😂]', 'x😁', true],
    ['^\\pL+$', 'aé漢', true],
    ['^\\pL+$', 'aé漢1', false],
    ['[^a]', 'aaa', false],
    ['x{2,3}y', 'axxy', true],
    ['\\z', 'abc', true],
    ['(a|b)*c|d', 'ababd', true],
    ['[[:alpha:]]\\d', '1a', false],
  ])('%j in %j: %s', (pattern, text, expected) => {
    const automaton = automatonOf(pattern)
    expect(run(automaton, text).isMatch).toBe(expected)
    // From what it remembers it says the same.
    expect(run(automaton, text).isMatch).toBe(expected)
  })

  const part = fc.constantFrom(
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '\\w',
    '\\b',
    '\\B',
    '^',
    '$',
    '(?:a|bc)',
    '\\d',
    'é',
    '(?i:k)',
    '\\n',
  )
  const repeat = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{0,2}?')
  const sequence = fc.array(fc.tuple(part, repeat), { maxLength: 6 }).map((parts) => parts.map(([a, b]) => a + b).join(''))
  const pattern = fc
    .tuple(sequence, sequence, repeat, sequence)
    .map(([a, b, again, c]) => `${a}(?:${b}|${c})${again}${c}`)
    .filter((text) => !/(?:\\b|\\B|\^|\$|\|)[*+?{]/.test(text))
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', 'é', 'K', '\u212a', '😀'), { maxLength: 12 })

  test('agrees with RegExp', () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 8 }), (source, texts) => {
        const automaton = automatonOf(source)
        for (const each of texts) expect(run(automaton, each.join('')).isMatch).toBe(engineSays(source, each.join('')))
      }),
      { numRuns: 500 },
    )
  })

  test.each(Object.entries(realPatterns))('agrees with RegExp for %s', (_, source) => {
    const automaton = automatonOf(source)
    for (const each of [
      '',
      'a',
      'a-b.c',
      '10.0.0.1',
      '1.2.3-rc.1',
      '2001:db8::1',
      '1h30m',
      'https://a.bc/d?e=f',
      '*/5 * * * *',
      'QUJD',
    ])
      expect([each, run(automaton, each).isMatch]).toEqual([each, engineSays(source, each)])
  })
})

describe('steps', () => {
  test.each([
    ['[ac]{0,900}[bd]', 'ac'.repeat(3000)],
    ['a.{12}b$', 'abbabaab'.repeat(2000)],
    ['(?:a?){400}[bc]', 'a'.repeat(2000)],
    ['(((((a*)*)*)*)*)*[bc]', 'a'.repeat(5000)],
    ['^(?:\\pL|\\pN){1,250}$', 'aé1'.repeat(80)],
  ])('%s costs the same whatever was matched before', (pattern, text) => {
    const fresh = run(automatonOf(pattern), text)
    const automaton = automatonOf(pattern)
    for (const other of ['', text.slice(1), 'zzz', text]) run(automaton, other)
    expect(run(automaton, text)).toEqual(fresh)
  })

  test('grow with the text and the active states of the pattern, and no more', () => {
    const steps = (pattern: string, length: number): number => run(automatonOf(pattern), 'ac'.repeat(length / 2)).steps
    expect(steps('[ac]{0,200}[bd]', 4000) / steps('[ac]{0,200}[bd]', 2000)).toBeLessThan(2.2)
    expect(steps('[ac]{0,200}[bd]', 4000)).toBeLessThan(4000 * RE2JS.compile('[ac]{0,200}[bd]').programSize() * 2)
    expect(steps('^[a-z]+$', 4000)).toBeLessThan(4000 * 10)
  })

  test('end when the budget does', () => {
    const budget = { left: 10_000 }
    expect(automatonOf('[ac]{0,900}[bd]').matches('ac'.repeat(500_000), budget)).toBe(false)
    expect(budget.left).toBeLessThan(0)
    expect(budget.left).toBeGreaterThan(-10_000)
  })
})

describe('reading patterns', () => {
  test.each([
    ['(((a{100}){100}){100})', 'about 1020'],
    ['[ac]{1000}'.repeat(500), 'about 500'],
    ['(?:\\pL?){1000}'.repeat(10), 'about 70'],
    ['a'.repeat(20_000), '10000 characters'],
    [`[${'ab'.repeat(20_000)}]`, '10000 characters'],
    ['[\\p{L}]'.repeat(1000), 'about 5'],
  ])('%# is refused before it is compiled', (pattern, words) => {
    let compiled = 0
    const read = readPattern(pattern, () => compiled++)
    expect(read).toMatchObject({ isTooLarge: true, fault: expect.stringContaining(words) })
    expect(compiled).toBe(0)
  })

  test.each([
    ['(?P<a>x)(?P<a>y)', 'xy', 'x'],
    ['^(?:(?P<a>x)|(?<a>y)|(?P<constructor>z))$', 'z', 'xy'],
    ['(?P<a>x)(?P<a>\\(\\?P<a>)[]\\](?P<a>[:alpha:]]\\Q(?P<a>\\E$', 'x(?P<a>?(?P<a>', 'x(?P<a>?q'],
  ])('groups may share a name: %s', (pattern, matching, other) => {
    const read = readPattern(pattern)
    if ('fault' in read) throw new Error(read.fault)
    expect([matching, other].map((text) => read.matches(text, { left: 100_000 }))).toEqual([true, false])
  })

  test.each([
    ['(?P<a>x)(?P<a>y', 'missing closing )'],
    ['(?P<a>x)(?P<a>y)(?P<b c>z)', 'invalid named capture'],
  ])('a pattern whose groups share a name may have other faults: %s', (pattern, words) => {
    expect(readPattern(pattern)).toMatchObject({ isTooLarge: false, fault: expect.stringContaining(words) })
  })

  test('recently compiled patterns are cached', () => {
    let compiled = 0
    const count = (): void => {
      compiled++
    }
    const first = readPattern('^once[0-9]{2,5}$', count)
    expect(readPattern('^once[0-9]{2,5}$', count)).toBe(first)
    expect(compiled).toBe(1)
  })

  test('the cache is bounded', () => {
    const first = readPattern('^x{0,500}0$')
    for (let i = 1; i <= 250; i++) readPattern(`^x{0,500}${i}$`)
    expect(readPattern('^x{0,500}0$')).not.toBe(first)
  })
})
