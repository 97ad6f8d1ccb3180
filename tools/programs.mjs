// Programs that some tests need: a real etcd, PostgreSQL, browser and kubectl, and `unshare` for small disks and containers.
// .ci/run installs them, so CI skips no test; on a machine where one is missing or not permitted, `npm test` reports the
// skipped tests.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { postgresPrograms } from './postgres.mjs'

const PROGRAMS = {
  etcd: { package: 'etcd-server', tests: ['/test/storage/etcd/', '/test/storage/copy-between', '/test/faults/etcd/'] },
  postgres: {
    package: 'postgresql',
    tests: ['/test/storage/postgres/', '/test/storage/copy-between', '/test/faults/postgres/'],
    isThere: () => postgresPrograms() !== undefined,
  },
  pgbouncer: {
    package: 'pgbouncer',
    tests: ['/test/storage/postgres/pooler\\.', '/test/faults/postgres/'],
    // Debian installs it in a folder that is only on root's PATH.
    isThere: () => existsSync('/usr/sbin/pgbouncer'),
  },
  chromium: { package: 'chromium', tests: ['/test/examples/browser\\.'] },
  kubectl: { package: 'kubernetes-client', tests: [] },
  unshare: {
    package: 'util-linux',
    tests: ['/test/storage/lmdb/full-disk\\.', '/test/storage/lmdb/containers\\.', '/test/storage/postgres/full-disk\\.'],
    // Containers often may not create namespaces.
    works: () => userOfNamespaces() !== undefined,
  },
}

/**
 * The user for which `unshare` may create namespaces and mount disks in them: `r` for root of a user namespace, empty for the
 * real root if the system allows only that; undefined if it refuses both.
 */
export const userOfNamespaces = () =>
  ['r', ''].find((user) => spawnSync('unshare', [`-${user}mpf`, 'sh', '-c', 'mount -t tmpfs none /tmp']).status === 0)

function isThere(name) {
  return PROGRAMS[name].isThere?.() ?? isOnPath(name)
}

function isOnPath(name) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const isOfUse = (name) => isThere(name) && (PROGRAMS[name].works?.() ?? true)

/** The names of the missing programs. In CI none counts as missing, so that tests that need it fail. */
export const missingPrograms = () => (process.env.CI ? [] : Object.keys(PROGRAMS).filter((name) => !isOfUse(name)))

/** Patterns of the test files that cannot run without the missing programs. */
export const testsLeftOut = () => missingPrograms().flatMap((name) => PROGRAMS[name].tests)

/** One line with the missing programs, and what to install; undefined if none is missing. */
export function whatIsMissing() {
  const missing = missingPrograms()
  if (missing.length === 0) return undefined
  const packages = missing.filter((name) => !isThere(name)).map((name) => PROGRAMS[name].package)
  const remedy =
    packages.length > 0 ? `apt-get install --no-install-recommends ${packages.join(' ')}` : 'the system refuses what it does'
  const left = missing.flatMap((name) => PROGRAMS[name].tests).map((test) => test.replaceAll('\\', '').replace(/^\/|[./]$/g, ''))
  return `tests that need ${missing.join(', ')} are left out: ${left.join(', ')}; ${remedy}`
}
