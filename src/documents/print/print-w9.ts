import { DAY_MS } from '../../domain/time/durations.ts'
import { shortDate } from './figures.ts'
import { Sheet } from './sheet.ts'

export interface W9Input {
  readonly name: string
  /** as it stands on an envelope; '' where it is not known */
  readonly street: string
  readonly place: string
  readonly accountNumber: string
  readonly taxIdType: 'US_SSN' | 'US_EIN'
  /** all that is ever shown of it */
  readonly taxIdLast4: string
  /** epoch ms; null = not signed */
  readonly signedAt: number | null
  readonly sandbox: boolean
  /** epoch ms */
  readonly at: number
}

const WIDTH = 516
const FAINT = '#68707d'

/** The content of IRS Form W-9 in a layout of ours, with the tax id masked. Equal input gives equal bytes. */
export async function printW9(input: W9Input): Promise<Uint8Array> {
  const sheet = await Sheet.open({
    title: 'Form W-9',
    subtitle: 'Request for Taxpayer Identification Number and Certification',
    footer: `Account ${input.accountNumber}  |  ${input.name}  |  Content of IRS Form W-9 (Rev. March 2024), tax id masked`,
    sandbox: input.sandbox,
    at: input.at,
  })
  if (input.sandbox) sheet.watermark('SAMPLE – SANDBOX')
  field(sheet, '1  Name of entity or individual, as shown on the income tax return', input.name)
  field(sheet, '2  Business name or disregarded entity name, if different from above', '')
  classification(sheet, input)
  field(sheet, '4  Exemptions: exempt payee code, exemption from FATCA reporting code (if any)', '')
  field(sheet, '5  Address (number, street, and apartment or suite number)', input.street)
  field(sheet, '6  City, state, and ZIP code', input.place)
  field(sheet, '7  Account number(s)', input.accountNumber)
  taxIdentification(sheet, input)
  sheet.heading('Part II   Certification')
  for (const statement of CERTIFICATION) sheet.paragraph(statement, { size: 9, color: '#1b2330' })
  signature(sheet, input)
  return sheet.close()
}

function field(sheet: Sheet, caption: string, value: string): void {
  const y = sheet.top
  sheet.box(0, y, WIDTH, 31)
  sheet.label(caption, 6, y + 4, { size: 7.5, color: FAINT })
  sheet.label(value, 6, y + 15, { size: 11, width: WIDTH - 12 })
  sheet.advance(31)
}

const CLASSES = ['Individual/sole proprietor', 'C corporation', 'S corporation', 'Partnership', 'Trust/estate', 'LLC', 'Other'] as const

function classification(sheet: Sheet, { taxIdType }: W9Input): void {
  const y = sheet.top
  sheet.box(0, y, WIDTH, 33)
  sheet.label('3a  Federal tax classification', 6, y + 4, { size: 7.5, color: FAINT })
  let x = 6
  for (const name of CLASSES) {
    sheet.tick(x, y + 18, taxIdType === 'US_SSN' && name === CLASSES[0])
    sheet.label(name, x + 12, y + 18, { size: 8 })
    x += 25 + name.length * 4
  }
  sheet.advance(33)
}

function taxIdentification(sheet: Sheet, { taxIdType, taxIdLast4 }: W9Input): void {
  sheet.heading('Part I   Taxpayer identification number (TIN)')
  const y = sheet.top
  const isPerson = taxIdType === 'US_SSN'
  sheet.label('Social security number', 0, y, { size: 8, color: FAINT })
  digits(sheet, 0, y + 12, isPerson ? `***-**-${taxIdLast4}` : '   -  -    ')
  sheet.label('or', 216, y + 18, { size: 9 })
  sheet.label('Employer identification number', 250, y, { size: 8, color: FAINT })
  digits(sheet, 250, y + 12, isPerson ? '  -       ' : `**-***${taxIdLast4}`)
  sheet.label('The number is on file and shown here by its last four digits alone.', 0, y + 40, { size: 8, color: FAINT })
  sheet.advance(54)
}

/** A box for each digit. */
function digits(sheet: Sheet, left: number, y: number, text: string): void {
  let x = left
  for (const character of text) {
    if (character === '-') sheet.label('–', x + 3, y + 5, { size: 11 })
    else {
      sheet.box(x, y, 17, 21)
      if (character !== ' ') sheet.label(character, x + (character === '*' ? 6 : 5), y + (character === '*' ? 7 : 5), { size: 12 })
    }
    x += character === '-' ? 12 : 17
  }
}

const CERTIFICATION = [
  'Under penalties of perjury, I certify that:',
  '1. The number shown on this form is my correct taxpayer identification number (or I am waiting for a number to be issued to me); and',
  '2. I am not subject to backup withholding because (a) I am exempt from backup withholding, or (b) I have not been notified by the Internal ' +
    'Revenue Service (IRS) that I am subject to backup withholding as a result of a failure to report all interest or dividends, or (c) the IRS has ' +
    'notified me that I am no longer subject to backup withholding; and',
  '3. I am a U.S. citizen or other U.S. person (defined in the instructions to the form); and',
  '4. The FATCA code(s) entered on this form (if any) indicating that I am exempt from FATCA reporting is correct.',
]

function signature(sheet: Sheet, { name, signedAt }: W9Input): void {
  sheet.advance(4)
  const y = sheet.top
  sheet.box(0, y, 360, 36)
  sheet.box(360, y, WIDTH - 360, 36)
  sheet.label('Signature of U.S. person', 6, y + 4, { size: 7.5, color: FAINT })
  sheet.label('Date (UTC)', 366, y + 4, { size: 7.5, color: FAINT })
  const isSigned = signedAt !== null
  sheet.label(isSigned ? `Signed electronically by ${name}` : 'Not signed', 6, y + 18, { size: 11, width: 348 })
  sheet.label(isSigned ? shortDate(Math.floor(signedAt / DAY_MS)) : '', 366, y + 18, { size: 11 })
  sheet.advance(44)
}
