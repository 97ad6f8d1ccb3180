// Packs the package as npm would publish it, installs it into an empty project, and checks it there:
// - every export can be imported and has types with both module resolutions, checked including the declarations of its
//   dependencies, and the compiler infers a program's own types,
// - tests run under every test runner, by `import` and by `require`, and in Bun and Deno,
// - the projects in the documents pass their tests, and the first programs of new users work as documented,
// - `binnacle/apply` bundles small, a whole plane bundles for browsers without polyfills, and nothing runs at installation,
// - publint and arethetypeswrong report no problems.
//
//   npm run package
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { checkExportedTypes } from './package/exported-types.mjs'
import { checkFirstHour } from './package/first-hour.mjs'
import { checkPages } from './package/pages.mjs'
import { checkRuntimes } from './package/runtimes.mjs'
import { checkTestRunners } from './package/test-runners.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => path.join(root, 'node_modules', '.bin', name)
/** What is compiled in each folder. */
const PROGRAMS = {
  portable: 'all doors that are not for Node',
  src: "all doors and a program of its own types, with Node's",
  common: 'all doors from a CommonJS program',
  bare: 'all doors, without the types of browsers',
}
/** The oldest compiler that docs/runtimes.md names. */
const OLDEST_COMPILER = '5.4'

const FOR_NODE = ['binnacle/adapters', 'binnacle/client/node']
const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-package-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const tally = { passed: 0, failed: 0 }

function check(name, passed, detail = '') {
  tally[passed ? 'passed' : 'failed'] += 1
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}${passed ? '' : `\n${detail}`}`)
}

function run(command, args, cwd = folder) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  return { passed: status === 0, text: `${stdout}${stderr}` }
}

function checkRun(name, command, args, cwd) {
  const { passed, text } = run(command, args, cwd)
  check(name, passed, text)
  return passed
}

const write = (file, text) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

// The build exists already (prepackage), so packing does not build again.
const packed = run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root)
const tarball = path.join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '')
check('npm pack', packed.passed, packed.text)

checkRun('publint', bin('publint'), ['run', tarball, '--strict'])
checkRun('arethetypeswrong', bin('attw'), [tarball, '--no-emoji', '--no-color'])

write('package.json', JSON.stringify({ name: 'empty', version: '1.0.0', private: true, type: 'module' }))
const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball]
if (checkRun('it installs into an empty project', 'npm', install)) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'node_modules/binnacle/package.json'), 'utf8'))
  const scripts = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => manifest.scripts?.[name])
  check('nothing runs at installation', scripts.length === 0, scripts.join(', '))

  // Link targets of documents have to be in the package, which is read without a network.
  const installed = path.join(folder, 'node_modules/binnacle')
  const documents = readdirSync(installed, { recursive: true }).filter((file) => file.endsWith('.md'))
  const dead = documents.flatMap((file) => {
    const links = [...readFileSync(path.join(installed, file), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(
      ([, link]) => link,
    )
    return links.filter((link) => !existsSync(path.join(installed, path.dirname(file), link))).map((link) => `${file}: ${link}`)
  })
  check(`links in ${documents.length} documents lead to what is installed`, dead.length === 0, dead.join('\n'))

  const missing = ['homepage', 'repository', 'bugs', 'keywords', 'license'].filter((field) => manifest[field] === undefined)
  check('the manifest says where the project is', missing.length === 0, missing.join())

  const names = Object.keys(manifest.exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => path.posix.join('binnacle', entry))
  // The packages of optional engines are not installed here: their entry points still load, and report that when used.
  const values = names.map((name) => `if (Object.keys(await import('${name}')).length === 0) throw new Error('${name} is empty')`)
  write('all.mjs', values.join('\n'))
  checkRun(`every export is there: ${names.length}`, process.execPath, ['all.mjs'])

  // Only Node-specific entry points use Node's types; the others compile for browsers, without any installed types.
  const importing = (doors) => doors.map((name, i) => `import * as entry${i} from '${name}'\nvoid entry${i}`).join('\n')
  write('portable/all.ts', importing(names.filter((name) => !FOR_NODE.includes(name))))
  write('src/all.ts', importing(names))
  copyFileSync(path.join(root, 'tools/package/consumer.ts'), path.join(folder, 'src/consumer.ts'))
  for (const own of ['@types/node', 'undici-types']) {
    cpSync(path.join(root, 'node_modules', own), path.join(folder, 'node_modules', own), { recursive: true })
  }
  // A program of CommonJS modules gets other declarations.
  write('common/package.json', '{ "type": "commonjs" }')
  write('common/all.ts', importing(names))
  write('bare/all.ts', importing(names))
  const programs = { portable: [], src: ['node'], common: ['node'], bare: ['node'] }
  for (const [moduleResolution, module] of Object.entries({ node16: 'node16', bundler: 'es2022', node10: 'es2022' })) {
    for (const [include, types] of Object.entries(programs)) {
      // Declarations of the package and of its dependencies are checked too. Those of the program are emitted, as that fails for
      // inferred types that cannot be named or expanded.
      const compilerOptions = {
        moduleResolution,
        module,
        target: 'es2022',
        strict: true,
        noEmit: true,
        declaration: true,
        types,
        skipLibCheck: false,
        ...(include === 'bare' && { lib: ['es2023'] }),
        ...(moduleResolution === 'node10' && { ignoreDeprecations: '6.0' }),
      }
      write(`tsconfig.${include}.json`, JSON.stringify({ compilerOptions, include: [include] }))
      checkRun(`types under ${moduleResolution}: ${PROGRAMS[include]}`, bin('tsc'), ['-p', `tsconfig.${include}.json`])
    }
  }

  const oldest = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', 'oldest', `typescript@${OLDEST_COMPILER}`]
  if (checkRun(`TypeScript ${OLDEST_COMPILER} installs`, 'npm', oldest)) {
    const options = { module: 'node16', target: 'es2022', strict: true, noEmit: true, types: ['node'], skipLibCheck: false }
    write('tsconfig.oldest.json', JSON.stringify({ compilerOptions: options, include: ['src', 'common'] }))
    const compiler = path.join(folder, 'oldest/node_modules/.bin/tsc')
    checkRun(`types with TypeScript ${OLDEST_COMPILER}: ${PROGRAMS.src}`, compiler, ['-p', 'tsconfig.oldest.json'])
  }

  checkExportedTypes(folder, bin('tsc'), checkRun)

  // What the compiler says of the mistake that first users make most.
  write(
    'mistaken/schema.ts',
    `import { defineResource } from 'binnacle'
import { z } from 'zod'
defineResource({ group: 'a.example', kind: 'Widget', versions: [{ name: 'v1', schema: z.object({ spec: z.object({}) }) }] })`,
  )
  const compiled = run(bin('tsc'), ['--strict', '--noEmit', '--module', 'node16', '--target', 'es2022', 'mistaken/schema.ts'])
  const isClear = compiled.text.includes(`"write { spec: type }, and { spec, status } where there is a status"`)
  check('the compiler says what to write instead of a type as schema', !compiled.passed && isClear, compiled.text)

  // Entry points load with `require` too: Node returns the modules of `import`; Jest cannot, and gets the CommonJS build.
  write('version.cjs', `if (!require('binnacle/package.json').version) throw new Error('no version')`)
  checkRun('the manifest can be required', process.execPath, ['version.cjs'])
  const same = names.map((name) => `if (require('${name}') !== await import('${name}')) throw new Error('two copies of ${name}')`)
  write('all.cjs', `;(async () => {\n${same.join('\n')}\n})()`)
  checkRun('every export can be required, and Node holds one copy of it', process.execPath, ['all.cjs'])
  checkTestRunners(folder, checkRun)
  checkPages(folder, checkRun)
  checkRuntimes(folder, checkRun)

  // The starter service, copied as its readme says; of its dependencies only the optional engine is not installed yet.
  cpSync(path.join(installed, 'examples/service'), path.join(folder, 'service'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules/lmdb'), path.join(folder, 'node_modules/lmdb'))
  checkRun('examples/service compiles', bin('tsc'), ['-p', 'service'])
  checkRun('the tests of examples/service pass', process.execPath, ['--test', 'service/dist/test/service.test.js'])
  await checkFirstHour(folder, check)

  write('apply.mjs', `export * from 'binnacle/apply'`)
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, 'apply.mjs')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  const bytes = gzipSync(outputFiles[0].contents).length
  const promised = /`binnacle\/apply`: (\d+) KB in a browser/.exec(readFileSync(path.join(root, 'README.md'), 'utf8'))?.[1]
  check(
    `binnacle/apply in a bundle for browsers: ${bytes} bytes gzipped`,
    bytes <= promised * 1000,
    `README.md says ${promised} KB`,
  )

  write(
    'plane.mjs',
    `export { createControlPlane } from 'binnacle'\nexport * from 'binnacle/client'\nexport * from 'binnacle/testing'`,
  )
  const plane = { entryPoints: [path.join(folder, 'plane.mjs')], bundle: true, format: 'esm', platform: 'browser', write: false }
  const { errors } = await build({ ...plane, logLevel: 'silent' }).catch((error) => error)
  check('a whole plane in a bundle for browsers, without polyfills', errors.length === 0, JSON.stringify(errors, null, 2))
}

console.log(`${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 ? 0 : 1)
