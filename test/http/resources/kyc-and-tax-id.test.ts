import { describe, expect, test } from 'vitest'
import { review } from '../../../src/http/resources/accounts/kyc-simulator.ts'
import { maskTaxId, openTaxId, sealTaxId } from '../../../src/http/resources/accounts/tax-id-seal.ts'

describe('the review of the sandbox', () => {
  const pass = { summary: 'pass', reject: [], additional_information: null }
  test.each([
    ['123450001', { status: 'ACTIVE', kycStatus: 'APPROVED', kycResults: pass }],
    [
      '123450002',
      {
        status: 'REJECTED',
        kycStatus: 'REJECTED',
        kycResults: { summary: 'fail', reject: ['IDENTITY_VERIFICATION'], additional_information: null },
      },
    ],
    ['123450003', { status: 'APPROVAL_PENDING', kycStatus: 'MANUAL_REVIEW', kycResults: null }],
    [
      '123450004',
      {
        status: 'ACTION_REQUIRED',
        kycStatus: 'SUBMITTED',
        kycResults: { summary: 'indeterminate', reject: ['ADDRESS_VERIFICATION'], additional_information: null },
      },
    ],
    ['123456789', { status: 'SUBMITTED', kycStatus: 'SUBMITTED', kycResults: null, kycDelayMs: 1000 }],
  ])('decides by the last four digits of %s', (taxId, outcome) => {
    expect(review(taxId, { mode: 'suffix', delayMs: 1000 })).toEqual(outcome)
  })

  test('waits for a reviewer in manual mode, whatever the tax id', () => {
    const submitted = { status: 'SUBMITTED', kycStatus: 'SUBMITTED', kycResults: null }
    expect(review('123450001', { mode: 'manual', delayMs: 0 })).toEqual(submitted)
  })
})

describe('a tax id', () => {
  const key = Buffer.alloc(32, 7)

  test('is sealed differently each time and opens with its key', () => {
    const [first, second] = [sealTaxId(key, '123450001'), sealTaxId(key, '123450001')]
    expect(first).not.toBe(second)
    expect([openTaxId(key, first), openTaxId(key, second)]).toEqual(['123450001', '123450001'])
  })

  test('does not open with another key, or when it was changed', () => {
    const sealed = sealTaxId(key, '123450001')
    expect(() => openTaxId(Buffer.alloc(32, 8), sealed)).toThrow()
    expect(() => openTaxId(key, `AAAA${sealed.slice(4)}`)).toThrow()
  })

  test('shows its last four digits', () => {
    expect(maskTaxId('123450001')).toBe('***-**-0001')
  })
})
