// Generates the packaged kinds of binnacle/kubernetes from an OpenAPI v2 document of a cluster: the resources, the structure of
// their schemas as compact tables, and TypeScript types. Field names, types and extensions are copied, as every client has to
// use them; descriptions are not.
//
//   node tools/kinds.mjs                    from ../shared/data/openapi-v2.json
//   node tools/kinds.mjs --document FILE    from another document
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { resourceTable } from './kinds/resources.mjs'
import { schemaTables } from './kinds/schemas.mjs'
import { typeDeclarations } from './kinds/types.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = path.join(root, 'src/resources/packaged/generated')

/** The text of each generated file, by its name. */
export function generate(document) {
  const resources = resourceTable(document)
  const schemas = schemaTables(document, resources)
  return {
    'resources.ts': tableFile('The resources of the packaged kinds.', 'RESOURCES', resources.text),
    'schemas.ts': tableFile('The schemas of the packaged kinds.', 'SCHEMAS', schemas.text),
    'types.ts': typeDeclarations(schemas.types, resources.kinds),
  }
}

const tableFile = (about, name, text) => `/**
 * ${about} Made by \`tools/kinds.mjs\`; see \`../tables.ts\` for how it is read.
 *
 * @module
 */

export const ${name} = \`
${text}\`
`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { document: { type: 'string', default: path.join(root, '../shared/data/openapi-v2.json') } },
  })
  const files = generate(JSON.parse(readFileSync(values.document, 'utf8')))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(target, name), text)
  const { status } = spawnSync('npx', ['biome', 'format', '--write', target], { stdio: 'inherit', cwd: root })
  process.exit(status ?? 1)
}
