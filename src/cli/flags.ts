/**
 * Flags of a command: a table defines them, and zod schemas convert their texts to values.
 *
 * Supports `--name value` and `--name=value`; a switch needs no value. If a flag is given twice the last value is used, unless it
 * is repeatable.
 *
 * @module
 */

import type { output, ZodType } from 'zod'
import { closestWord } from '../meta/index.js'
import { CommandError } from './command-error.js'

/** One flag. */
export interface Flag {
  /** Description for `--help`. */
  readonly help: string
  /** Name of its value in `--help`, such as `FILE`; a flag without one is a switch, on without a value. */
  readonly value?: string
  /** The possible values, for `--help`. */
  readonly values?: readonly string[]
  /** Converts the text to a value. The message of the first issue states the expected value. */
  readonly schema: ZodType<unknown, string>
  /** The text used without the flag. */
  readonly default?: string
  /** Collects every value given, in order. */
  readonly repeatable?: true
  /** The replacement; using the flag prints a warning. */
  readonly deprecated?: string
}

/** Flags by name, without the dashes. */
export type FlagTable = Readonly<Record<string, Flag>>

/** Flags under headings, in the order of `--help`. */
export type FlagGroups = Readonly<Record<string, FlagTable>>

type FlagValue<F extends Flag> = F extends { readonly repeatable: true }
  ? readonly output<F['schema']>[]
  : F extends { readonly default: string }
    ? output<F['schema']>
    : output<F['schema']> | undefined

/** The values of a table's flags, by the names of the flags. */
export type FlagValues<Table extends FlagTable> = { readonly [Name in keyof Table]: FlagValue<Table[Name]> }

/** Whether help is requested. */
export const wantsHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

/**
 * Reads the flags of a command line.
 *
 * @param table - The known flags.
 * @param args - The arguments after the command.
 * @param warn - Receives a line for each deprecated flag; printed by default.
 * @returns A value for each flag of the table.
 * @throws {@link CommandError} for an unknown flag, a missing value, or a value that the flag's schema refuses.
 */
export function parseFlags<Table extends FlagTable>(
  table: Table,
  args: readonly string[],
  warn: (line: string) => void = printWarning,
): FlagValues<Table> {
  const texts = new Map<string, string[]>()
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (!word.startsWith('--')) throw unexpected(table, word, args[at - 1])
    const equals = word.indexOf('=')
    const name = word.slice(2, equals < 0 ? undefined : equals)
    const flag = Object.hasOwn(table, name) ? table[name] : undefined
    if (flag === undefined && name === 'help') throw new CommandError(`unexpected value in ${quote(word)}: write --help`)
    if (flag === undefined) throw new CommandError(`unknown option --${name}${suggestion(table, name)}`)
    let text = equals < 0 ? undefined : word.slice(equals + 1)
    if (text === undefined && flag.value === undefined) text = 'true'
    if (text === undefined) {
      at += 1
      text = args[at]
      if (text === undefined) throw new CommandError(`--${name} needs a value: --${name} ${flag.value}`)
    }
    texts.set(name, flag.repeatable ? [...(texts.get(name) ?? []), text] : [text])
  }
  for (const name of texts.keys()) {
    const instead = table[name]?.deprecated
    if (instead !== undefined) warn(`--${name} is deprecated: ${instead}`)
  }
  return Object.fromEntries(
    Object.entries(table).map(([name, flag]) => [name, flagValue(name, flag, texts.get(name))]),
  ) as FlagValues<Table>
}

/** The failure of an argument that is no option: a switch takes its value in the same word, and files are named by an option. */
function unexpected(table: FlagTable, word: string, before: string | undefined): CommandError {
  const isValue = (word === 'true' || word === 'false') && before?.startsWith('--') && !before.includes('=')
  const isFile = Object.hasOwn(table, 'filename') && !word.startsWith('-')
  const hint = isValue ? `write ${before}=${word}` : isFile ? `write -f ${word}` : 'options start with --'
  return new CommandError(`unexpected argument ${quote(word)}: ${hint}`)
}

/** Prints a warning to standard error. */
export const printWarning = (line: string): void => console.error(`binnacle: ${line}`)

/**
 * Separates flags from positional arguments. The argument after a flag with a value is that value.
 *
 * @param table - The known flags.
 * @param args - The arguments after the command.
 * @returns The positional arguments, and the others for {@link parseFlags}.
 */
export function splitWords(table: FlagTable, args: readonly string[]): { readonly words: string[]; readonly flags: string[] } {
  const words: string[] = []
  const flags: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (!word.startsWith('-')) {
      words.push(word)
      continue
    }
    flags.push(word)
    const name = word.slice(2)
    const takesValue = Object.hasOwn(table, name) && table[name]?.value !== undefined
    if (takesValue && at + 1 < args.length) flags.push(args[++at] ?? '')
  }
  return { words, flags }
}

function flagValue(name: string, flag: Flag, given: readonly string[] | undefined): unknown {
  if (flag.repeatable) return (given ?? []).map((text) => parseText(name, flag, text))
  const text = given?.[0] ?? flag.default
  return text === undefined ? undefined : parseText(name, flag, text)
}

function parseText(name: string, flag: Flag, text: string): unknown {
  const result = flag.schema.safeParse(text)
  if (result.success) return result.data
  throw badFlag(name, text, result.error.issues[0]?.message ?? 'not a value that it takes')
}

/**
 * The failure of a flag's value.
 *
 * @param name - Name of the flag, without the dashes.
 * @param text - Its value as given.
 * @param message - The error, or the expected value.
 */
export function badFlag(name: string, text: string, message: string, cause?: unknown): CommandError {
  return new CommandError(`--${name} ${quote(text)}: ${message}`, { cause })
}

/** Quotes a value that would not be read as one word. */
const quote = (text: string): string => (/^[\w./:@,+-]+$/.test(text) ? text : JSON.stringify(text))

/** Line width of `--help`. */
const COLUMNS = 80
/** Width of the names in `--help`; the description of a longer one begins on the next line. */
const NAME_COLUMNS = 26

/**
 * The `--help` lines of a table.
 *
 * @param table - The flags.
 */
export const describeFlags = (table: FlagTable): string => describeRows(rowsOf(table), nameColumns(table))

/**
 * The `--help` lines of flags under headings, with all descriptions in one column.
 *
 * @param groups - The flags by heading, in the order of `--help`.
 */
export function describeFlagGroups(groups: FlagGroups): string {
  const columns = Math.max(...Object.values(groups).map(nameColumns))
  return Object.entries(groups)
    .map(([heading, table]) => `${heading}:\n${describeRows(rowsOf(table), columns)}`)
    .join('\n\n')
}

/** A flag in `--help`. */
interface Row {
  readonly name: string
  readonly help: string
}

const nameColumns = (table: FlagTable): number =>
  Math.max(0, ...rowsOf(table).map(({ name }) => (name.length > NAME_COLUMNS ? 0 : name.length)))

function describeRows(rows: readonly Row[], columns: number): string {
  const margin = ' '.repeat(columns + 4)
  return rows
    .map(({ name, help }) => {
      const [first = '', ...rest] = wrapText(help, COLUMNS - margin.length)
      const lines = name.length > columns ? [`  ${name}`, margin + first] : [`  ${name.padEnd(columns)}  ${first}`]
      return [...lines, ...rest.map((line) => margin + line)].join('\n')
    })
    .join('\n')
}

const rowsOf = (table: FlagTable): readonly Row[] =>
  Object.entries(table).map(([name, flag]) => {
    const notes = [
      ...(flag.values ? [flag.values.join(' or ')] : []),
      ...(flag.default ? [`default ${flag.default}`] : []),
      ...(flag.repeatable ? ['repeatable'] : []),
      ...(flag.deprecated === undefined ? [] : [`deprecated: ${flag.deprecated}`]),
    ]
    return {
      name: `--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`,
      help: `${flag.help}${notes.length ? ` (${notes.join(', ')})` : ''}`,
    }
  })

/** Wraps text to a number of columns; a longer word has its own line. */
function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && longer.length <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function suggestion(table: FlagTable, name: string): string {
  const near = closestWord(name, [...Object.keys(table), 'help'])
  return near === undefined ? ': see --help' : `: did you mean --${near}?`
}
