/**
 * Reads the files of flags.
 *
 * @module
 */

import { type FileLimits, readTextFile } from '../../client/node/index.js'
import { reasonOf } from '../command-error.js'
import { badFlag } from '../flags.js'

/**
 * Reads the file of a flag.
 *
 * @param flag - Name of the flag, without the dashes.
 * @param path - Its value.
 * @param limits - Maximum size.
 * @throws {@link CommandError} when it cannot be read.
 */
export async function readText(flag: string, path: string, limits?: FileLimits): Promise<string> {
  try {
    return await readTextFile(path, limits)
  } catch (error) {
    throw badFlag(flag, path, reasonOf(error), error)
  }
}
