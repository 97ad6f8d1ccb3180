/**
 * `Object{…}` and `JSONPatch{…}`: the results of mutations.
 *
 * The package has no message literals. They are rewritten to calls with a map before the package parses the expression.
 *
 * @module
 */

import { addFamily, type Environment, Message, QUOTED_OR_COMMENT } from '../../cel/index.js'

/** The type of `Object{…}`. */
const OBJECT_TYPE = 'Object'
/** The type of `Object.spec{…}`, and of all deeper paths. */
const PART_TYPE = 'ObjectPart'
/** The type of `JSONPatch{…}`. */
const JSON_PATCH_TYPE = 'JSONPatch'

/** The function that replaces a literal; undefined for a name that is not a message type. */
function callFor(name: string): string | undefined {
  const path = name.replaceAll(/\s/g, '')
  if (path === JSON_PATCH_TYPE) return 'new_json_patch({'
  if (path === OBJECT_TYPE) return 'new_object({'
  return path.startsWith(`${OBJECT_TYPE}.`) ? `new_object_part(${JSON.stringify(path)}, {` : undefined
}

/** Tokens: quoted text or a comment; dotted names with an optional brace, as in `Object.spec {`; anything else. */
const TOKEN = new RegExp(String.raw`${QUOTED_OR_COMMENT}|([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)(\s*\{)?|\s+|[\s\S]`, 'g')
/** A member name, after `{` or `,`. */
const MEMBER = /^(\s*(?:\?\s*)?)([A-Za-z_]\w*)(\s*:)/

/**
 * Rewrites message literals to calls.
 *
 * @param source - An expression.
 * @returns An expression that the package can parse; unchanged without such literals.
 */
export function rewriteConstructors(source: string): string {
  let written = ''
  /** The closing form of each open bracket, and whether members follow it. */
  const open: { readonly close: string; readonly isLiteral: boolean }[] = []
  for (let at = 0; at < source.length; ) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(source)
    if (!match) break
    const [token, name, brace] = match
    at += token.length
    const call = name === undefined || brace === undefined ? undefined : callFor(name)
    if (call !== undefined) {
      open.push({ close: '})', isLiteral: true })
      written += call
    } else if (brace !== undefined || /^[{[(]$/.test(token)) {
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
    const [whole, start = '', key = '', colon = ''] = member
    written += `${start}"${key}"${colon}`
    at += whole.length
  }
  return written
}

/** Maximum length of a member name, with surrounding space. */
const MAX_MEMBER = 1000

class PatchMessage extends Message {}
class ObjectMessage extends Message {
  readonly type: string

  /**
   * @param type - The path of its field, from `Object`.
   * @param members - Its fields.
   * @throws Error when a member is a literal of another field.
   */
  constructor(type: string, members: unknown) {
    super(members)
    this.type = type
    for (const [key, value] of this.members) requireType(value, `${type}.${key}`)
  }
}
class PartMessage extends ObjectMessage {}

/** A literal carries the path of its field; in a list, each item does. */
function requireType(value: unknown, expected: string): void {
  if (Array.isArray(value)) for (const item of value) requireType(item, expected)
  if (!(value instanceof ObjectMessage) || value.type === expected) return
  throw new Error(
    `type mismatch: unexpected type name "${value.type}", expected "${expected}", which matches field name path from root Object type`,
  )
}

/**
 * Declares the types, their literals, and the functions of patches.
 *
 * @param environment - Is extended.
 */
export function declareConstructors(environment: Environment): void {
  environment
    .registerType(OBJECT_TYPE, { ctor: ObjectMessage, fields: {} })
    .registerType(PART_TYPE, { ctor: PartMessage, fields: {} })
    .registerType(JSON_PATCH_TYPE, { ctor: PatchMessage, fields: {} })
  addFamily(environment, {
    spaces: ['jsonpatch'],
    functions: [
      [`new_object(map<string, dyn>): ${OBJECT_TYPE}`, (members: unknown) => new ObjectMessage(OBJECT_TYPE, members)],
      [
        `new_object_part(string, map<string, dyn>): ${PART_TYPE}`,
        (type: unknown, members: unknown) => new PartMessage(String(type), members),
      ],
      [`new_json_patch(map<string, dyn>): ${JSON_PATCH_TYPE}`, (members: unknown) => new PatchMessage(members)],
      ['Space.jsonpatch.escapeKey(string): string', (_: unknown, key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')],
    ],
  })
}
