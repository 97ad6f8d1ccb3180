import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type AuditValues, openAudit } from '../../../../src/cli/serve/policies/audit-flags.js'
import { platformDialect } from '../../../../src/meta/index.js'
import { build, freePort, killAll, startCommand } from '../../run-command.js'

beforeAll(build, 120_000)
afterAll(killAll)

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

test('a plane outlives the reader of an audit log on its standard output', async () => {
  const port = await freePort()
  const { child, printed, ended } = startCommand(['serve', '--port', String(port), '--audit-log-path', '-'])
  await printed('binnacle is ready on')
  child.stdout?.destroy()
  const statusOf = async () => (await fetch(`http://127.0.0.1:${port}/api`)).status
  const first = await statusOf()
  // The end of the plane writes what is left of the log.
  child.kill('SIGTERM')
  const { exitCode, stderr } = await ended
  expect({ first, exitCode, stderr }).toEqual({
    first: expect.any(Number),
    exitCode: 0,
    stderr: expect.not.stringContaining('Unhandled'),
  })
})
