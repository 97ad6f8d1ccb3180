import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { type AttackClass, classes, parts } from './classes.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const page = read('docs/security.md')

/** Files of the repository are named, and no links: the page is in the package, and they are not. */
const named = (file: string) => `\`${file}\``

/** A class as the page shows it. */
const rowOf = ({ name, incidents, guards, tests }: AttackClass) =>
  `| ${name} | ${incidents.join(', ')} | ${guards.map(named).join(', ')} | ${tests.map(({ file }) => named(file)).join(', ')} |`

const rowsOf = (part: string) => {
  const [, text = ''] = page.split(`\n### ${part}\n`)
  const [section = ''] = text.split(/\n##/)
  return section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| class') && !line.startsWith('|---'))
}

describe('the table of docs/security.md', () => {
  test.each(parts)('has the classes that are tested, and no others: %s', (part) => {
    expect(rowsOf(part)).toEqual(classes.filter((each) => each.part === part).map(rowOf))
  })

  test('has no part without classes', () => {
    expect([...page.matchAll(/^### (.*)$/gm)].map(([, title]) => title)).toEqual(parts)
  })
})

describe.each(classes)('$name', ({ incidents, guards, tests }) => {
  test('has a source and a guard', () => {
    expect(incidents.every((incident) => /^(?:CVE-\d{4}-\d{4,7}|CWE-\d+|ours)$/.test(incident))).toBe(true)
    expect([incidents.length, guards.length, tests.length].every((count) => count > 0)).toBe(true)
    expect(guards.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  test('has tests that try it', () => {
    const missing = tests.flatMap(({ file, titles }) => {
      const text = existsSync(path.join(root, file)) ? read(file) : ''
      return titles.filter((title) => !text.includes(title)).map((title) => `${file}: ${title}`)
    })
    expect(missing).toEqual([])
  })
})
