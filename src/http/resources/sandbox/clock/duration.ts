const ISO_8601 = /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10})S)?)?$/

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Milliseconds of an ISO 8601 duration of weeks, days (24 hours), hours, minutes and seconds: `P1D`, `PT1H30M`; undefined for any other. */
export function parseDuration(text: string): number | undefined {
  const match = ISO_8601.exec(text)
  if (match === null) return undefined
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0))
  return weeks! * 7 * DAY_MS + days! * DAY_MS + hours! * HOUR_MS + minutes! * MINUTE_MS + seconds! * SECOND_MS
}
