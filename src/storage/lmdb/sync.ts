/**
 * Having the disk know of files and directories.
 *
 * @module
 */

import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Syncs a file, or the names in a directory.
 *
 * @param path - The file or the directory.
 */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
