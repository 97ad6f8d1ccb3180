/**
 * `binnacle storage`: maintenance of stored state.
 *
 * @module
 */

import { once } from 'node:events'
import { existingClientsDialect } from '../../meta/index.js'
import { copyState, exportState, ImportError, importState } from '../../storage/index.js'
import { CommandError, reasonOf } from '../command-error.js'
import { type FlagTable, parseFlags, wantsHelp } from '../flags.js'
import { isOutputClosed, printResult } from '../standard-output.js'
import { openStorage, parseStorageChoice, type StorageChoice } from '../storage-engine.js'
import { dialect, file } from '../value-schemas.js'

const HELP = `usage: binnacle storage check DIR
       binnacle storage compact DIR
       binnacle storage export DIR > FILE
       binnacle storage import DIR < FILE
       binnacle storage copy FROM TO
       binnacle storage migrate DIR [--resources FILE] [--dialect NAME]

  check    verifies every record of an LMDB directory; a line for each fault
  compact  gives the room that an LMDB directory does not use back to the disk
  export   writes the state as lines of JSON
  import   takes such lines into a storage that is empty
  copy     copies the state into another storage, at revisions beyond those of
           the original, and compares the two; called again it goes on where it
           stopped
  migrate  rewrites every object in the version that its type is stored in now,
           and says so in custom resource definitions

DIR is the directory of --storage lmdb:DIR, which no plane may be using
meanwhile. For export, import, copy and migrate it may also be lmdb:DIR,
etcd:URL[,URL] or postgres:URL. Exit code 0: all is well; 1: something is wrong;
2: the command line is.

Example: binnacle storage check ./state`

/**
 * Runs the command.
 *
 * @param args - The arguments after `storage`.
 * @throws {@link CommandError} for an invalid command line or storage.
 */
export async function storage(args: readonly string[]): Promise<void> {
  if (wantsHelp(args)) {
    console.log(HELP)
    return
  }
  const [action, ...rest] = args
  const run = action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : undefined
  if (action === undefined || run === undefined) {
    throw new CommandError(
      `storage ${action ?? 'needs a word'}: expected check, compact, copy, export, import or migrate, see --help`,
    )
  }
  const [place, others] = placesOf(action, rest)
  try {
    await run(place, others)
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(reasonOf(error), { exitCode: 1, cause: error })
  }
}

/** The arguments of an action: its storage, and the others. */
function placesOf(action: string, [place, ...others]: readonly string[]): readonly [place: string, others: readonly string[]] {
  if (place === undefined || place === '') throw new CommandError(`storage ${action} needs a directory: storage ${action} DIR`)
  if (action === 'migrate') return [place, others]
  const [target, ...more] = action === 'copy' ? others : [undefined, ...others]
  if (action === 'copy' && (target === undefined || target === ''))
    throw new CommandError('storage copy needs two places: storage copy FROM TO')
  if (more.length > 0) throw new CommandError(`storage ${action}: unexpected argument ${JSON.stringify(more[0])}`)
  return [place, others]
}

/** The actions on a storage. */
export const ACTIONS = { check, compact, copy, export: exportTo, import: importFrom, migrate }

async function check(directory: string): Promise<void> {
  const { checkLmdbStorage } = await import('../../storage/lmdb/index.js')
  const { revision, entries, history, problems } = await checkLmdbStorage(directory)
  for (const problem of problems) console.log(problem)
  const verdict = problems.length === 0 ? 'all is well' : `${problems.length} ${problems.length === 1 ? 'fault' : 'faults'}`
  console.log(`${entries} entries and ${history} commits of history up to revision ${revision}: ${verdict}`)
  if (problems.length > 0) process.exitCode = 1
}

async function compact(directory: string): Promise<void> {
  const { compactLmdbStorage } = await import('../../storage/lmdb/index.js')
  const { before, after } = await compactLmdbStorage(directory)
  console.log(`${inMebibytes(before)} before, ${inMebibytes(after)} now`)
}

async function copy(place: string, [target = '']: readonly string[]): Promise<void> {
  const [from, to] = [existing(place), choiceOf(target)]
  const [original, other] = [await openStorage(from), await openStorage(to)]
  try {
    const { entries, resumed, digest, revisions } = await copyState(original, other)
    const before = resumed === 0 ? '' : `, of which ${resumed} were there already`
    console.log(`${entries} entries copied${before}: revision ${revisions[0]} became ${revisions[1]}, sha256 of both ${digest}`)
  } catch (error) {
    throw error instanceof ImportError ? new CommandError(`storage copy: ${error.message}`, { exitCode: 1 }) : error
  } finally {
    await Promise.all([original.close(), other.close()])
  }
}

async function exportTo(place: string): Promise<void> {
  const engine = await openStorage(existing(place))
  try {
    for await (const line of exportState(engine)) {
      if (!printResult(`${line}\n`)) await flushed()
      if (isOutputClosed()) return
    }
  } finally {
    await engine.close()
  }
}

/** Waits until standard output has drained, or can no longer be written. */
async function flushed(): Promise<void> {
  await once(process.stdout, 'drain').catch((error: unknown) => {
    if (!isOutputClosed()) throw error
  })
}

async function importFrom(place: string): Promise<void> {
  const engine = await openStorage(choiceOf(place))
  try {
    const entries = await importState(engine, linesOf(process.stdin))
    console.log(`${entries} entries imported`)
  } catch (error) {
    throw error instanceof ImportError ? new CommandError(`import into ${place}: ${error.message}`, { exitCode: 1 }) : error
  } finally {
    await engine.close()
  }
}

/** The flags of `binnacle storage migrate`, by name. */
export const migrateFlags = {
  resources: { help: 'kinds of the plane, as for serve', value: 'FILE', schema: file, repeatable: true },
  dialect: { help: 'vendor names of the API', value: 'NAME', schema: dialect, default: existingClientsDialect.name },
} as const satisfies FlagTable

async function migrate(place: string, args: readonly string[]): Promise<void> {
  const choice = existing(place)
  const values = parseFlags(migrateFlags, args)
  const [{ createControlPlane }, { migrateStorage }, { createWebhookTransport }, { loadResources }] = await Promise.all([
    import('../../plane/index.js'),
    import('../../controllers/library/index.js'),
    import('../../adapters/index.js'),
    import('../files/resource-files.js'),
  ])
  const resources = (await Promise.all(values.resources.map((one) => loadResources(one, values.dialect)))).flat()
  const plane = await createControlPlane({
    dialect: values.dialect,
    storage: await openStorage(choice),
    resources,
    webhooks: createWebhookTransport(),
    controllers: [],
  })
  try {
    const { objects, failed, problems } = await migrateStorage(plane.client())
    for (const problem of problems) console.log(problem)
    console.log(`${objects} objects are in their present versions, ${failed} could not be rewritten`)
    if (failed > 0) process.exitCode = 1
  } finally {
    await plane.close()
  }
}

/** Maximum line length of an import, in characters: longer than an object that any engine takes (ours). */
const LONGEST_LINE = 64 * 1024 * 1024

/** Lines without their ends; refuses a line beyond the limit. */
async function* linesOf(input: NodeJS.ReadStream): AsyncGenerator<string> {
  let parts: string[] = []
  let [length, number] = [0, 1]
  for await (const chunk of input.setEncoding('utf8')) {
    const [rest = '', ...more] = String(chunk).split('\n')
    parts.push(rest)
    length += rest.length
    for (const line of more) {
      yield parts.join('').replace(/\r$/, '')
      parts = [line]
      length = line.length
      number += 1
    }
    if (length > LONGEST_LINE) throw new ImportError(`line ${number}: it is longer than ${LONGEST_LINE} characters`)
  }
  if (length > 0) yield parts.join('')
}

/** A value without a scheme is a directory. */
function choiceOf(place: string): StorageChoice {
  const choice = /^(lmdb|etcd|postgres|postgresql):/.test(place)
    ? parseStorageChoice(place)
    : { engine: 'lmdb' as const, directory: place }
  if (choice) return choice
  throw new CommandError(`storage ${place}: expected DIR, lmdb:DIR, etcd:URL[,URL] or postgres:URL`)
}

/** A storage to read from, which is not created. */
function existing(place: string): StorageChoice {
  const choice = choiceOf(place)
  return choice.engine === 'lmdb' ? { ...choice, mustExist: true } : choice
}

const inMebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
