// Bundles the page with esbuild and serves it: `node examples/browser/serve.mjs`, then open the address that it prints.
import { fileURLToPath } from 'node:url'
import { context } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))
const bundle = await context({
  entryPoints: [`${folder}page.mjs`],
  outdir: `${folder}bundle`,
  bundle: true,
  // Parts that the page may never need, such as YAML, become files of their own, loaded at first use.
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  write: false,
  // In a checkout the package is not below node_modules, where esbuild would not report that its parts import each other bare.
  logOverride: { 'ignored-bare-import': 'silent' },
})
const { port } = await bundle.serve({ servedir: folder, host: '127.0.0.1', port: Number(process.env.PORT ?? 0) })
console.log(`open http://127.0.0.1:${port}`)
