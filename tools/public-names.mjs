// Reads what users may rely on: the names of src/public, whether each has a docstring, what each mentions, and where the
// documents, examples and tests of the public doors show it. test/house/doors.test.ts holds what has to be true of it.
//
//   node tools/public-names.mjs      prints the names, a door a paragraph
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = path.join(root, 'src') + path.sep

/** The doors, as package.json names them, and their files. */
export function doors() {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return Object.entries(exports)
    .filter(([, door]) => door.default !== undefined)
    .map(([entry, door]) => ({
      door: path.posix.join('binnacle', entry),
      file: door.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts'),
    }))
}

const isInternal = (node) => ts.getJSDocTags(node).some((tag) => tag.tagName.text === 'internal')
const isHidden = (node) =>
  isInternal(node) ||
  (node.name !== undefined && ts.isPrivateIdentifier(node.name)) ||
  (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((modifier) => modifier.kind === ts.SyntaxKind.PrivateKeyword))

/** Reads names and what they mention, by the compiler. */
class Reader {
  constructor(files) {
    const options = {
      target: 99,
      module: 199,
      moduleResolution: 99,
      strict: true,
      types: ['node'],
      skipLibCheck: true,
      noEmit: true,
    }
    this.program = ts.createProgram(files, options)
    this.checker = this.program.getTypeChecker()
  }

  exportsOf(file) {
    const module = this.checker.getSymbolAtLocation(this.program.getSourceFile(file))
    return this.checker.getExportsOfModule(module).map((symbol) => ({ name: symbol.name, symbol: this.#resolved(symbol) }))
  }

  /** Symbols of src/ that the declaration of a name mentions, with what nobody outside sees left out. */
  mentions(symbol) {
    const found = new Set()
    const add = (mentioned) => {
      const resolved = mentioned && this.#resolved(mentioned)
      if (resolved && resolved !== symbol && this.#isOurs(resolved)) found.add(resolved)
    }
    const look = (node) => {
      if (ts.isBlock(node) || isHidden(node)) return
      if (ts.isTypeReferenceNode(node)) add(this.checker.getSymbolAtLocation(node.typeName))
      if (ts.isTypeQueryNode(node)) add(this.checker.getSymbolAtLocation(node.exprName))
      if (ts.isExpressionWithTypeArguments(node)) add(this.checker.getSymbolAtLocation(node.expression))
      if (ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) {
        if (!node.type && !ts.isConstructorDeclaration(node)) this.#inferred(node, add)
        for (const part of [...(node.typeParameters ?? []), ...(node.parameters ?? []), node.type]) if (part) look(part)
        if (node.initializer && ts.isFunctionLike(node.initializer)) look(node.initializer)
        return
      }
      ts.forEachChild(node, look)
    }
    for (const declaration of symbol.declarations ?? []) look(declaration)
    return found
  }

  /** What the type of a declaration mentions that does not write it down. */
  #inferred(node, add) {
    const collect = (type, depth) => {
      if (depth > 4) return
      add(type.aliasSymbol)
      if (type.isClassOrInterface() || type.objectFlags & ts.ObjectFlags.Reference) add(type.symbol)
      const parts = [...(type.aliasTypeArguments ?? []), ...(type.types ?? [])]
      if (type.objectFlags & ts.ObjectFlags.Reference) parts.push(...this.checker.getTypeArguments(type))
      for (const signature of type.getCallSignatures?.() ?? []) parts.push(signature.getReturnType())
      for (const part of parts) collect(part, depth + 1)
    }
    collect(this.checker.getTypeAtLocation(node), 0)
  }

  isValue = (symbol) => (symbol.flags & ts.SymbolFlags.Value) !== 0
  isDocumented = (symbol) => symbol.getDocumentationComment(this.checker).length > 0

  #resolved = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol)

  #isOurs(symbol) {
    const [declaration] = symbol.declarations ?? []
    return (
      declaration !== undefined &&
      !ts.isTypeParameterDeclaration(declaration) &&
      !ts.isParameter(declaration) &&
      path.resolve(declaration.getSourceFile().fileName).startsWith(source)
    )
  }
}

const IMPORT = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"]([^'"\n]+)['"]/g
const DYNAMIC = /\bconst\s+\{([^}]*)\}\s*=\s*await import\(['"]([^'"\n]+)['"]\)/g

const filesIn = (place) =>
  statSync(place).isDirectory()
    ? readdirSync(place)
        .filter((name) => name !== 'api' && name !== 'node_modules')
        .flatMap((name) => filesIn(path.join(place, name)))
    : /\.(m?js|ts|md|html)$/.test(place)
      ? [place]
      : []

/** `DOOR NAME` of all that documents, examples and tests of the public doors import. */
function imported(files, known) {
  const found = new Set()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [, names, specifier] of [...text.matchAll(IMPORT), ...text.matchAll(DYNAMIC)]) {
      const door = doorOf(file, specifier, known)
      for (const name of door === undefined ? [] : names.split(',')) {
        found.add(
          `${door} ${
            name
              .trim()
              .replace(/^type\s+/, '')
              .split(/\s+as\s+|:/)[0]
          }`,
        )
      }
    }
  }
  return found
}

function doorOf(file, specifier, known) {
  if (!specifier.startsWith('.')) return specifier
  const target = path.relative(root, path.join(path.dirname(file), specifier)).replace(/\.js$/, '.ts')
  return known.find((door) => door.file === target)?.door
}

/** Names in the running text of documents, such as `AdmissionPlugin`. */
const namedIn = (files) =>
  new Set(
    files.filter((file) => file.endsWith('.md')).flatMap((file) => readFileSync(file, 'utf8').match(/(?<=`)\w+(?=[`(<])/g) ?? []),
  )

/**
 * Reads the public names.
 *
 * @returns `names`: each with its door, whether it is a value, has a docstring, and is shown; `leaks`: what public names
 *   mention without its being public; `clashes`: names that stand for different things in different doors.
 */
export function readPublicNames() {
  const known = doors()
  const reader = new Reader(known.map(({ file }) => path.join(root, file)))
  const names = known.flatMap(({ door, file }) =>
    reader.exportsOf(path.join(root, file)).map(({ name, symbol }) => ({
      door,
      name,
      symbol,
      isValue: reader.isValue(symbol),
      isDocumented: reader.isDocumented(symbol),
    })),
  )
  const isPublic = new Set(names.map(({ symbol }) => symbol))
  const mentions = new Map([...isPublic].map((symbol) => [symbol, reader.mentions(symbol)]))

  const places = ['README.md', 'docs', 'examples', 'test', 'tools/package/consumer.ts']
  const files = places.flatMap((place) => filesIn(path.join(root, place)))
  const imports = imported(files, known)
  const told = namedIn(files)
  const shown = new Set(
    names
      .filter(({ door, name, isValue }) => imports.has(`${door} ${name}`) || (!isValue && told.has(name)))
      .map(({ symbol }) => symbol),
  )
  // A set grows while it is walked: what a shown name is made of is met with it.
  for (const symbol of shown) for (const mentioned of mentions.get(symbol) ?? reader.mentions(symbol)) shown.add(mentioned)

  const byName = new Map()
  for (const { name, symbol } of names) byName.set(name, new Set([...(byName.get(name) ?? []), symbol]))
  return {
    names: names.map(({ symbol, ...name }) => ({ ...name, isShown: shown.has(symbol) })),
    leaks: [...mentions].flatMap(([symbol, mentioned]) =>
      [...mentioned].filter((other) => !isPublic.has(other)).map((other) => [symbol.name, other.name]),
    ),
    clashes: [...byName].filter(([, symbols]) => symbols.size > 1).map(([name]) => name),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { names, leaks, clashes } = readPublicNames()
  for (const { door } of doors()) {
    const own = names.filter((name) => name.door === door)
    const list = (title, chosen) => chosen.length > 0 && console.log(`  ${title}: ${chosen.map(({ name }) => name).join(' ')}`)
    console.log(`${door}: ${own.length}`)
    list(
      'shown',
      own.filter(({ isShown }) => isShown),
    )
    list(
      'not shown',
      own.filter(({ isShown }) => !isShown),
    )
    list(
      'without a docstring',
      own.filter(({ isDocumented }) => !isDocumented),
    )
  }
  console.log(
    `${names.length} names; not public: ${leaks.map((leak) => leak.join(' mentions ')).join(', ') || 'none'}; clashes: ${clashes.join(', ') || 'none'}`,
  )
}
