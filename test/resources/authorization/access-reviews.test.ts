import { describe, expect, test } from '@jest/globals'
import { alwaysAllow, alwaysDeny } from '../../../src/authz/index.js'
import { type Attributes, platformDialect } from '../../../src/meta/index.js'
import type { AuthorizationDecision, Authorizer } from '../../../src/public/authz.js'
import { authorizationResources, type ResourceDefinition } from '../../../src/resources/index.js'
import { answer, faults, question } from '../reviews.js'
import { pick } from '../support.js'

const GROUP = 'authorization.platform.io'

/** The three kinds over one authorizer, and what that was asked. */
function kindsOf(decision: AuthorizationDecision) {
  const asked: Attributes[] = []
  const authorizer: Authorizer = {
    authorize(attributes) {
      asked.push(attributes)
      return decision
    },
  }
  const kinds = authorizationResources(platformDialect, authorizer)
  return {
    asked,
    subject: pick(kinds, 'subjectaccessreviews', GROUP),
    self: pick(kinds, 'selfsubjectaccessreviews', GROUP),
    local: pick(kinds, 'localsubjectaccessreviews', GROUP),
  }
}

const { subject, self, local, asked } = kindsOf({ decision: 'allow', reason: 'because' })
const resourceAttributes = { verb: 'get', resource: 'pods' }
const nonResourceAttributes = { verb: 'get', path: '/metrics' }

test('planes with the same authorizer share the kinds, and others have their own', () => {
  const [first] = authorizationResources(platformDialect, alwaysAllow)
  expect(authorizationResources(platformDialect, alwaysAllow)[0]).toBe(first)
  expect(authorizationResources(platformDialect, alwaysDeny)[0]).not.toBe(first)
})

test('only the local review lives in namespaces', () => {
  expect([subject, self, local].map(({ namespaced }) => namespaced)).toEqual([false, false, true])
})

describe('the spec of an access review', () => {
  test('names a user and a request for a resource; a version that is not named is any', async () => {
    const spec = {
      user: 'jane',
      uid: 'u1',
      groups: ['dev'],
      extra: { scopes: ['all'] },
      resourceAttributes: { ...resourceAttributes, group: 'apps', subresource: 'status', namespace: 'ns', name: 'a' },
    }
    await answer(subject, question(subject, { spec }))
    expect(asked.pop()).toEqual({
      user: { username: 'jane', uid: 'u1', groups: ['dev'], extra: { scopes: ['all'] } },
      verb: 'get',
      isResourceRequest: true,
      path: '',
      group: 'apps',
      version: '*',
      resource: 'pods',
      subresource: 'status',
      namespace: 'ns',
      name: 'a',
    })
  })

  test('or a request for a path', async () => {
    await answer(subject, question(subject, { spec: { groups: ['dev'], nonResourceAttributes } }))
    expect(asked.pop()).toMatchObject({
      user: { username: '', groups: ['dev'] },
      isResourceRequest: false,
      verb: 'get',
      path: '/metrics',
      version: '',
    })
  })

  test('of a self review is about the caller, whatever user the body names', async () => {
    const user = { username: 'ann', groups: ['ops'] }
    const spec = { user: 'root', resourceAttributes: { ...resourceAttributes, version: 'v1' } }
    const { spec: shown } = await answer(self, question(self, { spec }), { user })
    expect(shown).toEqual({ resourceAttributes: { ...resourceAttributes, version: 'v1' } })
    expect(asked.pop()).toMatchObject({ user, version: 'v1' })
  })
})

describe('the answer', () => {
  test.each([
    { decision: { decision: 'allow', reason: 'a rule' }, status: { allowed: true, reason: 'a rule' } },
    { decision: { decision: 'noOpinion' }, status: { allowed: false } },
    { decision: { decision: 'deny', reason: 'no' }, status: { allowed: false, denied: true, reason: 'no' } },
  ] as const)('$decision.decision is $status', async ({ decision, status }) => {
    const kinds = kindsOf(decision)
    const spec = { user: 'jane', resourceAttributes }
    const sent = question(kinds.subject, { spec, status: { allowed: true } })
    expect(await answer(kinds.subject, sent)).toEqual({ ...sent, status })
  })
})

describe('a selector that cannot be read', () => {
  const ask = async (selectors: object, decision: AuthorizationDecision = { decision: 'allow' }) => {
    const kinds = kindsOf(decision)
    const spec = { user: 'jane', resourceAttributes: { ...resourceAttributes, ...selectors } }
    const { status } = await answer(kinds.subject, question(kinds.subject, { spec }))
    return { status, asked: kinds.asked.pop() }
  }
  const sentence = (name: string, how = 'ignored') => `spec.resourceAttributes.${name} ${how} due to parse error`
  const good = { key: 'a', operator: 'In', values: ['b'] }

  test.each([
    [{ fieldSelector: { rawSelector: 'a b' } }, [sentence('fieldSelector')]],
    [{ labelSelector: { rawSelector: '!!a' } }, [sentence('labelSelector')]],
    [{ fieldSelector: { requirements: [{ key: 'a', operator: 'Exists' }] } }, [sentence('fieldSelector')]],
    [{ fieldSelector: { requirements: [{ key: 'a', operator: 'In', values: ['b', 'c'] }] } }, [sentence('fieldSelector')]],
    [
      { labelSelector: { requirements: [good, { key: 'b c', operator: 'Exists' }] } },
      [sentence('labelSelector', 'partially ignored')],
    ],
    [
      { fieldSelector: { rawSelector: 'a b' }, labelSelector: { requirements: [{ key: 'a', operator: 'Near' }] } },
      [sentence('fieldSelector'), sentence('labelSelector')],
    ],
  ])('%j does not narrow the request, and the status has an error', async (selectors, sentences) => {
    const { status } = await ask(selectors)
    expect(status).toEqual({ allowed: true, evaluationError: sentences.join('; ') })
  })

  test('does not affect valid requirements, and its error follows other ones', async () => {
    const labelSelector = { requirements: [good, { key: 'b', operator: 'Near' }] }
    const { status, asked: question } = await ask({ labelSelector }, { decision: 'noOpinion', evaluationError: 'oh' })
    expect(question?.labelSelector).toEqual([good])
    expect(status).toEqual({ allowed: false, evaluationError: `oh; ${sentence('labelSelector', 'partially ignored')}` })
  })

  test('is not reported for valid selectors', async () => {
    const { status } = await ask({ fieldSelector: { rawSelector: 'a=b' }, labelSelector: { requirements: [good] } })
    expect(status).toEqual({ allowed: true })
  })
})

describe('an invalid spec', () => {
  const one = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  const noSubject = 'spec.user: Invalid value: "": at least one of user or group must be specified'
  const selectorFault = (name: string, rule: string) => `spec.resourceAttributes.${name}: ${rule}`
  const withSelectors = (selectors: object) => ({
    spec: { user: 'x', resourceAttributes: { ...resourceAttributes, ...selectors } },
  })

  test.each<{ kind: ResourceDefinition; fields: Readonly<Record<string, unknown>>; causes: readonly string[] }>([
    { kind: subject, fields: { spec: { user: 'x', resourceAttributes } }, causes: [] },
    { kind: subject, fields: { spec: { groups: ['g'], nonResourceAttributes } }, causes: [] },
    { kind: subject, fields: {}, causes: [`spec.resourceAttributes: Invalid value: null: ${one}`, noSubject] },
    { kind: subject, fields: { spec: { user: '', groups: [], resourceAttributes } }, causes: [noSubject] },
    {
      kind: subject,
      fields: { spec: { user: 'x', resourceAttributes, nonResourceAttributes } },
      causes: [
        'spec.nonResourceAttributes: Invalid value: {"verb":"get","path":"/metrics"}: cannot be specified in combination with resourceAttributes',
      ],
    },
    {
      kind: subject,
      fields: { metadata: { name: 'n' }, spec: { user: 'x', resourceAttributes } },
      causes: ['metadata: Invalid value: {"name":"n"}: must be empty'],
    },
    { kind: self, fields: { spec: { resourceAttributes: {} } }, causes: [] },
    { kind: self, fields: { spec: {} }, causes: [`spec.resourceAttributes: Invalid value: null: ${one}`] },
    {
      kind: self,
      fields: { metadata: { labels: { a: 'b' } }, spec: { nonResourceAttributes } },
      causes: ['metadata: Invalid value: {"labels":{"a":"b"}}: must be empty'],
    },
    {
      kind: subject,
      fields: withSelectors({
        fieldSelector: { rawSelector: 'a=b' },
        labelSelector: { requirements: [{ key: 'a', operator: 'Exists' }] },
      }),
      causes: [],
    },
    {
      kind: subject,
      fields: withSelectors({
        fieldSelector: {},
        labelSelector: { rawSelector: 'a', requirements: [{ key: 'a', operator: 'Exists' }] },
      }),
      causes: [
        selectorFault(
          'fieldSelector.requirements',
          'Required value: when spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required',
        ),
        selectorFault('labelSelector.rawSelector', 'Invalid value: "a": may not be specified at the same time as requirements'),
      ],
    },
    {
      kind: subject,
      fields: withSelectors({
        labelSelector: {
          requirements: [
            { key: '', operator: 'In' },
            { key: 'a', operator: 'DoesNotExist', values: ['b'] },
          ],
        },
      }),
      causes: [
        selectorFault('labelSelector.requirements[0].key', 'Required value: must be specified'),
        selectorFault(
          'labelSelector.requirements[0].values',
          "Required value: must be specified when `operator` is 'In' or 'NotIn'",
        ),
        selectorFault(
          'labelSelector.requirements[1].values',
          "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        ),
      ],
    },
  ])('$kind.names.kind $fields', ({ kind, fields, causes }) => {
    expect(faults(kind, question(kind, fields))).toEqual(causes)
  })

  const here = { metadata: { namespace: 'ns' } }
  test.each([
    { spec: { user: 'x', resourceAttributes: { ...resourceAttributes, namespace: 'ns' } }, causes: [] },
    {
      spec: { user: 'x', resourceAttributes },
      causes: ['spec.resourceAttributes.namespace: Invalid value: "": must match metadata.namespace'],
    },
    {
      spec: { user: 'x', resourceAttributes: { ...resourceAttributes, namespace: 'other' } },
      causes: ['spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace'],
    },
    {
      spec: { user: 'x', nonResourceAttributes },
      causes: ['spec.nonResourceAttributes: Invalid value: {"verb":"get","path":"/metrics"}: disallowed on this kind of request'],
    },
    { spec: { resourceAttributes: { ...resourceAttributes, namespace: 'ns' } }, causes: [noSubject] },
  ])('LocalSubjectAccessReview in ns: $spec', ({ spec, causes }) => {
    expect(faults(local, question(local, { ...here, spec }))).toEqual(causes)
  })
})

describe('SelfSubjectRulesReview', () => {
  const rulesKind = (authorizer: Authorizer) =>
    pick(authorizationResources(platformDialect, authorizer), 'selfsubjectrulesreviews', GROUP)
  const ask = (authorizer: Authorizer, namespace: string) => {
    const kind = rulesKind(authorizer)
    return answer(kind, question(kind, { metadata: { name: 'n' }, spec: { namespace } }))
  }

  test('lists the rules that the authorizer lists for the caller and the namespace, and nothing of the question', async () => {
    const rules = {
      resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
      nonResourceRules: [],
      incomplete: false,
    }
    const about: unknown[] = []
    const rulesFor: Authorizer['rulesFor'] = (user, namespace) => {
      about.push(user.username, namespace)
      return rules
    }
    expect(await ask({ ...alwaysDeny, rulesFor }, 'ns')).toEqual({
      ...question(rulesKind(alwaysDeny)),
      spec: {},
      status: rules,
    })
    expect(about).toEqual(['tester', 'ns'])
  })

  test.each([
    { authorizer: alwaysAllow, rules: 1, incomplete: false },
    { authorizer: alwaysDeny, rules: 0, incomplete: false },
    { authorizer: { authorize: alwaysDeny.authorize }, rules: 0, incomplete: true },
  ])('$rules rules, incomplete: $incomplete', async ({ authorizer, rules, incomplete }) => {
    const { status } = await ask(authorizer, 'ns')
    expect(status).toMatchObject({ resourceRules: { length: rules }, nonResourceRules: { length: rules }, incomplete })
  })

  test('needs a namespace: 400', async () => {
    await expect(ask(alwaysAllow, '')).rejects.toMatchObject({ status: { code: 400, message: 'no namespace on request' } })
  })
})
