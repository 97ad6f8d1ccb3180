/**
 * Files with secrets: only their owner may read them, and readers see the old text or the new one.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises'

/**
 * Writes a file with mode 0600. It replaces the one that is there, as the mode of an existing file would stay, and whoever has it open
 * would read the secret. Behind a symbolic link its target is replaced; devices and pipes are written to.
 *
 * @param path - The file.
 * @param text - Its new text.
 * @throws Error of the system.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const there = await stat(path).catch(() => undefined)
  if (there && !there.isFile()) return writeFile(path, text)
  const target = there ? await realpath(path) : path
  const unfinished = `${target}.${randomUUID()}.new`
  try {
    await writeFile(unfinished, text, { mode: 0o600, flag: 'wx', flush: true })
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}
