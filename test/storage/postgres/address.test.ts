import { describe, expect, test } from '@jest/globals'
import { createPostgresStorage } from '../../../src/public/storage/postgres.js'
import { parseAddress } from '../../../src/storage/postgres/address.js'
import { refuseOthers } from '../../../src/storage/postgres/server.js'

describe('a connection URI', () => {
  test.each([
    ['postgresql://', [{ host: 'localhost', port: 5432 }], {}],
    ['postgres://db/shop', [{ host: 'db', port: 5432 }], { database: 'shop' }],
    ['postgresql://u%40x:p%3Aw@db:5433/', [{ host: 'db', port: 5433 }], { user: 'u@x', password: 'p:w' }],
    [
      'postgresql://a,b:1,[::1]:2/d',
      [
        { host: 'a', port: 5432 },
        { host: 'b', port: 1 },
        { host: '::1', port: 2 },
      ],
      { database: 'd' },
    ],
    ['postgresql:///d?host=/run/postgresql&port=6', [{ host: '/run/postgresql', port: 6 }], { database: 'd' }],
    ['postgresql://%2Frun%2Fpg/d', [{ host: '/run/pg', port: 5432 }], { database: 'd' }],
    ['postgresql://db?sslmode=verify-full&schema=x', [{ host: 'db', port: 5432 }], { sslMode: 'verify-full', schema: 'x' }],
    ['postgresql://db?confirm_reads=quorum', [{ host: 'db', port: 5432 }], { confirmReads: 'quorum' }],
    ['postgresql://db?target_session_attrs=read-write', [{ host: 'db', port: 5432 }], {}],
    ['postgresql://db?sslrootcert=ca.pem', [{ host: 'db', port: 5432 }], { sslFiles: { ca: 'ca.pem' } }],
  ])('%s is read as libpq reads it', (text, hosts, rest) => {
    expect(parseAddress(text)).toEqual({ hosts, sslMode: 'prefer', sslFiles: {}, ...rest })
  })

  test.each([
    ['mysql://db/shop', 'expected a URI such as postgresql://user@host/database'],
    ['postgresql://db/shop?ssl=true', 'parameter ssl: expected one of host, port'],
    ['postgresql://db?sslmode=no', 'sslmode no: expected one of disable, allow'],
    ['postgresql://db?confirm_reads=all', 'confirm_reads all: expected one of primary, quorum'],
    ['postgresql://db?target_session_attrs=any', 'parameter target_session_attrs: expected one of'],
    ['postgresql://db:x/shop', 'port x: expected 1 to 65535'],
    ['postgresql://db:0/shop', 'port 0: expected 1 to 65535'],
    ['postgresql://a,b,c?port=1,2', 'port: expected one, or 3 as there are hosts'],
    ['postgresql://db/%zz', 'a percent sign that begins no character'],
  ])('%s is refused in one line', (text, message) => {
    expect(() => parseAddress(text)).toThrow(message)
  })

  test('is shown without its password', () => {
    expect(() => parseAddress('postgresql://shop:secret@db?sslmode=no')).toThrow('url postgresql://…@db?sslmode=no: sslmode no')
  })
})

test.each([
  [{ schema: '' }, 'schema "": expected 1 to 54 bytes'],
  [{ schema: 'pg_mine' }, 'schema "pg_mine": expected 1 to 54 bytes that do not begin with pg_'],
  [{ confirmReads: 'all' as 'quorum' }, 'confirmReads all: expected one of primary, quorum'],
  [{ timeoutMs: 0 }, 'timeoutMs 0: expected a number above 0'],
  [{ compactionIntervalSeconds: -1 }, 'compactionIntervalSeconds is -1: expected a number, 0 or more'],
  [{ url: 'postgresql://db?sslrootcert=/nowhere' }, '/nowhere: cannot be read'],
  [{ url: 'postgresql://db?sslrootcert=/dev/zero' }, '/dev/zero: expected a file of at most 1048576 bytes'],
  [{ url: 'postgresql://db?sslrootcert=/' }, '/: expected a file of at most 1048576 bytes'],
  [{ url: 'postgresql://db?sslrootcert=package.json' }, 'package.json: holds no CERTIFICATE in PEM'],
])('%j is refused in one line', async (options, message) => {
  const opening = createPostgresStorage({ url: 'postgresql://127.0.0.1:1/x', ...options })
  await expect(opening).rejects.toThrow(message)
})

test('all hosts that do not answer are named', async () => {
  const opening = createPostgresStorage({ url: 'postgresql://127.0.0.1:1,127.0.0.1:2/x' })
  await expect(opening).rejects.toThrow(/^127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:2: .*ECONNREFUSED/)
})

test.each([
  ['CockroachDB CCL v24.1.0 (x86_64)', 130_000, 'db', 'CockroachDB is not supported'],
  ['PostgreSQL 15.2-YB-2.25.1.0-b0 on x86_64', 150_002, 'db', 'YugabyteDB is not supported'],
  ['PostgreSQL 16', 160_000, 'abc.dsql.eu-west-1.on.aws', 'Aurora DSQL is not supported'],
  ['PostgreSQL 8.0.2 on i686, Redshift 1.0.77', 80_002, 'db', 'Amazon Redshift is not supported'],
  ['PostgreSQL 13.9', 130_009, 'db', 'PostgreSQL 13 is too old; expected 14 or later'],
])('%s is refused by name', (version, number, host, message) => {
  expect(() => refuseOthers(version, number, host)).toThrow(message)
})

test('PostgreSQL itself is not refused', () => {
  expect(() => refuseOthers('PostgreSQL 15.8 (Debian 15.8-0+deb12u1)', 150_008, 'db.on.aws')).not.toThrow()
})
