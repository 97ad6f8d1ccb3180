import { expect, test } from '@jest/globals'
import { encodeOpenApiV2 } from '../../../src/codec/openapi/v2.js'
import { encodeOpenApiV3 } from '../../../src/codec/openapi/v3.js'
import { kubernetesDialect as dialect, type JsonObject, type Pausing } from '../../../src/meta/index.js'
import { servedGroups } from '../../../src/server/discovery/served.js'
import { writeDocument } from '../../../src/server/openapi/document-text.js'
import { openApiV2 } from '../../../src/server/openapi/document-v2.js'
import { openApiV3 } from '../../../src/server/openapi/document-v3.js'
import { define, FakeCatalog, schemaOf } from '../discovery/fake-plane.js'

const KINDS = 50
const info = { title: 'A plane', version: 'v1' }
const schema = { type: 'object', properties: { spec: { type: 'object' } } } as const satisfies JsonObject
const kinds = Array.from({ length: KINDS }, (_, i) =>
  define({ group: 'example.com', plural: `things${i}`, kind: `Thing${i}`, custom: true, schema: schemaOf(schema) }),
)
const groups = servedGroups(new FakeCatalog(...kinds))

function counted<T>(work: Pausing<T>): { readonly pauses: number; readonly value: T } {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = work.next()
    if (done) return { pauses, value }
  }
}

const makersFor = (groups: ReturnType<typeof servedGroups>) => ({
  'version 2': () => openApiV2(groups, { dialect, info }),
  'version 3': () => openApiV3(groups[0]?.versions[0] ?? { group: '', version: '', resources: [] }, { dialect, info }),
})
const makers = makersFor(groups)

test.each(Object.entries(makers))(
  'a document of %s pauses at each type, both when it is made and when it is written',
  (_, make) => {
    const made = counted(make())
    expect(made.pauses).toBeGreaterThan(2 * KINDS)
    const written = counted(writeDocument(made.value))
    expect(written.pauses).toBeGreaterThan(2 * KINDS)
    expect(new TextDecoder().decode(written.value)).toBe(JSON.stringify(made.value))
  },
)

test.each([
  ['version 2', encodeOpenApiV2],
  ['version 3', encodeOpenApiV3],
] as const)('so does one of %s that is written as protobuf', (version, encode) => {
  expect(counted(encode(counted(makers[version]()).value)).pauses).toBeGreaterThan(2 * KINDS)
})

test.each(['version 2', 'version 3'] as const)('a type with tens of thousands of fields pauses in %s, too', (version) => {
  const field = { type: 'string', nullable: true }
  const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`field${i}`, field]))
  const large = { type: 'object', properties: { spec: { type: 'object', properties } } } as const satisfies JsonObject
  const type = define({ group: 'example.com', plural: 'larges', kind: 'Large', custom: true, schema: schemaOf(large) })
  expect(counted(makersFor(servedGroups(new FakeCatalog(type)))[version]()).pauses).toBeGreaterThan(300)
})

test('a type with tens of thousands of fields is written with pauses in between', () => {
  const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`field${i}`, { type: 'string' }]))
  const document = { definitions: { a: { type: 'object', properties: { spec: { type: 'object', properties } } } } }
  const written = counted(writeDocument(document))
  expect(written.pauses).toBeGreaterThan(20_000)
  expect(new TextDecoder().decode(written.value)).toBe(JSON.stringify(document))
})

test('a document has 32 MiB of the schemas of custom types; others keep unknown fields', () => {
  const description = 'x'.repeat(10 * 1024 * 1024)
  const large = { type: 'object', properties: { spec: { type: 'object', description } } } as const satisfies JsonObject
  const small = { type: 'object', properties: { spec: { type: 'object', description: 'small' } } } as const satisfies JsonObject
  const types = [large, large, large, large, small].map((each, i) =>
    define({ group: 'example.com', plural: `things${i}`, kind: `Thing${i}`, custom: true, schema: schemaOf(each) }),
  )
  const [group] = servedGroups(new FakeCatalog(...types))
  const made = counted(openApiV3(group?.versions[0] as Parameters<typeof openApiV3>[0], { dialect, info })).value as {
    components: { schemas: Record<string, JsonObject> }
  }
  const kinds = Object.entries(made.components.schemas).filter(([name]) => /Thing\d$/.test(name))
  expect(kinds.map(([, { properties }]) => Object.keys(properties as JsonObject).includes('spec'))).toEqual([
    true,
    true,
    true,
    false,
    true,
  ])
  expect(kinds[3]?.[1]).toMatchObject({ 'x-kubernetes-preserve-unknown-fields': true })
})
