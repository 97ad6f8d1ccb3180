/**
 * `binnacle storage`: looking after the state that planes leave behind.
 *
 * @module
 */

import { once } from 'node:events'
import { exportState, ImportError, importState } from '../storage/index.js'
import { CommandError, reasonOf } from './command-error.js'
import { wantsHelp } from './flags.js'
import { openStorage, parseStorageChoice, type StorageChoice } from './storage-engine.js'

const HELP = `usage: binnacle storage check DIR
       binnacle storage compact DIR
       binnacle storage export DIR > FILE
       binnacle storage import DIR < FILE

  check    verifies every record of an LMDB directory, and says what is wrong, a line each
  compact  gives the room that an LMDB directory does not use back to the disk
  export   writes the state as lines of JSON
  import   takes such lines into a storage that is empty

DIR is the directory of --storage lmdb:DIR, which no plane may be using meanwhile. For export and import it may also be
lmdb:DIR or etcd:URL[,URL]. Exit code 0: all is well; 1: something is wrong; 2: the command line is.

Example: binnacle storage check ./state`

/**
 * Runs the command.
 *
 * @param args - The words after `storage`.
 * @throws {@link CommandError} when the command line, or what it names, is at fault.
 */
export async function storage(args: readonly string[]): Promise<void> {
  if (wantsHelp(args)) {
    console.log(HELP)
    return
  }
  const [action, place, extra] = args
  const run = action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : undefined
  if (run === undefined) {
    throw new CommandError(`storage ${action ?? 'needs a word'}: expected check, compact, export or import, see --help`)
  }
  if (place === undefined || place === '') throw new CommandError(`storage ${action} needs a directory: storage ${action} DIR`)
  if (extra !== undefined) throw new CommandError(`storage ${action}: unexpected argument ${JSON.stringify(extra)}`)
  try {
    await run(place)
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(reasonOf(error), { exitCode: 1, cause: error })
  }
}

const ACTIONS = { check, compact, export: exportTo, import: importFrom }

async function check(directory: string): Promise<void> {
  const { checkLmdbStorage } = await import('../storage/lmdb/index.js')
  const { revision, entries, history, problems } = await checkLmdbStorage(directory)
  for (const problem of problems) console.log(problem)
  const verdict = problems.length === 0 ? 'all is well' : `${problems.length} ${problems.length === 1 ? 'fault' : 'faults'}`
  console.log(`${entries} entries and ${history} commits of history up to revision ${revision}: ${verdict}`)
  if (problems.length > 0) process.exitCode = 1
}

async function compact(directory: string): Promise<void> {
  const { compactLmdbStorage } = await import('../storage/lmdb/index.js')
  const { before, after } = await compactLmdbStorage(directory)
  console.log(`${inMebibytes(before)} before, ${inMebibytes(after)} now`)
}

async function exportTo(place: string): Promise<void> {
  const choice = choiceOf(place)
  if (choice.engine === 'lmdb') await mustBeThere(choice.directory)
  const engine = await openStorage(choice)
  try {
    for await (const line of exportState(engine)) {
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
    }
  } finally {
    await engine.close()
  }
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

/** Longest line that an import reads, in characters: a larger object than any engine takes (ours). */
const LONGEST_LINE = 64 * 1024 * 1024

/** Lines without their ends, and not one that would fill the memory. */
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

/** A plain word is a directory. */
function choiceOf(place: string): StorageChoice {
  const choice = /^(lmdb|etcd):/.test(place) ? parseStorageChoice(place) : { engine: 'lmdb' as const, directory: place }
  if (choice) return choice
  throw new CommandError(`storage ${place}: expected DIR, lmdb:DIR or etcd:URL[,URL]`)
}

/** Exporting must not make what it was to read. */
async function mustBeThere(directory: string): Promise<void> {
  const { existsSync } = await import('node:fs')
  if (!existsSync(`${directory}/data.mdb`)) {
    throw new CommandError(`storage directory ${directory}: there is no storage`, { exitCode: 1 })
  }
}

const inMebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
