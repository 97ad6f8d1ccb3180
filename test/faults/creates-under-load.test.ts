import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { nodeHandler } from '../../src/adapters/index.js'
import { createControlPlane } from '../../src/plane/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { createMemoryStorage, type Storage } from '../../src/storage/index.js'
import { createLmdbStorage } from '../../src/storage/lmdb/index.js'

const OBJECTS = 400
const AT_A_TIME = 40
const ROUNDS = 3
/** Page sizes; another one in each round. */
const LIMITS = [17, 123, 399]
/** Generous, as loaded machines are slow; the test does not depend on time. */
const TIMEOUT_MS = 120_000

const folder = mkdtempSync(path.join(os.tmpdir(), 'creates-under-load-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const storages: Readonly<Record<string, () => Promise<Storage>>> = {
  memory: async () => createMemoryStorage(),
  lmdb: () => createLmdbStorage({ directory: path.join(folder, 'state') }),
}

const template = (name: string) =>
  JSON.stringify({ metadata: { name }, template: { spec: { containers: [{ name: 'test', image: 'test2' }] } } })

/** Runs jobs with limited concurrency; returns the results in the order of the jobs. */
async function atATime<T>(count: number, jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const work = async () => {
    while (next < jobs.length) {
      const i = next++
      results[i] = await (jobs[i] as () => Promise<T>)()
    }
  }
  await Promise.all(Array.from({ length: count }, work))
  return results
}

describe.each(Object.keys(storages))('PodTemplates in a plane over HTTP, %s', (storage) => {
  let server: http.Server
  let base: string
  let close: () => Promise<void>

  beforeAll(async () => {
    const make = storages[storage] as () => Promise<Storage>
    const plane = await createControlPlane({ storage: await make(), resources: [packagedKinds().PodTemplate] })
    server = http.createServer(nodeHandler(plane))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    close = () => plane.close()
  })

  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await close()
  })

  /** The response to a request, or the error. */
  async function ask(url: string, init?: RequestInit): Promise<{ readonly status: number | string; readonly body: unknown }> {
    try {
      const response = await fetch(base + url, init)
      return { status: response.status, body: await response.json() }
    } catch (error) {
      return { status: String(error), body: error }
    }
  }

  test(
    `${OBJECTS} that are created ${AT_A_TIME} at a time are all created, and chunked lists have each once, ${ROUNDS} times over`,
    async () => {
      const headers = { 'content-type': 'application/json' }
      const namespaced = await Promise.all(
        Array.from({ length: ROUNDS }, (_, i) =>
          ask('/api/v1/namespaces', { method: 'POST', headers, body: JSON.stringify({ metadata: { name: `round-${i}` } }) }),
        ),
      )
      expect(namespaced.map(({ status }) => status)).toEqual(Array(ROUNDS).fill(201))
      for (let round = 0; round < ROUNDS; round++) {
        const collection = `/api/v1/namespaces/round-${round}/podtemplates`
        const names = Array.from({ length: OBJECTS }, (_, i) => `template-${String(i).padStart(4, '0')}`)
        const creates = names.map((name) => () => ask(collection, { method: 'POST', headers, body: template(name) }))
        const answers = await atATime(AT_A_TIME, creates)
        // Shows the responses if the test fails.
        expect(answers.filter(({ status }) => status !== 201)).toEqual([])

        const listed: string[] = []
        const versions = new Set<unknown>()
        for (let token: string | undefined = ''; token !== undefined; ) {
          const page = await ask(`${collection}?limit=${LIMITS[round]}&continue=${encodeURIComponent(token)}`)
          expect(page).toMatchObject({ status: 200 })
          const { items, metadata } = page.body as {
            readonly items: readonly { readonly metadata: { readonly name: string } }[]
            readonly metadata: {
              readonly resourceVersion: string
              readonly continue?: string
              readonly remainingItemCount?: number
            }
          }
          listed.push(...items.map(({ metadata: { name } }) => name))
          versions.add(metadata.resourceVersion)
          expect(metadata.remainingItemCount ?? 0).toBe(OBJECTS - listed.length)
          token = metadata.continue
        }
        expect(listed).toEqual(names)
        expect(versions.size).toBe(1)
      }
    },
    TIMEOUT_MS,
  )

  test('of many concurrent creates of one name one succeeds, and the others fail with AlreadyExists', async () => {
    const headers = { 'content-type': 'application/json' }
    const collection = '/api/v1/namespaces/default/podtemplates'
    const creates = Array.from(
      { length: OBJECTS },
      (_, i) => () => ask(collection, { method: 'POST', headers, body: template(`shared-${i % AT_A_TIME}`) }),
    )
    const answers = await atATime(AT_A_TIME, creates)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(AT_A_TIME)
    const reasons = answers
      .filter(({ status }) => status !== 201)
      .map(({ status, body }) => [status, (body as { reason: unknown }).reason])
    expect(reasons).toEqual(Array(OBJECTS - AT_A_TIME).fill([409, 'AlreadyExists']))
  })
})
