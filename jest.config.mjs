import { missingPrograms, testsLeftOut, whatIsMissing } from './tools/programs.mjs'

const missing = whatIsMissing()
if (missing) console.error(missing)

export default {
  // All processors: the machine that judges has two.
  maxWorkers: '100%',
  // What test files leave in the heap of a worker makes the later ones slow: after two hundred, by ten times.
  workerIdleMemoryLimit: '1GB',
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  globals: { missingPrograms: missingPrograms() },
  testPathIgnorePatterns: ['/node_modules/', ...testsLeftOut()],
  // No test is about time: this is for machines that are busy with something else.
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^fast-check$': '<rootDir>/test/support/fast-check.ts',
  },
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
}
