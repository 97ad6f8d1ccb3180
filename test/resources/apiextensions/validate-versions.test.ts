import { beforeAll, describe, expect, test } from '@jest/globals'
import { platformDialect } from '../../../src/meta/index.js'
import { builtinResources } from '../../../src/resources/index.js'
import { prepareRules } from '../../../src/schema/index.js'
import { realPatterns } from '../../text/real-patterns.js'
import { create, pick, update } from '../support.js'
import { definition, version } from './support.js'

beforeAll(() => prepareRules())

type Node = Readonly<Record<string, unknown>>

const crds = pick(builtinResources(platformDialect), 'customresourcedefinitions', 'apiextensions.platform.io')
const holding = (a: Node) =>
  definition({ versions: [version({ schema: { openAPIV3Schema: { type: 'object', properties: { a } } } })] })
const causesOf = (a: Node) => create(crds, holding(a)).causes
const AT = 'spec.validation.openAPIV3Schema.properties[a]'

describe('patterns of definitions', () => {
  test.each([
    ['(?=x)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['a(b', 'missing closing ): `a(b`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['(\\w)\\1', 'invalid escape sequence: `\\1`'],
    ['a{2000}', 'invalid repeat count: `{2000}`'],
  ])('%s cannot be read', (pattern, fault) => {
    expect(causesOf({ type: 'string', pattern })).toEqual([
      `${AT}.pattern: Invalid value: ${JSON.stringify(pattern)}: must be a valid regular expression, but isn't: error parsing regexp: ${fault}`,
    ])
  })

  test('too deeply nested groups are refused, with a shortened message', () => {
    const [cause = ''] = causesOf({ type: 'string', pattern: '('.repeat(1200) + ')'.repeat(1200) })
    expect(cause).toContain("isn't: error parsing regexp: expression nests too deeply")
    expect(cause.length).toBeLessThan(1000)
  })

  test('those inside of junctions count too', () => {
    expect(causesOf({ type: 'string', anyOf: [{ pattern: '^a' }, { not: { pattern: '(' } }] })).toEqual([
      expect.stringMatching(/^spec\.validation\.openAPIV3Schema\.properties\[a\]\.anyOf\[1\]\.not\.pattern: /),
    ])
  })
})

describe('defaults of definitions', () => {
  const nested = (depth: number): unknown => JSON.parse(`${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}`)
  const free = { type: 'object', 'x-platform-preserve-unknown-fields': true }

  test('a default may be deep', () => {
    expect(causesOf({ ...free, default: nested(400) })).toEqual([])
  })

  test('a default that objects could not be read with is refused', () => {
    expect(causesOf({ ...free, default: nested(900) })).toEqual([
      `${AT}.default: Forbidden: must not be nested more than 500 levels deep`,
    ])
  })

  test('rules are checked when the rest is valid', () => {
    const rules = { 'x-platform-validations': [{ rule: 'self +' }] }
    expect(causesOf({ type: 'integer', default: 'x', ...rules })).toHaveLength(1)
    expect(causesOf({ type: 'integer', ...rules })).toEqual([expect.stringContaining('compilation failed: ')])
    expect(causesOf({ type: 'integer', default: 1, ...rules })).toEqual([expect.stringContaining('rule compile error: ')])
  })
})

describe('an update of a definition', () => {
  const faulty = { type: 'string', pattern: '(' }
  const live = holding(faulty)

  test('may leave a schema as it is, whatever is wrong with it', () => {
    expect(causesOf(faulty)).toHaveLength(1)
    const sent = {
      ...live,
      spec: { ...(live.spec as Node), names: { ...(live.spec as { names: Node }).names, shortNames: ['wd'] } },
    }
    expect(update(crds, live, sent).causes).toEqual([])
  })

  test('that changes a schema has to be valid', () => {
    expect(update(crds, live, holding({ ...faulty, maxLength: 3 })).causes).toEqual([expect.stringContaining('.pattern: ')])
    expect(update(crds, live, holding({ type: 'string' })).causes).toEqual([])
  })

  test('cannot add an invalid version, not even a copy of an existing one', () => {
    const { versions } = live.spec as { versions: readonly Node[] }
    const copy = { ...versions[0], name: 'v2', storage: false }
    const sent = { ...live, spec: { ...(live.spec as Node), versions: [...versions, copy] } }
    expect(update(crds, live, sent).causes).toEqual([expect.stringMatching(/^spec\.validation\.openAPIV3Schema/)])
  })
})

describe('large patterns of definitions', () => {
  const LARGE = '[ac]{0,1000}[bd]{100}'

  test.each([
    [LARGE, 'must compile to at most 2048 instructions, not 2102'],
    ['(((a{100}){100}){100})', 'must compile to at most 2048 instructions, not about 1020205'],
    ['(?:[a-z]{0,100}[0-9]{0,100}){5,10}', 'must compile to at most 2048 instructions, not '],
    [
      `^(?:${Array.from({ length: 900 }, (_, i) => `${(i * 7919) % 1000}x`).join('|')})$`,
      'must compile to at most 2048 instructions, not ',
    ],
    ['a'.repeat(10_001), 'must be at most 10000 characters long, not 10001'],
  ])('%# are refused with their path', (pattern, words) => {
    const [cause, ...more] = causesOf({ type: 'string', pattern })
    expect(more).toEqual([])
    expect(cause).toContain(`${AT}.pattern: Invalid value: `)
    expect(cause).toContain(words)
  })

  test('that definitions in use have are small enough', () => {
    const properties = Object.fromEntries(
      Object.entries(realPatterns).map(([name, pattern]) => [name, { type: 'string', pattern }]),
    )
    expect(Object.keys(properties).length).toBeGreaterThan(50)
    expect(causesOf({ type: 'object', properties })).toEqual([])
  })

  test('are refused together, beyond which nothing is compiled', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`p${i}`, { type: 'string', pattern: `^[a-z]{0,900}${i}$` }]),
    )
    const causes = causesOf({ type: 'object', properties })
    expect(causes).toHaveLength(1)
    expect(causes[0]).toContain('the patterns of a schema must compile to at most 40000 instructions together')
  })

  test('count once, however often they occur', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`p${i}`, { type: 'string', pattern: '^[a-z]{0,900}$' }]),
    )
    expect(causesOf({ type: 'object', properties })).toEqual([])
  })

  test('may stay where they are while the rest of the schema changes', () => {
    const live = { ...holding({ type: 'string', pattern: LARGE }), status: { storedVersions: ['v1'], conditions: [] } }
    expect(update(crds, live, holding({ type: 'string', pattern: LARGE, maxLength: 3 })).causes).toEqual([])
    expect(update(crds, live, holding({ type: 'string', pattern: `${LARGE}x` })).causes).toEqual([
      expect.stringContaining('must compile to at most'),
    ])
  })
})

describe('large definitions', () => {
  const RULES = 'x-platform-validations'
  const many = (count: number, part: (i: number) => Node): Node =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, part(i)]))
  const live = (a: Node) => ({ ...holding(a), status: { storedVersions: ['v1'], conditions: [] } })

  test('have a limited number of parts, and may keep more', () => {
    const large = { type: 'object', properties: many(60_000, () => ({ type: 'string' })) }
    expect(causesOf(large)).toEqual(['spec.versions: Forbidden: the schemas must not have more than 50000 parts together'])
    const sent = { ...live(large), metadata: { ...live(large).metadata, labels: { a: 'b' } } }
    expect(update(crds, live(large), sent).causes).toEqual([])
  })

  test('have rules of a limited compilation cost, including existing ones', () => {
    const rules = (count: number) => Array.from({ length: count }, (_, i) => ({ rule: `self.a > ${i}` }))
    const holdingRules = (count: number) => ({ type: 'object', properties: { a: { type: 'integer' } }, [RULES]: rules(count) })
    expect(causesOf(holdingRules(1100))).toEqual([])
    expect(causesOf(holdingRules(2000))).toEqual([
      'spec.validation.openAPIV3Schema: Forbidden: the rules of a schema must not take more to compile than one of 150000 characters',
    ])
    // All of a thousand and more are looked at.
    expect(causesOf({ ...holdingRules(1100), [RULES]: [...rules(1100), { rule: 'self.zzz' }] })).toEqual([
      expect.stringContaining(`${AT}.${RULES}[1100].rule`),
    ])
  })

  test('with thousands of objects still have rules', () => {
    const properties = many(5000, () => ({ type: 'object', properties: { a: { type: 'integer' } } }))
    expect(causesOf({ type: 'object', properties, [RULES]: [{ rule: 'has(self.p1) && self.p4999.a > 0' }] })).toEqual([])
  })

  test('share one budget among their defaults', () => {
    const properties = many(300, (i) => ({ type: 'string', pattern: '[ac]{0,900}[bd]', default: `${'ac'.repeat(200)}${i}b` }))
    const causes = causesOf({ type: 'object', properties })
    expect(causes.some((cause) => cause.includes('cannot be checked: this object takes more than 5000000 steps'))).toBe(true)
  })

  test('have a limited number of columns', () => {
    const columns = (count: number) =>
      create(
        crds,
        definition({
          versions: [
            version({
              additionalPrinterColumns: Array.from({ length: count }, (_, i) => ({
                name: `c${i}`,
                type: 'string',
                jsonPath: '.a',
              })),
            }),
          ],
        }),
      ).causes
    expect(columns(500)).toEqual([])
    expect(columns(501)).toEqual(['spec.additionalPrinterColumns: Too many: 501: must have at most 500 items'])
  })
})
