import { expect, test } from '@jest/globals'
import { linePrinter } from '../../../src/cli/serve/print-line.js'

test('lines that are not read are dropped beyond 8 MiB, and counted when they are read again', () => {
  const printed: string[] = []
  let waiting = 0
  const print = linePrinter({ print: (line) => printed.push(line), waiting: () => waiting })
  print('a')
  waiting = 9 * 1024 * 1024
  print('b')
  print('c')
  waiting = 0
  print('d')
  print('e')
  expect(printed).toEqual(['a', 'binnacle: 2 lines were dropped, as nothing could be written', 'd', 'e'])
})

test('lines that a full disk refuses are counted, and their number is printed when there is room again', () => {
  const printed: string[] = []
  let isFull = false
  const print = linePrinter({
    print(line, written) {
      if (!isFull) printed.push(line)
      written(isFull ? new Error('ENOSPC') : null)
    },
    waiting: () => 0,
  })
  print('a')
  isFull = true
  print('b')
  print('c')
  print('d')
  isFull = false
  print('e')
  print('f')
  expect(printed).toEqual(['a', 'binnacle: 3 lines were dropped, as nothing could be written', 'e', 'f'])
})
