import { describe, expect, test } from 'vitest'
import { fix } from './fix-text.ts'
import { fieldOrderViolations, validateWithPublicDictionary } from './peer-validator.ts'

const header = '34=2|49=GATEWAY|52=20260302-14:30:00.123|56=DESK1'
const report = '6=0|11=A1|14=0|17=1|37=7|38=100|39=0|40=2|44=12.5|54=1|55=AAPL|59=0|60=20260302-14:30:00.123|150=0|151=100'
const violations = (body: string): string[] => validateWithPublicDictionary(fix(body))

describe('what a strict client would refuse', () => {
  test('nothing of a good report, alone or among others', () => {
    expect(violations(`35=8|${header}|${report}`)).toEqual([])
    const messages = Buffer.concat([
      fix(`35=0|${header}`),
      fix(`35=A|${header}|98=0|108=30|95=6|96=a|10=0`),
      fix(`35=8|${header}|${report}`),
    ])
    expect(validateWithPublicDictionary(messages)).toEqual([])
  })

  test.each([
    ['required tag 37 is missing', `35=8|${header}|${report.replace('|37=7', '')}`],
    ['required tag 52 is missing', `35=8|${header.replace('52=20260302-14:30:00.123|', '')}|${report}`],
    ['tag 112 is not defined for this message here', `35=8|${header}|${report}|112=x`],
    ["150=1 is not in the dictionary's enumeration", `35=8|${header}|${report.replace('150=0', '150=1')}`],
    ["103=12 is not in the dictionary's enumeration", `35=8|${header}|${report}|103=12`],
    ['44=abc is no PRICE', `35=8|${header}|${report.replace('44=12.5', '44=abc')}`],
    ['tag 11 appears twice', `35=8|${header}|${report}|11=A2`],
    ['tag 58 has no value', `35=8|${header}|${report}|58=`],
    ['group 453=2 has 1 entries', `35=8|${header}|453=2|448=x|${report}`],
    ['tag 447 is out of order in its group', `35=8|${header}|453=1|448=x|452=1|447=D|${report}`],
    ['MsgType(35) is not in the dictionary', `35=U1|${header}`],
  ])('%s', (violation, body) => {
    const msgType = body.slice(3, body.indexOf('|'))
    expect(violations(body)).toContain(`${msgType} 2: ${violation}`)
  })

  test('wrong framing', () => {
    const good = fix(`35=0|${header}`).toString('latin1')
    expect(validateWithPublicDictionary(Buffer.from(good.replace(/10=\d+/, '10=999')))).toEqual(['0 2: CheckSum(10) is 999, not 46'])
    expect(validateWithPublicDictionary(Buffer.from(good.replace(/9=\d+/, '9=54')))).toContain('0 2: BodyLength(9) is 54, not 55')
    expect(validateWithPublicDictionary(Buffer.from(good.slice(0, -4)))).toEqual([expect.stringMatching(/^not a whole message: 8=FIX.4.4/)])
  })

  test('fields that do not ascend', () => {
    expect(fieldOrderViolations(fix(`35=8|${header}|${report}`))).toEqual([])
    expect(fieldOrderViolations(fix(`35=0|${header}|50=x`))).toEqual(['50 stands behind 56'])
    expect(fieldOrderViolations(fix(`35=8|${header}|37=7|11=A1`))).toEqual(['11 stands behind 37'])
  })
})
