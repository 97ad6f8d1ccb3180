import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from '@jest/globals'
import { CONFIG_MAPS, configMap, type TestPlane, testPlane } from '../server/plane.js'
import { headersOf, jsonOf } from '../server/requests.js'

let made: TestPlane
afterEach(() => made.plane.close())

describe('a page of another origin', () => {
  test('gets no answer with headers that allow it to read it', async () => {
    made = await testPlane()
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    }
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      for (const url of [CONFIG_MAPS, '/version', '/openapi/v2', '/healthz', '/nothing']) {
        const response = await made.send(method, url, { headers, ...(method === 'POST' && { body: {} }) })
        expect(response.headers.filter(([name]) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot write with a form, which browsers send without a preflight: %s',
    async (type) => {
      made = await testPlane()
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const url = method === 'POST' ? CONFIG_MAPS : `${CONFIG_MAPS}/a`
        expect((await made.send(method, url, { headers: { 'content-type': type }, body: configMap('a') })).status).toBe(415)
      }
      expect(jsonOf(await made.send('GET', CONFIG_MAPS))).toMatchObject({ items: [] })
    },
  )

  test('gets no answer that a browser would execute or cache', async () => {
    made = await testPlane()
    const markup = '<script>alert(1)</script>'
    for (const url of [
      `/${markup}`,
      `${CONFIG_MAPS}/${markup}`,
      `${CONFIG_MAPS}?labelSelector=${markup}`,
      `/healthz/${markup}`,
      `/openapi/${markup}`,
    ]) {
      const response = await made.send('GET', encodeURI(url), { headers: { accept: 'text/html' } })
      expect(headersOf(response, 'content-type').join()).not.toContain('html')
      expect(headersOf(response, 'x-content-type-options').concat(headersOf(response, 'cache-control'))).not.toEqual([])
    }
  })
})

describe('a body that says that it is compressed', () => {
  test.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'])('is not unpacked, to whatever size: %s', async (coding) => {
    made = await testPlane()
    const bomb = gzipSync(Buffer.from(`{"metadata":{"name":"a"},"data":{"k":"${' '.repeat(50_000_000)}"}}`))
    const response = await made.send('POST', CONFIG_MAPS, {
      headers: { 'content-encoding': coding, 'content-type': 'application/json' },
      body: bomb,
    })
    expect([400, 415]).toContain(response.status)
    expect(jsonOf(await made.send('GET', CONFIG_MAPS))).toMatchObject({ items: [] })
  })
})
