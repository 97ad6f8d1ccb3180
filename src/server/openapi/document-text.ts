/**
 * Documents as JSON: with as many members as a plane has types, they are written member by member.
 *
 * @module
 */

import { isRecord, joinBytes, type Pausing } from '../../meta/index.js'

/** Types are members of `paths` and `definitions` in a document of v2, of `paths` and `components.schemas` in one of v3. */
const DEPTH = 3

const encoder = new TextEncoder()

/**
 * Writes a document. Pauses before each of its members and of theirs.
 *
 * @param document - A JSON object without members that are undefined.
 * @returns Its text, in UTF-8.
 */
export function* writeDocument(document: object): Pausing<Uint8Array> {
  const parts: Uint8Array[] = []
  for (const text of textsOf(document, DEPTH)) {
    parts.push(encoder.encode(text))
    yield
  }
  return joinBytes(parts)
}

function* textsOf(value: unknown, depth: number): Generator<string, void> {
  if (depth === 0 || !isRecord(value)) return yield JSON.stringify(value)
  let before = '{'
  for (const [key, member] of Object.entries(value)) {
    yield `${before}${JSON.stringify(key)}:`
    yield* textsOf(member, depth - 1)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}
