// Large requests that are audited with their bodies, and several of them at the same time.
import { apply, configMap, create, fitting, id, json, MAPS, many, membersOf, merge, OBJECT, pod, RICHES, rich } from './make.mjs'

const AUDITED = '/api/v1/namespaces/audited/configmaps'
const TOGETHER = 16
const audited = (name, data, metadata = {}) => configMap(name, data, { namespace: 'audited', ...metadata })

export const together = () => [
  [
    'Audited with their bodies',
    [
      create(
        'the namespace',
        '/api/v1/namespaces',
        () => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'audited' } }),
        {
          quiet: true,
        },
      ),
      create('data of a ConfigMap', AUDITED, () => audited('b1', membersOf(OBJECT))),
      create('owner references', AUDITED, () =>
        audited('b2', {}, { ownerReferences: fitting(OBJECT, (i) => ({ apiVersion: 'v1', kind: 'A', name: 'a', uid: id(i) })) }),
      ),
      create('90,000 values that no kind has', AUDITED, () => ({ ...audited('b3', {}), unknown: many(90_000, () => 1) })),
      merge('90,000 values in a patch', `${AUDITED}/b1`, () => ({ unknown: many(90_000, () => 1) })),
      json('10,000 operations', `${AUDITED}/b1`, () => many(10_000, (i) => ({ op: 'add', path: `/data/x${id(i)}`, value: '' }))),
    ],
  ],
  [
    `${TOGETHER} at once`,
    [
      create('data of a ConfigMap', MAPS, (_, n) => configMap(`c1-${n}`, membersOf(OBJECT)), { together: TOGETHER }),
      create('members without a schema', RICHES, (_, n) => rich(`c2-${n}`, { free: membersOf(OBJECT) }), { together: TOGETHER }),
      create(
        'environment of a Pod',
        '/api/v1/namespaces/default/pods',
        (_, n) => pod(`c3-${n}`, { containers: [{ name: 'a', image: 'a', env: fitting(OBJECT / 4, (i) => ({ name: id(i) })) }] }),
        { together: TOGETHER },
      ),
      apply(
        'data of one ConfigMap, each by a manager of its own',
        `${MAPS}/c4`,
        () => configMap('c4', membersOf(OBJECT / 16)),
        'c4',
        {
          together: TOGETHER,
        },
      ),
    ],
  ],
]
