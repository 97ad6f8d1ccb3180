import { inspect } from 'node:util'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { createStaticTokenAuthenticator, parseTokenFile } from '../../src/authn/index.js'
import { createMemoryStorage } from '../../src/storage/index.js'
import { withAuthorization } from '../authn/credentials.js'
import { type RbacPlane, rbacPlane } from '../plane/access/rbac-plane.js'
import { textOf } from '../server/requests.js'

const SECRETS = '/api/v1/namespaces/default/secrets'
const HIDDEN = 'correct-horse-battery'
const encoded = Buffer.from(HIDDEN).toString('base64')

let made: RbacPlane | undefined
afterEach(async () => {
  await made?.plane.close()
  made = undefined
})

const shows = (text: string) => text.includes(HIDDEN) || text.includes(encoded)

describe('what is secret', () => {
  test('is in no log line, when the storage fails under it and when an unexpected error is thrown', async () => {
    const storage = createMemoryStorage()
    let broken = false
    const commit = storage.commit.bind(storage)
    storage.commit = (request) => (broken ? Promise.reject(new Error('the disk is on fire')) : commit(request))
    const admission = [
      {
        name: 'careless',
        validate: ({ object }: { readonly object?: unknown }) => {
          if (broken && JSON.stringify(object ?? null).includes('thrown')) throw new TypeError('an unexpected error')
        },
      },
    ]
    made = await rbacPlane({ storage, admission })
    const headers = { authorization: 'Bearer root' }
    broken = true
    const statuses: number[] = []
    for (const name of ['kept', 'thrown']) {
      const body = { metadata: { name }, stringData: { password: HIDDEN } }
      statuses.push((await made.send('POST', SECRETS, { headers, body })).status)
    }
    expect(statuses).toEqual([500, 500])
    const logged = inspect(made.logged, { depth: 20, maxStringLength: null })
    expect(logged).toMatch(/on fire|unexpected error/)
    expect(shows(logged)).toBe(false)
    expect(logged).not.toMatch(/Bearer|root\b/)
  })

  test.each([
    { what: 'data that is no base64', body: { metadata: { name: 's' }, data: { k: `${HIDDEN}!` } } },
    { what: 'data of the wrong type', body: { metadata: { name: 's' }, data: { k: { v: HIDDEN } } } },
    { what: 'a key that is none', body: { metadata: { name: 's' }, stringData: { 'a/b': HIDDEN } } },
    { what: 'an object that cannot be named', body: { metadata: { name: '-' }, stringData: { k: HIDDEN } } },
    { what: 'JSON that breaks off', body: `{"metadata":{"name":"s"},"stringData":{"k":"${HIDDEN}",` },
    {
      what: 'members that are there twice',
      body: `{"metadata":{"name":"s"},"stringData":{"k":"${HIDDEN}","k":"${HIDDEN}"},"x":1}`,
    },
  ])('is in no answer that refuses it: $what', async ({ body }) => {
    made = await rbacPlane()
    for (const query of ['', '?fieldValidation=Strict']) {
      const response = await made.send('POST', `${SECRETS}${query}`, { headers: { authorization: 'Bearer root' }, body })
      if (response.status < 400) continue
      expect(shows(textOf(response) + JSON.stringify(response.headers))).toBe(false)
    }
    expect(shows(inspect(made.logged, { depth: 20 }))).toBe(false)
  })

  test.each([`Bearer ${HIDDEN}`, `Basic ${encoded}`, `Bearer ${HIDDEN} x`, HIDDEN])(
    'is in no answer to a bad credential: %s',
    async (authorization) => {
      made = await rbacPlane()
      const response = await made.send('GET', SECRETS, { headers: { authorization } })
      expect(response.status).toBeGreaterThanOrEqual(401)
      expect(shows(textOf(response) + JSON.stringify(response.headers) + inspect(made.logged, { depth: 20 }))).toBe(false)
    },
  )

  test('is in no metric, also when sent as part of a path', async () => {
    made = await rbacPlane()
    const headers = { authorization: 'Bearer root', 'user-agent': HIDDEN }
    for (const path of [
      `/api/v1/${HIDDEN}`,
      `/${HIDDEN}`,
      `${SECRETS}/${HIDDEN}`,
      `${SECRETS}?x=${HIDDEN}`,
      `/apis/${HIDDEN}/v1/x`,
    ]) {
      await made.send('GET', path, { headers })
    }
    await made.send(HIDDEN.toUpperCase(), SECRETS, { headers })
    const metrics = textOf(await made.send('GET', '/metrics', { headers })).toLowerCase()
    expect(metrics).toContain('request')
    expect(shows(metrics)).toBe(false)
  })

  test('is in no line about a token file', () => {
    for (const text of [HIDDEN, `${HIDDEN},a`, `${HIDDEN},a,1\n${HIDDEN},b,2`, `"${HIDDEN}`, `${HIDDEN}é,a,1`]) {
      let message = ''
      try {
        parseTokenFile(text)
      } catch (error) {
        message = String(error)
      }
      expect([text, message === '', shows(message)]).toEqual([text, false, false])
    }
  })
})

describe('how long a comparison takes', () => {
  /** Characters that are looked at to judge a token. Without a secret, all tokens of this test share their bucket or none does. */
  function looksAt(token: string): number {
    const zero = { uuid: () => '', bytes: (length: number) => new Uint8Array(length) }
    const authenticator = createStaticTokenAuthenticator([{ token: 'a'.repeat(40), user: { username: 'u', groups: [] } }], {
      random: zero,
    })
    const credentials = withAuthorization(`Bearer ${token}`)
    const spy = jest.spyOn(String.prototype, 'charCodeAt')
    try {
      authenticator.authenticate(credentials)
      return spy.mock.calls.length
    } finally {
      spy.mockRestore()
    }
  }

  test('does not reveal how much of a token is correct', () => {
    const wrong = Array.from({ length: 40 }, (_, at) => `${'a'.repeat(at)}b${'a'.repeat(39 - at)}`)
    expect(new Set(wrong.map(looksAt)).size).toBe(1)
  })
})
