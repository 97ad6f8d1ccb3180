/**
 * One directory that all releases of the specification's table work on, one after the other and each one step back: whatever is written
 * through any version of any kind that was ever moved, renamed or removed reads the same for as long as that version is served.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ApiObject, formatApiVersion, platformDialect } from '../../src/meta/index.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { builtinResources, converterBetween, type ResourceDefinition } from '../../src/resources/index.js'
import { removalsOf } from '../../src/resources/lifecycle/removals.js'
import { createLmdbStorage } from '../../src/storage/lmdb/index.js'
import { kinds } from '../admission/kinds.js'
import { jsonOf, requestOf } from '../server/requests.js'
import { nameFor, presentContents, saidBy } from './older-objects.js'

const RELEASES = Array.from({ length: 15 }, (_, i) => `1.${15 + i}`)

let directory: string
let contents: Readonly<Record<string, (name: string) => object>>
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'binnacle-walk-'))
  contents = await presentContents()
})
afterAll(() => rm(directory, { recursive: true }))

const convert = converterBetween([...builtinResources(platformDialect), ...kinds], platformDialect)
const removedResources = new Set(removalsOf(platformDialect).map(({ resource }) => resource))

interface ServedKind {
  readonly definition: ResourceDefinition
  readonly version: string
  readonly resource: string
  readonly apiVersion: string
}

/** Every version of the kinds of the table that a plane serves, in all groups that they are in. */
function servedBy(plane: ControlPlane): readonly ServedKind[] {
  return [...plane.catalog.all()]
    .filter(({ custom, review, names, group }) => !custom && !review && removedResources.has(names.plural) && group !== '')
    .flatMap((definition) =>
      definition.versions
        .filter(({ served }) => served)
        .map(({ name: version }) => ({
          definition,
          version,
          resource: definition.names.plural,
          apiVersion: formatApiVersion(definition.group, version),
        })),
    )
}

function pathOf({ definition, apiVersion, resource }: ServedKind, inAll = false): string {
  return `/apis/${apiVersion}/${definition.namespaced && !inAll ? 'namespaces/default/' : ''}${resource}`
}

const nameOf = ({ apiVersion, resource }: ServedKind, release: string): string => nameFor(resource, `w${release}-${apiVersion}`)

async function write(plane: ControlPlane, kind: ServedKind, release: string): Promise<void> {
  const name = nameOf(kind, release)
  const { definition, apiVersion } = kind
  const stored = formatApiVersion(definition.storedAs.group, definition.storageVersion)
  const content = contents[kind.resource]?.(name)
  expect([kind.resource, typeof content]).toEqual([kind.resource, 'object'])
  const metadata = { name, ...(definition.namespaced && { namespace: 'default' }) }
  const present = { apiVersion: stored, kind: definition.names.kind, metadata, ...content } as ApiObject
  const body = convert(present, apiVersion)
  const response = await plane.handle(requestOf(pathOf(kind), { method: 'POST', body }))
  expect([pathOf(kind), response.status, jsonOf(response)]).toMatchObject([pathOf(kind), 201, saidBy(body)])
}

type Seen = Map<string, unknown>

/** All objects of the walk, each in all versions that are served. */
async function readAll(plane: ControlPlane): Promise<Seen> {
  const seen: Seen = new Map()
  for (const kind of servedBy(plane)) {
    const { items } = jsonOf(await plane.handle(requestOf(pathOf(kind, true)))) as { readonly items: readonly ApiObject[] }
    for (const item of items) {
      const { name = '' } = item.metadata
      if (/^(?:v1\.)?w1/.test(name)) seen.set(`${kind.apiVersion} ${kind.resource} ${name}`, item)
    }
  }
  return seen
}

async function inRelease<T>(release: string, work: (plane: ControlPlane) => Promise<T>): Promise<T> {
  const plane = await createControlPlane({
    release,
    resources: kinds,
    storage: await createLmdbStorage({ directory }),
    runtimeConfig: { 'api/beta': true },
    logger: { error() {}, info() {} },
  })
  try {
    return await work(plane)
  } finally {
    await plane.close()
  }
}

/** What is seen again has to be as it was. */
function expectSame(now: Seen, before: Seen, where: string): void {
  const changed = [...now].filter(([key, item]) => before.has(key) && !isDeepStrictEqual(item, before.get(key)))
  expect([where, changed.map(([key]) => key)]).toEqual([where, []])
}

test('through releases 1.15 to 1.29, and from each to the previous one, nothing is lost and each object reads the same', async () => {
  const known: Seen = new Map()
  const written = new Set<string>()
  for (const release of RELEASES) {
    const [now, served] = await inRelease(release, async (plane) => {
      expectSame(await readAll(plane), known, `${release}, before it writes`)
      for (const kind of servedBy(plane)) {
        await write(plane, kind, release)
        written.add(`${kind.definition.storedAs.group}/${kind.resource} ${nameOf(kind, release)}`)
      }
      return [await readAll(plane), servedBy(plane)] as const
    })
    // Every object that any release has written is there in every version of its kind.
    const missing = served.flatMap(({ definition, apiVersion, resource }) =>
      [...written]
        .filter((key) => key.startsWith(`${definition.storedAs.group}/${resource} `))
        .map((key) => `${apiVersion} ${key.slice(key.indexOf('/') + 1)}`)
        .filter((key) => !now.has(key)),
    )
    expect([release, missing]).toEqual([release, []])
    for (const [key, item] of now) known.set(key, item)

    const before = RELEASES[RELEASES.indexOf(release) - 1]
    if (before !== undefined) expectSame(await inRelease(before, readAll), known, `${before}, after a step back from ${release}`)
  }
  expect(new Set([...written].map((key) => key.split(' ')[0]?.split('/')[1]))).toEqual(
    new Set(Object.keys(contents).filter((resource) => removedResources.has(resource))),
  )
}, 300_000)
