import { DEFAULT_RULES } from '../engine/rules.ts'
import { tradingCalendar } from '../market/trading-calendar.ts'

/** Of an engine that only replays: its rules decide nothing, and its tables grow with the orders that it finds. */
export const REPLAY_EQUIPMENT = { calendar: tradingCalendar, rules: DEFAULT_RULES, orderCapacity: 65_536 }
