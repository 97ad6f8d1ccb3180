import { describe, expect, test } from '@jest/globals'
import { platformDialect } from '../../../src/meta/index.js'
import { builtinResources } from '../../../src/resources/index.js'
import { create, NOW, objectOf, pick, update } from '../support.js'

const definitions = builtinResources(platformDialect)
const RBAC = 'rbac.authorization.platform.io'

describe('bindings', () => {
  const bindings = pick(definitions, 'rolebindings', RBAC)
  const roleRef = { apiGroup: RBAC, kind: 'Role', name: 'r' }
  const binding = (fields: Readonly<Record<string, unknown>>) => objectOf(bindings, { roleRef, ...fields })

  test('users and groups have the RBAC group by default', () => {
    const sent = binding({
      subjects: [
        { kind: 'User', name: 'jane' },
        { kind: 'ServiceAccount', name: 'robot', apiGroup: '' },
      ],
      roleRef: { kind: 'Role', name: 'r' },
    })
    expect(create(bindings, sent).object).toEqual(
      binding({
        subjects: [
          { kind: 'User', apiGroup: RBAC, name: 'jane' },
          { kind: 'ServiceAccount', name: 'robot' },
        ],
      }),
    )
  })

  test.each<{ fields: Readonly<Record<string, unknown>>; causes: readonly string[] }>([
    {
      fields: { roleRef: undefined },
      causes: ['roleRef.kind: Unsupported value: "": supported values: "Role", "ClusterRole"', 'roleRef.name: Required value'],
    },
    {
      fields: { roleRef: { ...roleRef, apiGroup: 'apps' } },
      causes: [`roleRef.apiGroup: Unsupported value: "apps": supported values: "${RBAC}"`],
    },
    { fields: { subjects: [{ kind: 'User' }] }, causes: ['subjects[0].name: Required value'] },
    {
      fields: { subjects: [{ kind: 'Robot', name: 'x' }] },
      causes: ['subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"'],
    },
    {
      fields: { subjects: [{ kind: 'ServiceAccount', name: 'x', apiGroup: RBAC }] },
      causes: [`subjects[0].apiGroup: Unsupported value: "${RBAC}": supported values: ""`],
    },
    { fields: { subjects: [{ kind: 'ServiceAccount', name: 'x' }] }, causes: [] },
  ])('$fields', ({ fields, causes }) => {
    expect(create(bindings, binding(fields)).causes).toEqual(causes)
  })

  test('in a cluster binding an account needs its namespace, and the role is one of the cluster', () => {
    const clusterBindings = pick(definitions, 'clusterrolebindings', RBAC)
    expect(create(clusterBindings, binding({ subjects: [{ kind: 'ServiceAccount', name: 'x' }] })).causes).toEqual([
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
      'subjects[0].namespace: Required value',
    ])
  })

  test('the role is immutable, the subjects are not', () => {
    expect(update(bindings, binding({}), binding({ subjects: [{ kind: 'User', name: 'x' }] })).causes).toEqual([])
    expect(update(bindings, binding({}), binding({ roleRef: { ...roleRef, name: 'two' } })).causes).toEqual([
      `roleRef: Invalid value: {"APIGroup":"${RBAC}","Kind":"Role","Name":"two"}: cannot change roleRef`,
    ])
  })

  test('a row shows the role and, in wide output, the subjects', () => {
    const subjects = [
      { kind: 'User', name: 'jane' },
      { kind: 'Group', name: 'dev' },
      { kind: 'ServiceAccount', name: 'robot', namespace: 'ns' },
    ]
    expect(bindings.versions[0]?.table?.cells(binding({ subjects }), NOW)).toEqual([
      'a',
      'Role/r',
      '<unknown>',
      'jane',
      'dev',
      'ns/robot',
    ])
  })
})
