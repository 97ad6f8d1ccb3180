/**
 * Makes files and directories durable.
 *
 * @module
 */

import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Syncs a file. */
export const syncFile = (path: string): void => sync(path, 'r+')

/** Syncs the names in a directory. Windows cannot open a directory, and keeps names durable without it. */
export function syncDirectory(path: string): void {
  if (process.platform !== 'win32') sync(path, 'r')
}

function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
