/**
 * Files of API objects: YAML or JSON, one object or several.
 *
 * @module
 */

import { readTextFile, readTextStream } from '../../client/node/index.js'
import { decodeYaml, listedObjects, splitDocuments } from '../../codec/index.js'
import { isRecord, type UnknownRecord } from '../../meta/index.js'
import { reasonOf } from '../command-error.js'
import { badFlag } from '../flags.js'

/** Maximum file size in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** Maximum fields and items of all its objects together: they are kept in memory. */
const MAX_VALUES = 1_000_000

/** Maximum depth of a printed object: that of YAML documents. */
const MAX_DEPTH = 250

/**
 * Reads the objects of a file, with lists replaced by their items.
 *
 * @param flag - The flag of the file, for errors.
 * @param file - A path, or `-` for standard input.
 * @returns At least one object, each with its metadata.
 * @throws {@link CommandError} when the file cannot be read or has any other content.
 */
export async function readObjects(flag: string, file: string): Promise<UnknownRecord[]> {
  const text = await readInput(flag, file)
  try {
    return await parseObjects(text)
  } catch (error) {
    throw badFlag(flag, file, reasonOf(error), error)
  }
}

/**
 * Reads objects from text, with lists replaced by their items.
 *
 * @param text - YAML or JSON, one document or several.
 * @returns At least one object, each with its metadata.
 * @throws An error with one line for any other content, and for duplicate keys, of which one would be lost.
 */
export async function parseObjects(text: string): Promise<UnknownRecord[]> {
  const documents = splitDocuments(text)
  const objects: UnknownRecord[] = []
  let values = 0
  for (const [i, document] of documents.entries()) {
    const fail = (reason: string) => new Error(documents.length > 1 ? `document ${i + 1}: ${reason}` : reason)
    for (const object of listedObjects(await parse(document, fail))) {
      if (!isRecord(object) || !isRecord(object.metadata)) throw fail('expected an object with metadata, or a list of such')
      values += valuesIn(object)
      if (values > MAX_VALUES) throw fail(`is too much: the objects of a file have at most ${MAX_VALUES} fields and items`)
      objects.push(object)
    }
  }
  if (objects.length === 0) throw new Error('holds no object')
  return objects
}

async function readInput(flag: string, file: string): Promise<string> {
  try {
    return await (file === '-' ? readTextStream(process.stdin, MAX_FILE_BYTES) : readTextFile(file, { maxBytes: MAX_FILE_BYTES }))
  } catch (error) {
    throw badFlag(flag, file, reasonOf(error), error)
  }
}

async function parse(document: string, fail: (reason: string) => Error): Promise<unknown> {
  const decoded = decodeYaml(new TextEncoder().encode(document), { maxDepth: MAX_DEPTH, isFile: true })
  const { value, duplicateMessages } = await decoded.catch((error: unknown) => {
    throw fail(`cannot be parsed: ${reasonOf(error)}`)
  })
  if (duplicateMessages[0] !== undefined) throw fail(duplicateMessages[0])
  return value
}

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 1) : 1
