/**
 * Rewrites stored objects in the current storage version of their type.
 *
 * @module
 */

import {
  type Client,
  type Controller,
  clientOfPlane,
  controller,
  isConflict,
  type ResourceType,
  type ServedType,
} from '../client/index.js'
import { ApiError, type ApiObject, check, dialectOf, isRecord, notify } from '../meta/index.js'
import { type ControlLoopOptions, checkLoop, ignoring, runOptions, untilDone } from './client-loop.js'
import { definitionsOf } from './types.js'

/** The result of a migration. */
export interface StorageMigration {
  /** Number of objects that are in the current form now. */
  readonly objects: number
  /** Objects that could not be rewritten, and why; a hundred at most. */
  readonly problems: readonly string[]
  /** Number of objects that could not be rewritten. */
  readonly failed: number
}

/** Number of concurrent writes. */
const AT_ONCE = 16
const MAX_PROBLEMS = 100
const DEFINITION = 'CustomResourceDefinition'

/**
 * Writes every object back unchanged: the plane stores it in the current storage version of its type, and writes nothing if it is
 * in that version already. Then the older versions are removed from `storedVersions` of custom resource definitions, so that the
 * definitions can drop them.
 *
 * @param client - Of a plane, in this process or behind HTTP; its user may list and update everything.
 * @throws {@link ApiError} when types or lists cannot be read.
 */
export async function migrateStorage(client: Client): Promise<StorageMigration> {
  check.refuse('migrateStorage', clientOfPlane(client, 'client'))
  const run = new Migration(client)
  const types = await client.types()
  for (const type of types) if (type.kind !== DEFINITION && isRewritable(type)) await run.rewrite(type)
  const definitions = types.find(({ kind }) => kind === DEFINITION)
  if (definitions) await run.forgetVersions(definitions)
  return run
}

/** Options of the loop. */
export interface StorageVersionMigratorOptions extends ControlLoopOptions {
  /**
   * Finds the types of the plane itself that have objects in an older version; only a plane in this process can determine them.
   */
  readonly findOutdated?: (() => Promise<readonly ResourceType[]>) | undefined
}

/**
 * Keeps objects stored in the current storage versions of their types: custom types whenever a definition lists older versions,
 * the plane's own types at startup, as they change only with the program. Each object is written back unchanged; then the older
 * versions are removed from `storedVersions` of the definition.
 *
 * @param client - A client of the plane; its user may list and update everything.
 * @param options - Leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createStorageVersionMigrator(client: Client, options: StorageVersionMigratorOptions = {}): Controller {
  checkLoop('createStorageVersionMigrator', client, options, { checks: { findOutdated: check.callable } })
  const { findOutdated, onError } = options
  const ofDefinitions = migrateCustomTypes(client, options)
  if (!findOutdated) return ofDefinitions
  const stopped = new AbortController()
  const signal = AbortSignal.any([stopped.signal, client.closed])
  const work = async () => {
    const done = client.activity.begin()
    try {
      for (const type of await findOutdated()) await rewriteAll(client, type)
    } finally {
      done()
    }
  }
  const ofOwnTypes = untilDone(client, work, signal, (error) => notify('onError', onError, error, ''))
  return {
    synced: ofDefinitions.synced,
    ended: Promise.all([ofDefinitions.ended, ofOwnTypes]).then(() => {}),
    async stop() {
      stopped.abort()
      await Promise.all([ofDefinitions.stop(), ofOwnTypes])
    },
  }
}

function migrateCustomTypes(client: Client, options: ControlLoopOptions): Controller {
  const type = definitionsOf(dialectOf(options.dialect))
  return controller({
    ...runOptions(options),
    for: client.resource(type),
    async reconcile(definition) {
      if (storedVersionsAfter(definition) === undefined) return
      const served = (await client.types()).find(({ group, resource }) => `${group}/${resource}` === nameOfType(definition))
      // A type that is not served cannot be written; its definition changes when it is served.
      if (!served || !isRewritable(served)) return
      const run = await rewriteAll(client, served)
      await run.forgetVersionsOf(definition, type)
    },
  })
}

/** Writes every object of a type back. Throws if one failed, so that the failure is reported and retried. */
async function rewriteAll(client: Client, type: ResourceType): Promise<Migration> {
  const run = new Migration(client)
  await run.rewrite(type)
  if (run.failed > 0) throw new Error(`the storage version of ${type.group}/${type.resource}: ${run.problems.join('; ')}`)
  return run
}

class Migration implements StorageMigration {
  objects = 0
  failed = 0
  readonly problems: string[] = []
  readonly #client: Client
  /** Types with objects that could not be rewritten, by group and resource. */
  readonly #incomplete = new Set<string>()

  constructor(client: Client) {
    this.#client = client
  }

  async rewrite(type: ResourceType): Promise<void> {
    const resource = this.#client.resource(type)
    for await (const { items } of resource.pages()) {
      for (let at = 0; at < items.length; at += AT_ONCE) {
        await Promise.all(items.slice(at, at + AT_ONCE).map((object) => this.#rewriteOne(type, object)))
      }
    }
  }

  async #rewriteOne(type: ResourceType, object: ApiObject): Promise<void> {
    const resource = this.#client.resource(type)
    const { namespace } = object.metadata
    try {
      await (namespace === undefined ? resource : resource.namespace(namespace)).update(object)
      this.objects += 1
    } catch (error) {
      // Another client has written it meanwhile, which migrates it too, or it is deleted.
      if (error instanceof ApiError && ['Conflict', 'NotFound'].includes(error.status.reason ?? '')) return
      this.#incomplete.add(`${type.group}/${type.resource}`)
      this.failed += 1
      const name = namespace === undefined ? object.metadata.name : `${namespace}/${object.metadata.name}`
      if (this.problems.length < MAX_PROBLEMS) this.problems.push(`${type.resource} ${name}: ${(error as Error).message}`)
    }
  }

  async forgetVersions(type: ServedType): Promise<void> {
    for await (const definition of this.#client.resource(type).all()) {
      // If the definition has changed meanwhile, it may have another storage version now.
      await this.forgetVersionsOf(definition, type).catch(ignoring(isConflict))
    }
  }

  async forgetVersionsOf(definition: ApiObject, type: ResourceType): Promise<void> {
    const versions = storedVersionsAfter(definition)
    if (versions === undefined || this.#incomplete.has(nameOfType(definition))) return
    const status = { ...(definition.status as object), storedVersions: versions }
    const { status: ofDefinition } = this.#client.resource(type)
    await ofDefinition.update({ ...definition, status })
  }
}

const isRewritable = ({ verbs }: ServedType): boolean =>
  ['list', 'update'].every((verb) => verbs.some((offered) => offered === verb))

/** The stored versions of a definition after a migration; undefined if they are recorded already. */
function storedVersionsAfter({ spec, status }: ApiObject): readonly string[] | undefined {
  const versions: readonly unknown[] = isRecord(spec) && Array.isArray(spec.versions) ? spec.versions : []
  const stored = versions.flatMap((version) => (isRecord(version) && version.storage === true ? [String(version.name)] : []))
  const told = isRecord(status) && Array.isArray(status.storedVersions) ? status.storedVersions : []
  return stored.length === 0 || told.length <= 1 ? undefined : stored
}

function nameOfType({ spec }: ApiObject): string {
  const { group, names } = (isRecord(spec) ? spec : {}) as { group?: string; names?: { plural?: string } }
  return `${group}/${names?.plural}`
}
