import { beforeAll, describe, expect, test } from '@jest/globals'
import type { AccessAnswer, AskAccess } from '../../../src/admission/expressions/authorizer.js'
import { type PolicyOutcome, PolicyRun } from '../../../src/admission/expressions/policy-run.js'
import { type PolicyExpression, PolicyScope } from '../../../src/admission/expressions/policy-scope.js'
import { preparePolicies } from '../../../src/admission/index.js'

beforeAll(async () => {
  await preparePolicies()
})

const may = (verb: string) => `authorizer.group('').resource('nodes').check('${verb}').allowed()`

interface Run {
  readonly variables?: Readonly<Record<string, string>>
  readonly expressions: readonly string[]
  readonly allowed?: readonly string[]
}

/** Evaluates expressions one after the other within the budget of a policy. */
async function outcomes({ variables = {}, expressions, allowed = [] }: Run, { isAsynchronous }: { isAsynchronous: boolean }) {
  const scope = new PolicyScope({ params: false, mutates: false })
  for (const [name, source] of Object.entries(variables)) expect(scope.declare(name, source)).toBeUndefined()
  const asked: string[] = []
  const answer = (verb: string): AccessAnswer => ({ allowed: allowed.includes(verb), reason: '', error: '' })
  const ask: AskAccess = ({ verb }) => {
    asked.push(verb)
    return isAsynchronous ? Promise.resolve(answer(verb)) : answer(verb)
  }
  const object = { metadata: { name: 'x1' } }
  const inputs = { object, oldObject: undefined, params: undefined, user: { username: 'jane', groups: [] }, ask }
  const run = new PolicyRun(
    scope,
    { ...inputs, request: () => ({}), namespace: () => undefined, about: () => ({}) },
    // As a policy has.
    5_000_000,
  )
  const results: PolicyOutcome[] = []
  for (const source of expressions) results.push(await run.evaluate(scope.compile(source) as PolicyExpression))
  return { results, asked }
}

const isX = `object.metadata.name.startsWith('x')`
const times = (count: number, of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i))
const admin = { admin: may('delete') }

describe('an asynchronous authorizer leads to the outcomes of a synchronous one', () => {
  test.each<[string, Run]>([
    [
      'a variable that an earlier expression did not need',
      { variables: admin, expressions: [`variables.admin || ${isX}`, 'variables.admin'] },
    ],
    [
      'such a variable of a user who may',
      { variables: admin, expressions: [`variables.admin || ${isX}`, 'variables.admin'], allowed: ['delete'] },
    ],
    [
      'a variable of a variable',
      { variables: { ...admin, no: '!variables.admin' }, expressions: [`variables.no || ${isX}`, 'variables.no'] },
    ],
    ['as many checks as the budget allows', { expressions: times(16, () => may('get')), allowed: ['get'] }],
    ['a check with each of many expressions', { expressions: times(16, (i) => `${may(`v${i}`)} || true`) }],
    ['a variable with each of many expressions', { variables: admin, expressions: times(40, () => `variables.admin || true`) }],
    ['more checks than one expression may make', { expressions: [times(4, (i) => may(`v${i}`)).join(' || ')] }],
    ['the first of many checks', { expressions: [times(4, (i) => may(`v${i}`)).join(' || ')], allowed: ['v0'] }],
    [
      'more variables with checks than one expression may use',
      {
        variables: { a: may('a'), b: may('b'), c: may('c') },
        expressions: ['variables.a && variables.b && variables.c'],
        allowed: ['a', 'b', 'c'],
      },
    ],
    [
      'an error beside a check',
      { variables: { bad: 'int(object.metadata.name) > 1' }, expressions: [`${may('get')} || variables.bad`, 'variables.bad'] },
    ],
  ])('%s', async (_what, run) => {
    const { results } = await outcomes(run, { isAsynchronous: true })
    expect(results).toEqual((await outcomes(run, { isAsynchronous: false })).results)
  })
})

test('the number of questions is limited where none has an answer yet', async () => {
  const source = `[${times(50, (i) => `'v${i}'`).join(', ')}].exists(v, authorizer.group('').resource('nodes').check(v).allowed())`
  const { asked } = await outcomes({ expressions: [source] }, { isAsynchronous: true })
  expect(new Set(asked).size).toBe(asked.length)
  expect(asked.length).toBeLessThanOrEqual(3)
})
