// Reads the public API: the names of src/public, whether each has a docstring, the types it mentions, and where documents,
// examples and tests of the public entry points use it. test/house/doors.test.ts checks the result.
//
//   node tools/public-names.mjs      prints the names, one paragraph per entry point
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = path.join(root, 'src') + path.sep

/** The entry points ("doors"), as package.json names them, and their files. */
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

const isExport = ({ kind }) => kind === ts.SyntaxKind.ExportKeyword
const { FunctionType, IntersectionType, MappedType, TypeLiteral, UnionType } = ts.SyntaxKind
const NAMED_FORMS = new Set([FunctionType, IntersectionType, MappedType, TypeLiteral, UnionType])

/** Reads names and the types they mention, with the TypeScript compiler. */
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

  /**
   * Symbols of src/ that the declaration of a name mentions, without what is not visible outside; `given` are those of
   * them that its functions and methods return.
   */
  mentions(symbol) {
    const [all, given] = [new Set(), new Set()]
    const add = (mentioned, isGiven) => {
      const resolved = mentioned && this.#resolved(mentioned)
      if (!resolved || resolved === symbol || !this.#isOurs(resolved)) return
      all.add(resolved)
      if (isGiven) given.add(resolved)
    }
    // `way` is 'given' in what is returned, 'taken' in what is passed (functions included), and undefined elsewhere.
    const look = (node, way) => {
      const isGiven = way === 'given'
      if (ts.isBlock(node) || isHidden(node)) return
      if (ts.isTypeReferenceNode(node)) add(this.checker.getSymbolAtLocation(node.typeName), isGiven)
      if (ts.isTypeQueryNode(node)) add(this.checker.getSymbolAtLocation(node.exprName), isGiven)
      if (ts.isExpressionWithTypeArguments(node)) add(this.checker.getSymbolAtLocation(node.expression), isGiven)
      if (ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) {
        const wayOfType = ts.isFunctionLike(node) && way !== 'taken' ? 'given' : way
        if (!node.type && !ts.isConstructorDeclaration(node)) this.#inferred(node, (found) => add(found, wayOfType === 'given'))
        for (const part of [...(node.typeParameters ?? []), ...(node.parameters ?? [])]) look(part, 'taken')
        if (node.type) look(node.type, wayOfType)
        if (node.initializer && ts.isFunctionLike(node.initializer)) look(node.initializer, way)
        return
      }
      ts.forEachChild(node, (child) => look(child, way))
    }
    for (const declaration of symbol.declarations ?? []) look(declaration)
    return { all, given }
  }

  /** The types that a declaration without a type annotation mentions. */
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

  /**
   * Whether a declaration file names a type: an interface, a class, or an exported alias, which the compiler names even if no entry
   * point exports it. It expands those that are not exported, conditional, or `Expanded`.
   */
  needsName = (symbol) =>
    (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0 ||
    (symbol.declarations ?? []).some(
      (node) => ts.isTypeAliasDeclaration(node) && ts.getModifiers(node)?.some(isExport) && this.#isNamed(node.type),
    )

  #isNamed(body) {
    if (!ts.isTypeReferenceNode(body)) return NAMED_FORMS.has(body.kind)
    const target = this.#resolved(this.checker.getSymbolAtLocation(body.typeName))
    return (target.flags & ts.SymbolFlags.TypeAlias) !== 0 && target.name !== 'Expanded'
  }

  /** Whether it is an alias of one type that the compiler expands, so that declaration files name its parts. */
  isExpanded = (symbol) =>
    !this.needsName(symbol) &&
    (symbol.declarations ?? []).some((node) => ts.isTypeAliasDeclaration(node) && !ts.isConditionalTypeNode(node.type))
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

/** `DOOR NAME` of all imports in documents, examples and tests of the public entry points. */
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
 * @returns `names`: each with its door, whether it is a value, and is shown; `undocumented`: public names, and types that
 *   they mention, without a docstring; `mentioned`: those types; `unnamed`: types that functions of an entry point return, and that it
 *   does not export itself; `clashes`: names with different meanings in different entry points.
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
    })),
  )
  const isPublic = new Set(names.map(({ symbol }) => symbol))
  const mentions = new Map()
  // A set grows while it is walked: what a name is made of is met with it.
  const withParts = (symbols) => {
    const met = new Set(symbols)
    for (const symbol of met) {
      if (!mentions.has(symbol)) mentions.set(symbol, reader.mentions(symbol))
      for (const mentioned of mentions.get(symbol).all) met.add(mentioned)
    }
    return met
  }
  const described = withParts(isPublic)
  /** What an entry point gives: what its names return, what the methods of that return, and so on. */
  const withGiven = (symbols) => {
    const met = new Set(symbols)
    for (const symbol of met) {
      const { all, given } = mentions.get(symbol)
      for (const each of reader.isExpanded(symbol) ? all : given) met.add(each)
    }
    return met
  }

  const places = ['README.md', 'docs', 'examples', 'test', 'tools/package/consumer.ts']
  const files = places.flatMap((place) => filesIn(path.join(root, place)))
  const imports = imported(files, known)
  const told = namedIn(files)
  const shown = withParts(
    names
      .filter(({ door, name, isValue }) => imports.has(`${door} ${name}`) || (!isValue && told.has(name)))
      .map(({ symbol }) => symbol),
  )

  const byName = new Map()
  for (const { name, symbol } of names) byName.set(name, new Set([...(byName.get(name) ?? []), symbol]))
  return {
    names: names.map(({ symbol, ...name }) => ({ ...name, isShown: shown.has(symbol) })),
    unnamed: known.flatMap(({ door }) => {
      const own = new Set(names.filter((name) => name.door === door).map(({ symbol }) => symbol))
      return [...withGiven(own)].filter((given) => reader.needsName(given) && !own.has(given)).map((given) => [door, given.name])
    }),
    mentioned: new Set([...described].filter((symbol) => !isPublic.has(symbol)).map(({ name }) => name)),
    undocumented: [...described].filter((symbol) => !reader.isDocumented(symbol)).map(({ name }) => name),
    clashes: [...byName].filter(([, symbols]) => symbols.size > 1).map(([name]) => name),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { names, unnamed, undocumented, clashes } = readPublicNames()
  for (const { door } of doors()) {
    const own = names.filter((name) => name.door === door)
    console.log(`${door}: ${own.length}`)
    for (const shown of [true, false]) {
      const list = own.filter(({ isShown }) => isShown === shown).map(({ name }) => name)
      if (list.length > 0) console.log(`  ${shown ? 'shown' : 'not shown'}: ${list.join(' ')}`)
    }
  }
  const say = (list) => list.join(', ') || 'none'
  console.log(`${new Set(names.map(({ name }) => name)).size} names, each counted once`)
  console.log(`without a docstring: ${say(undocumented)}; clashes: ${say(clashes)}`)
  console.log(`given, but not exported there: ${say(unnamed.map((pair) => pair.join(' gives ')))}`)
}
