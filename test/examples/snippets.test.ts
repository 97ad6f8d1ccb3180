import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { build, promisesOf, root, runProgram } from './run-program.js'

const pages = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const textOf = (page: string) => readFileSync(path.join(root, page), 'utf8')

/** The code of a page in one language. All of it is one program: a snippet goes on where the one before it ended. */
const codeOf = (page: string, language: string) =>
  [...textOf(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? '')

describe('the snippets of the README and the docs', () => {
  beforeAll(build, 120_000)

  test.each(pages.filter((page) => codeOf(page, 'js').length > 0))(
    '%s: its JavaScript prints what its comments say',
    async (page) => {
      const program = codeOf(page, 'js').join('\n')
      expect(await runProgram(page, program)).toEqual(promisesOf(program))
    },
    30_000,
  )

  test('the README shows one example whole', () => {
    const [shown = ''] = codeOf('README.md', 'js')
    expect(readFileSync(path.join(root, 'examples/embedded.mjs'), 'utf8').endsWith(shown)).toBe(true)
  })

  test('the README leads to every page', () => {
    const [, ...docs] = pages
    expect(docs.filter((page) => !textOf('README.md').includes(`](${page})`))).toEqual([])
  })

  test.each(pages)('%s has no code that nobody runs', (page) => {
    const languages = [...textOf(page).matchAll(/^```(\w+)$/gm)].map((match) => match[1])
    // `console` shows what a person types and sees; `text`, `json` and `mermaid` are no code; test/storage/postgres runs `sql`.
    expect(languages.filter((language) => !['js', 'console', 'text', 'json', 'mermaid', 'sql'].includes(language ?? ''))).toEqual(
      [],
    )
  })

  test.each(pages)('%s: its links lead to files that exist', (page) => {
    const targets = [...textOf(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '')
    const missing = targets.filter((target) => !existsSync(path.join(root, path.dirname(page), target)))
    expect(missing).toEqual([])
  })
})
