import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pictureOf } from '../bench/picture.ts'
import type { BenchResult } from '../bench/result.ts'

const fileText = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const README = fileText('README.md')
const [, named] = /The figures are of `(bench\/results\/[^`]+)`/.exec(README)!
const result = JSON.parse(fileText(named!)) as BenchResult

test('the picture of the README is of the result that it names', () => {
  expect(fileText('bench/results/how-fast.svg')).toBe(pictureOf(result))
})

test.each([
  ['1 session, window 1000', ' orders/s'],
  ['1 session, window 1000: reports', ' reports/s'],
  ['1 session, window 1000, a drop copy reads everything', ' orders/s'],
  ['window 1, p50', ' µs'],
  ['POST of an order, durable', ' POSTs'],
  ['GET of an order', ' GETs'],
  ['journal.db after the end', ' bytes of journal.db an event'],
  ['mixed flow 60/30/10', ' commands/s'],
])('the table of the README has what the result that it names says of %s', (what, unit) => {
  const { value } = result.figures.find((figure) => figure.what === what)!
  expect(README).toContain(`${Math.round(value).toLocaleString('en-US')}${unit}`)
})
