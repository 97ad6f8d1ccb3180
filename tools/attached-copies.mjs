// Rewrites `{ ...object, member }` in compiled modules to `{ ...void 0, ...object, member }`, which says the same.
//
// In V8 (seen in Node 20) a literal that begins with the members of another object takes a hidden class that is in no
// tree of such classes. With the next member, or when it is frozen, each object gets a class of its own: ten times slower
// to make, slower to read wherever it goes, and its class lives until the next full collection. A literal that begins with
// nothing shares its classes with all others. Almost every step of a write makes such a copy.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const FIRST = '...void 0, '

/** Where literals begin with a spread and go on after it. One that is assigned to is no literal, but a pattern. */
function placesIn(text) {
  const places = []
  const look = (node) => {
    const [first, second] = ts.isObjectLiteralExpression(node) ? node.properties : []
    const isPattern = ts.isBinaryExpression(node.parent ?? node) && node.parent.left === node
    if (second && ts.isSpreadAssignment(first) && !isPattern) places.push(first.getStart())
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile('module.js', text, ts.ScriptTarget.ESNext, true))
  return places.sort((left, right) => left - right)
}

/** Rewrites the text of a module. */
export function attachCopies(text) {
  const ends = [...placesIn(text), text.length]
  return ends.map((end, i) => text.slice(i === 0 ? 0 : ends[i - 1], end)).join(FIRST)
}

/** Rewrites the modules of a folder. */
export function attachCopiesIn(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const file = path.join(folder, name)
    const text = readFileSync(file, 'utf8')
    if (text.includes('...')) writeFileSync(file, attachCopies(text))
  }
}
