import { describe, expect, test } from '@jest/globals'
import { deepFreeze, type JsonObject, kubernetesDialect, platformDialect } from '../../../src/meta/index.js'
import { applyStrategicMergePatch, compileStrategicType, type StrategicType } from '../../../src/public/patch.js'
import { builtinResources } from '../../../src/resources/index.js'
import { merging, struct } from './type-of.js'

/** Patches one after the other, each with the result that is expected of it. */
function story(type: StrategicType, start: unknown, steps: readonly (readonly [patch: unknown, expected: unknown])[]): void {
  let live = start
  for (const [patch, expected] of steps) {
    live = applyStrategicMergePatch(deepFreeze(live), deepFreeze(patch), type)
    expect({ after: patch, live }).toEqual({ after: patch, live: expected })
  }
}

function kindType(kind: string, dialect = platformDialect): StrategicType {
  const schema = builtinResources(dialect).find(({ names }) => names.kind === kind)?.versions[0]?.schema
  if (!schema) throw new Error(`no ${kind}`)
  return compileStrategicType(schema.document, { definitions: schema.components })
}

describe('a template of a workload', () => {
  const env = struct({ name: { type: 'string' }, value: { type: 'string' } })
  const container = struct({
    env: merging(env, 'name'),
    ports: merging(struct({ containerPort: { type: 'integer' }, name: { type: 'string' } }), 'containerPort'),
    volumeMounts: merging(struct({ mountPath: { type: 'string' } }), 'mountPath'),
  })
  const definitions: Record<string, JsonObject> = { Container: container }
  const type = compileStrategicType(
    struct({
      containers: merging({ $ref: '#/components/schemas/Container' }, 'name'),
      volumes: merging(struct({ name: { type: 'string' } }), 'name', 'merge,retainKeys'),
    }),
    { definitions },
  )
  const web = (more: object) => ({ name: 'web', image: 'web:1', ...more })

  test('containers merge by name, and so do their variables', () => {
    const variables = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))
    story(type, { containers: [web({ env: variables({ X: '1', Y: '2' }) })] }, [
      [
        { containers: [{ name: 'log', image: 'log:1' }] },
        { containers: [{ name: 'log', image: 'log:1' }, web({ env: variables({ X: '1', Y: '2' }) })] },
      ],
      [
        { containers: [{ name: 'web', env: variables({ Y: 'two', Z: '3' }) }] },
        { containers: [{ name: 'log', image: 'log:1' }, web({ env: variables({ X: '1', Y: 'two', Z: '3' }) })] },
      ],
      [
        {
          containers: [
            { name: 'web', env: [{ $patch: 'delete', name: 'X' }] },
            { name: 'log', $patch: 'delete' },
          ],
        },
        { containers: [web({ env: variables({ Y: 'two', Z: '3' }) })] },
      ],
    ])
  })

  test('ports merge by number: changed ones stay in place, new ones go behind those that the patch names', () => {
    story(type, { containers: [web({ ports: [{ containerPort: 80, name: 'http' }, { containerPort: 443 }] })] }, [
      [
        { containers: [{ name: 'web', ports: [{ containerPort: 443, name: 'tls' }, { containerPort: 9090 }] }] },
        {
          containers: [
            web({ ports: [{ containerPort: 80, name: 'http' }, { containerPort: 443, name: 'tls' }, { containerPort: 9090 }] }),
          ],
        },
      ],
      [
        { containers: [{ name: 'web', ports: [{ containerPort: 443, $patch: 'delete' }] }] },
        { containers: [web({ ports: [{ containerPort: 80, name: 'http' }, { containerPort: 9090 }] })] },
      ],
    ])
  })

  test('an order directive says where a new container goes', () => {
    story(type, { containers: [{ name: 'a' }, { name: 'b' }] }, [
      [
        { '$setElementOrder/containers': [{ name: 'a' }, { name: 'new' }, { name: 'b' }], containers: [{ name: 'new' }] },
        { containers: [{ name: 'a' }, { name: 'new' }, { name: 'b' }] },
      ],
    ])
  })

  test('a volume changes its source when $retainKeys keeps no other', () => {
    story(type, { volumes: [{ name: 'v', emptyDir: {} }, { name: 'w' }] }, [
      [
        { volumes: [{ name: 'v', $retainKeys: ['name', 'secret'], secret: { secretName: 's' } }] },
        { volumes: [{ name: 'v', secret: { secretName: 's' } }, { name: 'w' }] },
      ],
    ])
  })
})

describe.each([platformDialect, kubernetesDialect])('the built-in kinds, in the $name dialect', (dialect) => {
  const named = (...names: readonly string[]) => names.map((name) => ({ name }))

  test('secrets of a ServiceAccount merge by name, its pull secrets are replaced', () => {
    story(kindType('ServiceAccount', dialect), { secrets: named('s', 't'), imagePullSecrets: named('p') }, [
      [
        { secrets: named('u'), imagePullSecrets: named('q') },
        { secrets: named('u', 's', 't'), imagePullSecrets: named('q') },
      ],
      [{ secrets: [{ $patch: 'delete', name: 's' }] }, { secrets: named('u', 't'), imagePullSecrets: named('q') }],
      [{ secrets: [...named('x'), { $patch: 'replace' }] }, { secrets: named('x'), imagePullSecrets: named('q') }],
      [
        { secrets: null, automountServiceAccountToken: true },
        { imagePullSecrets: named('q'), automountServiceAccountToken: true },
      ],
    ])
  })

  test('finalizers are a set, owners are known by uid, labels merge', () => {
    const metadata = { finalizers: ['x/a', 'x/b'], ownerReferences: [{ uid: '1', name: 'o' }], labels: { l: 'm' } }
    story(kindType('ConfigMap', dialect), { metadata, data: { k: 'v' } }, [
      [
        { metadata: { finalizers: ['x/c', 'x/a'], ownerReferences: [{ uid: '2' }, { uid: '1', controller: true }] } },
        {
          metadata: {
            ...metadata,
            finalizers: ['x/c', 'x/a', 'x/b'],
            ownerReferences: [{ uid: '2' }, { uid: '1', name: 'o', controller: true }],
          },
          data: { k: 'v' },
        },
      ],
      [
        { metadata: { '$deleteFromPrimitiveList/finalizers': ['x/a'], ownerReferences: null, labels: { l: null } }, data: null },
        { metadata: { finalizers: ['x/c', 'x/b'], labels: {} } },
      ],
    ])
  })

  test('entries of a ConfigMap obey directives, which have no effect without entries', () => {
    story(kindType('ConfigMap', dialect), { data: { a: '1', b: '2' } }, [
      [{ data: { $patch: 'replace', c: '3' } }, { data: { c: '3' } }],
      [{ data: { $retainKeys: ['d'], d: '4' }, binaryData: { $patch: 'replace', e: 'AAAA' } }, { data: { d: '4' } }],
      [{ data: { $patch: 'delete' } }, { data: {} }],
    ])
  })

  test('conditions of a namespace merge by type, those of a definition and its versions are replaced', () => {
    expect(kindType('Namespace', dialect).member('status').member('conditions')).toMatchObject({ merges: true, mergeKey: 'type' })
    expect(kindType('Namespace', dialect).member('spec').member('finalizers').merges).toBe(false)
    const definition = kindType('CustomResourceDefinition', dialect)
    expect(definition.member('status').member('conditions').merges).toBe(false)
    expect(definition.member('spec').member('versions').merges).toBe(false)
  })
})
