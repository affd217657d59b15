import { describe, expect, test } from 'vitest'
import { cusipCheckDigit, isCusip, isinCheckDigit, isIsin } from '../../../src/domain/identifiers/security-identifier.ts'

describe('a CUSIP', () => {
  test.each(['037833100', '17275R102', '38259P508', '594918104', '68389X105'])('%s has the right check digit', (cusip) => {
    expect([isCusip(cusip), String(cusipCheckDigit(cusip.slice(0, 8)))]).toEqual([true, cusip[8]])
  })

  test.each(['037833101', '03783310', '0378331000', '03783310A', '03783310 ', '37833100a', ''])('%j is none', (text) => {
    expect(isCusip(text)).toBe(false)
  })
})

describe('an ISIN', () => {
  test.each(['US0378331005', 'US17275R1023', 'GB0002634946', 'AU0000XVGZA3', 'US38259P5089'])('%s has the right check digit', (isin) => {
    expect([isIsin(isin), String(isinCheckDigit(isin.slice(0, 11)))]).toEqual([true, isin[11]])
  })

  test.each(['US0378331006', 'US037833100', 'us0378331005', '0378331005US', 'US03783310055', ''])('%j is none', (text) => {
    expect(isIsin(text)).toBe(false)
  })
})
