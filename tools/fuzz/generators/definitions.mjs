// CustomResourceDefinitions with unusual schemas, patterns and rules; then objects of them.
import { mutatedText } from '../mutate.mjs'
import { NAMESPACES } from '../objects.mjs'
import { anyShape, bytesOf, PROTOTYPE_KEYS, shapes } from '../shapes.mjs'
import { definitionOf, widgets } from '../types.mjs'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

const PATTERNS = [
  '^(a+)+$',
  '(a|a)*b',
  '[ac]{0,1000}[bd]',
  '(x{1,100}){1,10}',
  '((a{0,100}){0,100}){0,100}',
  '^(\\w+\\s?)*$',
  '(?:a?){50}a{50}',
  '[',
  '(?=a)',
  '\\1',
  '(?i)é',
  '\\p{Greek}+',
  '.*.*.*.*=.*',
  '(a*)*',
  'a{1001}',
  '^$',
  '(?P<n>a)',
  '[^\\x00-\\x{10FFFF}]',
  '(((((((((a)))))))))',
  '\\C',
  '\\pN{0,500}',
  `(${'a|'.repeat(500)}b)*c`,
]
const RULES = [
  'self.all(x, self.all(y, x != y))',
  'self.text.matches("[ac]{0,1000}[bd]")',
  'self.text.matches(self.text)',
  'self.list.all(a, self.list.all(b, self.list.all(c, a == b && b == c)))',
  'self.list.map(x, self.text + self.text).size() > 0',
  'self.text.split("").join("x").size() < 100000',
  'self.text.replace("a", self.text).size() > 0',
  'self == oldSelf',
  'self.__proto__ == null',
  'self.list.exists(x, x == 9007199254740993)',
  'size(self.text) / 0 == 1',
  'self.text.charAt(1000000) == "a"',
  '[1,2,3].map(x, [1,2,3].map(y, [1,2,3].map(z, x*y*z))).size() == 3',
  `${'('.repeat(300)}true${')'.repeat(300)}`,
  `${'!'.repeat(301)}true`,
  `${'true && '.repeat(2000)}true`,
  '"\\u0000" == self.text',
  'self.text.format([1])',
  'quantity(self.text).isGreaterThan(quantity("1e999999999"))',
  'duration("9999999999h") > duration("1s")',
  'timestamp(self.text) > timestamp("0001-01-01T00:00:00Z")',
  'url(self.text).getHost() == ""',
  'has(self.constructor)',
  'dyn(self).a.b.c',
  'x',
  '',
]
const text = { type: 'string' }
/** Converts a value to one that JSON.stringify supports. */
const FLAT = Object.keys(shapes).filter((name) => !name.startsWith('deep') && !name.includes('a little deep'))
const spec = (properties, more = {}) => ({ type: 'object', properties: { spec: { type: 'object', properties, ...more } } })

/** `{ schema, objects }`: a schema, and JSON texts of specs to validate. */
const SCHEMAS = {
  'a pattern': (random, bytes) => {
    const pattern = random.pick(PATTERNS)
    const value = random.pick(['a', 'ac', 'ab ', 'é', '=', 'x']).repeat(Math.max(1, Math.min(bytes, 1_000_000) / 2))
    return {
      schema: spec({ text: { ...text, pattern }, list: { type: 'array', items: { ...text, pattern } } }),
      specs: [JSON.stringify({ text: value }), JSON.stringify({ list: Array.from({ length: 100 }, () => value.slice(0, 2000)) })],
    }
  },
  'a rule': (random, bytes) => {
    const rule = random.pick(RULES)
    const limits = random.chance(0.6) ? { maxLength: 1000 } : {}
    const schema = spec(
      {
        text: { ...text, ...limits },
        list: { type: 'array', items: { type: 'integer' }, ...(limits.maxLength && { maxItems: 100 }) },
      },
      { 'x-kubernetes-validations': [{ rule, ...(random.chance(0.2) && { messageExpression: random.pick(RULES) }) }] },
    )
    return {
      schema,
      specs: [
        JSON.stringify({
          text: 'a'.repeat(Math.min(bytes, 1000)),
          list: Array.from({ length: Math.min(100, bytes) }, (_, index) => index),
        }),
      ],
    }
  },
  'many rules': (random) => ({
    schema: spec(
      { text },
      {
        'x-kubernetes-validations': Array.from({ length: random.pick([10, 100, 1000]) }, (_, index) => ({
          rule: `self.text != "${index}"`,
        })),
      },
    ),
    specs: ['{"text":"a"}'],
  }),
  'defaults that multiply': (random, bytes) => {
    const wide = Object.fromEntries(
      Array.from({ length: random.pick([1, 30, 300]) }, (_, index) => [
        `d${index}`,
        { ...text, default: 'x'.repeat(random.pick([1, 100, 3000])) },
      ]),
    )
    const items = {
      type: 'object',
      default: {},
      properties: { ...wide, inner: { type: 'object', default: {}, properties: wide } },
    }
    return {
      schema: spec({ list: { type: 'array', items }, map: { type: 'object', additionalProperties: items } }),
      specs: [
        `{"list":${anyShape(random, bytes, ['many empty items']).text.replaceAll(/null|""|0|\[\]|\[\[\]\]/g, '{}')}}`,
        `{"map":{${Array.from({ length: Math.max(1, bytes / 12) }, (_, index) => `"k${index}":{}`).join()}}}`,
      ],
    }
  },
  'a large default': (random, bytes) => ({
    schema: spec({
      any: {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        default: readOr(anyShape(random, Math.min(bytes, 400_000), FLAT).text),
      },
    }),
    specs: ['{}'],
  }),
  'lists with keys': (random, bytes) => ({
    schema: spec({
      list: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: { type: 'object', required: ['name'], properties: { name: text } },
      },
      set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    }),
    specs: [
      `{"list":${anyShape(random, bytes, ['many named items', 'the same named item', 'items with long names']).text}}`,
      `{"set":${anyShape(random, bytes, ['many texts', 'the same text']).text}}`,
    ],
  }),
  'enums and bounds': (random, bytes) => ({
    schema: spec({
      text: { ...text, enum: Array.from({ length: Math.max(1, Math.min(20_000, bytes / 10)) }, (_, index) => `e${index}`) },
      list: { type: 'array', maxItems: 3, uniqueItems: random.chance(0.1), items: text },
    }),
    specs: [`{"list":${anyShape(random, bytes, ['many texts', 'long texts']).text}}`, `{"text":"${'x'.repeat(bytes)}"}`],
  }),
  'many choices': (random) => ({
    schema: spec({
      list: {
        type: 'array',
        items: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          anyOf: Array.from({ length: random.pick([10, 200]) }, (_, index) => ({ required: [`k${index}`] })),
        },
      },
    }),
    specs: [`{"list":[${'{},'.repeat(5000)}{}]}`],
  }),
  'a deep schema': (random) => {
    let inner = text
    for (let level = random.pick([10, 100, 1000]); level > 0; level -= 1)
      inner = random.chance(0.5) ? { type: 'object', properties: { a: inner } } : { type: 'array', items: inner }
    return { schema: spec({ deep: inner }), specs: ['{}'] }
  },
  'many properties': (_random, bytes) => ({
    schema: spec(
      Object.fromEntries(Array.from({ length: Math.max(1, Math.min(20_000, bytes / 30)) }, (_, index) => [`p${index}`, text])),
    ),
    specs: [`{${Array.from({ length: 100 }, (_, index) => `"p${index}":"v"`).join()}}`],
  }),
  'prototype properties': () => ({
    schema: spec(Object.fromEntries(PROTOTYPE_KEYS.map((key) => [key, text]))),
    specs: [`{${PROTOTYPE_KEYS.map((key) => `"${key}":"v"`).join()}}`, '{"__proto__":{"polluted":1}}'],
  }),
  'whole numbers': () => ({
    schema: spec({ count: { type: 'integer', format: 'int64' }, any: { 'x-kubernetes-preserve-unknown-fields': true } }),
    specs: [
      '{"count":9007199254740993}',
      '{"count":9223372036854775807}',
      '{"any":9007199254740993}',
      '{"count":-9223372036854775808}',
    ],
    exact: true,
  }),
  'an odd place in the schema': (random) => ({
    schema: readOr(mutatedText(random, widgets.spec.versions[0].schema.openAPIV3Schema)),
    specs: ['{"color":"red"}'],
  }),
}

function readOr(json) {
  try {
    return JSON.parse(json)
  } catch {
    return {}
  }
}

const GROUPS = ['fuzz.example.com', 'fuzz.example.com', 'x.y.z.example.com']
const PLURALS = ['things', 'things', 'namespaces', 'pods', 'secrets', 'constructor', 'nodes', 'status', 'watch', 'proxy']

export function definitions(random, size) {
  const bytes = bytesOf(random, size)
  const name = random.pick(Object.keys(SCHEMAS))
  const { schema, specs } = SCHEMAS[name](random, bytes)
  const [group, plural] = [random.pick(GROUPS), random.pick(PLURALS)]
  const definition = definitionOf('Thing', plural, schema, group)
  const create = { user: 'admin', method: 'POST', path: DEFINITIONS, type: 'application/json' }
  const gone = { user: 'admin', method: 'DELETE', path: `${DEFINITIONS}/${plural}.${group}` }
  if (random.chance(0.25))
    return { title: 'a changed definition', steps: [{ ...create, body: mutatedText(random, definition) }, gone] }
  const collection = `/apis/${group}/v1/namespaces/${random.pick(NAMESPACES)}/${plural}`
  const objects = specs.flatMap((value, index) => {
    const body = `{"apiVersion":"${group}/v1","kind":"Thing","metadata":{"name":"t${index}"},"spec":${value}}`
    return [
      { user: 'admin', method: 'POST', path: collection, type: 'application/json', body },
      {
        user: 'admin',
        method: 'PATCH',
        path: `${collection}/t${index}?fieldManager=other&force=true`,
        type: 'application/apply-patch+yaml',
        body,
      },
      { user: 'nobody', method: 'GET', path: `${collection}/t${index}` },
    ]
  })
  return {
    title: `${name}, of ${plural}`,
    steps: [{ ...create, body: JSON.stringify(definition) }, { pauseMs: 20 }, ...objects, gone],
  }
}
