import { DICTIONARY, dictionaryRules, publicRules } from '../../support/gateway-under-test.ts'
import { BodyCheck } from '../body-check.ts'
import { checkCsvOut, checkQuoteFile } from '../csv-check.ts'
import { checkCursor } from '../cursor-check.ts'
import { loadMessageShapes } from '../message-shapes.ts'
import { checkParser } from '../parser-check.ts'
import { checkSession } from '../session-check.ts'

/** Bytes of one input; a session takes several, one after the other. */
export type Tapes = readonly Uint8Array[]

export interface Target {
  readonly name: string
  /** what is checked, for the report */
  readonly claim: string
  /** tapes that an input has at most */
  readonly mostTapes: number
  /** of all inputs */
  readonly percent: number
  /** Throws when it does not hold. */
  readonly check: (tapes: Tapes) => void | Promise<void>
  /** Ends what it has opened. */
  readonly close?: () => Promise<void>
}

export async function openTargets(): Promise<readonly Target[]> {
  const surroundings = { rules: await dictionaryRules(), publicRules: await publicRules(), shapes: await loadMessageShapes(DICTIONARY) }
  const one = (check: (tape: Uint8Array) => void | Promise<void>) => (tapes: Tapes) => check(tapes[0] ?? new Uint8Array())
  const bodies = new BodyCheck()
  return [
    {
      name: 'FIX parser',
      claim:
        'reader, view and validation never throw, read what a plain reader reads, however the stream is cut, and read the good message behind it',
      mostTapes: 1,
      percent: 73,
      check: one((tape) => checkParser(tape, surroundings)),
    },
    {
      name: 'FIX session',
      claim:
        'bytes that are no message move no number and change nothing in the engine; a fault of structure never reaches it; what goes out is valid and in order; the next good message is answered',
      mostTapes: 24,
      percent: 10,
      check: (tapes) => checkSession(tapes, surroundings),
    },
    {
      name: 'quotes as CSV',
      claim: 'a file is read as it stands, or refused with the first wrong line',
      mostTapes: 1,
      percent: 6,
      check: one(checkQuoteFile),
    },
    { name: 'exports as CSV', claim: 'what is written reads back by RFC 4180', mostTapes: 1, percent: 5, check: one(checkCsvOut) },
    {
      name: 'REST bodies',
      claim: 'no body is answered with 5xx, one that is refused changes nothing, and the good order behind it is taken',
      mostTapes: 6,
      percent: 1,
      check: bodies.check,
      close: () => bodies.close(),
    },
    { name: 'cursors', claim: 'a cursor is a place in its list, or INVALID_CURSOR', mostTapes: 1, percent: 5, check: one(checkCursor) },
  ]
}
