import { expect, test } from '@jest/globals'
import { dialects } from '../../src/meta/index.js'
import { compileSchema } from '../../src/schema/index.js'

const vendors = dialects.flatMap((from) => dialects.map((to) => ({ from, to })))

test.each(vendors)(
  'a schema of the $from.name dialect is published in the $to.name dialect, with all extensions',
  ({ from, to }) => {
    const extended = (prefix: string) => ({ [`${prefix}list-type`]: 'set', [`${prefix}unions`]: [{ discriminator: 'type' }] })
    const documentOf = (prefix: string) => ({
      type: 'object',
      properties: { l: { type: 'array', items: { type: 'string', ...extended(prefix) }, ...extended(prefix) } },
      ...extended(prefix),
      'x-example-list': 'kept',
    })
    expect(compileSchema(documentOf(from.schemaPrefix), { dialect: to }).document).toEqual(documentOf(to.schemaPrefix))
  },
)
