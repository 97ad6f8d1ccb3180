// Merges two configuration files with the apply engine alone: no server, no store, nothing else loaded.
import { readFile } from 'node:fs/promises'
import { applyConfiguration, compileType, formatPath } from 'binnacle/apply'
import { parse } from 'yaml'

const read = async (name) => parse(await readFile(new URL(`merge-config/${name}.yaml`, import.meta.url), 'utf8'))
const type = compileType(await read('schema'))

let merged = { live: undefined, managers: {} }

/** Merges a file into the whole. It conflicts where another file says something else, and takes nothing then. */
const merge = (manager, configuration, force = false) => {
  const result = applyConfiguration({ type, ...merged, manager, configuration, force })
  if (result.outcome === 'applied') merged = { live: result.object, managers: result.managers }
  return result
}

merge('defaults', await read('defaults'))
const team = await read('team')
for (const { path, manager } of merge('team', team).conflicts) console.log(formatPath(path), 'is set by', manager)
// prints .replicas is set by defaults
// prints .ports[name="web"].tls is set by defaults

merge('team', team, true) // force: takes the fields over
console.log(JSON.stringify(merged.live.ports))
// prints [{"name":"metrics","port":9100},{"name":"web","port":8080,"tls":true}]
console.log(merged.live.title, merged.live.replicas, merged.live.features.join()) // prints Shop 5 search,reviews

// A field that the team no longer applies is removed, unless another manager owns it.
merge('team', { replicas: 5, features: ['search'] })
console.log(JSON.stringify(merged.live.ports), merged.live.features.join()) // prints [{"name":"web","port":8080}] search

// The owners are plain JSON too, to be stored beside the result.
console.log(JSON.stringify(merged.managers.team.fields)) // prints {"f:features":{"v:\"search\"":{}},"f:replicas":{}}
