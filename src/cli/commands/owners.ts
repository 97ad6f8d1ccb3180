/**
 * `binnacle owners`: an object as YAML, with the owners of each line beside it.
 *
 * @module
 */

import { z } from 'zod'
import type { FieldOwner } from '../../apply/index.js'
import { humanDuration } from '../../codec/index.js'
import { isRecord, parseTime, type UnknownRecord } from '../../meta/index.js'
import { CommandError, reasonOf } from '../command-error.js'
import { readObjects } from '../files/object-files.js'
import { badFlag, describeFlags, type FlagTable, parseFlags, wantsHelp } from '../flags.js'
import { printResult } from '../standard-output.js'
import { visible } from '../visible.js'
import { type OwnedLine, ownedLines } from './owned-lines.js'

const FILE = 'filename'

/** The flags of `binnacle owners`, by name. */
export const ownersFlags = {
  [FILE]: {
    help: 'YAML or JSON of one object or several, - for standard input; -f for short',
    value: 'FILE',
    schema: z.string().min(1, 'expected the path of a file'),
  },
  'no-color': {
    help: 'prints without colours, as when the output is no terminal or NO_COLOR is set',
    schema: z.enum(['true', 'false'], 'expected true or false').transform((text) => text === 'true'),
  },
} as const satisfies FlagTable

const HELP = `usage: binnacle owners -f FILE [options]

Prints API objects as YAML. Before each line stand its owners (manager,
operation and subresource, as metadata.managedFields has them) and how long ago
each of them last changed something of the object.

${describeFlags(ownersFlags)}

Example: kubectl get deployment web -o yaml --show-managed-fields |
           binnacle owners -f -`

/**
 * Runs the command.
 *
 * @param args - The arguments after `owners`.
 * @throws {@link CommandError} for an invalid flag or file.
 */
export async function owners(args: readonly string[]): Promise<void> {
  if (wantsHelp(args)) {
    console.log(HELP)
    return
  }
  const { [FILE]: file, 'no-color': plain = false } = parseFlags(ownersFlags, args.map(longName))
  if (file === undefined) throw new CommandError('no file given: binnacle owners -f FILE, or -f - for standard input')
  const objects = await readObjects(FILE, file)
  const lines: OwnedLine[] = []
  for (const [i, object] of objects.entries()) {
    if (i > 0) lines.push({ text: '---', owners: [] })
    const owned = await ownedLines(object).catch((error: unknown) => {
      throw badFlag(FILE, file, `${nameOf(object)}: ${reasonOf(error)}`, error)
    })
    // A spread of many thousands of lines would not fit on the stack.
    for (const line of owned) lines.push(line)
    // Clients such as kubectl leave managedFields out by default, which would look like fields without owners.
    if (!hasOwners(object))
      console.error(`binnacle: ${nameOf(object)} has no metadata.managedFields, which would tell its owners`)
  }
  const texts = layOut(lines, { nowMs: Date.now(), inColor: !plain && process.stdout.isTTY && process.stdout.hasColors() })
  printResult(texts.map((text) => `${text}\n`).join(''))
}

/** The long form of `-f`, which kubectl users know. */
const longName = (word: string): string => (word === '-f' ? `--${FILE}` : word)

const hasOwners = ({ metadata }: UnknownRecord): boolean => isRecord(metadata) && Array.isArray(metadata.managedFields)

/** Such as `Widget "a"`. */
function nameOf({ kind, metadata }: UnknownRecord): string {
  const name = isRecord(metadata) ? metadata.name : undefined
  return visible(`${typeof kind === 'string' ? kind : 'object'} ${JSON.stringify(name ?? '')}`)
}

/** Options of the layout. */
export interface LayoutOptions {
  /** Current time, for the ages. */
  readonly nowMs: number
  /** Whether the owners are coloured, by ANSI escapes. */
  readonly inColor: boolean
}

/**
 * Lays lines out in three columns: owners, ages, YAML.
 *
 * @param lines - Lines with their owners; several owners are joined by commas, and so are their ages.
 * @returns The texts to print.
 */
export function layOut(lines: readonly OwnedLine[], { nowMs, inColor }: LayoutOptions): string[] {
  const colors = inColor ? chooseColors(lines) : undefined
  const column = (textOf: (owner: FieldOwner) => string): readonly string[] => {
    const cells = lines.map((line) => line.owners.map((owner) => ({ owner, text: textOf(owner) })))
    const widths = cells.map((cell) => lengthOf(cell.map(({ text }) => text).join()))
    const width = widths.reduce((widest, each) => Math.max(widest, each), 0)
    const paint = ({ owner, text }: { owner: FieldOwner; text: string }) => {
      const color = colors?.get(owner.manager)
      return color === undefined ? text : `\u001b[${color}m${text}\u001b[0m`
    }
    return cells.map((cell, i) => cell.map(paint).join() + ' '.repeat(width - (widths[i] ?? 0)))
  }
  const names = column(describe)
  const ages = column((owner) => ageOf(owner, nowMs))
  // Trailing spaces of a text are part of it.
  return lines.map(({ text }, i) => (text === '' ? `${names[i]}  ${ages[i]}`.trimEnd() : `${names[i]}  ${ages[i]}  ${text}`))
}

const describe = ({ manager, operation, subresource }: FieldOwner): string =>
  visible(`${manager} (${operation}${subresource === '' ? '' : `, ${subresource}`})`)

function ageOf({ time }: FieldOwner, nowMs: number): string {
  const ms = time === undefined ? undefined : parseTime(time)
  return ms === undefined ? '<unknown>' : humanDuration(nowMs - ms)
}

const lengthOf = (text: string): number => [...text].length

/** The terminal colours that are readable on black and on white come first; black, white and greys are left out. */
const COLORS = [31, 32, 33, 34, 35, 36, 91, 92, 93, 94, 95, 96] as const

/** Colours by manager: derived from the name, and distinct as long as there are enough colours. */
function chooseColors(lines: readonly OwnedLine[]): ReadonlyMap<string, number> {
  const managers = [...new Set(lines.flatMap((line) => line.owners.map(({ manager }) => manager)))].sort()
  const chosen = new Map<string, number>()
  const taken = new Set<number>()
  for (const manager of managers) {
    if (taken.size === COLORS.length) taken.clear()
    let at = hash(manager) % COLORS.length
    while (taken.has(at)) at = (at + 1) % COLORS.length
    taken.add(at)
    chosen.set(manager, COLORS[at] ?? COLORS[0])
  }
  return chosen
}

const hash = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7)
