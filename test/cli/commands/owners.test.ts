import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { build } from '../run-command.js'

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-owners-'))
const put = (name: string, text: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

/** Runs the command; with `terminal` it believes that it writes to one. */
async function run(
  args: readonly string[],
  { input = '', terminal = false, env = {} }: { input?: string; terminal?: boolean; env?: NodeJS.ProcessEnv } = {},
) {
  // Node takes these, and the names of CI services, as words on what a terminal can show.
  const { PATH, HOME } = process.env
  const pretend = `import tty from 'node:tty'
    Object.assign(process.stdout, { isTTY: true, hasColors: tty.WriteStream.prototype.hasColors,
    getColorDepth: tty.WriteStream.prototype.getColorDepth })`
  const preload = terminal ? [`--import=data:text/javascript,${encodeURIComponent(pretend)}`] : []
  const child = spawn(process.execPath, [...preload, main, 'owners', ...args], {
    env: { PATH, HOME, TERM: 'xterm-256color', ...env },
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text
  })
  // A command that refuses its flags ends before it has read.
  child.stdin.on('error', () => {}).end(input)
  await once(child, 'close')
  return { exitCode: child.exitCode, ...said }
}

const entry = (manager: string, fieldsV1: object, more: object = {}) => ({
  manager,
  operation: 'Apply',
  apiVersion: 'example.com/v1',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
})
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1000).toISOString()

const widget = () => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    name: 'a',
    finalizers: ['x', 'z'],
    managedFields: [
      entry('alice', {
        'f:metadata': { 'f:finalizers': { 'v:"x"': {} } },
        'f:spec': {
          'f:color': {},
          'f:command': {},
          'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:name': {} } },
        },
      }),
      entry('bob', { 'f:spec': { 'f:color': {}, 'f:note': {} } }, { operation: 'Update', time: ago(20) }),
      entry('controller', { 'f:status': { 'f:ready': {} } }, { operation: 'Update', subresource: 'status', time: ago(60 * 72) }),
    ],
  },
  spec: {
    color: 'red',
    command: ['sh', { args: [1] }],
    note: 'one\ntwo\n',
    ports: [{ port: 443 }, { port: 80, name: 'http', size: 3 }],
  },
  status: { ready: true },
})

const shown = `\
                                            apiVersion: example.com/v1
                                            kind: Widget
                                            metadata:
                                              name: a
                                              finalizers:
alice (Apply)                <unknown>        - x
                                              - z
                                            spec:
alice (Apply),bob (Update)   <unknown>,20m    color: red
alice (Apply)                <unknown>        command:
alice (Apply)                <unknown>        - sh
alice (Apply)                <unknown>        - args:
alice (Apply)                <unknown>          - 1
bob (Update)                 20m              note: |
bob (Update)                 20m                one
bob (Update)                 20m                two
                                              ports:
                                              - port: 443
alice (Apply)                <unknown>        - port: 80
alice (Apply)                <unknown>          name: http
                                                size: 3
                                            status:
controller (Update, status)  3d               ready: true
`

beforeAll(build, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('binnacle owners', () => {
  test('prints the owners, their ages and the YAML of each line, without managedFields', async () => {
    const file = put('widget.json', JSON.stringify(widget()))
    expect(await run(['-f', file])).toEqual({ exitCode: 0, stdout: shown, stderr: '' })
  })

  test('reads standard input, and each object of streams and lists', async () => {
    const one = (name: string) => `{"kind": "W", "metadata": {"name": "${name}", "managedFields": []}}`
    const input = `%YAML 1.1\n--- # the first\nkind: List\nitems: [${one('a')}, ${one('b')}]\n---\n# none\n---\n${one('c')}\n...\n`
    const { exitCode, stdout } = await run(['--filename=-'], { input })
    expect(exitCode).toBe(0)
    const document = (name: string) => `kind: W\nmetadata:\n  name: ${name}\n`
    expect(stdout.replace(/^ {4}/gm, '')).toBe(['a', 'b', 'c'].map(document).join('---\n'))
  })

  test('reports an object without managedFields', async () => {
    const { exitCode, stdout, stderr } = await run(['-f', '-'], { input: 'kind: W\nmetadata: {name: a}\n' })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'binnacle: W "a" has no metadata.managedFields, which would tell its owners\n',
    })
    expect(stdout).toContain('name: a')
  })

  test.each([
    { meaning: 'on a terminal', terminal: true, args: [], env: {}, inColor: true },
    { meaning: 'with --no-color', terminal: true, args: ['--no-color'], env: {}, inColor: false },
    { meaning: 'with NO_COLOR', terminal: true, args: [], env: { NO_COLOR: '1' }, inColor: false },
    { meaning: 'through a pipe', terminal: false, args: [], env: {}, inColor: false },
  ])('$meaning colours: $inColor', async ({ terminal, args, env, inColor }) => {
    const { stdout } = await run(['-f', '-', ...args], { input: JSON.stringify(widget()), terminal, env })
    expect(stdout.includes('\u001b[')).toBe(inColor)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
    expect(stdout.replace(/\u001b\[\d+m/g, '')).toBe(shown)
  })

  test.each([
    { args: [], line: 'no file given: binnacle owners -f FILE, or -f - for standard input' },
    { args: ['-f'], line: '--filename needs a value: --filename FILE' },
    { args: ['-f', ''], line: '--filename "": expected the path of a file' },
    { args: ['--no-colour'], line: 'unknown option --no-colour: did you mean --no-color?' },
    { args: ['object.yaml'], line: 'unexpected argument object.yaml: write -f object.yaml' },
    { args: ['-f', `${folder}/none`], line: `--filename ${folder}/none: there is no such file` },
    { args: ['-f', folder], line: `--filename ${folder}: it is a folder` },
    { input: '', line: '--filename -: holds no object' },
    { input: '{"kind": "List", "items": []}', line: '--filename -: holds no object' },
    { input: 'kind: W', line: '--filename -: expected an object with metadata, or a list of such' },
    { input: 'metadata: {}\n---\n- 3', line: '--filename -: document 2: expected an object with metadata, or a list of such' },
    { input: '{"metadata":', line: expect.stringMatching(/^--filename -: cannot be parsed: .*YAML/) },
    {
      input: 'kind: W\nmetadata: {name: a, managedFields: [3]}',
      line: '--filename -: W "a": an entry of metadata.managedFields is not an object',
    },
  ])('$args $input is refused in one line, with exit code 2', async ({ args = ['-f', '-'], input = '', line }) => {
    const { exitCode, stdout, stderr } = await run(args, { input })
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(/^binnacle: [^\n]*\n$/)
    expect(stderr.slice('binnacle: '.length, -1)).toEqual(line)
  })

  test('helps', async () => {
    expect((await run(['--help'])).stdout).toMatch(/^usage: binnacle owners -f FILE.*--no-color/s)
  })
})
