import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  IdentifierKind,
  IdentifierMint,
  LARGEST_IDENTIFIED_NUMBER,
  type Seed,
  seedFrom,
} from '../../../src/domain/identifiers/identifier.ts'

const anyWord = fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 })
const anySeed: fc.Arbitrary<Seed> = fc.tuple(anyWord, anyWord, anyWord, anyWord)
const anyKind = fc.integer({ min: 0, max: 15 })
const anyNumber = fc.oneof(fc.nat(100_000), fc.integer({ min: 0, max: LARGEST_IDENTIFIED_NUMBER }))

const mint = new IdentifierMint(seedFrom('market one'))

describe('an id', () => {
  test('is the same for ever: journals and clients keep it', () => {
    expect([
      mint.mint(IdentifierKind.Order, 0),
      mint.mint(IdentifierKind.Order, 1),
      mint.mint(IdentifierKind.Execution, 1),
      mint.mint(15, LARGEST_IDENTIFIED_NUMBER),
    ]).toEqual([
      '9b37edbd-d23b-8f4c-a379-803123c8bd80',
      '250cfa52-0f3c-8c7d-9b29-4974d66319aa',
      '55a1708d-8cb8-85b7-8f09-c1065d79f315',
      '03e7adbe-635b-8d09-ab35-848374ff2b30',
    ])
  })

  test('is a UUID of version 8 and variant 10 and decodes to its kind and number', () => {
    fc.assert(
      fc.property(anySeed, anyKind, anyNumber, (seed, kind, number) => {
        const market = new IdentifierMint(seed)
        const id = market.mint(kind, number)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(market.decode(id)).toEqual({ kind, number })
      }),
      { numRuns: 2_000 },
    )
  })

  test('does not depend on what was minted or decoded before', () => {
    const busy = new IdentifierMint(seedFrom('market one'))
    busy.mint(3, 77)
    busy.decode('not an id')
    expect(busy.mint(1, 5)).toBe(mint.mint(1, 5))
  })

  test('is written into a buffer as the same characters', () => {
    fc.assert(
      fc.property(anyKind, anyNumber, (kind, number) => {
        const buffer = new Uint8Array(40).fill(0x7c)
        mint.writeTo(new DataView(buffer.buffer), 2, kind, number)
        expect(Buffer.from(buffer).toString('latin1')).toBe(`||${mint.mint(kind, number)}||`)
      }),
    )
  })

  test('is never given twice by one market: a million ids differ, and do so in their first 48 bits', () => {
    const heads = new Set<string>()
    for (let number = 0; number < 500_000; number++) {
      heads.add(mint.mint(IdentifierKind.Order, number).slice(0, 13))
      heads.add(mint.mint(IdentifierKind.Execution, number).slice(0, 13))
    }
    expect(heads.size).toBe(1_000_000)
  })
})

describe('unguessable', () => {
  test('the next number changes about half of the 122 bits', () => {
    const changed: number[] = []
    for (let number = 0; number < 2_000; number++) changed.push(differingBits(mint.mint(0, number), mint.mint(0, number + 1)))
    const mean = changed.reduce((sum, bits) => sum + bits, 0) / changed.length
    expect(mean).toBeGreaterThan(60)
    expect(mean).toBeLessThan(62)
    expect(Math.min(...changed)).toBeGreaterThan(30)
  })

  test('one bit of the seed changes about half of the bits', () => {
    fc.assert(
      fc.property(anySeed, fc.nat(127), anyKind, anyNumber, (seed, bit, kind, number) => {
        const other: [number, number, number, number] = [...seed]
        other[bit >> 5]! ^= 1 << (bit & 31)
        const changed = differingBits(new IdentifierMint(seed).mint(kind, number), new IdentifierMint(other).mint(kind, number))
        expect(changed).toBeGreaterThan(25)
        expect(changed).toBeLessThan(97)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('decode refuses', () => {
  test('the ids of another market', () => {
    const other = new IdentifierMint(seedFrom('market two'))
    fc.assert(
      fc.property(anyKind, anyNumber, (kind, number) => {
        expect(mint.decode(other.mint(kind, number))).toBeUndefined()
      }),
    )
  })

  test('an id with any one digit changed', () => {
    const id = mint.mint(IdentifierKind.Account, 42)
    const forged = [...id].flatMap((digit, at) =>
      digit === '-'
        ? []
        : [...'0123456789abcdef'].filter((other) => other !== digit).map((other) => id.slice(0, at) + other + id.slice(at + 1)),
    )
    expect(forged.length).toBe(480)
    expect(forged.filter((text) => mint.decode(text) !== undefined)).toEqual([])
  })

  test('any other spelling of an id', () => {
    const id = mint.mint(IdentifierKind.Account, 42)
    const spellings = [id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, ` ${id}`, `${id}0`, id.slice(1), '', 'undefined']
    expect(spellings.map((text) => mint.decode(text))).toEqual(spellings.map(() => undefined))
  })

  test('the UUIDs of others', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(mint.decode(uuid)).toBeUndefined()
      }),
      { numRuns: 1_000 },
    )
  })
})

test.each([
  [16, 0],
  [-1, 0],
  [0.5, 0],
  [0, -1],
  [0, LARGEST_IDENTIFIED_NUMBER + 1],
  [0, 1.5],
  [0, NaN],
  [0, Infinity],
])('a mint throws for kind %d and number %d', (kind, number) => {
  expect(() => mint.mint(kind, number)).toThrow(RangeError)
  expect(() => {
    mint.writeTo(new DataView(new ArrayBuffer(36)), 0, kind, number)
  }).toThrow(RangeError)
})

test('kinds are distinct and fit four bits', () => {
  const kinds = Object.values(IdentifierKind)
  expect(new Set(kinds).size).toBe(kinds.length)
  expect(kinds.every((kind) => Number.isInteger(kind) && kind >= 0 && kind <= 15)).toBe(true)
})

test('the seed of a text is the same for ever', () => {
  expect([seedFrom(''), seedFrom('market one')]).toEqual([
    [845_396_778, 1_683_803_090, 227_906_005, 1_489_882_106],
    [2_680_252_433, 1_857_502_330, 1_998_485_039, 2_754_582_872],
  ])
})

test('seeds of different texts differ', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(one !== other)
      expect(seedFrom(one)).not.toEqual(seedFrom(other))
    }),
  )
})

function differingBits(one: string, other: string): number {
  const xor = BigInt(`0x${one.replaceAll('-', '')}`) ^ BigInt(`0x${other.replaceAll('-', '')}`)
  return xor.toString(2).replaceAll('0', '').length
}
