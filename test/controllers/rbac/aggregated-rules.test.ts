import { expect, test } from '@jest/globals'
import { aggregatedRules } from '../../../src/controllers/rbac/aggregated-rules.js'
import { type ApiObject, atOnce } from '../../../src/meta/index.js'

const TYPE = { apiVersion: 'rbac.authorization.platform.io/v1', kind: 'ClusterRole' }
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const rule = (resource: string, size = 0) => ({ verbs: ['get'], apiGroups: [''], resources: [resource + 'x'.repeat(size)] })
const part = (name: string, rules: readonly unknown[], second = 0): ApiObject => ({
  ...TYPE,
  metadata: { name, labels: { part: 'true' }, creationTimestamp: `2026-01-01T00:00:${10 + second}Z` },
  rules,
})
const whole = (rules: readonly unknown[] = []): ApiObject => ({
  ...TYPE,
  metadata: { name: 'whole' },
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: 'true' } }] },
  rules,
})
const rulesOf = (...given: Parameters<typeof aggregatedRules>) => atOnce(aggregatedRules(...given))

/** Pauses of the work, and its result. */
function pausesOf(...given: Parameters<typeof aggregatedRules>) {
  const work = aggregatedRules(...given)
  let pauses = 0
  let step = work.next()
  for (; !step.done; step = work.next()) pauses += 1
  return { pauses, result: step.value }
}

test('many roles and selectors are compared with pauses', () => {
  const clusterRoleSelectors = many(300, (i) => ({ matchLabels: { [`label${i}`]: 'true' } }))
  const aggregated = { ...TYPE, metadata: { name: 'whole' }, aggregationRule: { clusterRoleSelectors } }
  const parts = many(300, (i) => ({
    ...part(`part${i}`, [rule(`things${i}`)]),
    metadata: { name: `part${i}`, labels: { [`label${i}`]: 'true' } },
  }))
  const { pauses, result } = pausesOf(aggregated, parts)
  expect([result?.rules.length, pauses]).toEqual([300, 900])
})

test('each rule is added and compared with a pause, however many one role has', () => {
  const rules = many(2_000, (i) => rule(`r${i}`))
  const { pauses, result } = pausesOf(whole([...rules].reverse()), [part('a', rules), part('b', rules)])
  expect(result).toEqual({ rules, isStored: true, isCut: false })
  expect(pauses).toBeGreaterThan(3 * 2_000)
})

test('rules are encoded when they are looked at, and roles that do not fit only up to the first rule that does not', () => {
  let encoded = 0
  const counted = (size: number) => ({ ...rule('r', size), toJSON: () => rule(`r${encoded++}`, size) })
  const parts = many(50, (i) =>
    part(
      `p${i}`,
      many(1_000, () => counted(20)),
      i % 50,
    ),
  )
  const result = rulesOf(whole(), parts, { characters: 100_000, values: 90_000 })
  expect(result?.isCut).toBe(true)
  // Twice, as the rules are first added in the order of names.
  expect(encoded).toBeLessThan(2 * (result?.rules.length ?? 0) + 200)
})

test.each([
  ['characters', { characters: 200, values: 1_000 }],
  ['values', { characters: 1_000_000, values: 21 }],
] as const)('with too little room, in %s, the rules of older roles stay', (_, room) => {
  const [a, b, c] = [part('a', [rule('a1'), rule('a2')], 3), part('b', [rule('b1')], 1), part('c', [rule('c1'), rule('c2')], 2)]
  expect(rulesOf(whole(), [a, b, c], room)).toEqual({ rules: [rule('b1'), rule('c1'), rule('c2')], isStored: false, isCut: true })
})

test('with too little room, the rules of small roles come before those of large ones', () => {
  const large = part(
    'a',
    many(3, (i) => rule(`a${i}`, 10_000)),
    1,
  )
  const small = part('b', [rule('b')], 2)
  const expected = [rule('b'), ...many(2, (i) => rule(`a${i}`, 10_000))]
  expect(rulesOf(whole(expected), [large, small], { characters: 25_000, values: 1_000 })).toEqual({
    rules: expected,
    isStored: true,
    isCut: true,
  })
})

test.each([
  ['in another order', [rule('b'), rule('a')], true],
  ['without one', [rule('a')], false],
  ['with another one', [rule('a'), rule('c')], false],
  ['with one twice', [rule('a'), rule('a')], false],
] as const)('the same rules %s are stored: %s', (_, stored, isStored) => {
  expect(rulesOf(whole(stored), [part('a', [rule('a'), rule('b'), rule('a')])])?.isStored).toBe(isStored)
})
