import { expect, test } from '@jest/globals'
import { tracePrinter } from '../../../src/cli/serve/trace-line.js'
import type { RequestTrace } from '../../../src/endpoints/index.js'

const TRACE: RequestTrace = {
  verb: 'create',
  path: '/api/v1/namespaces',
  user: 'jane\u001b',
  code: 201,
  durationMs: 3.14,
  spans: [{ name: 'limits', startMs: 0, durationMs: 0.1 }],
  decisions: [{ by: 'authorization', outcome: 'allowed', reason: 'RBAC' }],
  auditId: 'id',
}

test('writes are traced in a line of text, and reads are not', () => {
  const lines: string[] = []
  const print = tracePrinter('text', { write: (line) => lines.push(line) })
  for (const verb of ['get', 'create', 'watch'] as const) print({ ...TRACE, verb })
  expect(lines).toEqual([
    'trace create /api/v1/namespaces by jane : 201 in 3.1 ms (limits 0.1); authorization allowed: RBAC [id]',
  ])
})

test('with the format json a trace is an object', () => {
  const lines: string[] = []
  tracePrinter('json', { write: (line) => lines.push(line) })(TRACE)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', message: 'trace', ...TRACE })
})
