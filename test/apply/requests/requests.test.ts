import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  applyRequest,
  checkManagerName,
  compileObjectType,
  conflictError,
  FieldSet,
  managedFieldsAfter,
  managerFromUserAgent,
  writeRequest,
} from '../../../src/apply/index.js'
import { deepFreeze, type ManagedFieldsEntry } from '../../../src/meta/index.js'

const text = { type: 'string' }
const type = compileObjectType({
  type: 'object',
  properties: {
    data: { type: 'object', additionalProperties: text },
    status: { type: 'object', properties: { phase: text } },
  },
})
const lastApplied = { manager: 'tool', annotation: 'tool.platform.io/last-applied' }
const thing = (rest: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', ...metadata },
  ...rest,
})

/** A server of one object. */
class Server {
  object: unknown
  now = 0

  apply(manager: string, rest: object, options: { force?: boolean; subresource?: string; metadata?: object } = {}) {
    const { metadata, ...others } = options
    const answer = applyRequest({ ...this.#request(manager), ...others, applied: deepFreeze(thing(rest, metadata)), lastApplied })
    if (answer.outcome === 'applied') this.object = deepFreeze(answer.object)
    return answer
  }

  write(manager: string, object: unknown, options: { subresource?: string; resetFields?: FieldSet; apiVersion?: string } = {}) {
    this.object = deepFreeze(writeRequest({ ...this.#request(manager), ...options, object: deepFreeze(object) }).object)
    return this.entries
  }

  get entries(): readonly ManagedFieldsEntry[] {
    return (this.object as { metadata: { managedFields?: ManagedFieldsEntry[] } }).metadata.managedFields ?? []
  }

  get owners() {
    return this.entries.map(({ manager, operation, fieldsV1 }) => `${manager} ${operation} ${JSON.stringify(fieldsV1)}`)
  }

  #request(manager: string) {
    const now = new Date(Date.UTC(2025, 0, 1) + this.now++ * 1000).toISOString().replace('.000', '')
    return { type, live: this.object, manager, apiVersion: 'v1', now }
  }
}

describe('a write', () => {
  test('that changes only fields without owners is no change of its manager', () => {
    const server = new Server()
    server.write('alice', thing({ data: { k: 'v' } }, { creationTimestamp: '2025-01-01T00:00:00Z', generation: 1 }))
    const before = server.entries
    server.write('alice', thing({ data: { k: 'v' } }, { creationTimestamp: '2020-01-01T00:00:00Z', generation: 7 }))
    expect(server.entries).toEqual(before)
  })
})

describe('an apply request', () => {
  test('does not own fields that identify the object or belong to the server', () => {
    const server = new Server()
    server.apply('alice', { data: { k: 'v' } }, { metadata: { uid: '1', generateName: 'a-', labels: { l: '1' } } })
    expect(server.entries).toEqual([
      {
        manager: 'alice',
        operation: 'Apply',
        apiVersion: 'v1',
        time: '2025-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:k': {} }, 'f:metadata': { 'f:generateName': {}, 'f:labels': { 'f:l': {} } } },
      },
    ])
  })

  test('that changes nothing hands back the stored object', () => {
    const server = new Server()
    server.apply('alice', { data: { k: 'v' } })
    const stored = server.object
    for (const force of [false, true]) {
      server.apply('alice', { data: { k: 'v' } }, { force })
      expect(server.object).toBe(stored)
    }
  })

  test('of existing values adds its manager without a time, and giving them up changes no time', () => {
    const server = new Server()
    server.apply('alice', { data: { k: 'v', l: 'w' } })
    server.apply('bob', { data: { k: 'v', l: 'w' } })
    const times = () => Object.fromEntries(server.entries.map(({ manager, time }) => [manager, time]))
    expect(times()).toEqual({ alice: '2025-01-01T00:00:00Z', bob: undefined })
    server.apply('alice', { data: { k: 'v' } })
    expect(times()).toEqual({ alice: '2025-01-01T00:00:00Z', bob: undefined })
    server.apply('bob', { data: { k: 'v', l: 'x' } })
    expect(times()).toEqual({ alice: '2025-01-01T00:00:00Z', bob: '2025-01-01T00:00:03Z' })
  })

  test('of nothing but a name leaves no entry', () => {
    const server = new Server()
    server.apply('alice', {})
    expect(server.entries).toEqual([])
  })

  test('conflicts name manager, subresource and version', () => {
    const server = new Server()
    server.apply('alice', { data: { a: '1', b: '1' } })
    server.apply('ctl', { status: { phase: 'x' } }, { subresource: 'status' })
    server.write('ctl', thing({ data: { a: '1', b: '1', c: '1' }, status: { phase: 'x' } }))
    const answer = server.apply('bob', { data: { a: '2', b: '2', c: '2' }, status: { phase: 'y' } })
    if (answer.outcome !== 'conflict') throw new Error(answer.outcome)
    expect(conflictError(answer.conflicts).status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      code: 409,
      reason: 'Conflict',
      message: [
        'Apply failed with 4 conflicts: conflicts with "alice":',
        '- .data.a',
        '- .data.b',
        'conflicts with "ctl" using v1:',
        '- .data.c',
        'conflicts with "ctl" with subresource "status":',
        '- .status.phase',
      ].join('\n'),
      details: {
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "alice"', field: '.data.a' },
          { reason: 'FieldManagerConflict', message: 'conflict with "alice"', field: '.data.b' },
          { reason: 'FieldManagerConflict', message: 'conflict with "ctl" using v1', field: '.data.c' },
          { reason: 'FieldManagerConflict', message: 'conflict with "ctl" with subresource "status"', field: '.status.phase' },
        ],
      },
    })
  })

  test('one name that applies and writes is two managers, which conflict', () => {
    const server = new Server()
    server.apply('same', { data: { a: '1' } })
    server.write('same', thing({ data: { a: '2' } }))
    expect(server.owners).toEqual(['same Update {"f:data":{"f:a":{}}}'])
    expect(server.apply('same', { data: { a: '3' } }).outcome).toBe('conflict')
  })

  test('unowned fields belong to before-first-apply, and conflict with the first applier', () => {
    const server = new Server()
    server.object = deepFreeze(thing({ data: { a: '1' } }))
    expect(server.apply('bob', { data: { a: '2' } }).outcome).toBe('conflict')
    server.apply('bob', { data: { a: '2' } }, { force: true })
    expect(server.owners).toEqual(['bob Apply {"f:data":{"f:a":{}}}', 'before-first-apply Update {"f:data":{}}'])
  })
})

describe('another write', () => {
  test('owns what it changed, and its time moves only then', () => {
    const server = new Server()
    server.write('one', thing({ data: { a: '1', b: '1' } }))
    server.write('two', thing({ data: { a: '2' } }))
    expect(server.owners).toEqual(['one Update {"f:data":{}}', 'two Update {"f:data":{"f:a":{}}}'])
    expect(server.entries.map(({ time }) => time)).toEqual(['2025-01-01T00:00:00Z', '2025-01-01T00:00:01Z'])
  })

  test.each([
    ['missing', undefined],
    ['null', null],
    ['empty', []],
    ['that cannot be read', [{ operation: 'Delete' }]],
  ])('with managedFields %s keeps the entries', (_name, managedFields) => {
    const server = new Server()
    server.apply('alice', { data: { a: '1' } })
    const stored = server.object
    server.write('ctl', thing({ data: { a: '1' } }, managedFields === undefined ? {} : { managedFields }))
    expect(server.object).toBe(stored)
  })

  test('that changes only values of its own fields keeps what is written of them, with a new time', () => {
    const server = new Server()
    server.apply('alice', { status: { phase: 'a' } })
    for (let i = 0; i < 3; i++) server.write('one', thing({ data: { x: String(i), y: String(i) }, status: { phase: 'a' } }))
    const [applied, before] = server.entries
    const [still, after] = server.write('one', thing({ data: { x: '4', y: '3' }, status: { phase: 'a' } }))
    expect(still).toBe(applied)
    expect(after).toEqual({ ...before, time: '2025-01-01T00:00:04Z' })
    expect(after?.fieldsV1).toBe(before?.fieldsV1)
  })

  test('returns the managedFields alone, the stored instance when they are unchanged', () => {
    const request = { type, live: undefined, manager: 'one', apiVersion: 'v1', now: '2025-01-01T00:00:00Z' }
    const object = deepFreeze(thing({ data: { a: '1' } }))
    const { object: live, managedFields } = writeRequest({ ...request, object })
    expect(managedFieldsAfter({ ...request, object })).toEqual(managedFields)
    expect(managedFieldsAfter({ ...request, live: deepFreeze(live), manager: 'two', object })).toBe(managedFields)
  })

  test('of an object without managers records none, until the first apply', () => {
    const request = { type, live: deepFreeze(thing({ data: { a: '1' } })), apiVersion: 'v1', now: '2025-01-01T00:00:00Z' }
    expect(managedFieldsAfter({ ...request, manager: 'one', object: thing({ data: { a: '2' } }) })).toEqual([])
  })

  test('of one version converts objects for owners of another only when they differ', () => {
    const request = { type, apiVersion: 'v1', manager: 'one', now: '2025-01-01T00:00:00Z' }
    const { object: live } = writeRequest({ ...request, live: undefined, object: thing({ data: { a: '0' } }) })
    let conversions = 0
    const convert = (value: unknown) => {
      conversions++
      return value
    }
    const other = { ...request, live, apiVersion: 'v2', manager: 'two', converter: { typeOf: () => type, convert } }
    writeRequest({ ...other, object: thing({ data: { a: '0' } }) })
    expect(conversions).toBe(0)
    writeRequest({ ...other, object: thing({ data: { a: '1' } }) })
    expect(conversions).toBe(2)
  })

  test('with one empty entry resets all managers, and owns what it changed', () => {
    const server = new Server()
    server.apply('alice', { data: { a: '1', b: '1' } })
    server.write('ctl', thing({ data: { a: '2', b: '1' } }, { managedFields: [{}] }))
    expect(server.owners).toEqual(['ctl Update {"f:data":{"f:a":{}}}'])
    server.write('ctl', thing({ data: { a: '2', b: '1' } }, { managedFields: [{}] }))
    expect(server.owners).toEqual([])
  })

  test('may edit the entries, though not through a subresource', () => {
    const server = new Server()
    server.apply('alice', { data: { a: '1' } })
    const entry = {
      manager: 'bob',
      operation: 'Apply',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { 'f:a': {} } },
    }
    const edited = thing({ data: { a: '1' } }, { managedFields: [entry] })
    server.write('ctl', edited, { subresource: 'status' })
    expect(server.owners).toEqual(['alice Apply {"f:data":{"f:a":{}}}'])
    server.write('ctl', edited)
    expect(server.owners).toEqual(['bob Apply {"f:data":{"f:a":{}}}'])
  })

  test('that creates an object brings no entries of its own', () => {
    const server = new Server()
    server.write('ctl', thing({ data: { a: '1' } }, { managedFields: [{}] }))
    expect(server.owners).toEqual(['ctl Update {"f:data":{".":{},"f:a":{}}}'])
  })

  test('does not own fields that its subresource resets', () => {
    const server = new Server()
    server.write('ctl', thing({ data: { a: '1' }, status: { phase: 'x' } }), { resetFields: FieldSet.from([['f:status']]) })
    expect(server.owners).toEqual(['ctl Update {"f:data":{".":{},"f:a":{}}}'])
  })

  test('puts the entries in order: appliers first, then by time to the second, manager, version and subresource', () => {
    const entries = fc.uniqueArray(
      fc.record({
        manager: fc.constantFrom('a', 'b', 'kubectl'),
        operation: fc.constantFrom('Apply' as const, 'Update' as const),
        apiVersion: fc.constantFrom('v1', 'v1beta1'),
        subresource: fc.constantFrom('', 'status', 'scale'),
        time: fc.constantFrom(undefined, '2024-01-01T00:00:00Z', '2024-01-01T00:00:01Z'),
      }),
      // One that applies keeps its entry when it changes versions.
      {
        selector: (e) => JSON.stringify([e.manager, e.operation, e.operation === 'Update' && e.apiVersion, e.subresource]),
        maxLength: 9,
      },
    )
    fc.assert(
      fc.property(entries, (some) => {
        const server = new Server()
        const managedFields = some.map(({ subresource, time, ...rest }, i) => ({
          ...rest,
          ...(time && { time }),
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { [`f:k${i}`]: {} } },
          ...(subresource && { subresource }),
        }))
        server.object = deepFreeze(thing({ data: Object.fromEntries(some.map((_, i) => [`k${i}`, 'v'])) }, { managedFields }))
        // The latest writer, whose entry is the last one.
        const after = server.write('zz', thing({ data: { ...(server.object as { data: object }).data, k: 'v' } }))
        const keys = after.map((e) => [e.operation, e.time ?? '', e.manager, e.apiVersion, e.subresource ?? ''].join(' '))
        expect(keys).toEqual([...keys].sort())
        expect(after).toHaveLength(some.length + (some.length > 0 ? 1 : 0))
      }),
    )
  })

  test('the eleventh writer makes one of the two oldest, of each version by itself', () => {
    const server = new Server()
    const data: Record<string, string> = {}
    for (let i = 0; i < 12; i++) {
      data[`k${i}`] = 'v'
      server.write(`w${i}`, thing({ data: { ...data } }), { apiVersion: i === 1 ? 'v2' : 'v1' })
    }
    expect(server.entries).toHaveLength(10)
    expect(server.owners.slice(0, 3)).toEqual([
      'w1 Update {"f:data":{"f:k1":{}}}',
      'ancient-changes Update {"f:data":{".":{},"f:k0":{},"f:k2":{},"f:k3":{}}}',
      'w4 Update {"f:data":{"f:k4":{}}}',
    ])
    expect(server.entries[1]?.time).toBe('2025-01-01T00:00:03Z')
  })
})

describe('coming from client-side apply', () => {
  const annotated = (data: object, applied = data) =>
    thing({ data }, { annotations: { [lastApplied.annotation]: JSON.stringify(thing({ data: applied })) } })

  test('fields that are as they were applied move over, and the annotation follows', () => {
    const server = new Server()
    server.write('tool-client', annotated({ k: 'v', l: 'v' }))
    expect(server.apply('tool', { data: { l: 'v', k: 'w' } }).outcome).toBe('applied')
    expect(server.object).toMatchObject({
      data: { k: 'w', l: 'v' },
      metadata: {
        annotations: {
          [lastApplied.annotation]: '{"apiVersion":"v1","data":{"k":"w","l":"v"},"kind":"Thing","metadata":{"name":"a"}}\n',
        },
      },
    })
  })

  test.each([
    ['fields that were changed since', 'tool', annotated({ k: 'changed' }, { k: 'v' })],
    ['another manager', 'other', annotated({ k: 'v' })],
    [
      'an annotation that cannot be read',
      'tool',
      thing({ data: { k: 'v' } }, { annotations: { [lastApplied.annotation]: '{' } }),
    ],
    [
      'an annotation in another version',
      'tool',
      thing({ data: { k: 'v' } }, { annotations: { [lastApplied.annotation]: '{"apiVersion":"v2","data":{"k":"v"}}' } }),
    ],
  ])('%s conflict', (_name, manager, object) => {
    const server = new Server()
    server.write('tool-client', object)
    expect(server.apply(manager, { data: { k: 'w' } })).toMatchObject({ outcome: 'conflict', conflicts: [{ text: '.data.k' }] })
  })
})

describe('names of managers', () => {
  test.each([
    ['tool', false, undefined],
    ['Zoë (café)/1.0: ok?', true, undefined],
    ['m'.repeat(128), true, undefined],
    ['m'.repeat(129), true, 'Too long: may not be more than 128 bytes'],
    ['é'.repeat(65), true, 'Too long: may not be more than 128 bytes'],
    ['tab\there', true, 'Invalid value: "tab\\there": invalid character U+0009 (at position 3)'],
    ['é\u0007', true, 'Invalid value: "é\\a": invalid character U+0007 (at position 2)'],
    ['', true, 'Required value: is required for apply patch'],
    ['', false, undefined],
  ])('%j', (name, isRequired, message) => {
    expect(checkManagerName(name, { isRequired })[0]?.message).toBe(message)
  })

  test.each([
    ['my-tool/v1.2 (linux/amd64) abc', 'my-tool'],
    ['plain', 'plain'],
    ['other tool/1', 'other tool'],
    ['/odd', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
    [`${'u'.repeat(200)}/1`, 'u'.repeat(128)],
    ['a\u0000b/1', 'ab'],
  ])('%j is %s', (agent, name) => {
    expect(managerFromUserAgent(agent)).toBe(name)
  })
})
