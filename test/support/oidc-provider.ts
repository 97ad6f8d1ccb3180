/**
 * A real OpenID Connect provider on HTTPS on loopback, whose users log in without a browser.
 */

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Configuration, JWK } from 'oidc-provider'
import { createSelfSignedCertificate } from '../../src/crypto/index.js'

/** A user who logs in. */
export interface Account {
  readonly sub: string
  readonly [claim: string]: unknown
}

export interface TestProvider {
  readonly issuer: string
  /** The CA certificate of the provider, in PEM. */
  readonly ca: string
  /** Number of requests for its keys. */
  readonly keysAsked: () => number
  /** Logs a user in by the authorization code flow. @returns The `id_token`. */
  logIn(account: Account, client?: string): Promise<string>
  /** Rotates the signing key; with `forget` the previous one is no longer published. */
  rotate(options?: { readonly forget?: boolean }): void
  stop(): Promise<void>
}

/** Suppresses its warnings about settings that are not for production. */
function quietly<T>(action: () => T): T {
  const { warn } = console
  console.warn = () => {}
  const done = () => {
    console.warn = warn
  }
  const result = action()
  if (result instanceof Promise) result.finally(done)
  else done()
  return result
}

const REDIRECT = 'https://app.example/callback'

function newKey(kid: string): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid, use: 'sig', alg: 'RS256' }
}

/**
 * Starts a provider with the clients `app` and `other`.
 *
 * @param options - `port`: 0 for any; `tokenSeconds`: lifetime of an `id_token`.
 */
export async function startProvider({ port = 0, tokenSeconds = 3600 } = {}): Promise<TestProvider> {
  const { default: Provider } = await quietly(() => import('oidc-provider'))
  const certificate = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  let handler: (request: unknown, response: unknown) => void = () => {}
  let keysAsked = 0
  const server = https.createServer({ cert: certificate.certificatePem, key: certificate.privateKeyPem }, (request, response) => {
    if (request.url === '/jwks') keysAsked += 1
    handler(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, Account>()
  let keys = [newKey('k0')]

  const configuration = (): Configuration => ({
    clients: ['app', 'other'].map((client_id) => ({ client_id, client_secret: 'not secret', redirect_uris: [REDIRECT] })),
    jwks: { keys },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub', 'groups', 'email', 'email_verified', 'tenant'] },
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    ttl: { IdToken: tokenSeconds, AccessToken: 60, AuthorizationCode: 60, Grant: 60, Interaction: 60, Session: 60 },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => accounts.get(id) ?? { sub: id } }),
    async loadExistingGrant({ oidc }) {
      // All users grant every consent.
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId as string,
        clientId: oidc.client?.clientId as string,
      })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  })
  const build = () => {
    const provider = quietly(() => new Provider(issuer, configuration()))
    const answer = provider.callback()
    handler = (request, response) => {
      const { url = '' } = request as { url?: string }
      if (!url.startsWith('/interaction/')) return answer(request as never, response as never)
      // The login page: the request itself names the user.
      void provider
        .interactionDetails(request as never, response as never)
        .then(({ params }) =>
          provider.interactionFinished(request as never, response as never, { login: { accountId: String(params.login_hint) } }),
        )
    }
  }
  build()

  const get = (url: string, cookies: readonly string[], form?: string) =>
    new Promise<{ location: string | undefined; cookies: readonly string[]; body: string }>((resolve, reject) => {
      const headers = { cookie: cookies.join('; '), ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) }
      const request = https.request(
        url,
        { method: form ? 'POST' : 'GET', headers, ca: certificate.certificatePem, agent: false },
        (response) => {
          let body = ''
          response.setEncoding('utf8').on('data', (text: string) => {
            body += text
          })
          response.on('end', () => {
            const given = (response.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '')
            const names = new Set(given.map((cookie) => cookie.split('=', 1)[0]))
            const kept = cookies.filter((cookie) => !names.has(cookie.split('=', 1)[0]))
            resolve({ location: response.headers.location, cookies: [...kept, ...given], body })
          })
        },
      )
      request.on('error', reject)
      request.end(form)
    })

  return {
    issuer,
    ca: certificate.certificatePem,
    keysAsked: () => keysAsked,
    async logIn(account, client = 'app') {
      accounts.set(account.sub, account)
      const query = { client_id: client, response_type: 'code', scope: 'openid', redirect_uri: REDIRECT, login_hint: account.sub }
      let url = `${issuer}/auth?${new URLSearchParams(query)}`
      let cookies: readonly string[] = []
      while (url.startsWith(issuer)) {
        const answer = await get(url, cookies)
        if (answer.location === undefined) throw new Error(`the provider shows a page: ${answer.body}`)
        url = new URL(answer.location, url).href
        cookies = answer.cookies
      }
      const code = new URL(url).searchParams.get('code')
      if (code === null) throw new Error(`no code in ${url}`)
      const exchange = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT,
        client_id: client,
        client_secret: 'not secret',
      }
      const form = new URLSearchParams(exchange).toString()
      const { body } = await get(`${issuer}/token`, [], form)
      const { id_token } = JSON.parse(body) as { id_token?: string }
      if (id_token === undefined) throw new Error(`no id_token: ${body}`)
      return id_token
    },
    rotate({ forget = false } = {}) {
      const key = newKey(`k${Date.now()}-${keys.length}`)
      keys = forget ? [key] : [key, ...keys]
      build()
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
