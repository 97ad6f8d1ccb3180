// Definitions at the limits of bodies, schemas and their validation; and an object of the widest one.
import {
  apply,
  CRDS,
  create,
  definition,
  get,
  id,
  K,
  keyed,
  list,
  many,
  merge,
  properties,
  struct,
  text,
  version,
} from './make.mjs'

export function largeDefinitions() {
  const whole = (label, plural, spec, more = {}) =>
    create(label, CRDS, () =>
      definition(plural, plural[0].toUpperCase() + plural.slice(1), [version('v1', { spec: spec() }, more)]),
    )
  const rule = { ...text, maxLength: 10, [`${K}validations`]: [{ rule: 'self.size() > 1' }] }
  return [
    whole('48,000 properties', 'hugea', () => properties(48_000, () => text)),
    whole('37,000 properties', 'hugeb', () => properties(37_000, () => text)),
    whole('19,500 properties', 'hugec', () => properties(19_500, () => text)),
    create('an object of 19,500 properties', '/apis/example.com/v1/namespaces/default/hugec', () => ({
      apiVersion: 'example.com/v1',
      kind: 'Hugec',
      metadata: { name: 'a' },
      spec: Object.fromEntries(many(19_500, (i) => [`p${id(i)}`, 'x'])),
    })),
    merge('a word more in it', `${CRDS}/hugec.example.com`, () => ({ spec: { names: { shortNames: ['hc'] } } })),
    apply(
      'the same applied',
      `${CRDS}/hugec.example.com`,
      () => definition('hugec', 'Hugec', [version('v1', { spec: properties(19_500, () => text) })]),
      'one',
    ),
    whole('37,000 properties that say nothing', 'huged', () => properties(37_000, () => ({}))),
    whole('19,500 lists', 'hugee', () => properties(19_500, () => list(text))),
    whole('9,000 defaults', 'hugef', () => properties(9_000, () => ({ ...text, default: 'x', maxLength: 10 }))),
    whole('9,000 nested defaults', 'hugeg', () =>
      properties(3_000, () => struct({ a: { ...text, default: 'x' }, b: { ...text, default: 'y' } }, { default: {} })),
    ),
    whole('9,000 wrong defaults', 'hugeh', () => properties(9_000, () => ({ ...text, default: 1 }))),
    whole('20,000 alternatives', 'hugei', () =>
      struct({ a: { type: 'object', [`${K}preserve-unknown-fields`]: true, oneOf: many(20_000, () => ({ required: ['a'] })) } }),
    ),
    whole('alternatives of what is not there', 'hugej', () =>
      struct({
        a: { type: 'object', oneOf: many(300, () => ({ properties: Object.fromEntries(many(60, (i) => [id(i), {}])) })) },
      }),
    ),
    whole('90,000 values to choose from', 'hugek', () => struct({ a: { ...text, enum: many(90_000, id) } })),
    whole('90,000 keys of a list', 'hugel', () =>
      struct({ a: list(struct({ a: text }, { required: ['a'] }), keyed(...many(90_000, id))) }),
    ),
    whole('many levels, wide', 'hugem', () =>
      properties(200, () => many(90, String).reduce((below) => struct({ a: below }), text)),
    ),
    whole('5,000 patterns', 'hugen', () => properties(5_000, (i) => ({ ...text, pattern: `^[a-z]${id(i)}$` }))),
    whole('a rule among 19,000 properties', 'hugeo', () => struct({ ...properties(19_000, () => text).properties, ruled: rule })),
    whole('700 rules among 5,000 objects', 'hugep', () =>
      struct({ ...properties(5_000, () => struct({ a: text })).properties, ruled: properties(700, () => rule) }),
    ),
    whole('a rule of 100,000 characters', 'hugeq', () =>
      struct({ a: { ...text, [`${K}validations`]: [{ rule: `${'self != "a" && '.repeat(6_500)}true` }] } }),
    ),
    get('the definition in YAML', `${CRDS}/hugec.example.com`, { accept: 'application/yaml' }),
    get('all definitions', CRDS),
    get('all definitions in YAML', CRDS, { accept: 'application/yaml' }),
  ]
}
