// Finds the files of a build that are reachable by imports.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const SPECIFIER = /(?:from|import|import\() ?["'](\.[^"']+)["']/g

/**
 * @param folder - The build.
 * @param entries - Files to start from, relative to it.
 * @param extension - Extension of the files: `.js`, or `.d.ts` for their declarations.
 * @returns The entries and all files reachable from them, relative to the folder.
 */
export function reachable(folder, entries, extension) {
  const found = new Set()
  const look = (file) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, specifier] of readFileSync(path.join(folder, file), 'utf8').matchAll(SPECIFIER)) {
      look(path.join(path.dirname(file), specifier.replace(/\.js$/, extension)))
    }
  }
  for (const entry of entries) look(entry.replace(/\.js$/, extension))
  return [...found]
}
