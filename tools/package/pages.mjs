// The projects in the documents: code blocks with file names. Each is created from the installed page and the installed package,
// compiled with its own configuration, and its tests are run.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const PACKAGES = ['typescript@6.0', '@types/node@20', '@kubernetes/client-node@1', 'zod@4']
/** The test commands of a page. */
const TESTS = /\bnode --test (\S+)$/m
const FILE = /^```(?:ts|json) (\S+)\n([\s\S]*?)^```$/gm

/**
 * @param folder - The project with the installed package.
 * @param checkRun - Runs a command in a folder as a check.
 */
export function checkPages(folder, checkRun) {
  const documents = path.join(folder, 'node_modules/binnacle/docs')
  const pages = readdirSync(documents).flatMap((page) => {
    const text = readFileSync(path.join(documents, page), 'utf8')
    const files = [...text.matchAll(FILE)].map(([, file, content]) => ({ file, text: content }))
    return files.length > 0 ? [{ page, files, tests: TESTS.exec(text)?.[1] ?? 'no command' }] : []
  })
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...PACKAGES]
  if (!checkRun(`what the projects of ${pages.length} pages need installs`, 'npm', install, folder)) return
  for (const { page, files, tests } of pages) {
    const project = path.join(folder, 'pages', path.basename(page, '.md'))
    for (const { file, text } of [{ file: 'package.json', text: '{ "type": "module" }' }, ...files]) {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
      writeFileSync(path.join(project, file), text)
    }
    const compiler = path.join(folder, 'node_modules/typescript/bin/tsc')
    if (checkRun(`docs/${page}: its project compiles`, process.execPath, [compiler, '-p', '.'], project)) {
      checkRun(`docs/${page}: its tests pass`, process.execPath, ['--test', tests], project)
    }
  }
}
