import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../domain/time/durations.ts'

const ISO_8601 = /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10})S)?)?$/

/** Milliseconds of an ISO 8601 duration of weeks, days (24 hours), hours, minutes and seconds: `P1D`, `PT1H30M`; undefined for any other. */
export function parseDuration(text: string): number | undefined {
  const match = ISO_8601.exec(text)
  if (match === null) return undefined
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0))
  return weeks! * 7 * DAY_MS + days! * DAY_MS + hours! * HOUR_MS + minutes! * MINUTE_MS + seconds! * SECOND_MS
}
