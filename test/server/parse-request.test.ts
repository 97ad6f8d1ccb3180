import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { nameForAuthorization } from '../../src/endpoints/name-for-authorization.js'
import { ApiError } from '../../src/meta/index.js'
import { parseRequest } from '../../src/server/parse-request.js'
import { parsed, requestOf } from './requests.js'

const addressed = (url: string, method = 'GET') => {
  const { isResourceRequest, verb, group, version, namespace, resource, subresource, name } = parsed(url, { method })
  return [isResourceRequest ? '' : 'no resource', verb, group, version, namespace, resource, subresource, name].join(' | ')
}

describe('resource paths', () => {
  test.each([
    ['GET', '/api/v1/configmaps', ' | list |  | v1 |  | configmaps |  | '],
    ['GET', '/api/v1/configmaps/', ' | list |  | v1 |  | configmaps |  | '],
    ['GET', '/api/v1/namespaces', ' | list |  | v1 |  | namespaces |  | '],
    ['GET', '/api/v1/namespaces/n', ' | get |  | v1 | n | namespaces |  | n'],
    ['PUT', '/api/v1/namespaces/n/status', ' | update |  | v1 | n | namespaces | status | n'],
    ['PUT', '/api/v1/namespaces/n/finalize', ' | update |  | v1 | n | namespaces | finalize | n'],
    ['GET', '/api/v1/namespaces/n/configmaps', ' | list |  | v1 | n | configmaps |  | '],
    ['GET', '/api/v1/namespaces/n/configmaps/a', ' | get |  | v1 | n | configmaps |  | a'],
    ['HEAD', '/api/v1/namespaces/n/configmaps/a', ' | get |  | v1 | n | configmaps |  | a'],
    ['POST', '/api/v1/namespaces/n/configmaps', ' | create |  | v1 | n | configmaps |  | '],
    ['DELETE', '/api/v1/namespaces/n/configmaps', ' | deletecollection |  | v1 | n | configmaps |  | '],
    ['DELETE', '/api/v1/namespaces/n/configmaps/a', ' | delete |  | v1 | n | configmaps |  | a'],
    ['PATCH', '/apis/apps/v1/namespaces/n/deployments/d/scale', ' | patch | apps | v1 | n | deployments | scale | d'],
    ['POST', '/api/v1/namespaces/n/serviceaccounts/s/token', ' | create |  | v1 | n | serviceaccounts | token | s'],
    ['GET', '/apis/rbac.platform.io/v1/clusterroles/x', ' | get | rbac.platform.io | v1 |  | clusterroles |  | x'],
    ['OPTIONS', '/api/v1/configmaps', ' | options |  | v1 |  | configmaps |  | '],
    ['GET', 'http://host.example:8080/api/v1/configmaps?limit=1', ' | list |  | v1 |  | configmaps |  | '],
  ])('%s %s', (method, url, expected) => {
    expect(addressed(url, method)).toBe(expected)
  })

  test.each([
    ['/api/v1/configmaps?watch', 'watch'],
    ['/api/v1/configmaps?watch=', 'watch'],
    ['/api/v1/configmaps?watch=1', 'watch'],
    ['/api/v1/configmaps?watch=True', 'watch'],
    ['/api/v1/configmaps?watch=0', 'list'],
    ['/api/v1/configmaps?watch=false', 'list'],
    ['/api/v1/configmaps?watch=yes', 'watch'],
    ['/api/v1/configmaps?watch=0&watch=1', 'list'],
    ['/api/v1/namespaces/n/configmaps/a?watch=1', 'watch'],
    ['/api/v1/namespaces/n/status?watch=1', 'get'],
  ])('%s means %s', (url, verb) => {
    expect(parsed(url).verb).toBe(verb)
  })

  test.each([
    ['/api/v1/watch/configmaps', ' | watch |  | v1 |  | configmaps |  | '],
    ['/api/v1/watch/namespaces', ' | watch |  | v1 |  | namespaces |  | '],
    ['/api/v1/watch/namespaces/n', ' | watch |  | v1 | n | namespaces |  | n'],
    ['/api/v1/watch/namespaces/n/configmaps', ' | watch |  | v1 | n | configmaps |  | '],
    ['/api/v1/watch/namespaces/n/configmaps/a', ' | watch |  | v1 | n | configmaps |  | a'],
    ['/apis/apps/v1/watch/deployments', ' | watch | apps | v1 |  | deployments |  | '],
  ])('the older path %s is a watch', (url, expected) => {
    expect(addressed(url)).toBe(expected)
  })

  test('an older watch path is always a watch, whatever the method', () => {
    expect(parsed('/api/v1/watch/namespaces/n/configmaps/a', { method: 'DELETE' }).verb).toBe('watch')
  })
})

describe('other paths', () => {
  test.each([
    '/',
    '/api',
    '/api/',
    '/api/v1',
    '/apis',
    '/apis/apps',
    '/apis/apps/v1',
    '/healthz',
    '/openapi/v3/apis/apps/v1',
    '/apish/a/b/c',
    'http://host.example?x=/api/v1/configmaps',
  ])('%s names no resource', (url) => {
    const request = parsed(url)
    expect(request.isResourceRequest).toBe(false)
    expect(request.verb).toBe('get')
  })

  test('a trailing slash is left out of the path, and kept in the raw one', () => {
    const { path, decodedPath, segments } = parsed('/version/')
    expect([path, decodedPath, segments]).toEqual(['/version', '/version/', ['version']])
  })
})

describe('encoded paths', () => {
  test('an encoded slash stays in its segment', () => {
    const { namespace, name, resource, segments } = parsed('/api/v1/namespaces/a%2Fb/configmaps/c%2fd')
    expect({ namespace, name, resource }).toEqual({ namespace: 'a/b', name: 'c/d', resource: 'configmaps' })
    expect(segments).toHaveLength(6)
  })

  test('dots are not resolved, plain or encoded', () => {
    expect(parsed('/api/v1/namespaces/../configmaps/..').name).toBe('..')
    expect(parsed('/api/v1/namespaces/%2e%2e/configmaps/a').namespace).toBe('..')
  })

  test('UTF-8 is decoded', () => {
    expect(parsed('/api/v1/namespaces/n/configmaps/%C3%A9%00').name).toBe('é\u0000')
  })

  test.each([
    '/api/v1/configmaps/%',
    '/api/v1/configmaps/%zz',
    '/api/v1/configmaps/%ff',
    '/%c3',
    '/api?a=%',
    '/api?%x=1',
    'api/v1',
    '*',
  ])('%s cannot be read: 400', (url) => {
    expect(() => parsed(url)).toThrow(expect.objectContaining({ status: expect.objectContaining({ code: 400 }) }))
  })

  test('an address that is too long is refused with 414', () => {
    const refusal = expect.objectContaining({ status: expect.objectContaining({ code: 414, status: 'Failure' }) })
    expect(() => parseRequest(requestOf(`/api/v1/configmaps?labelSelector=${'a'.repeat(100)}`), 100)).toThrow(refusal)
  })

  test('any address is read, or refused with an ApiError', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const request = parsed(`/api/v1${path}?${query}`)
        expect(request.segments[0]).toBe('api')
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parsed(`/${text}`)
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
        }
      }),
    )
  })
})

describe('queries', () => {
  test('of a parameter that comes more than once the first value counts', () => {
    const { query } = parsed('/api?limit=1&limit=2&x')
    expect(query.get('limit')).toBe('1')
    expect(query.getAll('limit')).toEqual(['1', '2'])
    expect([query.get('x'), query.has('x'), query.has('y'), query.get('y')]).toEqual(['', true, false, undefined])
  })

  test('names and values are decoded as forms are', () => {
    const { query } = parsed('/api?label%53elector=a+in+%28b%2Cc%29&&=empty')
    expect(query.get('labelSelector')).toBe('a in (b,c)')
    expect(query.get('')).toBe('empty')
  })

  test('__proto__ is a name like any other', () => {
    const { query } = parsed('/api?__proto__=x&constructor=y')
    expect([query.get('__proto__'), query.get('constructor'), query.get('toString')]).toEqual(['x', 'y', undefined])
  })

  test('more parameters than make sense are refused', () => {
    const refusal = expect.objectContaining({ status: expect.objectContaining({ code: 400 }) })
    expect(() => parsed(`/api?${'a&'.repeat(1001)}`)).toThrow(refusal)
  })
})

describe('the name that a request is authorized for', () => {
  test.each([
    ['/api/v1/namespaces/n/configmaps/a', 'a'],
    ['/api/v1/namespaces/n/configmaps', ''],
    ['/api/v1/namespaces/n/configmaps?fieldSelector=metadata.name%3Da', 'a'],
    ['/api/v1/namespaces/n/configmaps?watch=1&fieldSelector=metadata.name=a,metadata.namespace=n', 'a'],
    ['/api/v1/namespaces/n/configmaps?fieldSelector=metadata.name!=a', ''],
    ['/api/v1/namespaces/n/configmaps?fieldSelector=spec.x=metadata.name', ''],
    ['/api/v1/namespaces/n/configmaps?fieldSelector=metadata.name=a&fieldSelector=metadata.name=b', 'a'],
    ['/api/v1/namespaces/n/configmaps?fieldSelector=metadata.name', ''],
    ['/api/v1/namespaces/n/configmaps?fieldSelector=metadata.name=a%2Fb', ''],
    ['/api/v1/namespaces/n/configmaps?fieldSelector=metadata.name=..', ''],
  ])('of %s is "%s"', (url, name) => {
    expect(nameForAuthorization(parsed(url))).toBe(name)
  })

  test('deletecollection and create cannot be narrowed', () => {
    for (const method of ['DELETE', 'POST']) {
      expect(nameForAuthorization(parsed('/api/v1/namespaces/n/configmaps?fieldSelector=metadata.name=a', { method }))).toBe('')
    }
  })
})

test('a header is found by its first line', () => {
  const request = parsed('/api', {
    headers: [
      ['x-a', '1'],
      ['x-b', '2'],
      ['x-a', '3'],
    ],
  })
  expect([request.header('x-a'), request.header('x-c')]).toEqual(['1', undefined])
})
