// npm run build && node bench/loops.mjs; a part of npm run bench too
//
// Cost of the control loops of a plane: at the start, while idle, and when many objects of a deleted owner are collected.
import { generateKeyPairSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createControlPlane } from 'binnacle'
import { createCertificateAuthority } from 'binnacle/certificates'
import { packagedKinds } from 'binnacle/kubernetes'
import { configMap, KIB, nameOf } from './objects.mjs'

const OBJECTS = 10_000
// Some loops run once a minute.
const IDLE_MS = 61_000
const MAPS = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true }

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
// A plane with everything that the loops need.
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const planeOptions = {
  resources: Object.values(packagedKinds()),
  authorizer: 'RBAC',
  serviceAccounts: { signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
  rootCertificates: (await createCertificateAuthority({ commonName: 'bench' })).certificatePem,
  featureGates: { ClusterTrustBundle: true },
  runtimeConfig: { 'certificates.platform.io/v1beta1': true },
}

// Processor time, and wall time, which includes the work of other processes.
async function spent(work) {
  const [before, begin] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, ms: performance.now() - begin }
}

async function startUp() {
  const times = { with: [], without: [] }
  for (let round = -1; round < 9; round += 1) {
    for (const [which, controllers] of [
      ['with', ['*']],
      // Both with the start hooks, which are no loops.
      ['without', ['cluster-objects']],
    ]) {
      let plane
      const { cpuMs } = await spent(async () => {
        plane = await createControlPlane({ ...planeOptions, controllers })
      })
      // The first plane of a process loads modules for all of them.
      if (round >= 0) times[which].push(cpuMs)
      await sleep(50)
      await plane.close()
    }
  }
  return median(times.with) - median(times.without)
}

async function idleAndGarbage() {
  let lists = 0
  let watched = false
  const trace = ({ verb }) => {
    if (watched && verb === 'list') lists += 1
  }
  const plane = await createControlPlane({ ...planeOptions, controllers: ['*'], trace })
  const maps = plane.client().resource(MAPS).namespace('default')
  const owner = await maps.create({ metadata: { name: 'owner' } })
  const { apiVersion, kind, metadata } = owner
  const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }]
  for (let number = 0; number < OBJECTS; number += 1) {
    const object = configMap('default', nameOf(number), 'data', KIB)
    await maps.create({ ...object, metadata: { ...object.metadata, ownerReferences } })
  }
  await sleep(3_000)
  watched = true
  const idle = await spent(() => sleep(IDLE_MS))
  watched = false

  const before = process.memoryUsage().rss
  let peak = before
  const collected = await spent(async () => {
    await maps.delete('owner')
    for (;;) {
      await sleep(20)
      peak = Math.max(peak, process.memoryUsage().rss)
      // The root certificate ConfigMap of the namespace remains.
      if ((await maps.list({ limit: 2 })).items.length === 1) return
    }
  })
  await plane.close()
  return { idlePercent: (100 * idle.cpuMs) / idle.ms, lists, collected, grownMiB: (peak - before) / KIB / KIB }
}

/** Measures all figures. */
export async function loopCosts(figure) {
  figure('control loops: start of all of them', await startUp(), 'ms', 'processor time', { atMost: 50 })
  const { idlePercent, lists, collected, grownMiB } = await idleAndGarbage()
  const objects = OBJECTS.toLocaleString('en')
  figure(`control loops: idle beside ${objects} objects`, idlePercent, '% of 1 CPU', `${lists} lists`, { atMost: 1 })
  const note = `${(OBJECTS / (collected.ms / 1000)).toFixed(0)}/s; ${collected.cpuMs.toFixed(0)} ms of processor time; memory grew by ${grownMiB.toFixed(0)} MiB`
  figure(`control loops: ${objects} owned objects are gone`, collected.ms, 'ms', note)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = []
  await loopCosts((...figure) => figures.push(figure))
  if (process.send) process.send({ figures })
  else
    for (const [name, value, unit, note, target] of figures) {
      const wanted = target ? `${value <= target.atMost ? 'pass' : 'MISS'} ≤ ${target.atMost}` : ''
      console.log(`${name.padEnd(52)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(10)} ${wanted.padEnd(10)} ${note}`)
    }
  process.exitCode = 0
}
