import { describe, expect, jest, test } from '@jest/globals'
import { COMMANDS } from '../../src/cli/commands.js'
// Jest cannot link two imports at once that have modules in common, as the command does.
import '../../src/cli/serve/serve.js'

describe.each(Object.entries(COMMANDS))('the help of %s', (_, command) => {
  test('fits a terminal of 80 columns, and ends in an example', async () => {
    const print = jest.spyOn(console, 'log').mockImplementation(() => {})
    await (await command.load()).run(['--help'])
    const lines = String(print.mock.calls[0]?.[0]).split('\n')
    print.mockRestore()
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines[0]).toMatch(/^usage: binnacle /)
    expect(lines.slice(-2).join('\n')).toMatch(/^Example: .*binnacle /ms)
  })
})
