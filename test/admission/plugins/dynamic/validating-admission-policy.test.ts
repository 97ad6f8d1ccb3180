import { describe, expect, test } from '@jest/globals'
import { type AdmissionAttributes, createAdmission, validatingAdmissionPolicy } from '../../../../src/admission/index.js'
import type { ApiError } from '../../../../src/meta/index.js'
import { fakePlane } from '../../fake-plane.js'
import { write } from '../../support.js'

const POLICIES = 'validatingadmissionpolicies.admissionregistration.platform.io'
const BINDINGS = 'validatingadmissionpolicybindings.admissionregistration.platform.io'
const CONFIG_MAPS = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }]

interface Wish {
  readonly spec?: object
  readonly binding?: object
  readonly plane?: ReturnType<typeof fakePlane>
}

/** A plane with one policy `p` and its binding `b`. */
async function planeWith({ spec = {}, binding = {}, plane = fakePlane() }: Wish = {}) {
  const admission = createAdmission([validatingAdmissionPolicy()])
  await admission.start(plane.sources)
  plane.put('namespaces', { metadata: { name: 'default', labels: { team: 'red' } } })
  plane.put(POLICIES, {
    metadata: { name: 'p', uid: 'p1' },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: { resourceRules: CONFIG_MAPS },
      validations: [{ expression: 'false' }],
      ...spec,
    },
  })
  plane.put(BINDINGS, { metadata: { name: 'b', uid: 'b1' }, spec: { policyName: 'p', validationActions: ['Deny'], ...binding } })
  const told = { warnings: [] as string[], annotations: {} as Record<string, string> }
  const ask = async (more: Partial<AdmissionAttributes> = {}) => {
    const attributes = write({
      warn: (text) => void told.warnings.push(text),
      annotate: (key, value) => {
        told.annotations[key] = value
      },
      ...more,
    })
    if (!admission.concernsValidation(attributes)) return 'not evaluated'
    try {
      await admission.validate(attributes)
      return 'passes'
    } catch (error) {
      const { code, reason, message } = (error as ApiError).status
      return `${code} ${reason} ${message}`
    }
  }
  return { ask, plane, ...told }
}

const denied = (detail: string) =>
  `422 Invalid configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: ${detail}`

describe('a validation that fails', () => {
  test.each([
    [{ expression: ' object.metadata.name == "b"' }, denied('failed expression: object.metadata.name == "b"')],
    [{ expression: 'false', message: 'no ' }, denied('no')],
    [{ expression: 'false', message: 'no', messageExpression: `'not ' + object.metadata.name` }, denied('not a')],
    [{ expression: 'false', message: 'no', messageExpression: `object.data.none` }, denied('no')],
    [{ expression: 'false', message: 'no', messageExpression: `' '` }, denied('no')],
    [{ expression: 'false', message: 'no', messageExpression: `'a\\nb'` }, denied('no')],
    [{ expression: 'false', message: 'no', reason: 'Forbidden' }, denied('no').replace('422 Invalid', '403 Forbidden')],
    [{ expression: 'object.none == 1' }, denied(`expression 'object.none == 1' resulted in error: no such key: none`)],
  ])('%j', async (validation, expected) => {
    const { ask } = await planeWith({ spec: { validations: [{ expression: 'true' }, validation] } })
    expect(await ask()).toBe(expected)
  })

  test('of several, the first is reported', async () => {
    const { ask } = await planeWith({
      spec: {
        validations: [
          { expression: 'false', message: 'one' },
          { expression: 'false', message: 'two' },
        ],
      },
    })
    expect(await ask()).toBe(denied('one'))
  })

  test('is ignored if it cannot be evaluated and failurePolicy is Ignore', async () => {
    const { ask } = await planeWith({ spec: { failurePolicy: 'Ignore', validations: [{ expression: 'object.none == 1' }] } })
    expect(await ask()).toBe('passes')
  })

  test('only warns, or is only audited, with these actions of the binding', async () => {
    const { ask, warnings, annotations } = await planeWith({
      spec: { validations: [{ expression: 'true' }, { expression: 'false', message: 'odd' }] },
      binding: { validationActions: ['Warn', 'Audit'] },
    })
    expect(await ask()).toBe('passes')
    expect(warnings).toEqual([`Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': odd`])
    expect(Object.keys(annotations)).toEqual(['validation.policy.admission.platform.io/validation_failure'])
    expect(JSON.parse(Object.values(annotations)[0] ?? '')).toEqual([
      { message: 'odd', policy: 'p', binding: 'b', expressionIndex: 1, validationActions: ['Warn', 'Audit'] },
    ])
  })
})

describe('a policy', () => {
  test('sees variables, the namespace and the request', async () => {
    const { ask } = await planeWith({
      spec: {
        variables: [{ name: 'team', expression: 'namespaceObject.metadata.labels.team' }],
        validations: [
          { expression: `variables.team == 'red' && request.userInfo.username == 'jane' && request.operation == 'CREATE'` },
        ],
      },
    })
    expect(await ask()).toBe('passes')
  })

  test('has only an old object on deletes', async () => {
    const { ask } = await planeWith({
      spec: { validations: [{ expression: `object == null && oldObject.metadata.name == 'a'` }] },
    })
    expect(await ask({ operation: 'DELETE', object: undefined, oldObject: write().object })).toBe('passes')
  })

  test('asks what the caller may do', async () => {
    const authorizer = {
      authorize: async ({ verb }: { readonly verb: string }) => ({
        decision: verb === 'special' ? ('allow' as const) : ('noOpinion' as const),
      }),
    }
    const plane = fakePlane({ authorizer })
    const expression = (verb: string) => `authorizer.requestResource.check('${verb}').allowed()`
    const { ask } = await planeWith({ plane, spec: { validations: [{ expression: expression('special') }] } })
    expect(await ask()).toBe('passes')
    const other = await planeWith({ plane, spec: { validations: [{ expression: expression('other'), message: 'no right' }] } })
    expect(await other.ask()).toBe(denied('no right'))
  })

  test.each([
    [[{ name: 'c', expression: 'object.metadata.name == "b"' }], 'Fail', 'passes'],
    [[{ name: 'c', expression: 'object.metadata.name == "a"' }], 'Fail', denied('failed expression: false')],
    [
      [
        { name: 'c', expression: 'object.none' },
        { name: 'd', expression: 'false' },
      ],
      'Fail',
      'passes',
    ],
    [[{ name: 'c', expression: 'object.none' }], 'Fail', denied(`expression 'object.none' resulted in error: no such key: none`)],
    [[{ name: 'c', expression: 'object.none' }], 'Ignore', 'passes'],
  ])('with conditions %j and failure policy %s', async (matchConditions, failurePolicy, expected) => {
    const { ask } = await planeWith({ spec: { matchConditions, failurePolicy } })
    expect(await ask()).toBe(expected)
  })

  test('writes annotations into the audit event, joined over its bindings', async () => {
    const { ask, plane, annotations } = await planeWith({
      spec: {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        validations: [],
        auditAnnotations: [
          { key: 'who', valueExpression: `params.metadata.name + ' for ' + object.metadata.name` },
          { key: 'nothing', valueExpression: 'null' },
        ],
      },
      binding: { paramRef: { selector: {}, parameterNotFoundAction: 'Deny' } },
    })
    plane.put('configmaps', { metadata: { name: 'x', namespace: 'default' } })
    plane.put('configmaps', { metadata: { name: 'y', namespace: 'default' } })
    expect(await ask()).toBe('passes')
    expect(annotations).toEqual({ 'p/who': 'x for a, y for a' })
  })

  test('does nothing without a binding, nor a binding without a policy', async () => {
    const { ask, plane } = await planeWith()
    plane.remove(BINDINGS, 'b')
    plane.put(BINDINGS, { metadata: { name: 'c' }, spec: { policyName: 'other', validationActions: ['Deny'] } })
    expect(await ask()).toBe('not evaluated')
  })

  test('is in effect as soon as it is written and until it is deleted', async () => {
    const { ask, plane } = await planeWith({ spec: { validations: [{ expression: 'true' }] } })
    expect(await ask()).toBe('passes')
    plane.put(POLICIES, {
      metadata: { name: 'p' },
      spec: { matchConstraints: { resourceRules: CONFIG_MAPS }, validations: [{ expression: 'false' }] },
    })
    expect(await ask()).toBe(denied('failed expression: false'))
    plane.remove(POLICIES, 'p')
    expect(await ask()).toBe('not evaluated')
  })

  test.each([
    ['admissionregistration.platform.io', 'validatingadmissionpolicies'],
    ['admissionregistration.platform.io', 'mutatingadmissionpolicybindings'],
    ['authorization.platform.io', 'selfsubjectaccessreviews'],
    ['authentication.platform.io', 'tokenreviews'],
  ])('never applies to %s %s', async (group, resource) => {
    const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }]
    const { ask } = await planeWith({ spec: { matchConstraints: { resourceRules: everything } } })
    expect(await ask({ group, resource })).toBe('not evaluated')
    expect(await ask({ group: 'authorization.example.com', resource })).toContain('denied request')
  })
})

describe('parameters', () => {
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }
  const spec = { paramKind, validations: [{ expression: `object.metadata.name == params.data.name`, message: 'other name' }] }
  const missing = denied('failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction')

  test.each([
    [{ name: 'good' }, 'passes'],
    [{ name: 'bad' }, denied('other name')],
    [{ name: 'none', parameterNotFoundAction: 'Deny' }, missing],
    [{ name: 'none', parameterNotFoundAction: 'Allow' }, 'passes'],
    [{ selector: { matchLabels: { use: 'yes' } } }, denied('other name')],
    [{ selector: { matchLabels: { use: 'no' } }, parameterNotFoundAction: 'Deny' }, missing],
    [{ name: 'good', namespace: 'other', parameterNotFoundAction: 'Deny' }, missing],
  ])('%j', async (paramRef, expected) => {
    const { ask, plane } = await planeWith({ spec, binding: { paramRef } })
    const params = (name: string, value: string) =>
      plane.put('configmaps', { metadata: { name, namespace: 'default', labels: { use: 'yes' } }, data: { name: value } })
    params('good', 'a')
    params('bad', 'b')
    expect(await ask()).toBe(expected)
  })

  test('of more than 16 MiB that a selector finds are a fault of the binding', async () => {
    const { ask, plane } = await planeWith({
      spec: { paramKind, validations: [{ expression: 'params.data.x.size() > 0' }] },
      binding: { paramRef: { selector: {}, parameterNotFoundAction: 'Deny' } },
    })
    const large = 'x'.repeat(1024 * 1024)
    for (let i = 0; i < 15; i++)
      plane.put('configmaps', { metadata: { name: `p${i}`, namespace: 'default' }, data: { x: large } })
    expect(await ask()).toBe('passes')
    plane.put('configmaps', { metadata: { name: 'p15', namespace: 'default' }, data: { x: large } })
    expect(await ask()).toBe(
      denied('failed to configure binding: the params of the request have more than 16777216 bytes together'),
    )
  })

  test('are not read any more when the request has timed out', async () => {
    const slow = 'params.data.all(a, params.data.all(b, a != b + "x"))'
    const { ask, plane } = await planeWith({
      spec: { paramKind, validations: [{ expression: slow }] },
      binding: { paramRef: { selector: {}, parameterNotFoundAction: 'Deny' } },
    })
    const data = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, 'v']))
    for (let i = 0; i < 5; i++) plane.put('configmaps', { metadata: { name: `p${i}`, namespace: 'default' }, data })
    expect(await ask()).toBe('passes')
    expect(await ask({ deadlineMs: plane.clock.now() })).toContain('504 Timeout')
  })

  test('are null where the binding gives none', async () => {
    const { ask } = await planeWith({ spec: { paramKind, validations: [{ expression: 'params == null' }] } })
    expect(await ask()).toBe('passes')
  })

  test('of an unknown type are an error of the policy', async () => {
    const { ask } = await planeWith({ spec: { paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' } } })
    expect(await ask()).toBe(
      `422 Invalid configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Limit'`,
    )
  })

  test('of namespaced types cannot be used for cluster-scoped objects', async () => {
    const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }]
    const { ask } = await planeWith({
      spec: { ...spec, matchConstraints: { resourceRules: everything } },
      binding: { paramRef: { name: 'good' } },
    })
    expect(await ask({ namespace: '' })).toContain('cannot use namespaced paramRef')
  })

  test('of namespaced types are those in an existing Namespace, for writes of it', async () => {
    const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }]
    const { ask, plane } = await planeWith({
      spec: { ...spec, matchConstraints: { resourceRules: everything } },
      binding: { paramRef: { name: 'good', parameterNotFoundAction: 'Deny' } },
    })
    plane.put('configmaps', { metadata: { name: 'good', namespace: 'team' }, data: { name: 'team' } })
    const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }
    const ofNamespace = { resource: 'namespaces', kind: 'Namespace', namespace: '', name: 'team', object }
    expect(await ask({ ...ofNamespace, operation: 'UPDATE', oldObject: object })).toBe('passes')
    expect(await ask({ ...ofNamespace, operation: 'CREATE' })).toContain('cannot use namespaced paramRef')
  })
})
