/**
 * `--objects`: initial objects of a plane, from files.
 *
 * @module
 */

import { setTimeout as wait } from 'node:timers/promises'
import { type Client, isNotFound, type ResourceClient } from '../../client/index.js'
import { isRecord, PACKAGED_KINDS, parseApiVersion, type UnknownRecord } from '../../meta/index.js'
import type { ControlPlane } from '../../plane/index.js'
import { parseObjects, readObjects } from '../files/object-files.js'
import { watchFile } from '../files/watched-file.js'
import { badFlag } from '../flags.js'
import { visible } from '../visible.js'

const FLAG = 'objects'

/** Field manager of objects from files. */
const FIELD_MANAGER = 'binnacle-objects'

/** Metadata written by servers, also present in files that were read from one. */
const SERVER_METADATA = ['creationTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink', 'uid']

/** Time limit and interval of the wait for the type of a definition in the same file. */
const DEFINITION_WAIT_MS = 2_000
const LOOK_MS = 20

/**
 * Applies the objects of files to a plane, in their order. Objects removed from a file are not deleted.
 *
 * @param plane - The plane.
 * @param paths - The values of the flag.
 * @param isWatched - Whether files are applied again when they change.
 * @throws {@link CommandError} when a file cannot be read, or the plane refuses one of its objects.
 */
export async function applyObjectFiles(plane: ControlPlane, paths: readonly string[], isWatched: boolean): Promise<void> {
  for (const path of paths) {
    const client = plane.client({
      fieldManager: FIELD_MANAGER,
      onWarning: (text) => console.error(`binnacle: --${FLAG} ${path}: ${text}`),
    })
    if (!isWatched) {
      await applyAll(client, await readObjects(FLAG, path)).catch((error: Error) => {
        throw badFlag(FLAG, path, error.message, error)
      })
    } else if (path === '-') {
      throw badFlag(FLAG, path, 'standard input cannot be watched: name a file, or leave --watch-objects out')
    } else {
      await watchFile({ flag: FLAG, path }, async (text) => applyAll(client, await parseObjects(text)))
    }
  }
}

/** @throws An error with one line that names the object. */
async function applyAll(client: Client, objects: readonly UnknownRecord[]): Promise<void> {
  for (const object of objects) {
    const { kind, metadata } = object
    const name = isRecord(metadata) && typeof metadata.name === 'string' ? metadata.name : ''
    try {
      await applyOne(client, object, name)
    } catch (error) {
      throw new Error(visible(`${String(kind)} ${JSON.stringify(name)}: ${(error as Error).message}`), { cause: error })
    }
  }
}

async function applyOne(client: Client, object: UnknownRecord, name: string): Promise<void> {
  const { apiVersion, kind } = object
  const of = typeof apiVersion === 'string' ? parseApiVersion(apiVersion) : undefined
  if (!of || typeof kind !== 'string' || name === '') throw new Error('expected apiVersion, kind and metadata.name')
  const resource = client.resource({ ...of, kind })
  const missing = `the plane serves no ${kind} of ${apiVersion}: --resources adds types, ${PACKAGED_KINDS} the packaged ones`
  const { namespaced } = await typeOf(resource, missing)
  const metadata = Object.fromEntries(
    Object.entries(object.metadata as UnknownRecord).filter(([key]) => !SERVER_METADATA.includes(key)),
  )
  const namespace = namespaced ? { namespace: (metadata.namespace ?? 'default') as string } : {}
  await resource.apply({ ...object, metadata: { ...metadata, ...namespace, name } }, { force: true })
}

/** The type of an object. If its definition is in the same file, the type may not be served yet, so this waits. */
async function typeOf(resource: ResourceClient<UnknownRecord>, missing: string) {
  for (let waited = 0; ; waited += LOOK_MS) {
    try {
      return await resource.type()
    } catch (error) {
      if (!isNotFound(error)) throw error
      if (waited >= DEFINITION_WAIT_MS) throw new Error(missing, { cause: error })
      await wait(LOOK_MS)
    }
  }
}
