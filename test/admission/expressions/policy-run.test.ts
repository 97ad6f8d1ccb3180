import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { type PolicyInputs, PolicyRun } from '../../../src/admission/expressions/policy-run.js'
import { type PolicyExpression, PolicyScope } from '../../../src/admission/expressions/policy-scope.js'
import { preparePolicies } from '../../../src/admission/index.js'
import { createEnvironment } from '../../../src/cel/index.js'
import type { Attributes } from '../../../src/meta/index.js'

beforeAll(async () => {
  await preparePolicies()
})

const inputs = (more: Partial<PolicyInputs> = {}): PolicyInputs => ({
  object: { metadata: { name: 'a', labels: { 'x/y': 'z' } }, data: { n: 5, s: 'text', f: 1.5 }, items: [1, 2, 3] },
  oldObject: undefined,
  request: () => ({
    operation: 'CREATE',
    name: 'a',
    namespace: 'default',
    userInfo: { username: 'jane', groups: ['dev'] },
    options: { a: 1 },
  }),
  namespace: () => ({ metadata: { name: 'default', uid: 'u', labels: { team: 'red' } } }),
  params: undefined,
  user: { username: 'jane', groups: ['dev'] },
  about: () => ({ group: '', resource: 'configmaps', namespace: 'default', name: 'a' }),
  ask: () => ({ allowed: false, reason: '', error: '' }),
  ...more,
})

interface Evaluation {
  readonly variables?: Readonly<Record<string, string>>
  readonly inputs?: Partial<PolicyInputs>
  readonly params?: boolean
  readonly mutates?: boolean
  readonly budget?: number
}

async function evaluate(source: string, { variables = {}, params = true, mutates = false, ...more }: Evaluation = {}) {
  const scope = new PolicyScope({ params, mutates })
  for (const [name, text] of Object.entries(variables)) {
    const error = scope.declare(name, text)
    if (error !== undefined) return { error }
  }
  const compiled = scope.compile(source)
  if ('error' in compiled) return compiled
  const run = new PolicyRun(scope, inputs(more.inputs), more.budget ?? 1_000_000)
  return mutates ? run.evaluateJson(compiled) : run.evaluate(compiled)
}

describe('what a policy sees', () => {
  test.each([
    [`object.metadata.name == 'a' && object.data.n == 5 && object.data.f > 1.4`],
    [`object.metadata.labels['x/y'] == 'z' && 'x/y' in object.metadata.labels`],
    ['size(object.data) == 3 && object.items.exists(i, i == 2) && object.data.exists(k, k == "s")'],
    ['!has(object.spec) && has(object.data.n)'],
    ['oldObject == null && params == null'],
    [`request.operation == 'CREATE' && !has(request.subResource) && request.options.a == 1 && 'dev' in request.userInfo.groups`],
    [`namespaceObject.metadata.labels[?'team'].orValue('none') == 'red' && namespaceObject.metadata.UID == 'u'`],
    [`request.namespace == namespaceObject.metadata.name`],
    ['object == object && object.data != object.metadata'],
    ['object.data == {"n": 5, "s": "text", "f": 1.5}'],
    ['object.data.map(k, k) == ["n", "s", "f"]'],
  ])('%s', async (source) => {
    expect(await evaluate(source)).toEqual({ value: true })
  })

  test('is null if it does not exist', async () => {
    expect(await evaluate('namespaceObject == null', { inputs: { namespace: () => undefined } })).toEqual({ value: true })
    expect(await evaluate('namespaceObject == null')).toEqual({ value: false })
  })

  test('has no params where the policy has none', async () => {
    expect(await evaluate('params.x', { params: false })).toEqual({
      error: "ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x\n | ^",
    })
  })

  test('has types where they are known', async () => {
    expect(await evaluate('request.nosuch')).toMatchObject({ error: expect.stringContaining("undefined field 'nosuch'") })
    expect(await evaluate('namespaceObject.spec.nosuch')).toMatchObject({
      error: expect.stringContaining("undefined field 'nosuch'"),
    })
  })

  test('a missing member is an error that names it', async () => {
    expect(await evaluate('object.data.none == 1')).toEqual({ error: 'no such key: none' })
  })
})

describe('variables', () => {
  test('see those before them, and are computed once', async () => {
    const variables = { size: 'int(object.data.n)', double: 'variables.size * 2' }
    expect(await evaluate('variables.double == 10 && variables.double > variables.size', { variables })).toEqual({ value: true })
  })

  test('do not see those after them', async () => {
    expect(await evaluate('true', { variables: { a: 'variables.b', b: '1' } })).toEqual({
      error: "ERROR: <input>:1:10: undefined field 'b'\n | variables.b\n | .........^",
    })
  })

  test('are not computed unless they are needed', async () => {
    expect(await evaluate(`true || variables.bad`, { variables: { bad: 'int(object.data.s) > 1' } })).toEqual({ value: true })
  })

  test('pass on the error of their evaluation', async () => {
    const variables = { size: 'int(object.data.s)', big: 'variables.size > 3' }
    expect(await evaluate('variables.big', { variables })).toEqual({
      error:
        'composited variable "big" fails to evaluate: composited variable "size" fails to evaluate: type conversion error from \'string\' to \'int\'',
    })
  })

  test.each([
    ['[1, 2]', 'variables.v[0] == 1'],
    ['{"a": 1}', 'variables.v.a == 1'],
    ['[]', 'size(variables.v) == 0'],
    ['{}', 'size(variables.v) == 0'],
    ['[[], [1]]', 'size(variables.v) == 2'],
    ['optional.none()', '!variables.v.hasValue()'],
    ['request.userInfo', `variables.v.username == 'jane'`],
    ['quantity("1Gi")', 'variables.v.isGreaterThan(quantity("1Mi"))'],
    ['object.?spec.size', 'variables.v.orValue(7) == 7'],
    ['object', 'variables.v.data.n == 5'],
    ['null', 'variables.v == null'],
    ['duration("1h")', 'variables.v < duration("2h")'],
    ['authorizer.group("").resource("pods")', '!variables.v.check("get").allowed()'],
  ])('may be %s', async (v, source) => {
    expect(await evaluate(source, { variables: { v } })).toEqual({ value: true })
  })
})

describe('authorizer', () => {
  const asked: Attributes[] = []
  const ask = (attributes: Attributes) => {
    asked.push(attributes)
    return { allowed: attributes.verb === 'get', reason: 'because', error: '' }
  }

  test.each([
    [
      `authorizer.group('apps').resource('deployments').subresource('scale').namespace('n').name('x').check('get').allowed()`,
      {
        isResourceRequest: true,
        group: 'apps',
        resource: 'deployments',
        subresource: 'scale',
        namespace: 'n',
        name: 'x',
        verb: 'get',
      },
    ],
    [`authorizer.path('/healthz').check('get').allowed()`, { isResourceRequest: false, path: '/healthz' }],
    [`authorizer.requestResource.check('get').allowed()`, { resource: 'configmaps', namespace: 'default', name: 'a' }],
    [
      `authorizer.serviceAccount('n', 'robot').group('').resource('pods').check('get').allowed()`,
      { user: { username: 'system:serviceaccount:n:robot', groups: expect.arrayContaining(['system:serviceaccounts:n']) } },
    ],
    [`authorizer.group('').resource('pods').check('get').reason() == 'because'`, { user: { username: 'jane', groups: ['dev'] } }],
    [`!authorizer.group('').resource('pods').check('list').allowed()`, { verb: 'list' }],
  ])('%s', async (source, expected) => {
    asked.length = 0
    expect(await evaluate(source, { inputs: { ask } })).toEqual({ value: true })
    expect(asked).toEqual([expect.objectContaining(expected)])
  })

  test.each([
    [`authorizer.serviceAccount('n', '').group('').resource('pods')`, 'Invalid service account name'],
    [`authorizer.serviceAccount('n', 'a:b').group('').resource('pods')`, 'Invalid service account name'],
    [`authorizer.serviceAccount('', 'robot').group('').resource('pods')`, 'Invalid service account namespace'],
    [`authorizer.serviceAccount('n.m', 'robot').group('').resource('pods')`, 'Invalid service account namespace'],
    [`authorizer.group('').resource('')`, 'resource must not be empty'],
    [`authorizer.group('').resource(' ')`, 'resource must not be empty'],
    [`authorizer.path(' ')`, 'path must not be empty'],
  ])('%s: %s', async (source, error) => {
    asked.length = 0
    expect(await evaluate(`${source}.check('get').allowed()`, { inputs: { ask } })).toEqual({ error })
    expect(asked).toEqual([])
  })

  test('may be asynchronous, in variables, too', async () => {
    const slow = async (attributes: Attributes) => ask(attributes)
    const variables = { may: `authorizer.group('').resource('pods').check('get').allowed()` }
    asked.length = 0
    const source = `variables.may && !authorizer.group('').resource('pods').check('list').allowed()`
    expect(await evaluate(source, { inputs: { ask: slow }, variables, budget: 5_000_000 })).toEqual({ value: true })
    expect(asked.map(({ verb }) => verb)).toEqual(['get', 'list'])
  })

  test('may be called a limited number of times by one expression', async () => {
    const check = (verb: string) => `!authorizer.group('').resource('pods').check('${verb}').allowed()`
    const source = ['a', 'b', 'c', 'd'].map(check).join(' && ')
    expect(await evaluate(source, { inputs: { ask }, budget: 5_000_000 })).toEqual({
      error: 'operation cancelled: actual cost limit exceeded',
    })
  })
})

describe('the budget', () => {
  const list = Array.from({ length: 1000 }, (_, i) => i)

  test('is for all expressions of a run', async () => {
    const scope = new PolicyScope({ params: false, mutates: false })
    const compiled = scope.compile('object.all(x, object.exists(y, x == y))') as PolicyExpression
    const run = new PolicyRun(scope, inputs({ object: list as never }), 2_000_000)
    expect(await run.evaluate(compiled)).toEqual({ error: 'operation cancelled: actual cost limit exceeded' })
    expect(await run.evaluate(compiled)).toEqual({
      error: expect.stringContaining('running out of cost budget'),
      isOutOfBudget: true,
    })
    expect(await run.evaluate(scope.compile('true') as PolicyExpression)).toEqual({
      error: expect.stringContaining('running out of cost budget'),
      isOutOfBudget: true,
    })
  })

  test('counts what variables cost', async () => {
    const variables = { slow: 'object.all(x, object.exists(y, x == y))' }
    expect(await evaluate('variables.slow', { variables, inputs: { object: list as never }, budget: 5_000_000 })).toEqual({
      error: 'operation cancelled: actual cost limit exceeded',
    })
  })
})

describe('what a mutation makes', () => {
  const mutates = true
  test.each([
    [
      `Object{metadata: Object.metadata{labels: {'a': 'b', "n": object.metadata.name}}}`,
      { metadata: { labels: { a: 'b', n: 'a' } } },
    ],
    ['Object{}', {}],
    [
      `Object { spec: Object.spec { items: [ Object.spec.items{ name: "x{y}", count: 3 } ] } }`,
      { spec: { items: [{ name: 'x{y}', count: 3 }] } },
    ],
    [`Object{spec: Object.spec{?size: object.?none, ?other: optional.of(1)}}`, { spec: { other: 1 } }],
    [
      `[JSONPatch{op: 'add', path: '/data/' + jsonpatch.escapeKey('a/b~c'), value: string(size(object.data))}]`,
      [{ op: 'add', path: '/data/a~1b~0c', value: '3' }],
    ],
    [`[JSONPatch{op: "test", path: "/x", value: object.data}]`, [{ op: 'test', path: '/x', value: { n: 5, s: 'text', f: 1.5 } }]],
    [`// Object{a: 1}\n Object{a: 'Object{b: 1}', c: r'\\{'}`, { a: 'Object{b: 1}', c: '\\{' }],
    [`true ? Object{a: {'k': [1, 2].map(x, x + 1)}} : Object{}`, { a: { k: [2, 3] } }],
  ])('%s', async (source, value) => {
    expect(await evaluate(source, { mutates })).toEqual({ value })
  })

  test.each([
    ['Object{?spec: 1}', `expected type 'optional_type(int)' but found 'int'`],
    ['Object{?spec: dyn(1)}', `cannot initialize optional entry 'spec' from non-optional value 1`],
    ['Object{?spec: optional.of(Object.meta{})}', 'unexpected type name "Object.meta", expected "Object.spec"'],
  ])('%s: %s', async (source, error) => {
    expect(await evaluate(source, { mutates })).toMatchObject({ error: expect.stringContaining(error) })
  })

  test('has a type of its own', () => {
    const scope = new PolicyScope({ params: false, mutates })
    const typeOf = (source: string) => (scope.compile(source) as PolicyExpression).type
    expect([typeOf('Object{}'), typeOf('[JSONPatch{op: "remove"}]'), typeOf('1')]).toEqual(['Object', 'list(JSONPatch)', 'int'])
  })

  test('is not available to validating policies', async () => {
    expect(await evaluate('Object{}')).toMatchObject({ error: expect.stringContaining('Syntax error') })
  })
})

describe('the result of a mutation', () => {
  const s = 'x'.repeat(100_000)

  test('costs what its text is long, however often the same text is in it', async () => {
    const listOf = (copies: number) => `[${Array.from({ length: copies }, () => 'object.s').join(', ')}]`
    const options = { mutates: true, inputs: { object: { s } } }
    expect(await evaluate(listOf(20), options)).toEqual({ value: Array.from({ length: 20 }, () => s) })
    expect(await evaluate(listOf(200), options)).toMatchObject({ error: expect.stringContaining('cost') })
  })

  test('may be a megabyte of bytes', async () => {
    const object = { s: 'x'.repeat(1_000_000) }
    expect(await evaluate('bytes(object.s)', { mutates: true, inputs: { object } })).toEqual({ value: btoa(object.s) })
  })
})

describe('variables', () => {
  const environment = () => Object.getPrototypeOf(createEnvironment()) as { clone: () => unknown }

  test('are declared one by one, without copies of all the others', () => {
    const clones = jest.spyOn(environment(), 'clone')
    const scope = new PolicyScope({ params: false, mutates: false })
    for (let i = 0; i < 50; i += 1) expect(scope.declare(`v${i}`, i === 0 ? '1' : `variables.v${i - 1} + 1`)).toBeUndefined()
    const count = clones.mock.calls.length
    clones.mockRestore()
    expect(count).toBeLessThan(10)
  })

  test.each([
    ['b', { a: 'variables.b', b: '1' }, { error: expect.stringContaining("undefined field 'b'") }],
    ['a', { a: 'variables[?"b"].orValue(5)', b: '1' }, { value: 5n }],
    ['a', { a: 'variables[dyn("b")]', b: '1' }, { error: expect.stringContaining('no such key: b') }],
    ['a', { a: 'variables[dyn("a")]' }, { error: expect.stringContaining('no such key: a') }],
    ['b', { a: 'variables', b: 'variables.a[?"b"].orValue(7)' }, { value: 7n }],
    ['b', { a: '[1, 2]', b: 'variables.a.map(x, x + 1)[1]' }, { value: 3n }],
  ])('%s of %j', async (name, variables, expected) => {
    expect(await evaluate(`variables.${name}`, { variables: variables as never })).toEqual(expected)
  })
})
