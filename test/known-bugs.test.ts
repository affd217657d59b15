import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** A class of bug that others have had, the file of its test, and that test's title or the name of its row. */
type Known = readonly [bug: string, file: string, title: string]

const SESSION = 'fix/session-rules.test.ts'
const RESEND = 'fix/resend.test.ts'
const LOGON = 'fix/connection/logon.test.ts'
const TIME = 'fix/time.test.ts'
const FRAMES = 'fix/wire/frame-reader.test.ts'
const BOOK = 'engine/popular-defects.test.ts'

const REPORTED_AGAINST_FIX_ENGINES: readonly Known[] = [
  [
    'a resend loop when a ResendRequest itself has a gap',
    SESSION,
    'a ResendRequest with a gap of its own is answered first, then the gap is asked for: no loop',
  ],
  ['a resend request is lost with the connection', SESSION, 'a ResendRequest that was lost with its connection is sent again on the next'],
  [
    "a gap fill reuses the last application message's number",
    RESEND,
    'has each run of session messages filled as one gap, with the first number of the run',
  ],
  ['ResendRequest and SequenceReset cross', RESEND, 'that crosses a SequenceReset of the client is answered all the same'],
  ['the original and its PossDup copy are both sent', RESEND, 'does not hold up live messages, and neither is doubled'],
  ['a rejected logon advances the number', LOGON, '%s is refused without a message, and no number advances'],
  ['141=Y with a filled store', RESEND, 'after ResetSeqNumFlag finds nothing of before'],
  [
    'a store error leaves memory ahead of the disk',
    'fix/lost-commit.test.ts',
    'a commit that the disk never ends is told to nobody; after the restart engine, numbers and reports are those of the disk',
  ],
  [
    'a corrupt store resends empty bodies',
    RESEND,
    'is never answered with less than there was: an event that the journal has lost ends the process',
  ],
  ['session messages are resent', RESEND, 'has application messages sent again, equal in the body, with PossDupFlag and OrigSendingTime'],
  [
    'a Logout with a gap loses messages',
    SESSION,
    'a Logout is honoured at any number, and what lies in the gap is asked for after the next Logon',
  ],
  ['an invalid frame causes an endless loop', FRAMES, 'an invalid frame at the very end neither loops nor holds up what comes later'],
  ['an invalid frame exhausts memory', FRAMES, 'a BodyLength that is too long swallows over any number of reads in bounded memory'],
  ['a frame larger than the buffer silently stops the session', SESSION, 'a large message within the limit is taken'],
  [
    'a bad frame discards good ones behind it',
    SESSION,
    '%s is ignored, no number advances, and the messages around it in the same read are processed',
  ],
  ['non-ASCII in Text breaks the length', SESSION, 'non-ASCII in Text does not break the length of anything'],
  ['an unbounded queue while a resend is awaited', SESSION, 'while a gap is open, what is queued is bounded'],
  ['a blocking send freezes everyone', TIME, 'is cut, without holding up anybody, and finds every message after its next Logon'],
  [
    'a half-open socket keeps the session locked',
    LOGON,
    'takes over from a connection that has been silent for 1.5 heartbeat intervals, a TestRequest included',
  ],
  ['no timeout before logon', LOGON, 'has to come within five seconds'],
  [
    'dead after the end of the session',
    LOGON,
    'outside of the schedule is refused; at its end comes a Logout, and then both numberings start over',
  ],
  [
    'memory that grows by gigabytes a day',
    'fix/steady-memory.test.ts',
    'a session that says and hears heartbeats all day grows by less than 16 bytes for each of them',
  ],
  ['fields of the previous message leak through a reused decoder', SESSION, 'a field of the message before does not leak into the next'],
]

const OF_A_STOCK_ACCEPTOR: readonly Known[] = [
  ['a bad checksum consumes the sequence number', SESSION, 'a wrong checksum'],
  ['a message with a bad BodyLength is executed', SESSION, 'a BodyLength that is too short'],
  [
    'reports are never replayed on ResendRequest',
    RESEND,
    'has application messages sent again, equal in the body, with PossDupFlag and OrigSendingTime',
  ],
  [
    'an early order on a gap is executed at once, and again as PossDup',
    SESSION,
    'one that is too high is asked for once; what came is taken in order after it, and never twice',
  ],
  ['PossDups are delivered again', SESSION, 'a PossDup that was processed is ignored'],
  ['141=Y with a wrong password wipes the store', LOGON, 'a wrong one with ResetSeqNumFlag resets nothing'],
  ['a number that is too low closes without a Logout', SESSION, 'one that is too low is a Logout that says what was expected'],
  ['a message right behind a ResendRequest kills the session', SESSION, 'a message right behind a ResendRequest is taken'],
  [
    'an order after our TestRequest kills the session',
    TIME,
    'after 1.2 intervals without input comes a TestRequest, and any message answers it',
  ],
  ["the client's HeartBtInt is ignored", TIME, 'one after HeartBtInt without output, in the interval of the client'],
  ['141=Y is answered with 141=N', LOGON, 'in a session is rejected, and with ResetSeqNumFlag and number 1 it starts both numberings over'],
  ['a wrong CompID at logon is accepted', LOGON, 'of a CompID that nobody has'],
  ['SenderCompID is used as a path before authentication', LOGON, 'that would be a path'],
  ['no logon timeout', LOGON, 'has to come within five seconds'],
  [
    'no cap on the size of a message: 9=30000000 reserves memory',
    SESSION,
    'a BodyLength over the limit ends the connection, and no memory is reserved for it',
  ],
  ['no limit to the send queue', TIME, 'is cut, without holding up anybody, and finds every message after its next Logon'],
  [
    'messages for a client that is away are neither numbered nor stored',
    RESEND,
    'is told everything after its next Logon, in order and once, with numbers of then',
  ],
  ['duplicate tags are unchecked', SESSION, 'a tag twice'],
  ['group counts are unchecked', SESSION, 'a wrong count of a group'],
  ['enumerations are unchecked', SESSION, 'a value out of range'],
  ['number formats are unchecked', SESSION, 'a number that is none'],
  ['SendingTime is unchecked', SESSION, 'a SendingTime more than 120 s off is a Reject without RefTagID, then a Logout'],
]

const OF_POPULAR_BOOKS: readonly Known[] = [
  ['float dust leaves an order resting', BOOK, '1: 0.1 and 0.2 against 0.3 leave no dust that rests'],
  [
    'the market price is not in the snapshot, so stops misfire after a restore',
    BOOK,
    '2: the last price is part of the state, so stops trigger as before after a restart',
  ],
  ['a resting stop cannot be cancelled', BOOK, '3: a resting stop can be cancelled'],
  [
    'self-match prevention after a partial fill reports the wrong remainder and is not journaled',
    BOOK,
    '4: self-match prevention after a partial fill reports the remainder as it is, and it is in the journal',
  ],
  ['an order that is modified into a cross vanishes', BOOK, '5: a resting order that is replaced into a cross trades, it does not vanish'],
  ['modify drops account and time in force', BOOK, '6: a replace keeps account, session and time in force'],
  ['order ids __proto__ and constructor', BOOK, '7: %s is an order id like any other'],
  ['a lower quantity loses priority', BOOK, '8: a lower quantity keeps its priority'],
  ['a FOK rests after self-match removal', BOOK, '9: a fill or kill never rests, also when self-match prevention takes what it needed'],
  [
    'NaN and Infinity are accepted',
    BOOK,
    '10: amounts are integers from the edge on: what is none can not be entered, and the largest are exact',
  ],
  [
    'fills have no trade ids of their own',
    BOOK,
    '11: every fill has an execution number of its own, and both sides of a trade its trade number',
  ],
  [
    'a fill walks its price level',
    BOOK,
    '12: neither a fill nor a cancel walks the queue: the neighbours of an order are all that is touched',
  ],
]

describe('a class of bug that others have had is a test here', () => {
  describe.each([
    ['reported against FIX engines', REPORTED_AGAINST_FIX_ENGINES, 23],
    ['seen in a stock acceptor', OF_A_STOCK_ACCEPTOR, 22],
    ['of popular order books', OF_POPULAR_BOOKS, 12],
  ] as const)('%s', (_whose, known, count) => {
    test(`${count} of them, each named once`, () => {
      expect(new Set(known.map(([bug]) => bug)).size).toBe(count)
    })

    test.each(known)('%s: %s', (_bug, file, title) => {
      expect(namesIn(file)).toContain(title)
    })
  })
})

const names = new Map<string, ReadonlySet<string>>()

/** Titles of the tests of a file, and names of their rows: what stands first behind `test(`, `](` of a table, or a row's bracket. */
function namesIn(file: string): ReadonlySet<string> {
  let found = names.get(file)
  if (found === undefined) {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8')
    const quoted = /(?:\btest\(|\]\s*(?:as const)?\)\(|\[)\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g
    found = new Set([...text.matchAll(quoted)].map(([, single, double, template]) => (single ?? double ?? template)!))
    names.set(file, found)
  }
  return found
}
