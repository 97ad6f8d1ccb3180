/**
 * `binnacle convert`: manifests in another version of their kinds.
 *
 * @module
 */

import { z } from 'zod'
import { encodeYaml } from '../../codec/index.js'
import { type ApiObject, existingClientsDialect, PACKAGED_KINDS, parseApiVersion } from '../../meta/index.js'
import { builtinResources, completeDefinitions, converterBetween } from '../../resources/index.js'
import { CommandError, reasonOf } from '../command-error.js'
import { readObjects } from '../files/object-files.js'
import { loadResources } from '../files/resource-files.js'
import { badFlag, describeFlags, type FlagTable, parseFlags, wantsHelp } from '../flags.js'
import { printResult } from '../standard-output.js'
import { dialect, file } from '../value-schemas.js'

const FILE = 'filename'

/** The flags of `binnacle convert`, by name. */
export const convertFlags = {
  [FILE]: { help: 'YAML or JSON of one object or several, - for standard input; -f for short', value: 'FILE', schema: file },
  'output-version': {
    help: 'version to convert to; the current one of each kind when absent',
    value: 'GROUP/VERSION',
    schema: z.string().refine((text) => parseApiVersion(text) !== undefined, 'expected GROUP/VERSION, or v1'),
  },
  dialect: { help: 'vendor names of the objects', value: 'NAME', schema: dialect, default: existingClientsDialect.name },
  resources: {
    help: 'your own kinds: an OpenAPI document (JSON or YAML), or a module that default-exports resource definitions',
    value: 'FILE',
    schema: file,
    repeatable: true,
  },
} as const satisfies FlagTable

const HELP = `usage: binnacle convert -f FILE [options]

Prints objects as YAML in another version of their kinds: renamed fields, moved
fields, and what an older version had by default.

${describeFlags(convertFlags)}

Example: binnacle convert -f cron-jobs.yaml --output-version batch/v1`

/**
 * Runs the command.
 *
 * @param args - The arguments after `convert`.
 * @throws {@link CommandError} for an invalid flag, file or object.
 */
export async function convert(args: readonly string[]): Promise<void> {
  if (wantsHelp(args)) {
    console.log(HELP)
    return
  }
  const values = parseFlags(
    convertFlags,
    args.map((word) => (word === '-f' ? `--${FILE}` : word)),
  )
  const path = values[FILE]
  if (path === undefined) throw new CommandError('no file given: binnacle convert -f FILE, or -f - for standard input')
  const given = await Promise.all([PACKAGED_KINDS, ...values.resources].map((one) => loadResources(one, values.dialect)))
  const own = await completeDefinitions(given.flat())
  const turn = converterBetween([...builtinResources(values.dialect), ...own], values.dialect)
  const texts: string[] = []
  for (const object of await readObjects(FILE, path)) {
    try {
      const converted = turn(object as unknown as ApiObject, values['output-version'])
      texts.push(new TextDecoder().decode(await encodeYaml(converted)))
    } catch (error) {
      throw badFlag(FILE, path, reasonOf(error), error)
    }
  }
  printResult(texts.join('---\n'))
}
