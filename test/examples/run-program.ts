/**
 * Runs programs that people are shown, as they would run them: in a process of their own, with `binnacle` by its name.
 */

import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
/** A program that does not end is ended, and fails its test: before that test is given up, which may take two minutes. */
const LIMIT_MS = 100_000

/** What a program says that it prints, in the comments `// prints …`. */
export const promisesOf = (text: string): string[] =>
  [...text.matchAll(/\/\/ prints (.+)$/gm)].map((match) => (match[1] ?? '').trim())

/** Compiles the package, when it is older than its sources. */
export async function build(): Promise<void> {
  await run(process.execPath, ['tools/build.mjs', '--if-stale'], { cwd: root }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`the package does not compile: ${stdout}${stderr}`)
    },
  )
}

/** Runs a file with Node, with more variables of the environment, and returns the lines that it printed. */
export async function runFile(file: string, variables: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { stdout } = await run(process.execPath, [file], {
    cwd: root,
    timeout: LIMIT_MS,
    env: { ...process.env, ...variables },
  })
  return stdout.split('\n').filter((line) => line !== '')
}

/** Runs a program that has no file: it is given one inside the repository, so that the package finds itself by name. */
export async function runProgram(name: string, source: string): Promise<string[]> {
  const file = path.join(root, 'dist', `snippet-${name.replace(/\W+/g, '-')}-${process.pid}.mjs`)
  await writeFile(file, source)
  return runFile(file)
}

/** Runs a tool with Node and returns what it says; it may take as long as a program. */
export async function runProcess(args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [...args], { cwd: root, timeout: LIMIT_MS }).catch((error) => error)
  return stdout
}

/**
 * Compiles programs in TypeScript, as a strict project with the package by its name.
 *
 * @param programs - Their texts by name.
 * @returns What the compiler says: nothing when all is well.
 */
export async function compile(programs: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(root, 'dist', `snippets-${process.pid}`)
  await mkdir(folder, { recursive: true })
  for (const [name, source] of Object.entries(programs)) {
    // A module of its own, whatever it imports.
    await writeFile(path.join(folder, `${name.replace(/\W+/g, '-')}.mts`), `${source}\nexport {}\n`)
  }
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }))
  const { stdout } = await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    cwd: root,
  }).catch((error: { stdout: string }) => error)
  await rm(folder, { recursive: true })
  return stdout
}

/** Runs a file of tests with Node's own runner and returns its report, in TAP. */
export async function runTests(file: string): Promise<string> {
  // Node's runner would take this process for its own otherwise.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--test', '--test-reporter=tap', file]
  const { stdout } = await run(process.execPath, args, { cwd: root, timeout: LIMIT_MS, env }).catch((error) => error)
  return stdout
}
