import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { missingRights } from '../../../src/authz/index.js'
import { CompiledRole } from '../../../src/authz/rbac/compiled-role.js'
import { PathRules } from '../../../src/authz/rbac/path-rules.js'
import { covers, type PolicyRule } from '../../../src/authz/rbac/policy-rule.js'
import { pathRequest } from './requests.js'

const onPaths = (...nonResourceURLs: readonly string[]) => ({ verbs: ['get'], nonResourceURLs })
const lacks = (held: ReturnType<typeof onPaths>[], wanted: PolicyRule) =>
  missingRights({ resourceRules: [], nonResourceRules: held }, [wanted]).length > 0

describe('rules on paths', () => {
  test.each([
    { held: ['/a/*'], wanted: ['/a/b', '/a/b/*'], covered: true },
    { held: ['/a/*'], wanted: ['/a*'], covered: false },
    { held: ['/a*', '/a/b*'], wanted: ['/a*', '/a/c'], covered: true },
    { held: ['/a'], wanted: ['/a*'], covered: false },
    { held: ['*'], wanted: ['/x', '*'], covered: true },
    { held: [], wanted: ['/x'], covered: false },
  ])('$held cover $wanted: $covered', ({ held, wanted, covered }) => {
    expect(lacks([onPaths(...held)], onPaths(...wanted))).toBe(!covered)
  })

  test('together cover the verbs and paths of one rule', () => {
    const held = [onPaths('/a'), { verbs: ['post'], nonResourceURLs: ['/a*'] }]
    expect(lacks(held, { verbs: ['get', 'post'], nonResourceURLs: ['/a'] })).toBe(false)
    expect(lacks(held, { verbs: ['get', 'post'], nonResourceURLs: ['/a', '/ab'] })).toBe(true)
  })

  test('of a role cover what one of them covers', () => {
    // `!` and `%` sort before `*`, and letters after it.
    const path = fc.array(fc.constantFrom('/', 'a', 'b', '!', '%'), { maxLength: 4 }).map((parts) => parts.join(''))
    const rule = fc.record({
      verbs: fc.subarray(['get', 'post', '*'], { minLength: 1 }),
      nonResourceURLs: fc.array(fc.tuple(path, fc.constantFrom('', '*')).map((parts) => parts.join(''))),
    })
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), fc.array(path, { maxLength: 10 }), (rules, paths) => {
        const role = new CompiledRole(rules)
        for (const request of paths.map((one) => pathRequest(one)))
          expect(role.covers(request)).toBe(rules.some((one) => covers(one, request)))
      }),
      { numRuns: 1000 },
    )
  })

  test('by the ten thousand are not looked at for a path that they do not cover', () => {
    const many = Array.from({ length: 40_000 }, (_, i) => `/apis/${'a'.repeat(18)}${i}*`)
    const rules = new PathRules([onPaths(...many, '/apis/*', '/healthz')])
    let looks = 0
    const count = () => {
      looks++
      return false
    }
    for (const path of ['/metrics', '/healthz', `/apis/${'a'.repeat(18)}x`, '/zzz']) rules.some(path, count)
    expect(looks).toBe(2)
  })

  test('by the ten thousand do not keep a user from granting what one of them covers', () => {
    const many = Array.from({ length: 40_000 }, (_, i) => `/apis/${'a'.repeat(18)}${i}*`)
    const wanted = Array.from({ length: 5000 }, (_, i) => onPaths(`/apis/${'a'.repeat(18)}x${i}`))
    const held = { resourceRules: [], nonResourceRules: [onPaths(...many), onPaths('/apis/*')] }
    expect(missingRights(held, wanted)).toEqual([])
    expect(missingRights(held, [...wanted, onPaths('/metrics')])).toEqual([onPaths('/metrics')])
  })
})
