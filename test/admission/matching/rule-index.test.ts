import { expect, test } from '@jest/globals'
import { mayMatch, RequestMatch, type ResourceRule } from '../../../src/admission/matching/index.js'
import { fakePlane } from '../fake-plane.js'
import { write } from '../support.js'

const RULE: ResourceRule = { operations: ['*'], apiGroups: ['other'], apiVersions: ['v1'], resources: ['widgets'] }

/** A match with many rules, which counts how often a request is compared with one of them. */
function counted(resources: readonly string[], count: number) {
  const compared = { rules: 0 }
  const rule = {
    ...RULE,
    resources,
    get apiGroups() {
      compared.rules += 1
      return ['other']
    },
  }
  const match = new RequestMatch(fakePlane().sources, { resourceRules: Array.from({ length: count }, () => rule) })
  compared.rules = 0
  return { match, compared }
}

test.each([
  ['widgets', 0],
  ['widgets/status', 0],
  ['configmaps/status', 0],
  ['configmaps', 1000],
  ['*', 1000],
])('a request for configmaps is compared with rules for %s: %d of 1,000', (resource, expected) => {
  const { match, compared } = counted([resource], 1000)
  expect(match.match(write({}))).toBeUndefined()
  expect(compared.rules).toBe(expected)
})

test('a rule that names a resource many times is compared once', () => {
  const { match, compared } = counted(
    Array.from({ length: 10_000 }, () => 'configmaps'),
    1,
  )
  expect(match.match(write({}))).toBeUndefined()
  expect(compared.rules).toBe(1)
})

test('the first rule for a resource is found, whichever names it generally', () => {
  const rule = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'] }
  const { sources } = fakePlane()
  for (const resources of [['configmaps'], ['*'], ['*/*'], ['configmaps/*'], ['widgets', 'configmaps']]) {
    const match = new RequestMatch(sources, { resourceRules: [RULE, { ...rule, resources }] })
    expect(match.rulesMatch(write({}))).toBe(true)
    expect(match.rulesMatch(write({ group: 'apps' }))).toBe(false)
  }
})

test('whether any of many policies may match is answered with yes when that takes long to find out', () => {
  const all = Array.from({ length: 200 }, () => counted(['*/*'], 1000))
  expect(mayMatch(all, write({}))).toBe(true)
  expect(all.reduce((sum, { compared }) => sum + compared.rules, 0)).toBeLessThan(10_000)
  const few = [counted(['*/*'], 100), counted(['widgets'], 100_000)]
  expect(mayMatch(few, write({}))).toBe(false)
})
