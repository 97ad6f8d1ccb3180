/**
 * Warnings of volumes whose files would be at the same path, or one below another.
 *
 * @module
 */

import type { UnknownRecord } from '../../../meta/index.js'
import { listOf, recordOf, textAt, textOf } from '../../fields/fields.js'

type Part = Readonly<UnknownRecord>

/** Warns of overlapping paths in volumes of configuration. */
export const volumePathWarnings = (volumes: readonly unknown[]): readonly string[] =>
  volumes.map(recordOf).flatMap((volume) => {
    const label = (what: string) => `volume ${quoted(volume.name)} (${what}): overlapping paths`
    const { configMap, secret, downwardAPI, projected } = volume
    return [
      ...overlapsIn(pathsOf(configMap), label(`ConfigMap ${quoted(recordOf(configMap).name)}`)),
      ...overlapsIn(pathsOf(secret), label(`Secret ${quoted(recordOf(secret).secretName)}`)),
      ...overlapsIn(pathsOf(downwardAPI), label('DownwardAPI')),
      ...projectedWarnings(volume, listOf(recordOf(projected).sources), label),
    ]
  })

/** The sources of a projected volume share one directory. */
function projectedWarnings(volume: Part, sources: readonly unknown[], label: (what: string) => string): readonly string[] {
  const earlier = new Set<string>()
  return sources.map(recordOf).flatMap((source) => {
    if (Object.keys(source).length === 0) return [`volume ${quoted(volume.name)} (Projected) has no sources provided`]
    const { what, paths } = readSource(source)
    const message = label(`Projected ${what}`)
    const own = [...new Set(paths)]
    const warnings = [
      ...overlapsIn(paths, message),
      ...own.flatMap((path) =>
        [...earlier].flatMap((other) => (overlap(path, other) ? overlapText([path, other].sort(), message) : [])).slice(0, 1),
      ),
    ]
    for (const path of own) if (earlier.size < MAX_PATHS) earlier.add(path)
    return warnings
  })
}

function readSource(source: Part): { readonly what: string; readonly paths: readonly string[] } {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = source
  if (configMap) return { what: `ConfigMap ${quoted(recordOf(configMap).name)}`, paths: pathsOf(configMap) }
  if (secret) return { what: `Secret ${quoted(recordOf(secret).name)}`, paths: pathsOf(secret) }
  if (downwardAPI) return { what: 'DownwardAPI', paths: pathsOf(downwardAPI) }
  if (serviceAccountToken) return { what: 'ServiceAccountToken', paths: [normal(textAt(serviceAccountToken, 'path'))] }
  const bundle = recordOf(clusterTrustBundle)
  const what = `ClusterTrustBundle ${quoted(bundle.name ?? bundle.signerName)}`
  return { what, paths: bundle.path === undefined ? [] : [normal(textOf(bundle.path))] }
}

/** Paths of a volume that are compared with each other; a request can hold a hundred thousand. */
const MAX_PATHS = 50

const quoted = (name: unknown): string => JSON.stringify(textOf(name))

/** Without slashes at the end. An expression would try each of a million slashes in the middle as the beginning of the end. */
function normal(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

const pathsOf = (source: unknown): readonly string[] =>
  listOf(recordOf(source).items)
    .slice(0, MAX_PATHS)
    .map((item) => normal(textAt(item, 'path')))

function overlapsIn(paths: readonly string[], message: string): readonly string[] {
  return paths.flatMap((path, i) => {
    const other = paths.slice(0, i).find((earlier) => overlap(path, earlier))
    return other === undefined ? [] : overlapText([other, path], message)
  })
}

const overlapText = ([other, path]: readonly string[], message: string): readonly string[] => [
  `${message}: ${quoted(path)} with ${quoted(other)}`,
]

const overlap = (a: string, b: string): boolean => a !== '' && b !== '' && (a === b || isBelow(a, b) || isBelow(b, a))

const isBelow = (path: string, directory: string): boolean => path[directory.length] === '/' && path.startsWith(directory)
