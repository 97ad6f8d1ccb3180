import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { transform } from 'esbuild'
import { build, compile, promisesOf, root, runProgram } from './run-program.js'

const pages = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const textOf = (page: string) => readFileSync(path.join(root, page), 'utf8')

/**
 * The code of a page. All of it is one program: a snippet goes on where the one before it ended. What stands under
 * the name of a file is a project, which `npm run package` makes and tests.
 */
const snippetsOf = (page: string) => [...textOf(page).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
/** What the headings of a page are called in links to them. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
const programOf = (page: string) => snippetsOf(page).join('\n')
/** Packages that doors need, and that are installed with none. */
const PEERS: Readonly<Record<string, readonly string[]>> = {
  'binnacle/storage/lmdb': ['lmdb'],
  'binnacle/storage/postgres': ['pg'],
}
const programs = pages.filter((page) => snippetsOf(page).length > 0)
/** A program as Node runs it. */
const withoutTypes = async (program: string) => (await transform(program, { loader: 'ts', target: 'es2022' })).code

describe('the snippets of the README and the docs', () => {
  beforeAll(build, 120_000)

  test.each(programs)(
    '%s: its program prints what its comments say',
    async (page) => {
      const program = programOf(page)
      expect(await runProgram(page, await withoutTypes(program))).toEqual(promisesOf(program))
    },
    120_000,
  )

  test('the programs compile, strictly', async () => {
    expect(await compile(Object.fromEntries(programs.map((page) => [page, programOf(page)])))).toBe('')
  }, 120_000)

  test('the README shows one example whole, with types', async () => {
    const [shown = ''] = snippetsOf('README.md')
    const example = readFileSync(path.join(root, 'examples/embedded.mjs'), 'utf8')
    expect(await withoutTypes(shown)).toBe(await withoutTypes(example))
  })

  test('the README leads to the index of the docs', () => {
    expect(textOf('README.md')).toContain('](docs/README.md)')
  })

  test('the index of the docs leads to every page, once', () => {
    const linked = [...textOf('docs/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file]) => `docs/${file}`)
    expect(linked.sort()).toEqual(pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md').sort())
  })

  test.each(pages)('%s has no code that is not run', (page) => {
    const languages = [...textOf(page).matchAll(/^```(\w+)(?: [\w./-]+)?$/gm)].map((match) => match[1])
    // `console` shows what a person types and sees; `text`, `json` and `mermaid` are no code; test/storage/postgres runs `sql`.
    const known = ['ts', 'console', 'text', 'json', 'mermaid', 'sql']
    expect(languages.filter((language) => !known.includes(language ?? ''))).toEqual([])
  })

  test.each(programs)('%s says what has to be installed beside binnacle and zod', (page) => {
    const imported = [...programOf(page).matchAll(/from '([^'.][^']*)'/g)].map(([, name = '']) => name)
    const packages = imported.flatMap((name) => PEERS[name] ?? (/^(node:|binnacle|zod$)/.test(name) ? [] : [name]))
    const installed = [...textOf(page).matchAll(/npm install ([^`\n]+)/g)].flatMap(([, names = '']) => names.split(/[ ,;.)]/))
    expect(packages.filter((name) => !installed.includes(name))).toEqual([])
  })

  test.each(pages)('%s has no command that fails where the package is installed in a project', (page) => {
    const typed = [...textOf(page).matchAll(/^(?:\$ |.*\| |.*&& |.*\()(.*)$/gm)].map(([, command = '']) => command)
    // The command is on no PATH then, and Node from 22 on takes the name of a folder for that of a module.
    expect(typed.filter((command) => /^binnacle |node --test [\w./-]+(?<!\.[cm]?[jt]s)$/.test(command))).toEqual([])
  })

  test.each(pages)('%s: its links lead to files that exist', (page) => {
    const targets = [...textOf(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '')
    const missing = targets.filter((target) => !existsSync(path.join(root, path.dirname(page), target)))
    expect(missing).toEqual([])
  })

  test.each(pages)('%s: its links to a part of a page lead to a heading', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)].map(([, target = '', anchor = '']) => ({
      target: target === '' ? page : path.posix.join(path.dirname(page), target),
      anchor,
    }))
    expect(links.filter(({ target, anchor }) => !anchorsOf(target).includes(anchor))).toEqual([])
  })
})
