/**
 * Reads the import graph of `src/` from its text.
 *
 * A scanner of our own, as the question is what the source says, not what a compiler makes of it.
 */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const sourceRoot = fileURLToPath(new URL('../../src', import.meta.url))

/** One import, re-export or dynamic import. */
export interface ImportEdge {
  /** Importing file, relative to `src`, with forward slashes. */
  readonly from: string
  readonly specifier: string
  /** Imported file relative to `src`, with its `.ts` ending; undefined for packages and built-ins. */
  readonly to: string | undefined
  readonly typeOnly: boolean
  /** True for `import()`, which loads at first use. */
  readonly dynamic: boolean
}

/** All `.ts` files below `src/`, relative to it. */
export function sourceFiles(folder = sourceRoot): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) return sourceFiles(full)
    return entry.name.endsWith('.ts') ? [path.relative(sourceRoot, full).split(path.sep).join('/')] : []
  })
}

export const readSource = (file: string): string => readFileSync(path.join(sourceRoot, file), 'utf8')

/** Statements may stand over several lines; a dynamic import may stand anywhere. Comments are gone before. */
const STATEMENT = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w$*\s{},]+?\sfrom\s+)?['"]([^'"\n]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]/g
/** A type query such as `typeof import('x')`, and `import('x').Name` where a type is declared, load nothing. */
const TYPE_QUERY = /(?:\btypeof\s+|[:=|<,]\s*)import\(\s*['"][^'"\n]+['"]\s*\)/g

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

export function importsOf(file: string, source: string = readSource(file)): ImportEdge[] {
  const text = withoutComments(source)
  const edge = (specifier: string, typeOnly: boolean, dynamic = false): ImportEdge => ({
    from: file,
    specifier,
    to: specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts') : undefined,
    typeOnly,
    dynamic,
  })
  const edges = [...text.matchAll(STATEMENT)].map((match) => edge(match[2] ?? '', match[1] !== undefined))
  const awaited = text.replace(TYPE_QUERY, (query) => (/(await|=>)\s*$/.test(query) ? query : ''))
  for (const match of awaited.matchAll(DYNAMIC)) edges.push(edge(match[1] ?? '', false, true))
  return edges
}

export const importGraph = (): ImportEdge[] => sourceFiles().flatMap((file) => importsOf(file))

/** The module folder that a file is in; empty for `index.ts` at the top. */
export const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '')
