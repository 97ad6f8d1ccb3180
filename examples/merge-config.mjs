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

merge('team', team, true) // the team may
console.log(JSON.stringify(merged.live.ports))
// prints [{"name":"metrics","port":9100},{"name":"web","port":8080,"tls":true}]
console.log(merged.live.title, merged.live.replicas, merged.live.features.join()) // prints Shop 5 search,reviews

// What the team no longer says goes, as far as nobody else says it.
merge('team', { replicas: 5, features: ['search'] })
console.log(JSON.stringify(merged.live.ports), merged.live.features.join()) // prints [{"name":"web","port":8080}] search

// Who set what is plain JSON too, to be kept beside the result.
console.log(JSON.stringify(merged.managers.team.fields)) // prints {"f:features":{"v:\"search\"":{}},"f:replicas":{}}
