// Creates dist/cjs from dist: the same modules and declarations for `require` in hosts that cannot load ES modules, which are
// Jest in its default mode and Node before 20.19. All others get the ES modules, so that a process has one copy of the library:
// the order of conditions in package.json ensures that.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { reachable } from './reachable.mjs'

const require = createRequire(import.meta.url)

/** Dependencies that only exist as ES modules: the imported parts of each are bundled into one file. */
const ESM_ONLY = { jose: ['jose'], '@marcbachmann/cel-js': ['@marcbachmann/cel-js', '@marcbachmann/cel-js/evaluator'] }
const vendorFile = (name) => `vendor/${name.replace(/\W+/g, '-').replace(/^-/, '')}.js`
const vendorOf = Object.fromEntries(Object.entries(ESM_ONLY).flatMap(([name, all]) => all.map((one) => [one, vendorFile(name)])))

// `import()` becomes `require`, the only way to load modules in a Jest test.
const COMMON = { bundle: true, format: 'cjs', platform: 'node', target: 'es2022', supported: { 'dynamic-import': false } }

function packageFolder(name) {
  const entry = require.resolve(name)
  return entry.slice(0, entry.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}`.length)
}

async function bundleVendor([name, specifiers], outdir) {
  const folder = packageFolder(name)
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
  const contents = specifiers.map((one) => `export * from '${one}'`).join('\n')
  const outfile = path.join(outdir, vendorFile(name))
  await build({
    ...COMMON,
    stdin: { contents, resolveDir: path.dirname(new URL(import.meta.url).pathname) },
    banner: { js: `// ${name} ${version}; its licence is beside it.` },
    outfile,
  })
  copyFileSync(path.join(folder, licence), outfile.replace(/\.js$/, '.LICENSE'))
}

// Every module stays a separate file; its imports are unchanged, except for the packages above.
const asTheyAre = (folder) => ({
  name: 'as-they-are',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path: specifier, importer }) => {
      if (kind === 'entry-point') return undefined
      const vendor = vendorOf[specifier]
      if (!vendor) return { path: specifier, external: true }
      const relative = path.relative(path.dirname(path.relative(folder, importer)), vendor)
      return { path: relative.startsWith('.') ? relative : `./${relative}`, external: true }
    })
  },
})

// Types of an ES module are not found from a CommonJS declaration without that, with `module: node16`.
const typesOfModules = new RegExp(`import\\("(${Object.keys(ESM_ONLY).join('|')})"\\)`, 'g')
const asModule = (text) => text.replace(typesOfModules, 'import("$1", { with: { "resolution-mode": "import" } })')

// Declarations are the same without comments, as editors show those of the ES modules.
function copyDeclarations(folder, files, outdir) {
  const printer = ts.createPrinter({ removeComments: true })
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(path.join(folder, file), 'utf8'), ts.ScriptTarget.ESNext)
    mkdirSync(path.dirname(path.join(outdir, file)), { recursive: true })
    writeFileSync(path.join(outdir, file), asModule(printer.printFile(source)))
  }
}

/**
 * Creates the folder `cjs` in a build.
 *
 * @param folder - The build, with its modules and declarations.
 * @param entries - The modules to start from, relative to it.
 */
export async function addCommonJs(folder, entries) {
  const outdir = path.join(folder, 'cjs')
  await build({
    ...COMMON,
    absWorkingDir: folder,
    entryPoints: reachable(folder, entries, '.js'),
    outbase: folder,
    outdir,
    plugins: [asTheyAre(folder)],
    logLevel: 'warning',
  })
  const declarations = readdirSync(folder, { recursive: true }).filter(
    (file) => file.endsWith('.d.ts') && !file.startsWith('cjs'),
  )
  copyDeclarations(folder, declarations, outdir)
  for (const vendor of Object.entries(ESM_ONLY)) await bundleVendor(vendor, outdir)
  writeFileSync(path.join(outdir, 'package.json'), '{ "type": "commonjs" }\n')
}
