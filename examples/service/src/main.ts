/** The program: settings from the environment, a service, and an orderly end. */

import { readFile } from 'node:fs/promises'
import { createRemoteJWKSet } from 'jose'
import { Registry } from 'prom-client'
import { z } from 'zod'
import { startService } from './service.js'
import { tokenAuthenticator } from './token-authenticator.js'

const settings = z
  .object({
    DATA_DIRECTORY: z.string().min(1),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(6443),
    TLS_CERT_FILE: z.string().min(1),
    TLS_KEY_FILE: z.string().min(1),
    ISSUER: z.url(),
    JWKS_URL: z.url(),
    AUDIENCE: z.string().default('database-service'),
  })
  .safeParse(process.env)
if (!settings.success) {
  console.error(z.prettifyError(settings.error))
  process.exit(2)
}

const { DATA_DIRECTORY, HOST, PORT, TLS_CERT_FILE, TLS_KEY_FILE, ISSUER, JWKS_URL, AUDIENCE } = settings.data
const service = await startService({
  directory: DATA_DIRECTORY,
  host: HOST,
  port: PORT,
  tls: { cert: await readFile(TLS_CERT_FILE, 'utf8'), key: await readFile(TLS_KEY_FILE, 'utf8') },
  authenticator: tokenAuthenticator({ issuer: ISSUER, audience: AUDIENCE, keys: createRemoteJWKSet(new URL(JWKS_URL)) }),
  registry: new Registry(),
  log: (line) => console.log(line),
})
console.log(`ready on ${service.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    service.close().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}
