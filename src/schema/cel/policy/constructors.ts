/**
 * `Object{…}` and `JSONPatch{…}`: how a mutation says what it wants.
 *
 * The package has no literals of messages. They are rewritten, before the package reads them, into calls with a map.
 *
 * @module
 */

import { charge } from '../budget.js'
import { addFamily, type Environment } from '../environment.js'

/** The type of `Object{…}`. */
export const OBJECT_TYPE = 'Object'
/** The type of `JSONPatch{…}`. */
export const JSON_PATCH_TYPE = 'JSONPatch'

const CALLS: ReadonlyMap<string, string> = new Map([
  ['Object', 'new_object'],
  ['JSONPatch', 'new_json_patch'],
])

/** Text in quotes, with or without escapes; a comment; a name with a brace after it, such as `Object.spec {`; anything else. */
const TOKEN =
  /[rR]?(?:"""[\s\S]*?"""|'''[\s\S]*?''')|[rR](?:"[^"\n]*"|'[^'\n]*')|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*\{|[A-Za-z_]\w*|[\s\S]/g
/** The name of a member, after `{` or `,`. */
const MEMBER = /^(\s*)(\??)\s*([A-Za-z_]\w*)(\s*:)/

/**
 * Writes literals of messages as calls.
 *
 * @param source - An expression.
 * @returns One that the package can read; the same when there are no such literals.
 */
export function rewriteConstructors(source: string): string {
  let written = ''
  /** What each open bracket is closed with, and whether members follow it. */
  const open: { readonly close: string; readonly isLiteral: boolean }[] = []
  for (let at = 0; at < source.length; ) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(source)
    if (!match) break
    const [token, name] = match
    at += token.length
    const call = name === undefined ? undefined : CALLS.get(name.split(/[\s.]/, 1)[0] ?? '')
    if (call !== undefined) {
      open.push({ close: '})', isLiteral: true })
      written += `${call}({`
    } else if (name !== undefined || /^[{[(]$/.test(token)) {
      open.push({ close: '', isLiteral: false })
      written += token
      continue
    } else if (/^[}\])]$/.test(token)) {
      const { close = '' } = open.pop() ?? {}
      written += close || token
      continue
    } else written += token
    if (call === undefined && !(token === ',' && open.at(-1)?.isLiteral)) continue
    const member = MEMBER.exec(source.slice(at, at + MAX_MEMBER))
    if (!member) continue
    const [whole, space = '', optional = '', key = '', colon = ''] = member
    written += `${space}"${optional}${key}"${colon}`
    at += whole.length
  }
  return written
}

/** No name of a member is longer, with the space around it. */
const MAX_MEMBER = 1000

/** What `Object{…}` or `JSONPatch{…}` makes. */
abstract class Message {
  readonly members: ReadonlyMap<string, unknown>

  constructor(members: unknown) {
    const entries = members instanceof Map ? [...members.entries()] : Object.entries(members as object)
    charge(entries.length)
    this.members = new Map(entries)
  }
}
class ObjectMessage extends Message {}
class PatchMessage extends Message {}

/**
 * Declares the types, their literals, and what belongs to patches.
 *
 * @param environment - Learns them.
 */
export function declareConstructors(environment: Environment): void {
  environment
    .registerType(OBJECT_TYPE, { ctor: ObjectMessage, fields: {} })
    .registerType(JSON_PATCH_TYPE, { ctor: PatchMessage, fields: {} })
  addFamily(environment, {
    spaces: ['jsonpatch'],
    functions: [
      ['new_object(map<string, dyn>): Object', (members: unknown) => new ObjectMessage(members)],
      ['new_json_patch(map<string, dyn>): JSONPatch', (members: unknown) => new PatchMessage(members)],
      ['Space.jsonpatch.escapeKey(string): string', (_: unknown, key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')],
    ],
  })
}

/** Whether a value is a message, whose members are to be read. */
export const isMessage = (value: unknown): value is Message => value instanceof Message
