// Lists and watches of the objects created before.
import { configMap, create, get, id, MAPS, many, RICHES, remove } from './make.mjs'

export const reads = () => [
  [
    'Lists and watches',
    [
      ...many(10_000, (i) =>
        create('10,000 objects', MAPS, () => configMap(`w${id(i)}`, { a: 'a' }, { labels: { app: id(i) } }), {
          quiet: i < 9_999,
          parallel: true,
        }),
      ),
      get('in (…) with 2,500 values', `${MAPS}?labelSelector=${encodeURIComponent(`app in (${many(2_500, id).join()})`)}`),
      get(
        'notin (…), likewise',
        `${MAPS}?labelSelector=${encodeURIComponent(`app notin (${many(2_500, (i) => id(i + 20_000)).join()})`)}`,
      ),
      get('2,000 requirements', `${MAPS}?labelSelector=${encodeURIComponent(many(2_000, (i) => `!a.b/${id(i)}`).join())}`),
      get('a key 2,000 times', `${MAPS}?labelSelector=${encodeURIComponent(many(2_000, () => 'app').join())}`),
      get('fields', `${MAPS}?fieldSelector=${encodeURIComponent(many(500, () => 'metadata.name!=a').join())}`),
      get('a long continue token', `${MAPS}?limit=500&continue=${'A'.repeat(12_000)}`),
      get('a table', MAPS, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }),
      get('all of them', MAPS),
      get('in protobuf', MAPS, { accept: 'application/vnd.kubernetes.protobuf' }),
      get('in YAML', MAPS, { accept: 'application/yaml' }),
      get('a table of rich objects, 100 columns', RICHES, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }),
      get('in another version', RICHES.replace('v1', 'v2')),
      get('one in YAML', `${RICHES}/a6`, { accept: 'application/yaml' }),
      get('one, indented', `${RICHES}/a6?pretty=true`),
      get('one of many levels in YAML', `${RICHES}/a9`, { accept: 'application/yaml' }),
      get('one of many levels, indented', `${RICHES}/a9?pretty=true`),
      get('one of many lines in YAML', `${RICHES}/a29`, { accept: 'application/yaml' }),
      get(
        'a watch with 10,000 initial events',
        `${MAPS}?watch=true&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
      ),
      get('a watch of rich objects as a table', `${RICHES}?watch=true&timeoutSeconds=1`, {
        accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
      }),
      remove('all of them', MAPS),
    ],
  ],
]
