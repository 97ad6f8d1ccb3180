import { beforeAll, expect, test } from '@jest/globals'
import { PolicyScope } from '../../../src/admission/expressions/policy-scope.js'
import { scopeBaseOf } from '../../../src/admission/expressions/scope-base.js'
import { preparePolicies } from '../../../src/admission/index.js'
import { compileSchema } from '../../../src/schema/index.js'

beforeAll(() => preparePolicies())

const OPTIONS = { params: false, mutates: false }
const errorOf = (scope: PolicyScope, source: string) => {
  const compiled = scope.compile(source)
  return 'error' in compiled ? compiled.error : undefined
}

test('policies share their declarations, which are large, unless they have types of their own', () => {
  expect(scopeBaseOf({ ...OPTIONS })).toBe(scopeBaseOf({ ...OPTIONS }))
  expect(new PolicyScope(OPTIONS).types).toBe(new PolicyScope(OPTIONS).types)
  const object = compileSchema({ type: 'object' })
  expect(scopeBaseOf({ ...OPTIONS, object })).not.toBe(scopeBaseOf({ ...OPTIONS, object }))
})

test.each([
  ['params', 'params.a == 1', { params: true, mutates: false }],
  ['constructors', 'Object{}', { params: false, mutates: true }],
] as const)('policies with %s do not share with those without', (_, source, options) => {
  expect(errorOf(new PolicyScope(options), source)).toBeUndefined()
  expect(errorOf(new PolicyScope(OPTIONS), source)).toBeDefined()
})

test('a variable is declared only in its policy, whichever policy was compiled first', () => {
  const [one, other, later] = [new PolicyScope(OPTIONS), new PolicyScope(OPTIONS), new PolicyScope(OPTIONS)]
  expect([one.declare('a', '1'), other.declare('b', '"text"')]).toEqual([undefined, undefined])
  expect([one, other, later].map((scope) => errorOf(scope, 'variables.a == 1') === undefined)).toEqual([true, false, false])
  expect([one, other, later].map((scope) => errorOf(scope, 'variables.b == "c"') === undefined)).toEqual([false, true, false])
  // A type of its own: variables of one name in several policies are not mixed up.
  expect(later.declare('a', '"text"')).toBeUndefined()
  expect([errorOf(later, 'variables.a == "c"'), errorOf(one, 'variables.a == "c"') === undefined]).toEqual([undefined, false])
})
