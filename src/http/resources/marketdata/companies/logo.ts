/** Width and height of every logo, in pixels. */
export const LOGO_SIZE = 128

/** A monogram: the first letters of a symbol on its colour. Both come from the bundled data set, and need no escaping. */
export function monogram(symbol: string, colour: string): string {
  const letters = symbol.replace(/[^A-Z]/g, '').slice(0, 4)
  const fontSize = letters.length <= 2 ? 56 : letters.length === 3 ? 44 : 36
  const ink = isLight(colour) ? '#1a1a1a' : '#ffffff'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LOGO_SIZE}" height="${LOGO_SIZE}" viewBox="0 0 ${LOGO_SIZE} ${LOGO_SIZE}" role="img">`,
    `<title>${symbol}</title>`,
    `<rect width="${LOGO_SIZE}" height="${LOGO_SIZE}" rx="24" fill="${colour}"/>`,
    `<text x="64" y="66" fill="${ink}" font-family="Helvetica, Arial, sans-serif" font-size="${fontSize}" font-weight="700"`,
    ` text-anchor="middle" dominant-baseline="central">${letters}</text>`,
    '</svg>\n',
  ].join('')
}

/** By the weights of ITU-R BT.601. */
function isLight(colour: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return 299 * red! + 587 * green! + 114 * blue! > 160_000
}
