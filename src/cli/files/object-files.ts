/**
 * Files of API objects: YAML or JSON, one object or several.
 *
 * @module
 */

import { createReadStream } from 'node:fs'
import { decodeYaml, listedObjects, splitDocuments } from '../../codec/index.js'
import { isRecord, type UnknownRecord } from '../../meta/index.js'
import { reasonOf } from '../command-error.js'
import { badFlag } from '../flags.js'

/** Largest file that is read, in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** Deepest object that is printed: as deep as YAML is read. */
const MAX_DEPTH = 250

/**
 * Reads the objects of a file, taking lists apart.
 *
 * @param flag - The flag that names the file, for the failure.
 * @param file - A path, or `-` for standard input.
 * @returns At least one object, each with its metadata.
 * @throws {@link CommandError} when the file cannot be read or holds anything else.
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
 * Reads objects from text, taking lists apart.
 *
 * @param text - YAML or JSON, one document or several.
 * @returns At least one object, each with its metadata.
 * @throws An error with one line when it holds anything else.
 */
export async function parseObjects(text: string): Promise<UnknownRecord[]> {
  const documents = splitDocuments(text)
  const objects: UnknownRecord[] = []
  for (const [i, document] of documents.entries()) {
    const fail = (reason: string) => new Error(documents.length > 1 ? `document ${i + 1}: ${reason}` : reason)
    for (const object of listedObjects(await parse(document, fail))) {
      if (!isRecord(object) || !isRecord(object.metadata)) throw fail('expected an object with metadata, or a list of such')
      objects.push(object)
    }
  }
  if (objects.length === 0) throw new Error('holds no object')
  return objects
}

async function readInput(flag: string, file: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_FILE_BYTES) throw new Error(`larger than ${MAX_FILE_BYTES} bytes`)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (error) {
    throw badFlag(flag, file, error instanceof TypeError ? 'is no text in UTF-8' : reasonOf(error), error)
  }
}

async function parse(document: string, fail: (reason: string) => Error): Promise<unknown> {
  try {
    return (await decodeYaml(new TextEncoder().encode(document), { maxDepth: MAX_DEPTH, maxValues: Number.POSITIVE_INFINITY }))
      .value
  } catch (error) {
    throw fail(`cannot be parsed: ${reasonOf(error)}`)
  }
}
