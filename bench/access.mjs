// npm run build && node bench/access.mjs [--quick]; a part of npm run bench too
//
// Cost of authentication and authorization: processor time of a GET with each method, relative to one with a static token that is
// allowed everything. The servers are measured in turn, in short slices, so that other load on the machine affects all of them
// equally.
// Connections are kept alive, so handshakes are not included.
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createSelfSignedCertificate } from 'binnacle/crypto'
import { cpuOf, createGenerator, message, SERVER_CPU, start } from './child.mjs'
import { nameOf } from './objects.mjs'

const METHODS = {
  token: 'static token, AlwaysAllow',
  'token-rbac': 'static token, RBAC',
  certificate: 'client certificate, RBAC',
  proxy: 'headers of a proxy, RBAC',
  jwt: 'remembered JWT of a service account, RBAC',
  oidc: 'remembered JWT of an OpenID provider, RBAC',
  bootstrap: 'bootstrap token, RBAC',
  webhook: 'remembered token of a webhook, RBAC',
  'jwt-new': 'JWT that is not remembered (ES256), RBAC',
}
const TARGET = { atMost: 1.15 }
// The other methods read more of each request, look up a Secret, or verify a signature.
const WITH_TARGET = ['token-rbac', 'certificate', 'jwt', 'oidc']
const CONNECTIONS = 16
const SLICE_MS = 150
const WARM_UP_ROUNDS = 8
// Tokens of one slice: more than it sends.
const TOKENS = 3000
const PATH = `/api/v1/namespaces/reads/configmaps/${nameOf(1)}`

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

/** Processor time for verifying one signature with the platform's crypto, in microseconds. */
function verifyingUs({ privateKey, publicKey }) {
  const data = Buffer.from('x'.repeat(700))
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' }
  const signature = sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const times = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage()
    for (let i = 0; i < 500; i += 1) verify('sha256', data, key, signature)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 500
  })
  return median(times)
}

/**
 * Measures all methods.
 *
 * @param figure - Takes a name, a value, its unit, a note and a target.
 */
export async function accessCosts({ rounds }, figure) {
  const generator = createGenerator()
  const pair = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signingKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const servers = []
  for (const method of Object.keys(METHODS)) {
    const child = start('access-server.mjs', { cpu: SERVER_CPU })
    child.send({ pair, method, signingKey })
    servers.push({ method, child, times: [], sent: 0, ...(await message(child)) })
  }
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const server of servers) {
      const { child, port, lines, identity, times } = server
      // Continues where the last slice ended: each of many tokens is sent once before the first comes again.
      const first = server.sent % (server.tokens.length || 1)
      const tokens = [...server.tokens.slice(first), ...server.tokens.slice(0, first)].slice(0, TOKENS)
      const shown = tokens.length > 0 ? 'authorization: Bearer TOKEN\r\n' : lines
      const template = `GET ${PATH} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json\r\n${shown}\r\n`
      const before = await cpuOf(child)
      const load = { port, connections: CONNECTIONS, template, tokens, identity, ms: SLICE_MS, keep: true }
      const { statuses } = await generator.load(load)
      if (Object.keys(statuses).join() !== '200') throw new Error(`answers with status ${Object.keys(statuses)}, expected 200`)
      server.sent += statuses[200]
      if (round >= 0) times.push(((await cpuOf(child)) - before) / statuses[200])
    }
  }
  generator.stop()
  for (const { child } of servers) child.kill('SIGKILL')
  const [base] = servers
  for (const { method, times } of servers) {
    const us = median(times)
    const ratio = median(times.map((time, round) => time / base.times[round]))
    const isVerified = method === 'jwt-new'
    const more = isVerified
      ? `; ${(us - median(base.times)).toFixed(0)} µs more, the platform verifies in ${verifyingUs(keys).toFixed(0)} µs`
      : ''
    const target = WITH_TARGET.includes(method) ? TARGET : undefined
    figure(`GET by ${METHODS[method]}`, ratio, 'of token', `${us.toFixed(1)} µs of processor time${more}`, target)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isQuick = process.argv.includes('--quick')
  await accessCosts({ rounds: isQuick ? 10 : 60 }, (name, value, unit, note, target) => {
    const wanted = target ? (value <= target.atMost ? `pass ≤ ${target.atMost}` : `MISS ≤ ${target.atMost}`) : ''
    console.log(`${name.padEnd(52)} ${value.toFixed(3).padStart(7)} ${unit}  ${wanted.padEnd(12)} ${note}`)
  })
  process.exit()
}
