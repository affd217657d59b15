/**
 * CUSIP (nine characters: issuer, issue, check digit) and ISIN (country, CUSIP, check digit) of a security. Issuer numbers from 990000 on
 * are kept free for private use: no real security has one.
 */

const CUSIP_SHAPE = /^[0-9A-Z]{8}[0-9]$/
const ISIN_SHAPE = /^[A-Z]{2}[0-9A-Z]{9}[0-9]$/

/** Nine characters with the right check digit, upper case. */
export function isCusip(text: string): boolean {
  return CUSIP_SHAPE.test(text) && text.endsWith(String(cusipCheckDigit(text.slice(0, 8))))
}

/** Twelve characters with the right check digit, upper case. */
export function isIsin(text: string): boolean {
  return ISIN_SHAPE.test(text) && text.endsWith(String(isinCheckDigit(text.slice(0, 11))))
}

/** Modulus 10 double add double over the first eight characters, letters counting from A = 10. */
export function cusipCheckDigit(eight: string): number {
  let sum = 0
  for (let index = 0; index < eight.length; index++) {
    const value = valueOf(eight, index) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return (10 - (sum % 10)) % 10
}

/** Luhn over the first eleven characters, each letter written as its two digits from A = 10 (ISO 6166). */
export function isinCheckDigit(eleven: string): number {
  let digits = ''
  for (let index = 0; index < eleven.length; index++) digits += String(valueOf(eleven, index))
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const doubled = (digits.length - index) % 2 === 1
    const value = Number(digits[index]) * (doubled ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return (10 - (sum % 10)) % 10
}

function valueOf(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code <= 57 ? code - 48 : code - 55
}
