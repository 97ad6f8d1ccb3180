// Definitions, validation by them, and conversions; they come last, as they remove objects that other scenarios use.
import { atTheirBudgets } from './budgets.mjs'
import { largeDefinitions } from './large-definitions.mjs'
import {
  CRDS,
  create,
  definition,
  get,
  id,
  K,
  list,
  many,
  membersOf,
  merge,
  OBJECT,
  RICHES,
  remove,
  rich,
  richSpec,
  struct,
  text,
  version,
} from './make.mjs'

export const definitions = () => [
  ['Rules and schemas at their budgets', atTheirBudgets()],
  [
    'Conversion by a webhook',
    [
      create('a definition', CRDS, () =>
        definition(
          'turned',
          'Turned',
          ['v1', 'v2', 'v3'].map((name) => version(name, { spec: richSpec })),
          {
            conversion: {
              strategy: 'Webhook',
              webhook: { clientConfig: { url: 'https://127.0.0.1/convert' }, conversionReviewVersions: ['v1'] },
            },
          },
        ),
      ),
      ...many(12, (i) =>
        create(
          '12 large objects',
          '/apis/example.com/v1/namespaces/default/turned',
          () => ({ ...rich(`t${i}`, { free: membersOf(OBJECT) }), kind: 'Turned' }),
          { quiet: i < 11 },
        ),
      ),
      ...many(500, (i) =>
        create(
          '500 small objects',
          '/apis/example.com/v1/namespaces/default/turned',
          () => ({ ...rich(`u${i}`, { map: { a: 'a' } }), kind: 'Turned' }),
          { quiet: i < 499, parallel: true },
        ),
      ),
      create('60,000 labels', '/apis/example.com/v1/namespaces/default/turned', () => ({
        ...rich('l0', {}, { labels: Object.fromEntries(many(60_000, (i) => [id(i + 46656), ''])) }),
        kind: 'Turned',
      })),
      get('an object with 60,000 labels in another version', '/apis/example.com/v2/namespaces/default/turned/l0'),
      get('a watch in another version', '/apis/example.com/v2/namespaces/default/turned?watch=true&timeoutSeconds=4'),
      get('a list in a third version', '/apis/example.com/v3/namespaces/default/turned'),
      get('an object in another version', '/apis/example.com/v2/namespaces/default/turned/t3'),
    ],
  ],
  [
    'Definitions',
    [
      create('300 versions', CRDS, () =>
        definition(
          'olds',
          'Old',
          many(300, (i) => version(`v${i + 1}`, { spec: struct({ a: text }) })),
        ),
      ),
      get('an object of one of them', '/apis/example.com/v77/namespaces/default/olds'),
      create('a schema of 10,000 properties', CRDS, () =>
        definition('wides', 'Wide', [
          version('v1', {
            spec: struct(Object.fromEntries(many(10_000, (i) => [`p${id(i)}`, { ...text, description: 'x'.repeat(60) }]))),
          }),
        ]),
      ),
      create('an object of it', '/apis/example.com/v1/namespaces/default/wides', () => ({
        apiVersion: 'example.com/v1',
        kind: 'Wide',
        metadata: { name: 'a' },
        spec: Object.fromEntries(many(10_000, (i) => [`p${id(i)}`, 'x'])),
      })),
      create('90 levels', CRDS, () =>
        definition('deeps', 'Deep', [version('v1', { spec: many(90, String).reduce((below) => struct({ a: below }), text) })]),
      ),
      create('30 versions of 1,000 properties', CRDS, () =>
        definition(
          'broads',
          'Broad',
          many(30, (i) => version(`v${i + 1}`, { spec: struct(Object.fromEntries(many(1_000, (n) => [`p${id(n)}`, text]))) })),
        ),
      ),
      create('1,000 rules', CRDS, () =>
        definition('ruleds', 'Ruled', [
          version('v1', {
            spec: struct(
              Object.fromEntries(
                many(1_000, (i) => [
                  `p${id(i)}`,
                  { ...text, maxLength: 10, [`${K}validations`]: [{ rule: `self.size() > ${i % 10}` }] },
                ]),
              ),
            ),
          }),
        ]),
      ),
      create('an object that breaks them', '/apis/example.com/v1/namespaces/default/ruleds', () => ({
        apiVersion: 'example.com/v1',
        kind: 'Ruled',
        metadata: { name: 'a' },
        spec: Object.fromEntries(many(1_000, (i) => [`p${id(i)}`, 'x'])),
      })),
      create('large defaults', CRDS, () =>
        definition('fills', 'Fill', [
          version('v1', { spec: struct({ items: list(struct({ a: { ...text, default: 'x'.repeat(1_000) } })) }) }),
        ]),
      ),
      create('49,000 items that get them', '/apis/example.com/v1/namespaces/default/fills', () => ({
        apiVersion: 'example.com/v1',
        kind: 'Fill',
        metadata: { name: 'a' },
        spec: { items: many(49_000, () => ({})) },
      })),
      create('1,000 items that get them', '/apis/example.com/v1/namespaces/default/fills', () => ({
        apiVersion: 'example.com/v1',
        kind: 'Fill',
        metadata: { name: 'b' },
        spec: { items: many(1_000, () => ({})) },
      })),
      ...largeDefinitions(),
      get('OpenAPI v2', '/openapi/v2'),
      get('OpenAPI v2 in protobuf', '/openapi/v2', {
        accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
      }),
      get('OpenAPI v3', '/openapi/v3/apis/example.com/v1'),
      get('discovery', '/apis', { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' }),
      merge('a change of the rich schema', `${CRDS}/riches.example.com`, () => ({
        spec: {
          versions: [
            version('v1', { spec: { ...richSpec, properties: { ...richSpec.properties, more: { ...text, default: 'x' } } } }),
            version('v2', { spec: richSpec }),
          ],
        },
      })),
      get('a list of what was stored before it', RICHES),
      remove('the definition, with its objects', `${CRDS}/riches.example.com`),
    ],
  ],
]
