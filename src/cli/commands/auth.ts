/**
 * `binnacle auth explain`: why an access is allowed on a plane, or which permission is missing.
 *
 * @module
 */

import { z } from 'zod'
import { type AccessQuestion, explainAccess } from '../../authz/index.js'
import type { Client } from '../../client/index.js'
import { encodeYaml } from '../../codec/index.js'
import { CommandError } from '../command-error.js'
import { describeFlags, type FlagTable, parseFlags, splitWords, wantsHelp } from '../flags.js'
import { askedResource } from './asked-resource.js'
import { asking, connectionFlags, openConnection } from './connection-flags.js'
import { explanationLines } from './explanation-lines.js'
import { remoteAuthorizer } from './remote-authorizer.js'

const name = z.string().min(1, 'expected a name')

/** The flags of `binnacle auth explain`, by name. */
export const explainFlags = {
  as: { help: 'user of the request', value: 'USER', schema: name },
  'as-group': {
    help: 'group of the user, beside those that its name implies',
    value: 'GROUP',
    schema: name,
    repeatable: true,
  },
  namespace: { help: 'namespace of the request, -n for short; the whole cluster when absent', value: 'NAME', schema: name },
  subresource: { help: 'subresource of the request, such as log', value: 'NAME', schema: name },
  ...connectionFlags,
} as const satisfies FlagTable

const HELP = `usage: binnacle auth explain --as USER VERB RESOURCE[/NAME] [options]
       binnacle auth explain --as USER VERB /PATH [options]

Tells whether a user may do something on a plane: which authorizer decided, by
which binding and rule, or what would have to be granted. That is YAML, to be
changed, or piped into kubectl apply -f -. The exit code is 0 when it is
allowed, and 1 when it is not.

${describeFlags(explainFlags)}

Example: binnacle auth explain --as jane list deployments.apps -n shop`

/**
 * Runs the command.
 *
 * @param args - The arguments after `auth`.
 * @throws {@link CommandError} for an invalid command line, or when the plane refuses.
 */
export async function auth([action, ...args]: readonly string[]): Promise<void> {
  if (action === undefined || wantsHelp([action, ...args])) {
    if (action === undefined) throw new CommandError('auth needs a word: expected explain, see --help')
    console.log(HELP)
    return
  }
  if (action !== 'explain') throw new CommandError(`auth ${action}: expected explain, see --help`)
  const { words, flags } = splitWords(
    explainFlags,
    args.map((word) => (word === '-n' ? '--namespace' : word)),
  )
  const values = parseFlags(explainFlags, flags)
  const [verb, what, extra] = words
  const { as: username } = values
  if (username === undefined) throw new CommandError('auth explain needs a user: --as USER')
  if (verb === undefined || what === undefined)
    throw new CommandError('auth explain needs a verb and a resource or path, such as get pods/web')
  if (extra !== undefined) {
    const hint = 'a name follows the resource, as in pods/NAME'
    throw new CommandError(`auth explain ${verb} ${what}: unexpected argument ${JSON.stringify(extra)}: ${hint}`)
  }

  const { client } = await openConnection(values)
  const user = { username, groups: values['as-group'] }
  const explained = await asking(async () => {
    const target = what.startsWith('/') ? { path: what } : await targetOf(client, verb, what, values)
    const question: AccessQuestion = { user, verb, ...target }
    return { question, explanation: await explainAccess(remoteAuthorizer(client, values.dialect), question) }
  }).finally(() => client.close())

  const lines = explanationLines(explained.question, explained.explanation)
  const { allowed, proposal } = explained.explanation
  console.log(lines.map((line) => (proposal ? `# ${line}` : line)).join('\n'))
  for (const object of proposal?.objects ?? [])
    console.log(`---\n${new TextDecoder().decode(await encodeYaml(object))}`.trimEnd())
  if (!allowed) process.exitCode = 1
}

/** The resource of a question. Only what the plane has can be asked about, as the answer for another word would mislead. */
async function targetOf(
  client: Client,
  verb: string,
  what: string,
  { namespace = '', subresource = '' }: { readonly namespace: string | undefined; readonly subresource: string | undefined },
) {
  const { namespaced, others, ...asked } = await askedResource(client, what)
  if (others) {
    const reason = `the plane serves no type ${JSON.stringify(what.split('/', 1)[0])}`
    if (verb === '*' || others.some(({ verbs }) => verbs.includes(verb)))
      throw new CommandError(`auth explain ${verb} ${what}: ${reason}`)
    // Special verbs are granted for resources that are only names, such as "impersonate" for users.
    console.error(`warning: ${reason}`)
  }
  if (namespaced !== false || namespace === '') return { ...asked, namespace, subresource }
  console.error(`warning: ${asked.resource} are in no namespace, so this is about the whole cluster`)
  return { ...asked, namespace: '', subresource }
}
