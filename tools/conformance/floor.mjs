// Known failures: conformance-floor.json lists them, and everything else has to pass.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Stands for all steps of a transcript, also if its server did not start. */
const ALL = 'all'

/**
 * Reads the floor file.
 *
 * It has lists of steps by path: `[dialect, 'steps' or 'texts', 'area/transcript']`, `['kubectl', version, session]`. Steps that
 * are not listed have to pass.
 */
export function readFloor(file) {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const parentOf = (path) => path.slice(0, -1).reduce((part, name) => (part[name] ??= {}), known)
  return {
    /** The failures of a list that are not known. */
    unknown(path, failures) {
      const list = parentOf(path)[path.at(-1)] ?? []
      return list === ALL ? [] : failures.filter((step) => !list.includes(step))
    },
    /** Replaces the known failures by the current ones. */
    record(path, failures, total) {
      const parent = parentOf(path)
      if (failures.length === 0) delete parent[path.at(-1)]
      else parent[path.at(-1)] = failures.length === total ? ALL : failures
    },
    write() {
      // Each list is on one line, for readable diffs.
      writeFileSync(file, `${textOf(known, '')}\n`)
    },
  }
}

function textOf(value, indent) {
  if (typeof value === 'string' || Array.isArray(value)) return JSON.stringify(value)
  const inner = `${indent} `
  const members = Object.keys(value).sort()
  return `{\n${members.map((name) => `${inner}${JSON.stringify(name)}: ${textOf(value[name], inner)}`).join(',\n')}\n${indent}}`
}
