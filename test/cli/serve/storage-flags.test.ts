import { describe, expect, test } from '@jest/globals'
import { parseServeFlags } from '../../../src/cli/serve/serve-flags.js'
import { openStorages } from '../../../src/cli/serve/storage-flags.js'

describe('the flags about storages', () => {
  test('name types and where they are kept, several times', () => {
    const args = [
      '--storage-overrides',
      'events,*.apps#lmdb:/var/x',
      '--storage-overrides=leases.coordination.platform.io#memory',
    ]
    expect(parseServeFlags(args)['storage-overrides']).toEqual([
      { resources: ['events', '*.apps'], choice: { engine: 'lmdb', directory: '/var/x' }, text: 'events,*.apps#lmdb:/var/x' },
      {
        resources: ['leases.coordination.platform.io'],
        choice: { engine: 'memory' },
        text: 'leases.coordination.platform.io#memory',
      },
    ])
  })

  test.each([
    ['postgres:postgresql://u@a,b/shop?sslmode=require', 'postgresql://u@a,b/shop?sslmode=require'],
    ['postgres:postgres:///shop?host=/run/pg', 'postgres:///shop?host=/run/pg'],
    ['postgresql://a/shop', 'postgresql://a/shop'],
  ])('%s is a database of PostgreSQL', (text, url) => {
    expect(parseServeFlags(['--storage', text]).storage).toEqual({ engine: 'postgres', url })
  })

  test('name several endpoints of one etcd', () => {
    expect(parseServeFlags(['--storage', 'etcd:http://[::1]:2379,http://b:1']).storage).toEqual({
      engine: 'etcd',
      endpoints: ['http://[::1]:2379', 'http://b:1'],
    })
  })

  const etcd = ['--storage', 'etcd:https://127.0.0.1:1']
  test.each([
    [['--etcd-prefix', '/x'], '--etcd-prefix /x: needs a storage in etcd, such as --storage etcd:URL'],
    [[...etcd, '--etcd-certfile', 'a'], '--etcd-certfile a: needs --etcd-keyfile as well'],
    [[...etcd, '--etcd-keyfile', 'a'], '--etcd-keyfile a: needs --etcd-certfile as well'],
    [[...etcd, '--etcd-user', 'a'], '--etcd-user a: needs --etcd-password-file as well'],
    [[...etcd, '--etcd-password-file', 'a'], '--etcd-password-file a: needs --etcd-user as well'],
    [
      ['--storage-overrides', 'events'],
      '--storage-overrides events: expected RESOURCE[,RESOURCE]#ENGINE, such as events,*.apps#lmdb:/var/lib/busy',
    ],
    [
      ['--storage-overrides', '*#memory'],
      '--storage-overrides "*#memory": expected RESOURCE[,RESOURCE]#ENGINE, such as events,*.apps#lmdb:/var/lib/busy',
    ],
    [
      ['--storage-overrides', 'events#memory', '--storage-overrides', 'events#memory'],
      '--storage-overrides "events#memory": events has a place already; expected each type once',
    ],
  ])('%j is refused: %s', (args, line) => {
    expect(() => parseServeFlags(args)).toThrow(expect.objectContaining({ message: line, exitCode: 2 }))
  })

  test.each([
    [
      ['--storage', 'postgres:postgresql://u:secret@127.0.0.1:1/x'],
      /^postgresql:\/\/…@127\.0\.0\.1:1\/x: 127\.0\.0\.1:1: .*ECONNREFUSED/,
    ],
    [
      ['--storage', 'etcd:http://127.0.0.1:1'],
      /^etcd:http:\/\/127\.0\.0\.1:1: it cannot be used: .*ECONNREFUSED 127\.0\.0\.1:1\.$/,
    ],
    [
      ['--storage', 'etcd:http://a,https://b'],
      /^etcd:http:\/\/a,https:\/\/b: endpoints .* expected all of them with http: or all/,
    ],
    [[...etcd, '--etcd-prefix', 'x'], /^etcd:https:\/\/127\.0\.0\.1:1: prefix "x": expected one that starts with a slash/],
    [[...etcd, '--etcd-cafile', '/nowhere'], /^--etcd-cafile \/nowhere: there is no such file$/],
    [[...etcd, '--etcd-cafile', 'package.json'], /^etcd:https:\/\/127\.0\.0\.1:1: tls: ca holds no CERTIFICATE in PEM$/],
  ])('%j cannot be opened: %s', async (args, line) => {
    await expect(openStorages(parseServeFlags(args))).rejects.toThrow(line)
  })

  test('open a storage that is named twice once', async () => {
    const { storage, routes } = await openStorages(parseServeFlags(['--storage-overrides', 'events,*.apps#memory']))
    expect(routes).toEqual([{ resources: ['events', '*.apps'], storage }])
    expect(routes[0]?.storage).toBe(storage)
  })
})
