import { expect, test } from '@jest/globals'
import { type Kind, kinds, plain } from '../packaged/support.js'

const errorsOf = (kind: Kind, status: object) =>
  kinds[kind].versions[0]?.schema?.validate({ ...plain(kind), status }).map(({ field }) => field)

test.each<readonly [kind: Kind, status: object]>([
  ['Pod', { phase: 'Dreaming' }],
  ['PersistentVolumeClaim', { phase: 'Dreaming', conditions: [{ type: 'A', status: 'Maybe' }] }],
  ['Service', { loadBalancer: { ingress: [{ ip: '10.0.0.1', ipMode: 'Dreaming' }] } }],
])('the status of a %s takes values that are no choice of its schema, but no wrong types: %j', (kind, status) => {
  expect(errorsOf(kind, status)).toEqual([])
  expect(errorsOf(kind, { ...status, conditions: 'none' })).toEqual(['status.conditions'])
})

test('choices of a spec are judged', () => {
  expect(kinds.Pod.versions[0]?.schema?.validate(plain('Pod', { 'spec.restartPolicy': 'Dreaming' }))).toMatchObject([
    { field: 'spec.restartPolicy', reason: 'FieldValueNotSupported' },
  ])
})
