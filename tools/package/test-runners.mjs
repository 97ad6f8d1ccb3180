// A first test, as users write it for each test runner: the package is loaded with `require` and `import`, in JavaScript and in
// TypeScript, and the test uses the parts that are loaded on demand: rules, tokens, certificates, YAML.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const RUNNERS = ['jest@30', '@swc/core@1', '@swc/jest@0.2', 'ts-jest@29', 'typescript@6.0', 'vitest@3']

const BODY = `
const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [{ name: 'v1', schema: {
    spec: z.object({ size: z.int(), ports: listMap(z.object({ name: z.string() }), ['name']).optional() })
      .meta({ 'x-platform-validations': [{ rule: 'self.size < 10', message: 'too large' }] }),
  } }],
})

async function story() {
  const { certificatePem } = await createSelfSignedCertificate({ hosts: ['localhost'] })
  const plane = await testPlane({
    resources: [Widget],
    objects: 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: { name: note, namespace: default }',
    serviceAccounts: { issuer: 'https://plane.example.com' },
    anonymous: { paths: ['/openid/v1/jwks'] },
  })
  const client = plane.client({ user: 'ada' })
  const widgets = client.resource(Widget).namespace('default')
  const lamp = await widgets.create({ metadata: { name: 'lamp' }, spec: { size: 3 } })
  const refusal = await widgets.create({ metadata: { name: 'tower' }, spec: { size: 30 } }).catch((error) => error.message)
  const { keys } = await (await fetchHandler(plane)(new Request('http://plane/openid/v1/jwks'))).json()
  await plane.close()
  return [lamp.spec.size, /too large/.test(refusal), keys.length, certificatePem.startsWith('-----BEGIN')].join(' ')
}
`
const NAMES = {
  '{ defineResource }': 'binnacle',
  '{ fetchHandler }': 'binnacle/adapters',
  '{ createSelfSignedCertificate }': 'binnacle/crypto',
  '{ testPlane }': 'binnacle/testing',
  '{ listMap }': 'binnacle/zod',
  '{ z }': 'zod',
}
const lines = (line) => Object.entries(NAMES).map(line).join('\n')
const imported = lines(([names, from]) => `import ${names} from '${from}'`)
const required = lines(([names, from]) => `const ${names} = require('${from}')`)
const global = `test('a story', async () => expect(await story()).toBe('3 true 1 true'), 60_000)`
const nodeTest = `test('a story', async () => equal(await story(), '3 true 1 true'))`

const common = { rootDir: '.', testEnvironment: 'node' }
const swc = (module) => ({ '\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module }] })
const tsconfig = (compilerOptions) => ({
  compilerOptions: { target: 'es2022', strict: true, types: ['jest', 'node'], ...compilerOptions },
})

/** Each project: its files, and the command that runs its tests. */
const PROJECTS = {
  'Jest without configuration, by require': {
    'story.test.js': `${required}${BODY}${global}`,
    run: ['jest'],
  },
  'Jest with @swc/jest, TypeScript compiled to CommonJS': {
    'story.test.ts': `${imported}${BODY}${global}`,
    'jest.config.json': { ...common, transform: swc({ type: 'commonjs' }) },
    run: ['jest'],
  },
  'ts-jest as it comes, whose compiler resolves modules as Node 10 did': {
    'story.test.ts': `${imported}${BODY}${global}`,
    'jest.config.json': { ...common, preset: 'ts-jest' },
    'tsconfig.json': tsconfig({ module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' }),
    run: ['jest'],
  },
  'ts-jest with the types of node16': {
    'story.test.ts': `${imported}${BODY}${global}`,
    'jest.config.json': { ...common, preset: 'ts-jest' },
    'tsconfig.json': tsconfig({ module: 'node16', isolatedModules: true }),
    run: ['jest'],
  },
  'Jest in its ES module mode': {
    'story.test.ts': `${imported}${BODY}${global}`,
    'jest.config.json': { ...common, extensionsToTreatAsEsm: ['.ts'], transform: swc({ type: 'es6' }) },
    'package.json': { type: 'module' },
    node: ['--experimental-vm-modules'],
    run: ['jest'],
  },
  Vitest: {
    'story.test.ts': `import { expect, test } from 'vitest'\n${imported}${BODY}${global}`,
    run: ['vitest', 'run'],
  },
  'node --test, by import': {
    'story.test.mjs': `import { equal } from 'node:assert/strict'\nimport { test } from 'node:test'\n${imported}${BODY}${nodeTest}`,
    run: ['--test'],
  },
  'node --test, by require': {
    'story.test.cjs': `const { equal } = require('node:assert/strict')\nconst { test } = require('node:test')\n${required}${BODY}${nodeTest}`,
    run: ['--test'],
  },
}

/**
 * Runs the test under every runner, in a project where the package is installed.
 *
 * @param folder - The project.
 * @param checkRun - Runs a command as a check.
 */
export function checkTestRunners(folder, checkRun) {
  const install = [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--no-save',
    ...RUNNERS,
    '@types/jest@30',
    '@types/node@20',
  ]
  if (!checkRun('test runners install beside it', 'npm', install)) return
  for (const [index, [name, { run, node = [], ...files }]] of Object.entries(PROJECTS).entries()) {
    const project = path.join(folder, `runner-${index}`)
    mkdirSync(project)
    for (const [file, content] of Object.entries({ 'package.json': {}, ...files })) {
      writeFileSync(path.join(project, file), typeof content === 'string' ? content : JSON.stringify(content))
    }
    const [program, ...args] = run
    const script = { jest: 'jest/bin/jest.js', vitest: 'vitest/vitest.mjs' }[program]
    const command = script ? [...node, path.join(folder, 'node_modules', script), ...args] : [...node, ...run]
    checkRun(`a test under ${name}`, process.execPath, ['--disable-warning=ExperimentalWarning', ...command], project)
  }
}
