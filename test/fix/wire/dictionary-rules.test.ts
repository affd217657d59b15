import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileDictionaryRules, loadDefinitions, sectionOf } from '../../../src/fix/wire/dictionary-rules.ts'
import type { DictionaryRules } from '../../../src/fix/wire/dictionary-rules.ts'
import { msgTypeCode } from '../../../src/fix/wire/message-view.ts'
import { validateMessage } from '../../../src/fix/wire/validate.ts'
import { DICTIONARY, fix, viewOf } from './fix-text.ts'

const rules = compileDictionaryRules(await loadDefinitions(DICTIONARY))

/** The required tags of a message's body. */
const required = (msgType: string): number[] => {
  const layout = rules.layouts.get(msgTypeCode(msgType))!
  return [...layout.required].filter((tag) => sectionOf(layout.places[tag]!) === 2).sort((a, b) => a - b)
}
const values = (tag: number, candidates: readonly string[]): string =>
  candidates.filter((value) => rules.enumerations[tag]!.has(Buffer.from(value), 0, value.length)).join(' ')
const codes = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', ...Array.from({ length: 90 }, (_, i) => String(i + 10))]

describe('the dialect is what the rules of engagement list', () => {
  test('messages of section 4, and the session messages', () => {
    expect([...rules.layouts.values()].map(({ msgType }) => msgType).join(' ')).toBe('0 1 2 3 4 5 A D F G H q AF V x g 8 9 r j W X Y y h B')
  })

  test('required body tags of section 4', () => {
    const inbound = Object.fromEntries(
      ['D', 'F', 'G', 'H', 'q', 'AF', 'V', 'x', 'g'].map((msgType) => [msgType, required(msgType).join(' ')]),
    )
    expect(inbound).toEqual({
      D: '11 40 54 55 60',
      F: '11 41 54 55 60',
      G: '11 40 41 54 55 60',
      H: '11 54 55',
      q: '11 60 530',
      AF: '584 585',
      V: '146 262 263 264 267',
      x: '320 559',
      g: '263 335',
    })
    const outbound = Object.fromEntries(['8', '9', 'r', 'j', '3'].map((msgType) => [msgType, required(msgType).join(' ')]))
    expect(outbound).toEqual({
      '8': '6 14 17 37 39 54 55 150 151',
      '9': '11 37 39 41 434',
      r: '37 530 531',
      j: '372 380',
      '3': '45',
    })
  })

  test('tags of the execution report, section 4 and the API specification', () => {
    const { places } = rules.layouts.get(msgTypeCode('8'))!
    const tags = [
      1, 6, 11, 14, 15, 17, 19, 31, 32, 37, 38, 39, 40, 41, 44, 54, 55, 58, 59, 60, 99, 103, 150, 151, 152, 167, 378, 424, 425, 426, 584,
      636, 790, 797, 911, 912,
    ]
    expect(tags.filter((tag) => places[tag] === 0)).toEqual([])
  })

  test('values that this contract uses', () => {
    expect(values(150, codes)).toBe('0 1 2 3 4 5 6 7 8 9 A B C D E F G H I')
    expect(values(39, codes)).toBe('0 1 2 3 4 5 6 7 8 9 A B C D E')
    expect(values(103, codes)).toBe('0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 99')
    expect(values(102, codes)).toBe('0 1 2 3 4 5 6 99')
    expect(values(59, codes)).toBe('0 1 2 3 4 5 6 7')
    expect(values(378, codes)).toBe('0 1 2 3 4 5 6 7 8 9 10 99')
    expect(values(380, codes)).toBe('0 1 2 3 4 5 6 7')
    expect(values(530, codes)).toBe('1 2 3 4 5 6 7')
    expect(values(531, codes)).toBe('0 1 2 3 4 5 6 7')
    expect(values(585, codes)).toBe('1 2 3 4 5 6 7 8')
    expect(values(373, codes)).toBe('0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 99')
    expect(values(167, ['CS', 'OPT', 'MLEG', 'XX'])).toBe('CS OPT MLEG')
  })

  test('every MsgType of FIX 4.4 is known, taken or not', () => {
    expect(rules.standardMsgTypes.size).toBe(93)
    for (const msgType of ['6', 'E', 's', 'AE', 'BH', 'n']) expect(rules.standardMsgTypes.has(msgType)).toBe(true)
    for (const msgType of ['I', 'O', 'U', 'U1', 'BI', 'CA']) expect(rules.standardMsgTypes.has(msgType)).toBe(false)
  })
})

describe('compiling', () => {
  const small = (body: string, fields = ''): Promise<DictionaryRules> => {
    const folder = mkdtempSync(join(tmpdir(), 'fix-dictionary-'))
    const path = join(folder, 'small.xml')
    const standard = [
      "<field number='8' name='BeginString' type='STRING'/><field number='9' name='BodyLength' type='LENGTH'/>",
      "<field number='35' name='MsgType' type='STRING'><value enum='Z' description='Z'/></field><field number='10' name='CheckSum' type='STRING'/>",
      "<field number='58' name='Text' type='STRING'/><field number='100' name='NoThings' type='NUMINGROUP'/>",
      "<field number='101' name='Thing' type='STRING'/><field number='102' name='Size' type='INT'/>",
    ]
    writeFileSync(
      path,
      `<fix type='FIX' major='4' minor='4' servicepack='0'><header><field name='BeginString' required='Y'/><field name='BodyLength' required='Y'/>` +
        `<field name='MsgType' required='Y'/></header><trailer><field name='CheckSum' required='Y'/></trailer>` +
        `<messages><message name='Zed' msgcat='app' msgtype='Z'>${body}</message></messages><components/><fields>${standard.join('')}${fields}</fields></fix>`,
    )
    return loadDefinitions(path)
      .then(compileDictionaryRules)
      .finally(() => rmSync(folder, { recursive: true }))
  }

  test('a field that each entry of a group must have', async () => {
    const strict = await small(
      "<group name='NoThings' required='N'><field name='Thing' required='Y'/><field name='Size' required='Y'/></group><field name='Text' required='N'/>",
    )
    expect(validateMessage(viewOf(fix('35=Z|100=2|101=a|102=1|101=b|102=2|58=x')), strict)).toBeUndefined()
    const missing = { refTagId: 102, reason: 1, text: 'Required tag missing' }
    expect(validateMessage(viewOf(fix('35=Z|100=2|101=a|101=b|102=2|58=x')), strict)).toEqual(missing)
    expect(validateMessage(viewOf(fix('35=Z|100=2|101=a|102=1|101=b|58=x')), strict)).toEqual(missing)
  })

  test('a group that each entry of a group must have has an entry at least, where the group around it has one', async () => {
    const nested = await small(
      "<group name='NoThings' required='N'><field name='Thing' required='Y'/><group name='NoParts' required='Y'><field name='Size' required='Y'/></group></group>",
      "<field number='103' name='NoParts' type='NUMINGROUP'/>",
    )
    const none = { refTagId: 103, reason: 5, text: 'Value is incorrect (out of range) for this tag' }
    expect(validateMessage(viewOf(fix('35=Z|100=1|101=a|103=0')), nested)).toEqual(none)
    expect(validateMessage(viewOf(fix('35=Z|100=1|101=a|103=1|102=1')), nested)).toBeUndefined()
    expect(validateMessage(viewOf(fix('35=Z|100=0')), nested)).toBeUndefined()
  })

  test('a tag with two places in one message stops the start', async () => {
    await expect(
      small(
        "<field name='Size' required='N'/><group name='NoThings' required='N'><field name='Thing' required='Y'/><field name='Size' required='N'/></group>",
      ),
    ).rejects.toThrow('dictionary: tag 102 appears twice in Zed')
  })

  test('a type that we do not know stops the start', async () => {
    await expect(small("<field name='Odd' required='N'/>", "<field number='103' name='Odd' type='FANCY'/>")).rejects.toThrow(
      'dictionary: field Odd (103) has the unknown type FANCY',
    )
  })
})
