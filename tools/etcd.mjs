// A temporary etcd for tools and tests: on loopback, with free ports and a temporary folder, removed by `stop`.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'

/**
 * Starts etcd and waits until it answers.
 *
 * `tls`: files `{ cert, key, ca }`; with `ca` etcd requires client certificates. `args`: further flags of etcd.
 */
export async function startEtcd({ tls, args = [] } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'binnacle-etcd-'))
  const [port, peerPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${peerPort}`
  const metrics = `http://127.0.0.1:${metricsPort}`
  const flags = [
    ...['--data-dir', path.join(folder, 'data'), '--listen-client-urls', url, '--advertise-client-urls', url],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
    ...['--listen-metrics-urls', metrics, '--log-level', 'error', '--logger', 'zap'],
    // A single member has no peers to wait for: it starts at once, and lets leases of a second expire.
    ...['--heartbeat-interval', '10', '--election-timeout', '100'],
    ...(tls ? ['--cert-file', tls.cert, '--key-file', tls.key] : []),
    ...(tls?.ca ? ['--trusted-ca-file', tls.ca, '--client-cert-auth'] : []),
    ...args,
  ]
  let child
  let exited

  const start = async () => {
    let log = ''
    child = spawn('etcd', flags, { stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr.on('data', (text) => {
      log = (log + text).slice(-2_000)
    })
    const failed = new Promise((_, reject) => child.once('error', reject))
    exited = new Promise((resolve) => child.once('exit', resolve))
    let isOver = false
    exited.then(() => {
      isOver = true
    })
    const answers = async () => {
      for (;;) {
        if (isOver) throw new Error(`etcd ended: ${log}`)
        const answer = await fetch(`${metrics}/health`).catch(() => undefined)
        if (answer?.ok) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    await Promise.race([answers(), failed])
  }
  const signal = async (name) => {
    child.kill(name)
    if (name === 'SIGKILL') await exited
  }
  await start()
  return {
    url,
    get pid() {
      return child.pid
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    kill: () => signal('SIGKILL'),
    restart: start,
    async stop() {
      await signal('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

// As a command: `node tools/etcd.mjs` prints the URL and runs until a signal ends it.
if (process.argv[1] === new URL(import.meta.url).pathname) {
  const etcd = await startEtcd()
  console.log(etcd.url)
  const end = () => etcd.stop().then(() => process.exit(0))
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
