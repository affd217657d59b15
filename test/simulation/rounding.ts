/** To the nearest whole number; in the middle to the even one. */
export function halfEven(amount: bigint, unit: bigint): number {
  const below = amount / unit - (amount % unit < 0n ? 1n : 0n)
  const twice = 2n * (amount - below * unit)
  const isUp = twice > unit || (twice === unit && below % 2n !== 0n)
  return Number(isUp ? below + 1n : below)
}
