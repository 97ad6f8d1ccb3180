import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { describeRule, missingRights } from '../../../src/authz/index.js'
import { covers, type PolicyRule } from '../../../src/authz/rbac/policy-rule.js'
import { resourceRequest } from './requests.js'

const onResources = (
  verbs: string,
  resources: string,
  names = '',
): PolicyRule & { apiGroups: string[]; resources: string[] } => ({
  verbs: verbs.split(' '),
  apiGroups: [''],
  resources: resources.split(' '),
  ...(names && { resourceNames: names.split(' ') }),
})
const held = (...resourceRules: ReturnType<typeof onResources>[]) => ({ resourceRules, nonResourceRules: [] })

describe('missing rights', () => {
  test('is nothing when several rules together hold it', () => {
    const wanted = [onResources('get list', 'pods secrets')]
    expect(
      missingRights(held(onResources('get list', 'pods'), onResources('get', 'secrets'), onResources('list', 'secrets')), wanted),
    ).toEqual([])
  })

  test('lists the verbs of a resource together', () => {
    const wanted = [onResources('get list watch', 'pods secrets')]
    expect(missingRights(held(onResources('get', 'pods secrets'), onResources('list', 'secrets')), wanted)).toEqual([
      onResources('list watch', 'pods'),
      onResources('watch', 'secrets'),
    ])
  })

  test('is a whole resource when only names of it are held', () => {
    expect(missingRights(held(onResources('get', 'pods', 'a')), [onResources('get', 'pods')])).toEqual([
      onResources('get', 'pods'),
    ])
    expect(missingRights(held(onResources('get', 'pods', 'a')), [onResources('get', 'pods', 'a b')])).toEqual([
      onResources('get', 'pods', 'b'),
    ])
  })

  test('lists each path separately', () => {
    const wanted = [{ verbs: ['get'], nonResourceURLs: ['/a', '/b'] }]
    expect(missingRights({ resourceRules: [], nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/a'] }] }, wanted)).toEqual([
      { verbs: ['get'], nonResourceURLs: ['/b'] },
    ])
  })

  test('is a rule as a whole when it stands for too many rights to look at', () => {
    const many = Array.from({ length: 200 }, (_, i) => `r${i}`)
    const wanted = { verbs: many, apiGroups: many, resources: many }
    expect(missingRights(held({ ...wanted, verbs: many.slice(1) }), [wanted])).toEqual([wanted])
    expect(missingRights(held({ ...wanted, verbs: ['*'] }), [wanted])).toEqual([])
  })

  test('is whatever cannot be found within a bound', () => {
    const rules = Array.from({ length: 20_000 }, (_, i) => onResources('get', 'pods', `pod-${i}`))
    const last = onResources('get', 'pods', 'pod-19999')
    expect(missingRights(held(...rules), [last])).toEqual([])
    expect(
      missingRights(
        held(...rules),
        Array.from({ length: 1000 }, () => last),
      ),
    ).toEqual([last])
    const texts = rules.map((_, i) => `verb${i}`)
    const every = { verbs: texts, apiGroups: [''], resources: texts, resourceNames: [] }
    expect(missingRights(held(every), [every])).toEqual([every])
  })

  test('and what is held are all that the rules allow', () => {
    const words = (...all: string[]) => fc.subarray(all, { minLength: 1 })
    const rules = fc.array(
      fc
        .record({ verbs: words('get', 'list', '*'), resources: words('pods', 'secrets', 'pods/log', '*/log', '*') })
        .map((rule) => ({ ...rule, apiGroups: [''] })),
      { maxLength: 4 },
    )
    const requests = ['get', 'list', 'watch'].flatMap((verb) =>
      [
        ['pods', ''],
        ['secrets', ''],
        ['pods', 'log'],
        ['nodes', 'log'],
      ].map(([resource = '', subresource = '']) => resourceRequest({ verb, resource, subresource })),
    )
    const allows = (list: readonly PolicyRule[], request: (typeof requests)[number]) => list.some((rule) => covers(rule, request))
    fc.assert(
      fc.property(rules, rules, (owned, wanted) => {
        const lacking = missingRights({ resourceRules: owned, nonResourceRules: [] }, wanted)
        for (const request of requests) {
          if (allows(wanted, request)) expect(allows(owned, request) || allows(lacking, request)).toBe(true)
        }
      }),
    )
  })
})

test('a rule is formatted as in Kubernetes', () => {
  expect(describeRule({ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'], resourceNames: ['a"b'] })).toBe(
    '{APIGroups:[""], Resources:["pods"], ResourceNames:["a\\"b"], Verbs:["get" "list"]}',
  )
  expect(describeRule({ verbs: ['get'], apiGroups: [], nonResourceURLs: ['/x'] })).toBe('{NonResourceURLs:["/x"], Verbs:["get"]}')
})
