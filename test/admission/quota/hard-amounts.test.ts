import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { HardAmounts } from '../../../src/admission/quota/hard-amounts.js'
import { Quota } from '../../../src/admission/quota/quota.js'
import { type ApiObject, kubernetesDialect, parseQuantity } from '../../../src/meta/index.js'

const names = fc.oneof(fc.constantFrom('pods', 'cpu', 'count/a.b', '__proto__', '1 a\nb', ''), fc.string())
const lists = fc.dictionary(names, fc.constantFrom('1', '2Gi', '1e3', '-5m', 'many', 7), { maxKeys: 30 })

test('what is allowed of any resource is what the list says, whatever it is called', () => {
  fc.assert(
    fc.property(lists, fc.array(names), (list, others) => {
      const isMeant = (name: string) => name !== 'cpu'
      const meant = Object.keys(list).filter((name) => parseQuantity(list[name]) && isMeant(name))
      const hard = new HardAmounts(list, isMeant)
      expect([...hard.names()]).toEqual(meant.sort())
      expect(hard.size).toBe(meant.length)
      for (const name of [...meant, ...others]) {
        expect(hard.has(name)).toBe(meant.includes(name))
        expect(hard.get(name)).toEqual(meant.includes(name) ? parseQuantity(list[name]) : undefined)
      }
    }),
  )
})

test('two lists are equal when they say the same, and only then', () => {
  const all = () => true
  fc.assert(
    fc.property(lists, lists, (one, other) => {
      const kept = (list: typeof one) =>
        JSON.stringify(
          Object.entries(list)
            .filter(([, amount]) => parseQuantity(amount))
            .map(([name, amount]) => [name, String(amount)])
            .sort(),
        )
      expect(new HardAmounts(one, all).equals(new HardAmounts(other, all))).toBe(kept(one) === kept(other))
      const backwards = Object.fromEntries(Object.entries(one).reverse())
      expect(new HardAmounts(one, all).equals(new HardAmounts(backwards, all))).toBe(true)
    }),
  )
  expect(new HardAmounts({ a: '12' }, all).equals(new HardAmounts({ a1: '2' }, all))).toBe(false)
})

test.each([
  ['types', (quota: number, i: number) => `count/r${quota}x${i}.example.com`],
  ['storage classes', (quota: number, i: number) => `c${quota}x${i}.storageclass.storage.k8s.io/requests.storage`],
])('quotas of thousands of %s take no more memory than their text', (_, nameOf) => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const quotaOf = (quota: number): Quota => {
    const hard = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [nameOf(quota, i), `${i + 1}Gi`]))
    return new Quota({ metadata: { name: `q${quota}` }, spec: { hard } } as unknown as ApiObject, kubernetesDialect)
  }
  quotaOf(0)
  collect()
  const before = process.memoryUsage().heapUsed
  const quotas = Array.from({ length: 20 }, (_, i) => quotaOf(i))
  collect()
  const each = (process.memoryUsage().heapUsed - before) / quotas.length
  expect(each).toBeLessThan(400 * 1024)
  expect(quotas.every(({ hard }) => hard.size === 3000)).toBe(true)
})
