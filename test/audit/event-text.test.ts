import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { membersText } from '../../src/audit/event-text.js'
import type { AuditEvent } from '../../src/audit/index.js'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '"', '\\', '\n', '\u2028', '\ud800', '__proto__'),
)
const map = fc.dictionary(text, text, { maxKeys: 4 })
const user = fc.record(
  {
    username: text,
    uid: text,
    groups: fc.oneof(fc.array(text, { maxLength: 3 }), fc.array(text, { minLength: 101, maxLength: 103 })),
    extra: fc.dictionary(text, fc.array(text), { maxKeys: 2 }),
  },
  { requiredKeys: ['username', 'groups'] },
)
const body = fc.jsonValue({ maxDepth: 3 })

/** Every member that an event may have. */
const members: { readonly [Key in keyof Required<AuditEvent>]: fc.Arbitrary<NonNullable<AuditEvent[Key]>> } = {
  level: fc.constantFrom('Metadata', 'Request', 'RequestResponse'),
  auditID: text,
  stage: fc.constantFrom('RequestReceived', 'ResponseStarted', 'ResponseComplete'),
  requestURI: text,
  verb: text,
  user: fc.oneof(user, fc.constant({})),
  impersonatedUser: user,
  authenticationMetadata: fc.record({ impersonationConstraint: text }),
  sourceIPs: fc.array(text, { maxLength: 3 }),
  userAgent: text,
  objectRef: fc.record(
    {
      ...{ resource: text, namespace: text, name: text, uid: text },
      ...{ apiGroup: text, apiVersion: text, resourceVersion: text, subresource: text },
    },
    { requiredKeys: [] },
  ),
  responseStatus: fc.oneof(
    fc.record({ metadata: fc.constant({}), code: fc.integer() }),
    fc.record(
      {
        metadata: fc.constant({}),
        status: fc.constant('Failure' as const),
        message: text,
        reason: fc.constantFrom('NotFound' as const, 'Forbidden' as const),
        details: fc.record({ name: text }),
        code: fc.integer(),
      },
      { requiredKeys: ['metadata', 'status', 'code'] },
    ),
  ),
  requestObject: body.filter((value) => value !== null) as fc.Arbitrary<NonNullable<unknown>>,
  responseObject: body.filter((value) => value !== null) as fc.Arbitrary<NonNullable<unknown>>,
  requestReceivedTimestamp: fc.constant('2030-01-01T00:00:00.000000Z'),
  stageTimestamp: fc.constant('2030-01-01T00:00:00.000001Z'),
  annotations: map,
}

test('the text of an event says what JSON says of it, whatever is in it', () => {
  const required = [
    'level',
    'auditID',
    'stage',
    'requestURI',
    'verb',
    'user',
    'requestReceivedTimestamp',
    'stageTimestamp',
  ] as const
  fc.assert(
    fc.property(fc.record(members, { requiredKeys: [...required] }), (event) => {
      expect(JSON.parse(`{${membersText(event as AuditEvent)}}`)).toEqual(JSON.parse(JSON.stringify(event)))
    }),
  )
})
