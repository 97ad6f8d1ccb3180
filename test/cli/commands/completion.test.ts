import { spawnSync } from 'node:child_process'
import { describe, expect, jest, test } from '@jest/globals'
import { completion } from '../../../src/cli/commands/completion.js'
import { COMMANDS } from '../../../src/cli/commands.js'
import { serveFlags } from '../../../src/cli/serve/serve-flags.js'

/** What the command prints for a shell. */
async function scriptFor(...args: string[]): Promise<string> {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await completion(args, COMMANDS)
    return write.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    write.mockRestore()
  }
}

describe('bash', () => {
  /** What a real bash offers for the last word of a line. */
  async function offered(...words: string[]): Promise<string[]> {
    const script = `${await scriptFor('bash')}
COMP_WORDS=(binnacle ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_binnacle; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout.split('\n').filter((line) => line !== '')
  }

  test.each([
    { words: [''], all: Object.keys(COMMANDS) },
    { words: ['s'], all: ['serve', 'storage'] },
    { words: ['serve', '--'], all: [...Object.keys(serveFlags).map((name) => `--${name}`), '--help'] },
    { words: ['serve', '--watch'], all: ['--watch-objects'] },
    { words: ['serve', '--dialect', ''], all: ['platform', 'kubernetes'] },
    { words: ['serve', '--access-log', '--log-format', 'j'], all: ['json'] },
    { words: ['token', ''], all: ['create', 'list', 'delete'] },
    { words: ['token', 'create', '--tt'], all: ['--ttl'] },
    { words: ['storage', 'migrate', '--r'], all: ['--resources'] },
    { words: ['completion', ''], all: ['bash', 'zsh', 'fish'] },
    { words: ['serve', '--objects', ''], all: [] },
    { words: ['nothing', '--'], all: [] },
  ])('offers for $words what there is', async ({ words, all }) => {
    expect(await offered(...words)).toEqual(all)
  })
})

describe('zsh', () => {
  test('has a line for each command, and each option with its help and values', async () => {
    const script = await scriptFor('zsh')
    for (const [name, { help }] of Object.entries(COMMANDS)) expect(script).toContain(`'${name}:${help}'`)
    expect(script).toContain(
      "'--dialect=[vendor names of the API; kubectl and other existing clients need the default]:name:(platform kubernetes)'",
    )
    expect(script).toContain("'*--objects=[")
    expect(script).toMatch(/'--watch-objects\[[^\]]+\]'/)
    // Brackets and colons of a help would end it.
    expect(script).toContain('lmdb\\:DIR, etcd\\:URL\\[,URL\\]')
  })
})

describe('fish', () => {
  test('has a line for each option, with its help and values', async () => {
    const lines = (await scriptFor('fish')).split('\n')
    expect(lines).toContain(
      "complete -c binnacle -n '__fish_seen_subcommand_from serve' -l log-format -x -a 'text json' -d 'format of --access-log, --trace and the errors of the plane; messages about the start, the end and files stay text'",
    )
    expect(lines.filter((line) => line.includes("from serve' -l "))).toHaveLength(Object.keys(serveFlags).length)
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^complete -c binnacle -n '__fish_seen_subcommand_from token; and __fish_seen_subcommand_from create' -l ttl -x -d /,
      ),
    )
  })
})

test.each([
  { args: [], line: 'completion needs a word: expected one of bash, zsh, fish, see --help' },
  { args: ['tcsh'], line: 'completion tcsh: expected one of bash, zsh, fish, see --help' },
  { args: ['bash', 'zsh'], line: 'completion bash: unexpected argument "zsh"' },
  { args: ['constructor'], line: 'completion constructor: expected one of bash, zsh, fish, see --help' },
])('$args is refused in one line', async ({ args, line }) => {
  await expect(completion(args, COMMANDS)).rejects.toThrow(line)
})
