import { beforeAll, expect, test } from '@jest/globals'
import { type ApiObject, type FieldError, type Pausing, platformDialect } from '../../../src/meta/index.js'
import { validateVersions } from '../../../src/resources/apiextensions/validate-versions.js'
import { builtinResources } from '../../../src/resources/index.js'
import { prepareRules } from '../../../src/schema/index.js'
import { context, pick } from '../support.js'
import { definition, version } from './support.js'

beforeAll(() => prepareRules())

type Node = Readonly<Record<string, unknown>>

const many = (count: number, part: (i: number) => Node): Node =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, part(i)]))
const holding = (properties: Node): ApiObject =>
  definition({ versions: [version({ schema: { openAPIV3Schema: { type: 'object', properties } } })] })

function pausesOf(work: Pausing<readonly FieldError[]>) {
  let pauses = 0
  for (;;) {
    const { done, value } = work.next()
    if (done) return { pauses, errors: value }
    pauses++
  }
}

const text = { type: 'string' }
const rules = (count: number) => Array.from({ length: count }, (_, i) => ({ rule: `self.size() > ${i}` }))

test.each<[string, Node, number]>([
  ['20,000 properties', many(20_000, () => text), 500],
  ['2,000 defaults', many(2_000, () => ({ ...text, default: 'x' })), 2_000],
  ['2,000 patterns', many(2_000, (i) => ({ ...text, pattern: `^a${i}$` })), 2_000],
  ['10,000 alternatives', { a: { type: 'object', oneOf: Array.from({ length: 10_000 }, () => ({ required: ['a'] })) } }, 250],
  [
    'a part of 5,000 properties',
    { a: { type: 'object', properties: many(5_000, () => text), anyOf: [{ properties: many(5_000, () => ({})) }] } },
    250,
  ],
  ['500 rules', { a: { ...text, maxLength: 9, 'x-platform-validations': rules(500) } }, 999],
])('judging %s pauses again and again', (_, properties, least) => {
  const { pauses, errors } = pausesOf(validateVersions(holding(properties), platformDialect))
  expect(errors).toEqual([])
  expect(pauses).toBeGreaterThan(least)
})

test('a prepared definition is checked with pauses for the event loop, and not again when it is validated', async () => {
  const { strategy } = pick(builtinResources(platformDialect), 'customresourcedefinitions', 'apiextensions.platform.io')
  const wide = holding(many(20_000, () => ({ type: 'strange' })))
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  await strategy.prepareToValidate?.(wide)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(1)
  const judged = strategy.validateCreate?.(wide, context())
  expect(judged?.some(({ message }) => message.includes('strange'))).toBe(true)
  expect(strategy.validateCreate?.(wide, context())).toEqual(judged)
})
