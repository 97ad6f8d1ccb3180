/**
 * The resource types of `--resources`.
 *
 * @module
 */

import { access } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readTextFile } from '../../client/node/index.js'
import { decodeJson, decodeYaml } from '../../codec/index.js'
import { check, type Dialect, PACKAGED_KINDS } from '../../meta/index.js'
import { fromOpenAPI, type ResourceDefinition } from '../../resources/index.js'
import { type CommandError, reasonOf } from '../command-error.js'
import { badFlag } from '../flags.js'

const FLAG = 'resources'
/** Maximum document size in bytes; that of Kubernetes has 4 MB. */
const MAX_BYTES = 64 * 1024 * 1024
const TYPESCRIPT_ENDINGS = ['.ts', '.mts', '.cts']
const MODULE_ENDINGS = ['.js', '.mjs', '.cjs', ...TYPESCRIPT_ENDINGS]

/**
 * Reads resource definitions: the packaged kinds of Kubernetes by the word `kubernetes` (a file of that name is `./kubernetes`),
 * or a file with an OpenAPI document in JSON or YAML, or a module whose default export is a definition or a list of them.
 *
 * @param file - The value of the flag.
 * @param dialect - The dialect of the definitions.
 * @throws {@link CommandError} when the file cannot be read or has none of these.
 */
export async function loadResources(file: string, dialect: Dialect): Promise<readonly ResourceDefinition[]> {
  if (file === PACKAGED_KINDS) {
    const { packagedKinds } = await import('../../resources/packaged/index.js')
    return Object.values(packagedKinds({ dialect }))
  }
  if (MODULE_ENDINGS.includes(path.extname(file))) return definitionsOf(file)
  const text = await readTextFile(file, { maxBytes: MAX_BYTES }).catch((error: unknown) => {
    throw badFlag(FLAG, file, reasonOf(error), error)
  })
  const document = await parseDocument(file, text)
  if (!isOpenAPI(document))
    throw notResources(
      file,
      isApiObject(document) ? `the file has objects, which binnacle serve --objects ${file} creates: ` : '',
    )
  const definitions = definitionsIn(file, document, dialect)
  // Documents of other APIs have no kinds, and a plane without them would only answer 404.
  if (definitions.length === 0)
    throw badFlag(
      FLAG,
      file,
      'the document has no kinds to add: expected that of a cluster, as kubectl get --raw /openapi/v2 prints it',
    )
  return definitions
}

function definitionsIn(file: string, document: unknown, dialect: Dialect): readonly ResourceDefinition[] {
  try {
    return fromOpenAPI(document, { dialect })
  } catch (error) {
    throw badFlag(FLAG, file, reasonOf(error), error)
  }
}

async function parseDocument(file: string, text: string): Promise<unknown> {
  const limits = { isFile: true, isSchema: true }
  const bytes = new TextEncoder().encode(text)
  try {
    return path.extname(file) === '.json' ? decodeJson(bytes, limits).value : (await decodeYaml(bytes, limits)).value
  } catch (error) {
    throw badFlag(FLAG, file, `cannot be parsed: ${reasonOf(error)}`, error)
  }
}

async function definitionsOf(file: string): Promise<readonly ResourceDefinition[]> {
  // Node's error for a missing module names the importing file, which is one of ours.
  await access(file).catch((error: unknown) => {
    throw badFlag(FLAG, file, reasonOf(error), error)
  })
  if (TYPESCRIPT_ENDINGS.includes(path.extname(file)) && !('typescript' in process.features && process.features.typescript))
    throw badFlag(FLAG, file, 'this Node runs no TypeScript: compile it, or use Node 22.18 or later')
  const module: { readonly default?: unknown } = await import(pathToFileURL(path.resolve(file)).href).catch((error: unknown) => {
    throw badFlag(FLAG, file, `the module cannot be loaded: ${reasonOf(error)}`, error)
  })
  const definitions = Array.isArray(module.default) ? module.default : [module.default]
  if (!definitions.every(isDefinition)) throw notResources(file)
  return definitions
}

const isOpenAPI = (value: unknown): boolean => check.isObject(value) && ('swagger' in value || 'openapi' in value)

const isApiObject = (value: unknown): boolean => check.isObject(value) && typeof value.kind === 'string'

const isDefinition = (value: unknown): value is ResourceDefinition =>
  check.isObject(value) && check.isObject(value.names) && Array.isArray(value.versions) && check.isObject(value.strategy)

const notResources = (file: string, found = ''): CommandError =>
  badFlag(
    FLAG,
    file,
    `${found}expected ${PACKAGED_KINDS}, an OpenAPI document, or a module that default-exports what defineResource makes`,
  )
