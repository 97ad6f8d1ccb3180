import { beforeAll, expect, test } from '@jest/globals'
import { EXPRESSION_COST_LIMIT, metered } from '../../src/cel/budget.js'
import { loadEngine } from '../../src/cel/engine.js'
import { createEnvironment } from '../../src/cel/environment.js'
import { compileExpression } from '../../src/cel/program.js'
import { dynamicValue } from '../../src/cel/values.js'
import { collectGarbage } from '../support/collect-garbage.js'

beforeAll(() => loadEngine())

const programOf = (source: string) => {
  const compiled = compileExpression(createEnvironment().registerVariable('object', 'dyn'), source)
  if ('error' in compiled) throw new Error(compiled.error)
  return compiled.program
}

/** Loops of each kind: within them is where the last values used to stay. */
const LOOPS = [
  'object.items.all(x, x.n > 0)',
  'object.items.exists(x, x.n > 0)',
  'object.items.exists_one(x, x.n > 1)',
  'object.items.map(x, x.n).size() > 0',
  'object.items.filter(x, x.n > 0).size() > 0',
  'object.items.all(x, object.items.exists(y, y.n == x.n))',
  'object.items.all(i, x, x.n > i - 5)',
  'object.items.transformList(i, x, x.n).size() > 0',
  'object.items.sortBy(x, x.n).size() > 0',
  'object.all(key, key != "")',
  'cel.bind(all, object.items, all.size() > 0)',
  'object.?items.optMap(all, all.size() > 0).orValue(false)',
]

/** Evaluates in a function of its own, so that no local variable keeps the object. */
function evaluate(program: ReturnType<typeof programOf>, items: readonly object[]) {
  const object = metered(EXPRESSION_COST_LIMIT, () => dynamicValue({ items })).value as object
  const { value, error } = program.run({ object }, EXPRESSION_COST_LIMIT)
  return { value, hasFailed: error !== undefined, seen: new WeakRef(object) }
}

test.each(LOOPS)('%s keeps nothing of the object once it is evaluated, and can be evaluated again', async (source) => {
  const program = programOf(source)
  for (let round = 0; round < 2; round++) {
    const { value, seen } = evaluate(program, [{ n: 1 }, { n: 2 }])
    await collectGarbage()
    expect([value, seen.deref() === undefined]).toEqual([true, true])
  }
})

test('an evaluation that fails keeps nothing, either', async () => {
  const program = programOf('object.items.map(x, x.n).size() > 0')
  const { hasFailed, seen } = evaluate(program, [{}])
  await collectGarbage()
  expect([hasFailed, seen.deref() === undefined]).toEqual([true, true])
  expect(evaluate(program, [{ n: 1 }]).value).toBe(true)
})
