import { expect, test } from '@jest/globals'
import { loadResources } from '../../../src/cli/files/resource-files.js'
import { dialects } from '../../../src/meta/index.js'

test.each(dialects)('--resources kubernetes means the packaged kinds, in the words of the plane: $name', async (dialect) => {
  const definitions = await loadResources('kubernetes', dialect)
  const found = definitions.map(({ group, names }) => `${group}/${names.kind}`)
  expect(found).toEqual(expect.arrayContaining(['/Pod', 'apps/Deployment', `networking.${dialect.groupDomain}/Ingress`]))
})
