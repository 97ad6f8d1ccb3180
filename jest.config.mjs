import { missingPrograms, testsLeftOut, whatIsMissing } from './tools/programs.mjs'

const missing = whatIsMissing()
if (missing) console.error(missing)

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  globals: { missingPrograms: missingPrograms() },
  testPathIgnorePatterns: ['/node_modules/', ...testsLeftOut()],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
}
