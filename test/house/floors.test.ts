import { describe, expect, test } from '@jest/globals'
import { FLOORS } from './floors.js'
import { folderOf, type ImportEdge, importGraph, importsOf, readSource, sourceFiles } from './import-graph.js'

const floorOf = (folder: string) => FLOORS.findIndex((folders) => folders.includes(folder))

const graph = importGraph()
const between = graph.filter((edge) => edge.to !== undefined && folderOf(edge.from) !== folderOf(edge.to))
const say = (edges: readonly ImportEdge[]) => edges.map((edge) => `${edge.from} imports ${edge.specifier}`)

describe('the floors of src/', () => {
  test('every folder belongs to a floor', () => {
    const folders = new Set(sourceFiles().map(folderOf).filter(Boolean))
    expect([...folders].filter((folder) => floorOf(folder) < 0)).toEqual([])
  })

  test('a folder imports from floors below it, and from its own floor types alone', () => {
    const wrong = between.filter((edge) => {
      const [from, to] = [floorOf(folderOf(edge.from)), floorOf(folderOf(edge.to ?? ''))]
      return to > from || (to === from && !edge.typeOnly)
    })
    expect(say(wrong)).toEqual([])
  })

  test('another folder is imported through its index', () => {
    expect(
      say(
        between.filter(
          (edge) =>
            !/^([^/]+|storage\/(lmdb|postgres)|client\/(node|in-process)|controllers\/(library|manager)|resources\/packaged|plane\/resource-plugin|testing\/storage|adapters\/(admission-webhook|audit-log))\/index\.ts$/.test(
              edge.to ?? '',
            ),
        ),
      ),
    ).toEqual([])
  })

  test('every relative import names a file that exists', () => {
    const files = new Set(sourceFiles())
    expect(say(graph.filter((edge) => edge.to !== undefined && !files.has(edge.to)))).toEqual([])
  })

  test('no files import each other in a cycle, types included', () => {
    const imported = new Map<string, string[]>()
    for (const { from, to } of graph) if (to !== undefined) imported.set(from, [...(imported.get(from) ?? []), to])
    const cycles: string[] = []
    const done = new Set<string>()
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      else if (!done.has(file)) for (const next of imported.get(file) ?? []) visit(next, [...path, file])
      done.add(file)
    }
    for (const file of imported.keys()) visit(file, [])
    expect(cycles).toEqual([])
  })

  test('only the edges and storage engines import Node modules', () => {
    const known = /^((adapters|cli|client\/node|storage\/(lmdb|postgres))\/|testing\/https-server\.ts$)/
    const wrong = graph.filter((edge) => edge.specifier.startsWith('node:') && !known.test(edge.from))
    expect(say(wrong)).toEqual([])
  })

  test('apply stands alone: it imports meta, and types of schema', () => {
    const wrong = between.filter(
      (edge) => folderOf(edge.from) === 'apply' && !['meta', 'schema'].includes(folderOf(edge.to ?? '')),
    )
    expect(say(wrong)).toEqual([])
    expect(say(graph.filter((edge) => folderOf(edge.from) === 'apply' && edge.to === undefined))).toEqual([])
  })
})

/** Packages that take a while to load, and the one folder that may name each. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  yaml: ['codec'],
  protobufjs: ['codec'],
  'prom-client': ['server'],
  re2js: ['text'],
  '@marcbachmann/cel-js': ['cel'],
  semver: ['cel'],
  '@peculiar/x509': ['crypto'],
  'reflect-metadata': ['crypto'],
  jose: ['crypto'],
  lmdb: ['storage'],
  etcd3: ['storage'],
  pg: ['storage'],
}
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

describe('packages', () => {
  const packages = graph.filter((edge) => edge.to === undefined && !edge.specifier.startsWith('node:'))

  test.each(Object.entries(DOORS))('%s is imported by one file', (name, folders) => {
    const users = new Set(
      packages.filter((edge) => packageOf(edge.specifier) === name && !edge.typeOnly).map((edge) => edge.from),
    )
    expect([...users].filter((file) => !folders.includes(folderOf(file)))).toEqual([])
    expect([...users].length).toBeLessThanOrEqual(1)
  })

  test('packages that are slow to load are loaded by import() at their first use', () => {
    const reached = new Set(sourceFiles().filter((file) => /^public\/|^([^/]+\/)?(index|main)\.ts$/.test(file)))
    for (const file of reached) {
      for (const edge of graph) if (edge.from === file && edge.to && !edge.typeOnly && !edge.dynamic) reached.add(edge.to)
    }
    const wrong = packages.filter(
      (edge) => packageOf(edge.specifier) in DOORS && !edge.typeOnly && !edge.dynamic && reached.has(edge.from),
    )
    expect(say(wrong)).toEqual([])
  })
})

describe('promises', () => {
  test('are told from values by the runner of steps, and by one family of helpers', () => {
    const known = ['meta/async/and-then.ts', 'registry/write/step.ts']
    const asked = /instanceof Promise|\.then === 'function'|if \((\w+)\) await \1$/m
    expect(sourceFiles().filter((file) => asked.test(readSource(file)) && !known.includes(file))).toEqual([])
  })
})

describe('vendor words', () => {
  test('occur only in the dialect, in the names of its parts, and in comments', () => {
    const files = sourceFiles().filter((file) => !['meta/dialect.ts', 'public/index.ts'].includes(file))
    const lines = files.flatMap((file) => {
      const found = readSource(file)
        .split('\n')
        .filter((line) => !/^\s*(?:\/\*\*|\*|\/\/)/.test(line) && /kubernetes|k8s|kube-/i.test(line.replace(/\s\/\/ .*$/, '')))
      return found.map((line) => `${file}: ${line.trim()}`)
    })
    expect(lines).toEqual([])
  })
})

describe('the scanner', () => {
  test.each([
    { text: "import { a } from '../meta/index.js'", to: 'meta/index.ts', typeOnly: false },
    { text: "import type { A } from '../meta/index.js'", to: 'meta/index.ts', typeOnly: true },
    { text: "import {\n  a,\n  type B,\n} from '../meta/index.js'", to: 'meta/index.ts', typeOnly: false },
    { text: "export * from './row.js'", to: 'store/row.ts', typeOnly: false },
    { text: "export type { Row } from './row.js'", to: 'store/row.ts', typeOnly: true },
    { text: "import '../meta/index.js'", to: 'meta/index.ts', typeOnly: false },
    { text: "const x = await import('../meta/index.js')", to: 'meta/index.ts', typeOnly: false },
    { text: "const load = () => import('../meta/index.js')", to: 'meta/index.ts', typeOnly: false },
  ])('reads $text', ({ text, to, typeOnly }) => {
    expect(importsOf('store/view.ts', text)).toMatchObject([{ to, typeOnly }])
  })

  test.each([
    "// import { a } from '../meta/index.js'",
    "/** `import { a } from 'binnacle'` */",
    "let x: typeof import('../meta/index.js')",
    "export const from = 'x'",
  ])('sees no import in %s', (text) => {
    expect(importsOf('store/view.ts', text)).toEqual([])
  })
})
