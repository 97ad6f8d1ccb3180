import { describe, expect, test } from '@jest/globals'
import { parsePolicyFile } from '../../../src/authz/index.js'
import { kubernetesDialect } from '../../../src/meta/index.js'

const VERSION = 'abac.authorization.platform.io/v1beta1'
const line = (spec: unknown, more: object = {}) => JSON.stringify({ apiVersion: VERSION, kind: 'Policy', spec, ...more })
const NOTHING = { user: '', group: '', readonly: false, apiGroup: '', namespace: '', resource: '', nonResourcePath: '' }

describe('a policy file', () => {
  test('has a policy on each line, comments and empty lines aside', () => {
    const text = `# who may do what\n\n  ${line({ user: 'jane', resource: 'pods' })}\r\n${line({ group: 'ops', readonly: true })}\n`
    expect(parsePolicyFile(text)).toEqual([
      { ...NOTHING, user: 'jane', resource: 'pods' },
      { ...NOTHING, group: 'ops', readonly: true },
    ])
    expect(parsePolicyFile('')).toEqual([])
  })

  test.each([{ user: '*' }, { group: '*' }, { user: 'jane', group: '*' }])('names users by %j', (spec) => {
    expect(parsePolicyFile(line(spec))).toEqual([{ ...NOTHING, group: 'system:authenticated' }])
  })

  test.each([
    {
      about: 'nothing but a user',
      old: { user: 'jane' },
      policy: { user: 'jane', apiGroup: '*', namespace: '*', resource: '*', nonResourcePath: '*' },
    },
    {
      about: 'a resource',
      old: { user: 'jane', resource: 'pods' },
      policy: { user: 'jane', apiGroup: '*', namespace: '*', resource: 'pods' },
    },
    {
      about: 'no user',
      old: { namespace: 'a', readonly: true },
      policy: { group: 'system:authenticated', apiGroup: '*', namespace: 'a', resource: '*', readonly: true },
    },
  ])('without a version that names $about leaves the rest open', ({ old, policy }) => {
    expect(parsePolicyFile(JSON.stringify(old))).toEqual([{ ...NOTHING, ...policy }])
  })

  test('speaks the dialect of the plane, and may have unknown members', () => {
    const text = line({ user: 'jane', later: [1] }, { apiVersion: 'abac.authorization.kubernetes.io/v1beta1', more: true })
    expect(parsePolicyFile(text, kubernetesDialect)).toEqual([{ ...NOTHING, user: 'jane' }])
    expect(() => parsePolicyFile(text)).toThrow(`line 1: apiVersion: expected ${VERSION}`)
  })

  test.each([
    { text: `${line({})}\n{"user":`, says: 'line 2: expected a JSON object' },
    { text: '[]', says: 'line 1: expected a JSON object' },
    { text: line({}, { kind: 'Policies' }), says: 'line 1: kind: expected Policy' },
    { text: '{"kind":"Policy"}', says: 'line 1: apiVersion: expected' },
    { text: line([]), says: 'line 1: spec: expected an object' },
    { text: line({ user: 1 }), says: 'line 1: user: expected a text' },
    { text: line({ readonly: 'yes' }), says: 'line 1: readonly: expected true or false' },
  ])('that cannot be read is refused: $says', ({ text, says }) => {
    expect(() => parsePolicyFile(text)).toThrow(says)
  })
})
