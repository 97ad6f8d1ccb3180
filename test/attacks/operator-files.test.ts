import { describe, expect, test } from '@jest/globals'
import { readSource, sourceFiles } from '../house/import-graph.js'

describe('files named by an operator', () => {
  test('are read by the one reader that has bounds', () => {
    const others = sourceFiles().filter(
      (file) =>
        /^(cli|client|authn|authz|audit|admission|plane)\//.test(file) &&
        /\b(readFile|readFileSync|createReadStream|openSync)\b|\bopen\b.*'node:fs(\/promises)?'/.test(readSource(file)),
    )
    expect(others).toEqual([
      // Reads lines of any number, each of which is bounded.
      'cli/commands/deprecations.ts',
      // Reads the version of this package.
      'cli/main.ts',
      'client/node/read-text-file.ts',
    ])
  })
})
