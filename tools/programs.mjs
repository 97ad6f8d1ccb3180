// Programs that some tests are about: a real etcd, a real browser, the real kubectl. .ci/run installs them, and there nothing is
// left out; on a machine without one of them `npm test` says which tests it goes without.
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const PROGRAMS = {
  etcd: { package: 'etcd-server', tests: ['/test/storage/etcd/', '/test/faults/etcd\\.'] },
  chromium: { package: 'chromium', tests: ['/test/examples/browser\\.'] },
  kubectl: { package: 'kubernetes-client', tests: [] },
}

function isThere(name) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** The names of the programs that are missing; in CI none is, so that what needs them fails. */
export const missingPrograms = () => (process.env.CI ? [] : Object.keys(PROGRAMS).filter((name) => !isThere(name)))

/** Patterns of the test files that cannot run without the missing programs. */
export const testsLeftOut = () => missingPrograms().flatMap((name) => PROGRAMS[name].tests)

/** One line about what is missing, and what to install; undefined when nothing is. */
export function whatIsMissing() {
  const missing = missingPrograms()
  if (missing.length === 0) return undefined
  const packages = missing.map((name) => PROGRAMS[name].package).join(' ')
  return `tests that need ${missing.join(', ')} are left out: apt-get install --no-install-recommends ${packages}`
}
