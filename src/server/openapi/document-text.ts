/**
 * Documents as JSON: with as many members as a plane has types, they are written member by member.
 *
 * @module
 */

import { isLongJson, isRecord, joinBytes, type Pausing } from '../../meta/index.js'

/** Types are members of `paths` and `definitions` in a document of v2, of `paths` and `components.schemas` in one of v3. */
const DEPTH = 3
/** Longer parts are written member by member as well: a type may have tens of thousands of fields. */
const LONG = 64 * 1024

const encoder = new TextEncoder()

/**
 * Writes a document. Pauses before each of its members and of theirs.
 *
 * @param document - A JSON object without members that are undefined.
 * @returns Its text, in UTF-8.
 */
export function* writeDocument(document: object): Pausing<Uint8Array> {
  const parts: Uint8Array[] = []
  // Not each text by itself: millions of small arrays would take more memory than the document.
  let waiting = ''
  for (const text of textsOf(document, DEPTH)) {
    waiting += text
    if (waiting.length >= LONG) {
      parts.push(encoder.encode(waiting))
      waiting = ''
    }
    yield
  }
  parts.push(encoder.encode(waiting))
  return joinBytes(parts)
}

function* textsOf(value: unknown, depth: number): Generator<string, void> {
  if (!isRecord(value) || (depth <= 0 && !isLongJson(value, LONG))) return yield JSON.stringify(value)
  let before = '{'
  for (const [key, member] of Object.entries(value)) {
    yield `${before}${JSON.stringify(key)}:`
    yield* textsOf(member, depth - 1)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}
