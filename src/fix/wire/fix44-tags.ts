/** What FIX 4.4 itself fixes about tag numbers, whatever our dialect takes of it. */

/** FIX 4.4 assigns tags 1..956 but for the numbers that earlier versions used and gave up. */
export function isStandardTag(tag: number): boolean {
  return tag >= 1 && tag <= 956 && !UNASSIGNED.has(tag)
}

/** User-defined tags (FIX 4.4 volume 1: 5000 to 9999; above that for use inside a firm). */
export function isUserDefinedTag(tag: number): boolean {
  return tag >= 5000
}

/** DATA tag by its length tag: such a value may contain SOH and ends where its length says. 0 for any other tag. */
export function dataTagOf(lengthTag: number): number {
  return lengthTag < DATA_TAG.length ? DATA_TAG[lengthTag]! : 0
}

const UNASSIGNED: ReadonlySet<number> = new Set([
  20, 24, 46, 47, 51, 76, 86, 92, 101, 105, 109, 125, 166, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 204,
  205, 219, 261, 314, 319, 370, 439, 440, 449, 450, 465, 653, 685, 809, 831,
])

const DATA_TAG = new Uint16Array(624)
for (const [lengthTag, dataTag] of [
  [90, 91], // SecureData
  [93, 89], // Signature
  [95, 96], // RawData
  [212, 213], // XmlData
  [348, 349], // EncodedIssuer
  [350, 351], // EncodedSecurityDesc
  [352, 353], // EncodedListExecInst
  [354, 355], // EncodedText
  [356, 357], // EncodedSubject
  [358, 359], // EncodedHeadline
  [360, 361], // EncodedAllocText
  [362, 363], // EncodedUnderlyingIssuer
  [364, 365], // EncodedUnderlyingSecurityDesc
  [445, 446], // EncodedListStatusText
  [618, 619], // EncodedLegIssuer
  [621, 622], // EncodedLegSecurityDesc
] as const) {
  DATA_TAG[lengthTag] = dataTag
}
