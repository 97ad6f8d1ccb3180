import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { metered } from '../../src/cel/budget.js'
import { mapType, SIMPLE_TYPES } from '../../src/cel/declared-types.js'
import { loadEngine } from '../../src/cel/engine.js'
import { createEnvironment } from '../../src/cel/environment.js'
import { loadExpressions } from '../../src/cel/expression.js'
import { compileExpression } from '../../src/cel/program.js'
import { typedValue } from '../../src/cel/values.js'

beforeAll(() => loadEngine())

const PLENTY = 1_000_000
const TEXT = 'ab'.repeat(2000)

function run(source: string, text = TEXT) {
  const compiled = compileExpression(createEnvironment().registerVariable('self', 'string'), source)
  if ('error' in compiled) throw new Error(compiled.error)
  return compiled.program.run({ self: text }, PLENTY)
}

const costOf = (source: string, text?: string): number => run(source, text).cost

describe('what takes longer costs more', () => {
  // Units are about a tenth of a microsecond; measured on the functions alone.
  test.each([
    ['timestamp("2020-01-01T00:00:00Z").getHours("America/New_York") == 0', 1500],
    ['quantity("1e999").isGreaterThan(quantity("1"))', 100],
    ['semver("1.2.3").isLessThan(semver("2.0.0"))', 100],
    ['cidr("2001:db8::/32").containsIP("2001:db8::1")', 80],
    ['duration("1h2m3s4ms").getHours() == 1', 25],
    ['self.reverse() != ""', TEXT.length / 2],
    ['self.size() > 0', TEXT.length / 5],
    ['self.matches("^[a-z]+$")', TEXT.length],
    ['self.matches("[ab]{0,100}c")', (TEXT.length * 100) / 4],
    ['self.find("[ab]{0,100}c") == ""', (TEXT.length * 200) / 4],
    ['self.findAll("a.*c|a").size() > 0', 100_000],
  ])('%s', (source, least) => {
    expect(costOf(source)).toBeGreaterThanOrEqual(least)
  })

  test.each([
    ['self.matches("^[a-z]([-a-z0-9]*[a-z0-9])?$")', 'my-name-is-this'],
    ['self.find("[0-9]+") == "12"', 'abc12'],
    ['self.findAll("[a-z]+").size() > 1', 'a,b,c,d'],
    ['quantity(self).isLessThan(quantity("10Gi"))', '5Gi'],
    ['semver(self).isLessThan(semver("10.0.0"))', '1.2.3'],
    ['isIP(self)', '10.0.0.1'],
    ['isURL(self)', 'https://example.com/a?b=c'],
  ])('%s stays cheap', (source, text) => {
    const { value, cost } = run(source, text)
    expect(value).toBe(true)
    expect(cost).toBeLessThan(1000)
  })
})

describe('patterns in expressions', () => {
  test.each(['(((a{100}){100}){100})', 'a'.repeat(10_001), '[ac]{1000}'.repeat(50)])(
    '%# is not compiled when it is too large',
    (pattern) => {
      const { error } = run(`self.matches("${pattern}")`)
      expect(String(error)).toContain('the regular expression must ')
    },
  )

  test('that differ each time are charged each time', () => {
    const cost = costOf('["a", "b", "c", "d"].all(x, !self.matches("^" + x + "[xyz]{0,200}$"))')
    expect(cost).toBeGreaterThan(4 * 400 * 25)
    expect(costOf('["a", "a", "a", "a"].all(x, !self.matches("^q[xyz]{0,200}" + x))')).toBeLessThan(cost)
  })

  test('fail when the budget is exhausted', () => {
    const { isExceeded } = run('self.matches("[ab]{0,900}c")', 'ab'.repeat(50_000))
    expect(isExceeded).toBe(true)
  })
})

test('a long URL with a fragment is refused at once, and so is one without an end', () => {
  for (const text of [`//${'a'.repeat(1_000_000)}#`, `http://${'a'.repeat(1_000_000)}#x`, `/${'?a'.repeat(500_000)}#`])
    expect(run('isURL(self)', text).value).toBe(false)
})

describe('work on large values that a few steps start costs what it takes', () => {
  const TEXTS = { a: `${'x'.repeat(100_000)}a`, b: `${'x'.repeat(100_000)}b` }
  const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i]))
  const VALUES = { texts: TEXTS, keys, others: { ...keys, k0: -1 } }
  const numbers = { map: 'int' } as const

  async function evaluate(source: string) {
    const compile = await loadExpressions({ self: { map: 'dyn' }, typed: { fields: { keys: numbers, others: numbers } } })
    return compile(source).evaluate({ self: VALUES, typed: VALUES })
  }

  const PAIRS = 'lists.range(2000).map(i, i % 2 == 0 ? self.texts.a : self.texts.b)'
  const OFTEN = 'lists.range(2000).all(i, '
  test.each([
    ['sort', `${PAIRS}.sort().size() > 0`],
    ['sortBy', `${PAIRS}.sortBy(text, text).size() > 0`],
    ['distinct', `${PAIRS}.distinct().size() > 0`],
    ['min', `${PAIRS}.map(text, string(text)).min() == ''`],
    ['a text in a list', `"${'x'.repeat(90_000)}z" in lists.range(2000).map(i, self.texts.a.substring(1, 90002))`],
    ['sets.contains', `sets.contains(lists.range(2000).map(i, self.texts.a), [self.texts.b])`],
    ['the order of texts', `${OFTEN}self.texts.a < self.texts.b)`],
    ['a text in a map', `${OFTEN}!(self.texts.a in {'x': 1}))`],
    ['a text as a key', `${OFTEN}{self.texts.a: 1}.size() == 1)`],
    ['unequal typed maps', `${OFTEN}typed.keys != typed.others)`],
    ['exists over a typed map', `${OFTEN}typed.keys.exists(key, true))`],
    ['exists with two variables over a typed map', `${OFTEN}typed.keys.exists(key, value, true))`],
    ['exists over a map', `${OFTEN}self.keys.exists(key, true))`],
    ['unequal maps', `${OFTEN}self.keys != self.others)`],
    ['transformMapEntry', `${OFTEN}typed.keys.transformMapEntry(key, value, {key: value}).size() > 0)`],
  ])('%s', async (_, source) => {
    await expect(evaluate(source)).rejects.toThrow('the expression costs too much')
  })

  test('a comprehension that ends at the first item of a long list costs one iteration', async () => {
    expect(await evaluate('lists.range(50000).exists(i, item, true)')).toBe(true)
    expect(await evaluate(`[lists.range(50000)].all(list, ${OFTEN}list.exists(j, item, true)))`)).toBe(true)
  })

  test('the keys of an object are listed once', async () => {
    expect(await evaluate(`${OFTEN}'k1' in self.keys)`)).toBe(true)
    expect(await evaluate(`${OFTEN}'k1' in typed.keys)`)).toBe(true)
  })

  test('a member is read without the others of its map', () => {
    const { cost, value } = metered(PLENTY, () => {
      const map = typedValue(mapType(SIMPLE_TYPES.int), keys)
      return map instanceof Map && map.get('k9999')
    })
    expect(value).toBe(9999n)
    expect(cost).toBeLessThan(100)
  })
})

describe('a search for a long text is linear, as it is charged', () => {
  const LONG = 250
  const VALUES = { text: 'a'.repeat(4000), part: `${'a'.repeat(LONG)}b${'a'.repeat(2000)}` }
  const NATIVE = ['includes', 'indexOf', 'lastIndexOf', 'replaceAll', 'split'] as const

  afterEach(() => {
    jest.restoreAllMocks()
  })

  test.each([
    ['!self.text.contains(self.part)'],
    ['self.text.indexOf(self.part) == -1 && self.text.indexOf(self.part, 1) == -1'],
    ['(self.text + "ä").indexOf(self.part) == -1'],
    ['self.text.lastIndexOf(self.part) == -1 && (self.text + "ä").lastIndexOf(self.part, 3000) == -1'],
    ['self.text.split(self.part).size() == 1'],
    ['self.text.replace(self.part, "b") == self.text'],
  ])('%s', async (source) => {
    const compile = await loadExpressions({ self: { map: 'string' } })
    const { evaluate } = compile(source)
    const searches = NATIVE.map((name) => jest.spyOn(String.prototype, name))
    expect(evaluate({ self: VALUES })).toBe(true)
    // The runtime takes up to the product of both lengths.
    const wanted = searches.flatMap((search) => search.mock.calls.map(([part]) => part as unknown))
    expect(wanted.filter((part) => typeof part === 'string' && part.length > LONG)).toEqual([])
  })
})
