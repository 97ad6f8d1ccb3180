import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { describeFlagGroups, describeFlags, type FlagTable, parseFlags } from '../../src/cli/flags.js'
import { parseServeFlags, serveFlagGroups, serveFlags } from '../../src/cli/serve/serve-flags.js'

const table = {
  size: { help: 'how large', value: 'N', schema: z.string().regex(/^\d+$/, 'expected a number').transform(Number), default: '3' },
  tone: { help: 'how it sounds', value: 'TONE', values: ['low', 'high'], schema: z.string(), default: 'low' },
  name: { help: 'what it is called', value: 'NAME', schema: z.string() },
  file: { help: 'what to read', value: 'FILE', schema: z.string(), repeatable: true },
  quiet: { help: 'says less', schema: z.enum(['true', 'false'], 'expected true or false').transform((text) => text === 'true') },
} as const satisfies FlagTable

test('a deprecated flag prints a warning, once, and is marked in the help', () => {
  const old = { ...table, colour: { help: 'how it looks', value: 'C', schema: z.string(), deprecated: 'use --tone' } } as const
  const warnings: string[] = []
  expect(parseFlags(old, ['--colour', 'red', '--colour=blue', '--size=1'], (line) => warnings.push(line)).colour).toBe('blue')
  expect(warnings).toEqual(['--colour is deprecated: use --tone'])
  parseFlags(old, ['--size=1'], (line) => warnings.push(line))
  expect(warnings).toHaveLength(1)
  expect(describeFlags(old)).toContain('(deprecated: use --tone)')
})

describe('parseFlags', () => {
  test.each([
    { args: [], values: { size: 3, tone: 'low', name: undefined, file: [], quiet: undefined } },
    { args: ['--size', '5'], values: { size: 5 } },
    { args: ['--size=5'], values: { size: 5 } },
    { args: ['--name=a=b'], values: { name: 'a=b' } },
    { args: ['--name='], values: { name: '' } },
    { args: ['--name', '--size'], values: { name: '--size', size: 3 } },
    { args: ['--size', '5', '--size', '6'], values: { size: 6 } },
    { args: ['--file', 'a', '--file=b'], values: { file: ['a', 'b'] } },
    { args: ['--quiet', '--size', '1'], values: { quiet: true, size: 1 } },
    { args: ['--quiet=false'], values: { quiet: false } },
  ])('$args gives $values', ({ args, values }) => {
    expect(parseFlags(table, args)).toMatchObject(values)
  })

  test.each([
    { args: ['--sise', '5'], line: 'unknown option --sise: did you mean --size?' },
    { args: ['--hlep'], line: 'unknown option --hlep: did you mean --help?' },
    { args: ['--help=size'], line: 'unexpected value in "--help=size": write --help' },
    { args: ['--wholly-other'], line: 'unknown option --wholly-other: see --help' },
    { args: ['--__proto__', 'x'], line: 'unknown option --__proto__: see --help' },
    { args: ['--constructor=x'], line: 'unknown option --constructor: see --help' },
    { args: ['--size'], line: '--size needs a value: --size N' },
    { args: ['--size', 'many'], line: '--size many: expected a number' },
    { args: ['--size', 'very many'], line: '--size "very many": expected a number' },
    { args: ['--quiet=perhaps'], line: '--quiet perhaps: expected true or false' },
    { args: ['size'], line: 'unexpected argument size: options start with --' },
    { args: ['--quiet', 'false'], line: 'unexpected argument false: write --quiet=false' },
    { args: ['--quiet=true', 'false'], line: 'unexpected argument false: options start with --' },
    { args: ['--size', '5', 'true'], line: 'unexpected argument true: options start with --' },
  ])('$args fails with «$line»', ({ args, line }) => {
    expect(() => parseFlags(table, args)).toThrow(expect.objectContaining({ message: line, exitCode: 2 }))
  })

  test('a flag that is empty by default shows no default', () => {
    const none = { without: { help: 'what to leave out', value: 'NAMES', schema: z.string(), default: '' } } as const
    expect(describeFlags(none)).toBe('  --without NAMES  what to leave out')
  })

  test('the help has a line for each flag, with its default', () => {
    expect(describeFlags(table).split('\n')).toEqual([
      '  --size N     how large (default 3)',
      '  --tone TONE  how it sounds (low or high, default low)',
      '  --name NAME  what it is called',
      '  --file FILE  what to read (repeatable)',
      '  --quiet      says less',
    ])
  })

  test('the help fits a terminal of 80 columns: it is wrapped, and stands below a long name', () => {
    const help = 'what is said of it in more words than there is room for on one line, so that it has a second one'
    const long = { short: { help, schema: z.string() }, [`a-name-of${'-many'.repeat(5)}-words`]: { help, schema: z.string() } }
    expect(describeFlags(long).split('\n')).toEqual([
      '  --short  what is said of it in more words than there is room for on one line,',
      '           so that it has a second one',
      '  --a-name-of-many-many-many-many-many-words',
      '           what is said of it in more words than there is room for on one line,',
      '           so that it has a second one',
    ])
  })

  test('flags under headings have their help in one column', () => {
    const { size, tone, name } = table
    expect(describeFlagGroups({ Looks: { size }, Sounds: { tone, name } }).split('\n')).toEqual([
      'Looks:',
      '  --size N     how large (default 3)',
      '',
      'Sounds:',
      '  --tone TONE  how it sounds (low or high, default low)',
      '  --name NAME  what it is called',
    ])
  })
})

describe('the flags of serve', () => {
  test('stand under one heading each, and what a first start needs comes first', () => {
    const names = Object.values(serveFlagGroups).flatMap((flags) => Object.keys(flags))
    expect(names).toHaveLength(new Set(names).size)
    expect(names).toEqual(Object.keys(serveFlags))
    expect(Object.keys(serveFlagGroups).slice(0, 4)).toEqual([
      'Types and objects',
      'Storage',
      'Addresses and TLS',
      'Authentication',
    ])
  })

  test('have defaults that serve HTTPS on loopback from memory', () => {
    expect(parseServeFlags([])).toMatchObject({
      storage: { engine: 'memory' },
      'bind-address': '127.0.0.1',
      port: 0,
      'secure-port': 6443,
      'authorization-mode': undefined,
      'anonymous-auth': undefined,
      'request-timeout': 60_000,
      'min-request-timeout': 1800,
      resources: [],
    })
  })

  test('name every dialect', () => {
    expect(parseServeFlags(['--dialect', 'platform']).dialect.name).toBe('platform')
    expect(parseServeFlags(['--dialect', 'kubernetes']).dialect.name).toBe('kubernetes')
  })

  test('take durations as Go writes them', () => {
    expect(parseServeFlags(['--shutdown-delay-duration', '1m30s'])['shutdown-delay-duration']).toBe(90_000)
  })

  test.each([
    { args: ['--dialect', 'klingon'], line: '--dialect klingon: expected platform or kubernetes' },
    { args: ['--storage', 'disk'], line: '--storage disk: expected memory, lmdb:DIR, etcd:URL[,URL] or postgres:URL' },
    { args: ['--storage', 'lmdb:'], line: '--storage lmdb:: expected memory, lmdb:DIR, etcd:URL[,URL] or postgres:URL' },
    {
      args: ['--storage', 'etcd:nowhere'],
      line: '--storage etcd:nowhere: expected memory, lmdb:DIR, etcd:URL[,URL] or postgres:URL',
    },
    { args: ['--bind-address', 'example.org'], line: '--bind-address example.org: expected an IP address or localhost' },
    { args: ['--secure-port', '70000'], line: '--secure-port 70000: expected a port number from 0 to 65535' },
    { args: ['--port', '-1'], line: '--port -1: expected a port number from 0 to 65535' },
    { args: ['--secure-port', '0'], line: '--port 0 and --secure-port 0 leave nothing to listen on: give one of them a port' },
    { args: ['--port', '6443'], line: '--port 6443: is the value of --secure-port too; plain HTTP needs a port of its own' },
    { args: ['--tls-cert-file', 'a.pem'], line: '--tls-cert-file a.pem: needs --tls-private-key-file as well' },
    { args: ['--tls-private-key-file', 'a.pem'], line: '--tls-private-key-file a.pem: needs --tls-cert-file as well' },
    {
      args: ['--authorization-mode', 'RBAC,Node'],
      line: '--authorization-mode RBAC,Node: Node is not available yet; expected a comma list of AlwaysAllow, AlwaysDeny, RBAC, ABAC, Webhook, each at most once',
    },
    {
      args: ['--authorization-mode', 'AlwaysMaybe'],
      line: '--authorization-mode AlwaysMaybe: expected a comma list of AlwaysAllow, AlwaysDeny, RBAC, ABAC, Webhook, each at most once',
    },
    {
      args: ['--authorization-mode', 'AlwaysDeny,AlwaysDeny'],
      line: '--authorization-mode AlwaysDeny,AlwaysDeny: expected a comma list of AlwaysAllow, AlwaysDeny, RBAC, ABAC, Webhook, each at most once',
    },
    {
      args: ['--authorization-mode', 'RBAC,ABAC'],
      line: '--authorization-mode RBAC,ABAC: ABAC needs --authorization-policy-file',
    },
    {
      args: ['--authorization-mode', 'Webhook'],
      line: '--authorization-mode Webhook: Webhook needs --authorization-webhook-config-file',
    },
    {
      args: ['--authorization-policy-file', 'p.jsonl'],
      line: '--authorization-policy-file p.jsonl: is of no use without --authorization-mode ABAC',
    },
    {
      args: ['--authorization-config', 'c.yaml', '--authorization-mode', 'RBAC'],
      line: '--authorization-config c.yaml: says who decides, and so does --authorization-mode: leave one out',
    },
    {
      args: ['--authorization-webhook-version', 'v2'],
      line: '--authorization-webhook-version v2: expected v1 or v1beta1',
    },
    {
      args: ['--requestheader-client-ca-file', 'ca.pem'],
      line: '--requestheader-client-ca-file ca.pem: needs --requestheader-username-headers as well',
    },
    {
      args: ['--requestheader-group-headers', 'X-Group'],
      line: '--requestheader-group-headers X-Group: needs --requestheader-client-ca-file as well',
    },
    {
      args: ['--requestheader-username-headers', 'X Remote'],
      line: '--requestheader-username-headers "X Remote": expected names of headers, with commas between them',
    },
    {
      args: ['--authentication-token-webhook-cache-ttl', '2'],
      line: '--authentication-token-webhook-cache-ttl 2: expected a duration such as 30s, 5m or 1h30m',
    },
    { args: ['--request-timeout', 'soon'], line: '--request-timeout soon: expected a duration such as 30s, 5m or 1h30m' },
    { args: ['--request-timeout', '-1s'], line: '--request-timeout -1s: expected a duration such as 30s, 5m or 1h30m' },
    { args: ['--max-requests-inflight', 'all'], line: '--max-requests-inflight all: expected a whole number, 0 or more' },
    { args: ['--token-auth-file='], line: '--token-auth-file "": expected the path of a file' },
  ])('$args is refused: $line', ({ args, line }) => {
    expect(() => parseServeFlags(args)).toThrow(expect.objectContaining({ message: line, exitCode: 2 }))
  })
})
