import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupEntries } from '../../../src/fix/wire/group-entries.ts'
import { compileDictionaryRules, loadDefinitions } from '../../../src/fix/wire/dictionary-rules.ts'
import { msgTypeCode } from '../../../src/fix/wire/message-view.ts'
import { validateMessage } from '../../../src/fix/wire/validate.ts'
import { DICTIONARY, fix, viewOf } from './fix-text.ts'

const rules = compileDictionaryRules(await loadDefinitions(DICTIONARY))
const header = '34=2|49=DESK1|52=20260302-14:30:00.123|56=GATEWAY'
const limitOrder = '11=A1|38=100|40=2|44=12.5|54=1|55=AAPL|59=0|60=20260302-14:30:00.123'

/** `reason tag text` of the first fault, '' when there is none. */
function faultOf(body: string, allowUserDefined = false): string {
  const fault = validateMessage(viewOf(fix(body)), rules, { allowUserDefined })
  return fault === undefined ? '' : [fault.reason, fault.refTagId ?? '-', fault.text].join(' ')
}
const faultOfOrder = (body: string): string => faultOf(`35=D|${header}|${body}`)

describe('what is well formed passes', () => {
  test.each([
    `35=0|${header}`,
    `35=0|${header}|112=TEST`,
    `35=1|${header}|112=TEST`,
    `35=2|${header}|7=1|16=0`,
    `35=3|${header}|45=2|371=55|372=D|373=1|58=text`,
    `35=4|${header}|123=Y|36=9`,
    `35=5|${header}|58=bye`,
    `35=A|${header}|98=0|108=30|141=Y|553=desk|554=secret|789=12`,
    `35=A|${header}|95=5|96=a|b|c|98=0|108=30|384=2|372=D|385=R|372=8|385=S`,
    `35=D|${header}|${limitOrder}`,
    `35=D|34=2|43=Y|49=DESK1|50=trader|52=20260302-14:30:00|56=GATEWAY|57=x|97=Y|115=FUND|116=a|122=20260302-14:29:00|128=X|129=y|142=z|${limitOrder}`,
    `35=D|${header}|627=2|628=HUB|629=20260302-14:30:00|630=7|628=HUB2|${limitOrder}`,
    // What desks send along although the gateway does not use it.
    `35=D|${header}|1=ACC|11=A1|15=USD|18=G K|21=1|22=4|38=100|40=2|44=12.5` +
      '|48=US0378331005|54=1|55=AAPL|59=0|60=20260302-14:30:00|63=0|64=20260304|100=XNAS|109=CLIENT|110=1|111=10|114=N|126=20260402-20:00:00' +
      '|167=CS|200=202603|207=N|376=c|377=Y|432=20260402|461=ESXXXX|528=A|529=1 2|581=1|582=4|635=B|660=99',
    `35=D|${header}|453=2|448=A|447=D|452=3|802=2|523=s|803=1|523=t|803=2|448=B|447=D|452=38|78=2|79=X|80=60|79=Y|539=1|524=n|525=D|80=40|386=1|336=R|${limitOrder}`,
    `35=D|${header}|453=0|${limitOrder}`,
    `35=D|${header}|${limitOrder}|354=5|355=a|b|c`,
    `35=F|${header}|11=A2|37=7|41=A1|54=1|55=AAPL|60=20260302-14:30:00`,
    `35=G|${header}|11=A2|38=100|40=2|41=A1|44=12.5|54=1|55=AAPL|60=20260302-14:30:00`,
    `35=H|${header}|11=A1|54=1|55=AAPL|790=S1`,
    `35=q|${header}|1=ACC|11=A3|530=7|60=20260302-14:30:00`,
    `35=AF|${header}|584=M1|585=7`,
    `35=V|${header}|262=R|263=1|264=1|265=1|267=2|269=0|269=1|146=2|55=AAPL|48=x|22=1|55=MSFT`,
    `35=x|${header}|320=R|559=4`,
    `35=g|${header}|335=R|263=0`,
    // Messages of FIX 4.4 that the dialect does not lay out: their bodies are nobody's business here.
    `35=AE|${header}|571=x|9999=y`,
    `35=s|${header}`,
  ])('%s', (body) => {
    expect(faultOf(body)).toBe('')
  })
})

describe('session reject reasons, section 5 "structure"', () => {
  test.each([
    // Tag undefined
    ['0 999 Invalid tag number', `${limitOrder}|999=x`],
    ['0 0 Invalid tag number', `${limitOrder}|0=x`],
    ['0 -1 Invalid tag number', `${limitOrder}|-1=x`],
    ['0 5000 Invalid tag number', `${limitOrder}|5000=x`],
    ['0 20001 Invalid tag number', `${limitOrder}|20001=x`],
    ['0 123456789 Invalid tag number', `${limitOrder}|123456789=x`],
    ['0 20 Invalid tag number', `${limitOrder}|20=0`],
    // Required tag missing
    ['1 11 Required tag missing', limitOrder.replace('11=A1|', '')],
    ['1 54 Required tag missing', limitOrder.replace('54=1|', '')],
    ['1 55 Required tag missing', limitOrder.replace('55=AAPL|', '')],
    ['1 40 Required tag missing', limitOrder.replace('40=2|', '')],
    ['1 60 Required tag missing', limitOrder.replace('|60=20260302-14:30:00.123', '')],
    // Tag not for this message, of our dialect or of FIX 4.4 alone
    ['2 41 Tag not defined for this message type', `${limitOrder}|41=A0`],
    ['2 112 Tag not defined for this message type', `112=x|${limitOrder}`],
    ['2 571 Tag not defined for this message type', `${limitOrder}|571=x`],
    // Tag without value
    ['4 55 Tag specified without a value', limitOrder.replace('55=AAPL', '55=')],
    ['4 58 Tag specified without a value', `${limitOrder}|58=`],
    // Value out of range
    ['5 54 Value is incorrect (out of range) for this tag', limitOrder.replace('54=1', '54=Z')],
    ['5 40 Value is incorrect (out of range) for this tag', limitOrder.replace('40=2', '40=Z')],
    ['5 59 Value is incorrect (out of range) for this tag', limitOrder.replace('59=0', '59=8')],
    ['5 21 Value is incorrect (out of range) for this tag', `${limitOrder}|21=4`],
    ['5 18 Value is incorrect (out of range) for this tag', `${limitOrder}|18=G ! K`],
    ['5 167 Value is incorrect (out of range) for this tag', `${limitOrder}|167=STOCK`],
    // Incorrect data format
    ['6 38 Incorrect data format for value', limitOrder.replace('38=100', '38=abc')],
    ['6 38 Incorrect data format for value', limitOrder.replace('38=100', '38=+100')],
    ['6 38 Incorrect data format for value', limitOrder.replace('38=100', '38=1e3')],
    ['6 38 Incorrect data format for value', limitOrder.replace('38=100', '38=NaN')],
    ['6 38 Incorrect data format for value', limitOrder.replace('38=100', '38=Infinity')],
    ['6 44 Incorrect data format for value', limitOrder.replace('44=12.5', '44=12,5')],
    ['6 44 Incorrect data format for value', limitOrder.replace('44=12.5', '44=.')],
    ['6 54 Incorrect data format for value', limitOrder.replace('54=1', '54=12')],
    ['6 60 Incorrect data format for value', limitOrder.replace('60=20260302-14:30:00.123', '60=2026-03-02T14:30:00Z')],
    ['6 60 Incorrect data format for value', limitOrder.replace('60=20260302', '60=20260230')],
    ['6 64 Incorrect data format for value', `${limitOrder}|64=2026-03-04`],
    ['6 64 Incorrect data format for value', `${limitOrder}|64=20260304-14:30:00`],
    ['6 15 Incorrect data format for value', `${limitOrder}|15=US`],
    ['6 15 Incorrect data format for value', `${limitOrder}|15=usd`],
    ['6 114 Incorrect data format for value', `${limitOrder}|114=X`],
    ['6 200 Incorrect data format for value', `${limitOrder}|200=202613`],
    ['6 200 Incorrect data format for value', `${limitOrder}|200=2026x3`],
    ['6 200 Incorrect data format for value', `${limitOrder}|200=20x603`],
    ['6 200 Incorrect data format for value', `${limitOrder}|200=202603w0`],
    ['6 200 Incorrect data format for value', `${limitOrder}|200=202603w6`],
    ['6 207 Incorrect data format for value', `${limitOrder}|207=X NAS`],
    ['6 18 Incorrect data format for value', `${limitOrder}|18=G  K`],
    ['6 854 Incorrect data format for value', `${limitOrder}|854=1.5`],
    ['6 354 Incorrect data format for value', `${limitOrder}|354=9|355=abc`],
    ['6 354 Incorrect data format for value', `${limitOrder}|354=-1|355=abc`],
    // Tag twice
    ['13 40 Tag appears more than once', `${limitOrder}|40=2`],
    ['13 40 Tag appears more than once', `${limitOrder}|40=1`],
    ['13 11 Tag appears more than once', `11=A0|${limitOrder}`],
    // Header, body, trailer out of order
    ['14 115 Tag specified out of required order', `${limitOrder}|115=FUND`],
    ['14 11 Tag specified out of required order', `93=3|89=abc|${limitOrder}`],
  ])('%s', (fault, body) => {
    expect(faultOfOrder(body)).toBe(fault)
  })

  test('a body field between the header fields: the header field behind it is out of order', () => {
    expect(faultOf('35=D|34=2|11=A1|49=DESK1|52=20260302-14:30:00|56=GATEWAY|40=1|54=1|55=AAPL|60=20260302-14:30:00')).toBe(
      '14 49 Tag specified out of required order',
    )
  })

  test('a header tag twice', () => {
    expect(faultOf(`35=0|34=2|${header}`)).toBe('13 34 Tag appears more than once')
    expect(faultOf(`35=0|${header}|35=0`)).toBe('13 35 Tag appears more than once')
  })

  test.each([34, 49, 52, 56])('header tag %i missing', (tag) => {
    const without = header.split('|').filter((field) => !field.startsWith(`${tag}=`))
    expect(faultOf(`35=0|${without.join('|')}`)).toBe(`1 ${tag} Required tag missing`)
  })

  test('numbers of the session layer', () => {
    expect(faultOf(`35=0|${header.replace('34=2', '34=abc')}`)).toBe('6 34 Incorrect data format for value')
    expect(faultOf(`35=0|${header.replace('34=2', '34=-2')}`)).toBe('6 34 Incorrect data format for value')
    expect(faultOf(`35=2|${header}|7=x|16=0`)).toBe('6 7 Incorrect data format for value')
    expect(faultOf(`35=A|${header}|98=0|108=30.5`)).toBe('6 108 Incorrect data format for value')
    expect(faultOf(`35=A|${header}|98=9|108=30`)).toBe('5 98 Value is incorrect (out of range) for this tag')
    expect(faultOf(`35=4|${header}|123=y|36=9`)).toBe('6 123 Incorrect data format for value')
  })

  test('a tag of our own in a message that does not have it is known all the same', () => {
    expect(faultOf(`35=0|${header}|9867=FILL`)).toBe('2 9867 Tag not defined for this message type')
  })

  test('a MsgType that FIX 4.4 does not know has no RefTagID', () => {
    expect(faultOf(`35=ZZ|${header}`)).toBe('11 - Invalid MsgType')
    expect(faultOf(`35=!|${header}`)).toBe('11 - Invalid MsgType')
    expect(faultOf(`35=DDD|${header}`)).toBe('11 - Invalid MsgType')
    expect(faultOf(`35=|${header}`)).toBe('4 35 Tag specified without a value')
  })

  test('the header of a message that the dialect does not lay out is checked', () => {
    expect(faultOf(`35=AE|${header.replace('|56=GATEWAY', '')}|571=x`)).toBe('1 56 Required tag missing')
    expect(faultOf(`35=AE|${header}|571=x|115=FUND`)).toBe('14 115 Tag specified out of required order')
  })
})

describe('repeating groups', () => {
  test.each([
    ['16 453 Incorrect NumInGroup count for repeating group', `453=3|448=A|447=D|448=B|447=D|${limitOrder}`],
    ['16 453 Incorrect NumInGroup count for repeating group', `453=1|448=A|447=D|448=B|447=D|${limitOrder}`],
    ['16 453 Incorrect NumInGroup count for repeating group', `453=2|${limitOrder}`],
    ['16 802 Incorrect NumInGroup count for repeating group', `453=1|448=A|802=2|523=s|${limitOrder}`],
    ['6 453 Incorrect data format for value', `453=x|448=A|${limitOrder}`],
    ['6 453 Incorrect data format for value', `453=-1|448=A|${limitOrder}`],
    ['15 447 Repeating group fields out of order', `453=1|447=D|448=A|${limitOrder}`],
    ['15 447 Repeating group fields out of order', `453=1|448=A|452=3|447=D|${limitOrder}`],
    ['13 447 Tag appears more than once', `453=1|448=A|447=D|447=D|${limitOrder}`],
    ['13 453 Tag appears more than once', `453=1|448=A|453=1|448=B|${limitOrder}`],
    ['14 448 Tag specified out of required order', `453=1|448=A|${limitOrder}|448=B`],
    ['2 448 Tag not defined for this message type', `448=A|447=D|${limitOrder}`],
    ['2 523 Tag not defined for this message type', `453=1|448=A|523=s|${limitOrder}`],
    ['5 447 Value is incorrect (out of range) for this tag', `453=1|448=A|447=!|${limitOrder}`],
    ['4 447 Tag specified without a value', `453=1|448=A|447=|${limitOrder}`],
    ['6 452 Incorrect data format for value', `453=1|448=A|452=x|${limitOrder}`],
    ['15 312 Repeating group fields out of order', `711=1|312=x|${limitOrder}`],
  ])('%s', (fault, body) => {
    expect(faultOfOrder(body)).toBe(fault)
  })

  test('a group that the message requires', () => {
    expect(faultOf(`35=V|${header}|262=R|263=1|264=1|146=1|55=AAPL`)).toBe('1 267 Required tag missing')
    expect(faultOf(`35=X|${header}|268=2|279=0|269=0|270=1|269=1|270=2`)).toBe('15 269 Repeating group fields out of order')
  })

  test('a group that the message requires has an entry at least, another may have none', () => {
    const outOfRange = 'Value is incorrect (out of range) for this tag'
    expect(faultOf(`35=V|${header}|262=R|263=1|264=1|267=0|146=1|55=AAPL`)).toBe(`5 267 ${outOfRange}`)
    expect(faultOf(`35=V|${header}|262=R|263=1|264=1|267=1|269=0|146=0`)).toBe(`5 146 ${outOfRange}`)
    expect(faultOf(`35=W|${header}|55=AAPL|268=0`)).toBe(`5 268 ${outOfRange}`)
    expect(faultOf(`35=X|${header}|268=0`)).toBe(`5 268 ${outOfRange}`)
    expect(faultOf(`35=B|${header}|148=News|33=0`)).toBe(`5 33 ${outOfRange}`)
    expect(faultOfOrder(`453=0|${limitOrder}`)).toBe('')
  })

  test('the entries are read one by one, over nested ones', () => {
    const view = viewOf(fix(`35=D|${header}|453=2|448=A|452=3|802=2|523=s|803=1|523=t|448=B|447=D|${limitOrder}`))
    const layout = rules.layouts.get(msgTypeCode('D'))!
    const parties = groupEntries(view, layout, 453)
    expect(parties.map((party) => [party.string(448), party.string(447), party.string(452)])).toEqual([
      ['A', undefined, '3'],
      ['B', 'D', undefined],
    ])
    expect(groupEntries(view, layout, 78)).toEqual([])
    expect(groupEntries(view, layout, 11)).toEqual([])
  })

  test('a group at the end of the message ends before its trailer', () => {
    const view = viewOf(fix(`35=V|${header}|262=R|263=1|264=1|267=1|269=0|146=2|55=AAPL|48=x|22=1|55=MSFT`))
    const symbols = groupEntries(view, rules.layouts.get(msgTypeCode('V'))!, 146)
    expect(symbols.map((entry) => [entry.string(55), entry.string(48), entry.string(10)])).toEqual([
      ['AAPL', 'x', undefined],
      ['MSFT', undefined, undefined],
    ])
  })
})

describe('user-defined tags', () => {
  test('from 5000 up, for a session that may, anywhere in the body and as often as they come', () => {
    expect(faultOf(`35=D|${header}|5000=x|${limitOrder}|20001=a|20001=b|9999=c`, true)).toBe('')
  })

  test('still need a value, and make no other tag legal', () => {
    expect(faultOf(`35=D|${header}|${limitOrder}|20001=`, true)).toBe('4 20001 Tag specified without a value')
    expect(faultOf(`35=D|${header}|${limitOrder}|4999=x`, true)).toBe('0 4999 Invalid tag number')
    expect(faultOf(`35=D|${header}|20001=x|115=FUND|${limitOrder}`, true)).toBe('14 115 Tag specified out of required order')
  })
})

test('whatever the fields, the answer is a fault of section 2 or none', () => {
  const msgType = fc.constantFrom('D', 'A', 'V', '8', 'AE', 'q', 'Z9')
  const tag = fc.oneof(
    fc.constantFrom(34, 49, 52, 56, 11, 54, 55, 40, 60, 38, 453, 448, 447, 802, 523, 78, 79, 267, 269, 146, 95, 96, 93, 89),
    fc.nat({ max: 6000 }),
  )
  const value = fc.oneof(
    fc.constantFrom('', '1', '2', 'D', 'AAPL', '20260302-14:30:00', '-1', 'x y'),
    fc.string({ unit: 'binary-ascii', maxLength: 6 }),
  )
  const fields = fc.array(fc.tuple(tag, value), { maxLength: 25 })
  fc.assert(
    fc.property(msgType, fields, fc.boolean(), (type, body, allowUserDefined) => {
      const text = body.map(([number, content]) => `${number}=${content.replaceAll('\x01', '').replaceAll('|', '')}|`).join('')
      const fault = validateMessage(viewOf(fix(`35=${type}|${text}`)), rules, { allowUserDefined })
      if (fault !== undefined)
        expect(fault).toEqual(expect.objectContaining({ reason: expect.any(Number), text: expect.stringMatching(/^[A-Z]/) }))
    }),
    { numRuns: 3000 },
  )
})
