import { describe, expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import {
  mutatingBindingStrategy,
  mutatingPolicyStrategy,
  validatingBindingStrategy,
  validatingPolicyStrategy,
} from '../../../src/resources/admissionregistration/index.js'
import type { Strategy, StrategyContext } from '../../../src/resources/index.js'

const context = {} as StrategyContext
const RULE = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }

/** What is wrong with an object, as `field: message`. */
async function faults({ defaults, prepareToValidate, validateCreate }: Strategy, spec: object): Promise<readonly string[]> {
  const object = { apiVersion: 'v1', kind: 'K', metadata: { name: 'p' }, spec } as ApiObject
  const complete = defaults?.(object) ?? object
  await prepareToValidate?.(complete)
  return (validateCreate?.(complete, context) ?? []).map(({ field, message }) => `${field}: ${message}`)
}

describe('a ValidatingAdmissionPolicy', () => {
  const good = { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression: 'true' }] }
  const withRule = (more: object) => ({ ...good, matchConstraints: { resourceRules: [{ ...RULE, ...more }] } })

  test('gets its defaults', () => {
    const object = {
      apiVersion: 'v1',
      kind: 'K',
      metadata: {},
      spec: { matchConstraints: { resourceRules: [RULE] } },
    } as ApiObject
    expect(validatingPolicyStrategy.defaults?.(object).spec).toEqual({
      failurePolicy: 'Fail',
      matchConstraints: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [{ ...RULE, scope: '*' }],
      },
    })
  })

  test.each([
    [good, []],
    [{ ...good, failurePolicy: 'Maybe' }, ['spec.failurePolicy: Unsupported value: "Maybe": supported values: "Fail", "Ignore"']],
    [{ ...good, paramKind: {} }, ['spec.paramKind.apiVersion: Required value', 'spec.paramKind.kind: Required value']],
    [
      { ...good, paramKind: { apiVersion: 'a/b/c', kind: 'K' } },
      ['spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
    ],
    [{ ...good, paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, validations: [{ expression: 'params.x == 1' }] }, []],
    [
      withRule({ operations: ['*', 'CREATE'] }),
      [
        `spec.matchConstraints.resourceRules[0].operations: Invalid value: ["*","CREATE"]: if '*' is present, must not specify other operations`,
      ],
    ],
    [withRule({ apiVersions: [''] }), ['spec.matchConstraints.resourceRules[0].apiVersions[0]: Required value']],
    [
      withRule({ resources: ['pods/*', 'pods/status'] }),
      [
        `spec.matchConstraints.resourceRules[0].resources[1]: Invalid value: "pods/status": if 'pods/*' is present, must not specify pods/status`,
      ],
    ],
    [
      withRule({ resources: ['*/status', 'pods/status'] }),
      [
        `spec.matchConstraints.resourceRules[0].resources[1]: Invalid value: "pods/status": if '*/status' is present, must not specify pods/status`,
      ],
    ],
    [withRule({ resources: ['*', '*/status'] }), []],
    [
      withRule({ scope: 'World' }),
      [
        'spec.matchConstraints.resourceRules[0].scope: Unsupported value: "World": supported values: "*", "Cluster", "Namespaced"',
      ],
    ],
    [withRule({ resourceNames: ['a', 'a'] }), ['spec.matchConstraints.resourceRules[0].resourceNames[1]: Duplicate value: "a"']],
    [
      { ...good, matchConditions: [{ name: 'a', expression: '1' }] },
      ['spec.matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int'],
    ],
    [
      {
        ...good,
        matchConditions: [
          { name: 'a', expression: 'true' },
          { name: 'a', expression: 'true' },
        ],
      },
      ['spec.matchConditions[1].name: Duplicate value: "a"'],
    ],
    [
      { ...good, matchConditions: [{}] },
      ['spec.matchConditions[0].expression: Required value', 'spec.matchConditions[0].name: Required value'],
    ],
    [
      { ...good, variables: [{ name: 'a', expression: 'true' }], matchConditions: [{ name: 'b', expression: 'variables.a' }] },
      [expect.stringContaining('spec.matchConditions[0].expression: Invalid value: "variables.a": compilation failed')],
    ],
    [
      { ...good, validations: [{ expression: 'true', messageExpression: '[]' }] },
      ['spec.validations[0].messageExpression: Invalid value: "[]": must evaluate to string but got list(dyn)'],
    ],
    [
      { ...good, variables: [{ name: 'if', expression: '1' }] },
      ['spec.variables[0].name: Invalid value: "if": must be a valid CEL identifier'],
    ],
    [{ ...good, variables: [{ name: 'a', expression: '1' }], validations: [{ expression: 'variables.a == 1' }] }, []],
    [
      { ...good, validations: [{ expression: 'object.spec.flag' }] },
      ['spec.validations[0].expression: Invalid value: "object.spec.flag": must evaluate to bool but got dyn'],
    ],
    [{ ...good, validations: [{ expression: 'object.spec.flag ? object.a : object.b' }] }, []],
    [
      {
        ...good,
        validations: [{ expression: 'true', messageExpression: `string(authorizer.path('/').check('get').allowed())` }],
      },
      [expect.stringContaining("undeclared reference to 'authorizer'")],
    ],
    [
      { ...good, validations: [{ expression: 'true', messageExpression: '[1]' }] },
      ['spec.validations[0].messageExpression: Invalid value: "[1]": must evaluate to string but got list(int)'],
    ],
    [
      {
        ...good,
        auditAnnotations: [
          { key: 'a', valueExpression: `'x'` },
          { key: 'a', valueExpression: 'null' },
        ],
      },
      ['spec.auditAnnotations[1].key: Duplicate value: "a"'],
    ],
    [
      { ...good, auditAnnotations: [{ key: 'a b', valueExpression: '1' }] },
      [
        expect.stringContaining('spec.auditAnnotations[0].key: Invalid value: "a b"'),
        'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
      ],
    ],
  ])('%j', async (spec, expected) => {
    expect(await faults(validatingPolicyStrategy, spec)).toEqual(expected)
  })
})

test('a list of rules has at most 1,000, whose content is not judged beyond', async () => {
  const rules = (count: number) => ({ resourceRules: Array.from({ length: count }, () => RULE) })
  const [policy, binding] = [{ validations: [{ expression: 'true' }] }, { policyName: 'p', validationActions: ['Deny'] }]
  const many = (path: string) => [`${path}.resourceRules: Too many: 1001: must have at most 1000 items`]
  expect(await faults(validatingPolicyStrategy, { ...policy, matchConstraints: rules(1000) })).toEqual([])
  expect(await faults(validatingPolicyStrategy, { ...policy, matchConstraints: rules(1001) })).toEqual(
    many('spec.matchConstraints'),
  )
  expect(await faults(validatingBindingStrategy, { ...binding, matchResources: rules(1001) })).toEqual(
    many('spec.matchResources'),
  )
})

describe('the expressions of a policy', () => {
  const matchConstraints = { resourceRules: [RULE] }
  const list = (count: number, item: object) => Array.from({ length: count }, () => item)
  // They do not compile, so a list that is judged has more errors.
  const [variable, expression] = [{ name: 'a', expression: ')' }, { expression: ')' }]
  const tooMany = (field: string, most: number) => [`spec.${field}: Too many: ${most + 1}: must have at most ${most} items`]
  const validations = [{ expression: 'true' }]

  test.each([
    [validatingPolicyStrategy, { validations, variables: list(257, variable) }, tooMany('variables', 256)],
    [validatingPolicyStrategy, { validations: list(1001, expression) }, tooMany('validations', 1000)],
    [
      mutatingPolicyStrategy,
      { reinvocationPolicy: 'Never', mutations: list(1001, { patchType: 'JSONPatch', jsonPatch: expression }) },
      tooMany('mutations', 1000),
    ],
    [validatingPolicyStrategy, { validations: list(1000, { expression: 'true' }) }, []],
    [
      validatingPolicyStrategy,
      { validations, matchConditions: [...list(64, { name: 'a' }), ...list(10, expression)].slice(0, 65) },
      expect.arrayContaining(['spec.matchConditions: Too many: 65: must have at most 64 items']),
    ],
  ])('are of a limited number', async (strategy, spec, expected) => {
    expect(await faults(strategy as Strategy, { matchConstraints, ...(spec as object) })).toEqual(expected)
  })

  test('are compiled in turns, before the validation that has no turns', async () => {
    const long = (i: number) => ({ expression: Array.from({ length: 300 }, (_, j) => `object.a${j} == ${i}`).join(' || ') })
    const spec = { matchConstraints, validations: Array.from({ length: 30 }, (_, i) => long(i)) }
    const object = { apiVersion: 'v1', kind: 'K', metadata: { name: 'p' }, spec } as ApiObject
    const complete = validatingPolicyStrategy.defaults?.(object) ?? object
    let turns = 0
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await validatingPolicyStrategy.prepareToValidate?.(complete)
    clearImmediate(next)
    expect(turns).toBeGreaterThan(10)
    expect(validatingPolicyStrategy.validateCreate?.(complete, context)).toBe(
      validatingPolicyStrategy.validateCreate?.(complete, context),
    )
  })
})

describe('a binding', () => {
  const good = { policyName: 'p', validationActions: ['Deny'] }

  test.each([
    [good, []],
    [
      { ...good, paramRef: { selector: { matchExpressions: [{ key: 'a', operator: 'In' }] }, parameterNotFoundAction: 'Deny' } },
      ["spec.paramRef.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'"],
    ],
    [
      {
        ...good,
        matchResources: {
          objectSelector: {
            matchExpressions: [
              { key: 'a', operator: 'Exists', values: ['b'] },
              { key: 'a', operator: 'Near' },
            ],
          },
        },
      },
      [
        "spec.matchResources.objectSelector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        'spec.matchResources.objectSelector.matchExpressions[1].operator: Invalid value: "Near": not a valid selector operator',
      ],
    ],
    [
      { ...good, matchResources: { resourceRules: [{ ...RULE, resources: [] }] } },
      ['spec.matchResources.resourceRules[0].resources: Required value'],
    ],
  ])('%j', async (spec, expected) => {
    expect(await faults(validatingBindingStrategy, spec)).toEqual(expected)
    expect(await faults(mutatingBindingStrategy, spec)).toEqual(expected)
  })
})

describe('a MutatingAdmissionPolicy', () => {
  const mutation = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }
  const good = { matchConstraints: { resourceRules: [RULE] }, reinvocationPolicy: 'Never', mutations: [mutation] }

  test.each([
    [good, []],
    [{ ...good, reinvocationPolicy: undefined }, ['spec.reinvocationPolicy: Required value']],
    [
      { ...good, mutations: [{ patchType: 'ApplyConfiguration', jsonPatch: { expression: '[]' } }] },
      [
        'spec.mutations[0].applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration',
        'spec.mutations[0].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
      ],
    ],
    [
      {
        ...good,
        mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: `[JSONPatch{op: 'remove', path: '/a'}] + []` } }],
      },
      [],
    ],
    [
      { ...good, mutations: [{ ...mutation, applyConfiguration: { expression: 'Object{' } }] },
      [expect.stringContaining('compilation failed')],
    ],
  ])('%j', async (spec, expected) => {
    expect(await faults(mutatingPolicyStrategy, spec)).toEqual(expected)
  })
})
