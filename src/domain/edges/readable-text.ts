/**
 * A value of a FIX message, which has one char per byte, as it is quoted to people: UTF-8 where it is that, else latin1. What is not of FIX
 * and has no more than ASCII stays as it is.
 */
export function readableText(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value
  const utf8 = Buffer.from(value, 'latin1').toString('utf8')
  return utf8.includes('�') ? value : utf8
}
