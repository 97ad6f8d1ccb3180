import { describe, expect, test } from '@jest/globals'
import {
  alreadyExists,
  badRequest,
  conflict,
  errorChain,
  expired,
  forbidden,
  internalError,
  invalidField,
  MODIFIED_MESSAGE,
  methodNotAllowed,
  notAcceptable,
  notFound,
  pathNotFound,
  requiredField,
  resourceVersionTooLarge,
  serviceUnavailable,
  timedOut,
  toApiError,
  tooLarge,
  tooManyRequests,
  unauthorized,
  unsupportedMediaType,
} from '../../../src/meta/index.js'
import { ApiError, invalid } from '../../../src/public/meta.js'

const configMaps = { group: '', resource: 'configmaps' }
const leases = { group: 'coordination.platform.io', resource: 'leases' }

describe('a failure', () => {
  test.each<[ApiError, object]>([
    [badRequest('no'), { code: 400, reason: 'BadRequest', message: 'no' }],
    [unauthorized(), { code: 401, reason: 'Unauthorized', message: 'Unauthorized' }],
    [
      forbidden(configMaps, '', 'no'),
      { code: 403, reason: 'Forbidden', message: 'configmaps is forbidden: no', details: { kind: 'configmaps' } },
    ],
    [
      forbidden(leases, 'a', 'no', [{ reason: 'NamespaceTerminating', message: 'm', field: 'metadata.namespace' }]),
      {
        code: 403,
        reason: 'Forbidden',
        message: 'leases.coordination.platform.io "a" is forbidden: no',
        details: {
          name: 'a',
          group: 'coordination.platform.io',
          kind: 'leases',
          causes: [{ reason: 'NamespaceTerminating', message: 'm', field: 'metadata.namespace' }],
        },
      },
    ],
    [
      notFound(configMaps, 'a'),
      { code: 404, reason: 'NotFound', message: 'configmaps "a" not found', details: { name: 'a', kind: 'configmaps' } },
    ],
    [pathNotFound(), { code: 404, reason: 'NotFound', message: 'the server could not find the requested resource', details: {} }],
    [
      methodNotAllowed(),
      {
        code: 405,
        reason: 'MethodNotAllowed',
        message: 'the server does not allow this method on the requested resource',
        details: {},
      },
    ],
    [
      notAcceptable(['a/b', 'c/d']),
      { code: 406, reason: 'NotAcceptable', message: 'only the following media types are accepted: a/b, c/d' },
    ],
    [
      alreadyExists(configMaps, 'a'),
      {
        code: 409,
        reason: 'AlreadyExists',
        message: 'configmaps "a" already exists',
        details: { name: 'a', kind: 'configmaps' },
      },
    ],
    [
      conflict(configMaps, 'a', MODIFIED_MESSAGE),
      {
        code: 409,
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
        details: { name: 'a', kind: 'configmaps' },
      },
    ],
    [expired('too old'), { code: 410, reason: 'Expired', message: 'too old' }],
    [tooLarge('too big'), { code: 413, reason: 'RequestEntityTooLarge', message: 'too big' }],
    [
      unsupportedMediaType(['a/b']),
      {
        code: 415,
        reason: 'UnsupportedMediaType',
        message: 'the body of the request was in an unknown format - accepted media types include: a/b',
      },
    ],
    [
      tooManyRequests('slower', 3),
      { code: 429, reason: 'TooManyRequests', message: 'slower', details: { retryAfterSeconds: 3 } },
    ],
    [
      serviceUnavailable('later', 2),
      { code: 503, reason: 'ServiceUnavailable', message: 'later', details: { retryAfterSeconds: 2 } },
    ],
    [timedOut('too slow'), { code: 504, reason: 'Timeout', message: 'too slow', details: {} }],
    [
      resourceVersionTooLarge('9', 5),
      {
        code: 504,
        reason: 'Timeout',
        message: 'Too large resource version: 9, current: 5',
        details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }], retryAfterSeconds: 1 },
      },
    ],
  ])('%s carries its Status', (error, status) => {
    expect(error).toBeInstanceOf(Error)
    expect(error.status).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', ...status })
    expect(error.message).toBe(error.status.message)
    expect(Object.isFrozen(error.status)).toBe(true)
  })

  test('members without a value are left out', () => {
    expect(Object.keys(new ApiError({ code: 400, message: 'm' }).status)).toEqual([
      'kind',
      'apiVersion',
      'metadata',
      'status',
      'message',
      'code',
    ])
  })
})

describe('an invalid object', () => {
  const lease = { group: 'coordination.platform.io', kind: 'Lease' }

  test('one error stands alone, and is a cause', () => {
    const { status } = invalid({ group: '', kind: 'ConfigMap' }, '', [
      requiredField('metadata.name', 'name or generateName is required'),
    ])
    expect(status.message).toBe('ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required')
    expect(status.details).toEqual({
      kind: 'ConfigMap',
      causes: [
        { reason: 'FieldValueRequired', message: 'Required value: name or generateName is required', field: 'metadata.name' },
      ],
    })
  })

  test('several errors stand in brackets, equal ones once, and all are causes', () => {
    const errors = [invalidField('a', 0, 'x'), invalidField('b', 1, 'y'), invalidField('a', 0, 'x')]
    const { status } = invalid(lease, 'n', errors)
    expect(status.message).toBe('Lease.coordination.platform.io "n" is invalid: [a: Invalid value: 0: x, b: Invalid value: 1: y]')
    expect(status.details?.causes).toHaveLength(3)
    expect(status.details).toMatchObject({ name: 'n', group: 'coordination.platform.io', kind: 'Lease' })
  })
})

describe('an unexpected error', () => {
  test('is a 500 without details for the client, and logged completely', () => {
    const fault = new TypeError('secret: hunter2')
    const error = toApiError(fault)
    expect(error.status.code).toBe(500)
    expect(JSON.stringify(error.status)).not.toContain('hunter2')
    expect(error.cause).toBe(fault)
    expect(internalError('x').status.reason).toBe('InternalError')
  })

  test('an ApiError stays what it is', () => {
    const error = badRequest('no', new Error('why'))
    expect(toApiError(error)).toBe(error)
    expect((error.cause as Error).message).toBe('why')
  })
})

test('the chain of an error has its causes from the outermost on, and ends where it is a circle', () => {
  const inner = new Error('inner', { cause: 'a text' })
  const outer = new Error('outer', { cause: inner })
  expect([...errorChain(outer, 9)]).toEqual([outer, inner, 'a text'])
  expect([...errorChain(outer, 2)]).toEqual([outer, inner])
  expect([...errorChain(undefined, 9)]).toEqual([])
  inner.cause = outer
  expect([...errorChain(outer, 4)]).toEqual([outer, inner, outer, inner])
})
