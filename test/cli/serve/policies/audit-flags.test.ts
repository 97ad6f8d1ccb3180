import { tmpdir } from 'node:os'
import { expect, test } from '@jest/globals'
import { type AuditValues, openAudit } from '../../../../src/cli/serve/policies/audit-flags.js'
import { platformDialect } from '../../../../src/meta/index.js'

test.each([
  [tmpdir(), 'it is a folder'],
  ['/dev/null/audit.log', 'E'],
])('--audit-log-path %s is refused in one line', async (path, reason) => {
  const values = { 'audit-log-path': path } as AuditValues
  const parts = { dialect: platformDialect, transport: () => Promise.reject(new Error('no call')) }
  const failure = await openAudit(values, parts).then(String, (error: Error) => error.message)
  expect(failure).toContain(`--audit-log-path ${path}: ${reason}`)
  expect(failure.split('\n')).toHaveLength(1)
})
