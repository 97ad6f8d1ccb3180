import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build, root } from './run-program.js'

const CHROMIUM = '/usr/bin/chromium'

/** What stands in the cells of a table, row by row. */
const rowsOf = (page: Page, table: string) =>
  page.locator(`${table} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))

describe('the page that holds a whole plane', () => {
  let served: ChildProcess
  let browser: Browser
  let page: Page
  const problems: string[] = []
  const asked: string[] = []

  beforeAll(async () => {
    if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is missing: apt-get install --no-install-recommends chromium`)
    await build()
    served = spawn(process.execPath, [path.join(root, 'examples/browser/serve.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(served.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    page = await browser.newPage()
    page.on('request', (request) => request.url().startsWith('http') && asked.push(request.url()))
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await page.goto(String(line).replace('open', '').trim())
    // The first event of the watch: the plane runs.
    await page.locator('#events li', { hasText: 'SYNCED' }).waitFor()
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    if (served?.kill()) await once(served, 'exit')
  })

  const apply = async (manager: string, { color = '', replicas = '' }, button = 'apply') => {
    await page.locator('[name=manager]').selectOption(manager)
    await page.locator('[name=color]').selectOption(color)
    await page.locator('[name=replicas]').fill(replicas)
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  const answer = (text: string) => page.locator('#answer', { hasText: text }).waitFor()
  const events = () => page.locator('#events li').allTextContents()

  test('shows objects, their owners, a conflict, and events of a watch', async () => {
    await apply('designer', { color: 'red' })
    await answer('applied')
    expect(await rowsOf(page, '#objects')).toEqual([['lamp', 'red', '1', expect.stringMatching(/^\d+$/)]])
    // Defaults have no owner.
    expect(await rowsOf(page, '#owners')).toEqual([
      ['.spec.color', 'red', 'designer'],
      ['.spec.replicas', '1', ''],
    ])

    await apply('scaler', { color: 'green', replicas: '3' })
    await answer('conflict with "designer": .spec.color')
    expect(await rowsOf(page, '#objects')).toMatchObject([['lamp', 'red', '1', expect.anything()]])

    await apply('scaler', { color: 'green', replicas: '3' }, 'apply, take over')
    await answer('applied')
    expect(await rowsOf(page, '#owners')).toEqual([
      ['.spec.color', 'green', 'scaler'],
      ['.spec.replicas', '3', 'scaler'],
    ])
    expect(await events()).toEqual([
      'RESTARTED',
      'SYNCED',
      'ADDED lamp {"color":"red","replicas":1}',
      'MODIFIED lamp {"color":"green","replicas":3}',
    ])
  })

  test('shows what the schema refuses', async () => {
    await apply('scaler', { replicas: '10' })
    await answer('spec.replicas: Invalid value: 10')
  })

  test('sends requests only to its own origin, and logs no errors', () => {
    expect(problems).toEqual([])
    expect(new Set(asked.map((url) => new URL(url).pathname.replace(/[^/]+$/, '')))).toEqual(new Set(['/', '/bundle/']))
  })
})
