import { daysFromCivil, lastWeekday, nthWeekday, Weekday, weekdayOf } from '../domain/time/civil-date.ts'

/**
 * The closed days and the half days of the New York Stock Exchange by rule (NYSE Rule 7.2 and its yearly announcements), from 2000 on.
 * Closures that no rule foretells (days of mourning, storms, 2001-09-11) are not in here.
 */

export interface Holiday {
  readonly name: string
  /** the day on which the exchange is closed for it */
  readonly day: number
}

/** The closed weekdays of a year, in order of date. */
export function holidays(year: number): readonly Holiday[] {
  const closed: Holiday[] = []
  for (const { name, observed } of HOLIDAY_RULES) {
    const day = observed(year)
    if (day !== undefined) closed.push({ name, day })
  }
  return closed
}

/** The days of a year on which the exchange closes at 13:00, in order of date. */
export function halfDays(year: number): readonly number[] {
  const days = [independenceHalfDay(year), thanksgiving(year) + 1, christmasEveHalfDay(year)]
  return days.filter((day) => day !== undefined)
}

const HOLIDAY_RULES: readonly { readonly name: string; readonly observed: (year: number) => number | undefined }[] = [
  { name: "New Year's Day", observed: newYear },
  { name: 'Martin Luther King, Jr. Day', observed: (year) => nthWeekday({ year, month: 1, weekday: Weekday.Monday, nth: 3 }) },
  { name: "Washington's Birthday", observed: (year) => nthWeekday({ year, month: 2, weekday: Weekday.Monday, nth: 3 }) },
  { name: 'Good Friday', observed: (year) => easterSunday(year) - 2 },
  { name: 'Memorial Day', observed: (year) => lastWeekday({ year, month: 5, weekday: Weekday.Monday }) },
  { name: 'Juneteenth', observed: (year) => (year >= 2022 ? nearestWeekday(daysFromCivil({ year, month: 6, day: 19 })) : undefined) },
  { name: 'Independence Day', observed: (year) => nearestWeekday(daysFromCivil({ year, month: 7, day: 4 })) },
  { name: 'Labor Day', observed: (year) => nthWeekday({ year, month: 9, weekday: Weekday.Monday, nth: 1 }) },
  { name: 'Thanksgiving Day', observed: thanksgiving },
  { name: 'Christmas Day', observed: (year) => nearestWeekday(daysFromCivil({ year, month: 12, day: 25 })) },
]

/** A holiday on a Saturday is kept on the Friday before it, one on a Sunday on the Monday after it. */
function nearestWeekday(day: number): number {
  const weekday = weekdayOf(day)
  if (weekday === Weekday.Saturday) return day - 1
  return weekday === Weekday.Sunday ? day + 1 : day
}

/** On a Saturday it is not kept: the Friday before it ends the accounting year, and NYSE Rule 7.2 then leaves the exchange open. */
function newYear(year: number): number | undefined {
  const day = daysFromCivil({ year, month: 1, day: 1 })
  return weekdayOf(day) === Weekday.Saturday ? undefined : nearestWeekday(day)
}

function thanksgiving(year: number): number {
  return nthWeekday({ year, month: 11, weekday: Weekday.Thursday, nth: 4 })
}

/**
 * The eve of Independence Day when both are weekdays: not when the 4th is kept on another day, nor when it is a Monday.
 * Until 2012 a 4th on a Thursday had the Friday after it instead (in these years: 2002).
 */
function independenceHalfDay(year: number): number | undefined {
  const independence = daysFromCivil({ year, month: 7, day: 4 })
  const weekday = weekdayOf(independence)
  if (weekday < Weekday.Tuesday || weekday > Weekday.Friday) return undefined
  return weekday === Weekday.Thursday && year < 2013 ? independence + 1 : independence - 1
}

/** Christmas Eve from Monday to Thursday; on a Friday it is the closed day of a Christmas on Saturday. */
function christmasEveHalfDay(year: number): number | undefined {
  const eve = daysFromCivil({ year, month: 12, day: 24 })
  const weekday = weekdayOf(eve)
  return weekday >= Weekday.Monday && weekday <= Weekday.Thursday ? eve : undefined
}

/** Easter Sunday of the Gregorian calendar as a day number (the anonymous computus: Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const lunarCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - lunarCorrection + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const march22 = daysFromCivil({ year, month: 3, day: 22 })
  return march22 + epact + toSunday - 7 * late
}
