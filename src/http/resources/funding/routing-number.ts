const WEIGHTS = [3, 7, 1]

/** ABA routing numbers have nine digits whose sum, weighted 3, 7, 1 in turn, is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  if (!/^[0-9]{9}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * WEIGHTS[index % 3]!, 0)
  return sum % 10 === 0 && sum > 0
}
