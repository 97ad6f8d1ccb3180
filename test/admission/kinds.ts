import { readFileSync } from 'node:fs'
import { fromOpenAPI } from '../../src/public/index.js'
import { completeDefinitions } from '../../src/resources/index.js'

/** The kinds of a cluster, from its OpenAPI document, in the words of the platform. */
export const kinds = await completeDefinitions(
  fromOpenAPI(JSON.parse(readFileSync(new URL('../../../shared/data/openapi-v2.json', import.meta.url), 'utf8'))),
)
