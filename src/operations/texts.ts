/** 1536 → "1.5 KiB" */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB']
  const power = Math.min(units.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]!}`
}
