import { expect, test } from '@jest/globals'
import { fetchHandler } from '../../../src/adapters/index.js'
import { CONFIG_MAPS, configMap, testPlane } from '../plane.js'

const LARGE = 'x'.repeat(700_000)

test('the sizes of answers are those of their bytes, of errors and of lists that are made while they are sent too', async () => {
  const { plane } = await testPlane()
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetchHandler(plane)(new Request(`http://plane${path}`, init))
    return new TextDecoder().decode(await response.arrayBuffer())
  }
  for (const name of ['a', 'b']) {
    const body = JSON.stringify(configMap(name, { text: LARGE }))
    await ask(CONFIG_MAPS, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  }
  const withoutManagedFields = { accept: 'application/json;drop=managedFields' }
  const asTable = { accept: 'application/json;as=Table;g=meta.platform.io;v=v1' }
  const texts = {
    GET: [await ask(`${CONFIG_MAPS}/a`), await ask(`${CONFIG_MAPS}/nothing`)],
    LIST: [
      await ask(`${CONFIG_MAPS}?limit=1`),
      await ask(CONFIG_MAPS),
      await ask(CONFIG_MAPS, { headers: withoutManagedFields }),
      await ask(`${CONFIG_MAPS}?includeObject=Object`, { headers: asTable }),
    ],
  }
  const metrics = await ask('/metrics')
  const counted = (part: string, verb: string) => {
    const name = `apiserver_response_sizes_${part}{verb="${verb}",group="",version="v1",resource="configmaps",`
    return metrics
      .split('\n')
      .filter((line) => line.startsWith(name))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  const seen = (verb: string) => [counted('count', verb), counted('sum', verb)]
  for (const [verb, all] of Object.entries(texts)) {
    expect([verb, seen(verb)]).toEqual([verb, [all.length, all.reduce((sum, text) => sum + text.length, 0)]])
  }
  expect(seen('POST')).toEqual([0, 0])
  await plane.close()
})
