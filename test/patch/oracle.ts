import { expect } from '@jest/globals'
import { ApiError, cloneJson, isRecord, type Status } from '../../src/meta/index.js'

/** Expects an ApiError and gives its Status. */
export function expectRefusal(action: () => unknown, code: number): Status {
  try {
    action()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(error.status).toMatchObject({ kind: 'Status', status: 'Failure', code })
    return error.status
  }
  throw new Error('nothing was refused')
}

export const pointer = (path: readonly string[]): string =>
  path.map((token) => `/${token.split('~').join('~0').split('/').join('~1')}`).join('')

/** All paths that lead to a value. */
export function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([key, member]) => pathsOf(member).map((path) => [key, ...path]))]
}

export function naiveGet(document: unknown, path: readonly string[]): unknown {
  return path.reduce((at, token) => Object.getOwnPropertyDescriptor(at as object, token)?.value, document)
}

/** What the RFC says that `add` does, on a deep copy. */
export function naiveAdd(document: unknown, path: readonly string[], value: unknown): unknown {
  const last = path.at(-1)
  if (last === undefined) return value
  const copy = cloneJson(document)
  const parent = naiveGet(copy, path.slice(0, -1))
  if (Array.isArray(parent)) parent.splice(Number(last), 0, value)
  else Object.defineProperty(parent, last, { value, enumerable: true, writable: true, configurable: true })
  return copy
}

export function naiveRemove(document: unknown, path: readonly string[]): unknown {
  const copy = cloneJson(document)
  const parent = naiveGet(copy, path.slice(0, -1))
  const last = path.at(-1) ?? ''
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else if (isRecord(parent)) delete parent[last]
  return copy
}

/** RFC 7396 §2, as its pseudo code says it. */
export function naiveMerge(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch
  const result = isRecord(target) ? { ...target } : {}
  for (const key of Object.keys(patch)) {
    if (patch[key] === null) delete result[key]
    else {
      const value = naiveMerge(Object.getOwnPropertyDescriptor(result, key)?.value, patch[key])
      Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true })
    }
  }
  return result
}
