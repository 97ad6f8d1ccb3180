// The kinds that Kubernetes releases serve, read from their OpenAPI documents: the current kinds, and older versions of them.
import { createControlPlane } from 'binnacle'
import { fetchHandler } from 'binnacle/adapters'
import types from './types.mjs'

/** The current release first; older ones have versions that were removed since. The seed selects that of the tested plane. */
export const RELEASES = [undefined, '1.21', '1.15']
export const releaseOf = (seed) => RELEASES[seed % RELEASES.length]

const catalogs = new Map()

/** `{ kind, apiVersion, prefix, plural, namespaced, schema, subresources, refTo }` of each kind that is stored. */
export async function catalogOf(release) {
  if (!catalogs.has(release)) catalogs.set(release, await readCatalog(release))
  return catalogs.get(release)
}

async function readCatalog(release) {
  const plane = await createControlPlane({
    dialect: 'kubernetes',
    resources: types,
    controllers: [],
    ...(release && { release }),
  })
  const ask = async (path) => (await fetchHandler(plane)(new Request(`http://plane${path}`))).json()
  const kinds = []
  for (const { serverRelativeURL } of Object.values((await ask('/openapi/v3')).paths)) {
    const { paths = {}, components = {} } = await ask(serverRelativeURL)
    for (const [path, operations] of Object.entries(paths)) {
      const match = /^(\/apis?\/.*?)(\/namespaces\/\{namespace\})?\/([a-z]+)$/.exec(path)
      const about = operations.post?.['x-kubernetes-group-version-kind']
      const body = operations.post?.requestBody?.content
      if (!match || !about || !body || !operations.get) continue
      const [, prefix, namespaced, plural] = match
      kinds.push({
        ...{ kind: about.kind, apiVersion: about.group === '' ? about.version : `${about.group}/${about.version}` },
        ...{ prefix, plural, namespaced: namespaced !== undefined, places: [] },
        schema: Object.values(body)[0].schema,
        refTo: (name) => components.schemas[name],
        subresources: Object.keys(paths).flatMap((other) =>
          other.startsWith(`${path}/{name}/`) ? [other.slice(path.length + '/{name}/'.length)] : [],
        ),
      })
    }
  }
  await plane.close()
  return kinds
}
