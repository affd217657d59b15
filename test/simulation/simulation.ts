import { createHash } from 'node:crypto'
import { AccountStatus, KycStatus } from '../../src/domain/accounts/account.ts'
import type { Command } from '../../src/domain/command.ts'
import { DEFAULT_RULES } from '../../src/engine/rules.ts'
import type { EngineRules } from '../../src/engine/rules.ts'
import { DEFAULT_SESSION_SETTINGS } from '../../src/fix/session/session-settings.ts'
import type { SessionSettings } from '../../src/fix/session/session-settings.ts'
import type { DictionaryRules } from '../../src/fix/wire/dictionary-rules.ts'
import type { Metrics } from '../../src/telemetry/metrics.ts'
import { Banking } from './banking.ts'
import { corporateAction } from './companies.ts'
import { clockMove, dayToBegin } from './clock-moves.ts'
import type { ConnectionEnd } from './connection.ts'
import { Connection } from './connection.ts'
import { Desk } from './desk.ts'
import { demand, Finding } from './finding.ts'
import { GatewayProcess, keepSnapshot } from './gateway-process.ts'
import type { Installation } from './gateway-process.ts'
import { Guests } from './guests.ts'
import { Model } from './model.ts'
import { Random } from './random.ts'
import { RestClient } from './rest-client.ts'
import { beforeClockChange, SessionHours, someSchedule } from './session-hours.ts'
import { SimulatedDisk } from './simulated-disk.ts'
import { SimulatedTime } from './simulated-time.ts'
import { ACCOUNTS, FixTrader, priceText, RestTrader, SYMBOLS } from './trading.ts'
import type { Heard } from './wire.ts'
import { security } from '../support/security.ts'

/** What is loaded once for all runs of a process. */
export interface Shared {
  readonly dictionary: DictionaryRules
  readonly metrics: Metrics
}

export interface Run {
  readonly seed: number
  /** things that clients, operators and fate do */
  readonly actions: number
  /** kinds of actions that do not happen */
  readonly without?: readonly ActionKind[]
  /** actions that do not happen, by their number */
  readonly skipped?: ReadonlySet<number>
  /** keeps the lines of the story */
  readonly isTold?: boolean
}

export interface Result {
  readonly seed: number
  readonly commands: number
  readonly hours: number
  readonly steps: number
  readonly events: number
  readonly messages: number
  readonly kills: number
  /** SHA-256 of all that the gateway has written, in order */
  readonly digest: string
  readonly finding: { readonly message: string; readonly action: number } | undefined
  readonly story: readonly string[]
}

/** How often each thing happens, of all things that happen. */
const WEIGHTS = {
  order: 520,
  cancel: 170,
  replace: 120,
  'rest order': 90,
  'rest cancel': 35,
  'rest replace': 25,
  'rest cancel all': 1,
  deposit: 6,
  withdrawal: 6,
  'cancel transfer': 2,
  'move transfer': 12,
  guest: 12,
  status: 8,
  'mass status': 1.5,
  'mass cancel': 1.5,
  'possible resend': 4,
  'duplicate id': 3,
  'refused request': 4,
  'faulty message': 3,
  garbage: 5,
  'possible duplicate': 4,
  'ask again': 3,
  'test request': 2,
  'number too low': 1,
  'numbers left out': 1.5,
  'sequence reset': 1,
  'reset at logon': 1,
  'reset in session': 2.5,
  'log out': 3,
  drop: 8,
  stall: 1.5,
  'log on': 30,
  quote: 12,
  news: 0.5,
  repeat: 0.5,
  halt: 0.5,
  'move clock': 2,
  'let clock run': 1,
  'end day': 0.5,
  'corporate action': 3,
  reinvestment: 1,
  'kill switch': 0.5,
  'fill model': 1,
  'take back': 3,
  kill: 4,
  stop: 0.6,
  'disk fails': 0.8,
  snapshot: 3,
  'long pause': 1.5,
} as const
export type ActionKind = keyof typeof WEIGHTS
type OperatorAction =
  | 'quote'
  | 'news'
  | 'halt'
  | 'move clock'
  | 'let clock run'
  | 'end day'
  | 'corporate action'
  | 'reinvestment'
  | 'kill switch'
  | 'fill model'
  | 'take back'
  | 'repeat'
export const ACTION_KINDS = Object.keys(WEIGHTS) as ActionKind[]

const CHECK_EVERY_COMMANDS = 250
/** many times what a run takes: one that takes more runs in circles */
const STEPS_PER_ACTION = 100
/** how long it may take until everybody has heard everything */
const REST_MS = 20 * 60_000

/** One run: a gateway, its clients, its disk, its network and what befalls them, all from one seed. */
export class Simulation {
  readonly #run: Run
  readonly #time: SimulatedTime
  readonly #fate: Random
  readonly #network: Random
  readonly #disk = new SimulatedDisk()
  readonly #rules: EngineRules
  readonly #settings: readonly SessionSettings[]
  /** of each session; undefined = at any time */
  readonly #hours: readonly (SessionHours | undefined)[]
  readonly #model: Model
  readonly #desks: readonly Desk[]
  readonly #traders: readonly FixTrader[]
  readonly #rest: RestClient
  readonly #restTrader: RestTrader
  readonly #banking: Banking
  readonly #guests: Guests
  readonly #installation: Installation
  readonly #digest = createHash('sha256')
  readonly #story: string[] = []
  readonly #connections = new Set<Connection>()
  readonly #startedAt: number
  /** cash and shares can only fall short of what is held where executions and deposits are taken back: in some runs none are */
  readonly #takesBack: boolean
  readonly #setup: readonly Command[]
  #process: GatewayProcess | undefined
  /** what has to be waited for before time goes on */
  #todo: (() => Promise<void>) | undefined
  #isStopping = false
  #hasStopped = false
  #action = 0
  #commands = 0
  #nextCheck = CHECK_EVERY_COMMANDS
  #messages = 0
  #kills = 0
  #failsNext = false
  #isPlayedOut = false

  constructor(run: Run, shared: Shared) {
    this.#run = run
    const random = new Random(run.seed * 7_919 + 17)
    this.#fate = random.fork()
    this.#network = random.fork()
    const world = random.fork()
    const someDay = MONDAY + world.below(330) * 86_400_000 + world.below(86_400) * 1_000
    const scheduling = new Random(run.seed * 104_729 + 3_946)
    // in the other half of the runs all sessions are open at any time
    const hasSchedules = scheduling.chance(0.5)
    this.#startedAt = hasSchedules && scheduling.chance(0.3) ? beforeClockChange(scheduling) : someDay
    this.#time = new SimulatedTime(this.#startedAt, random.fork())
    this.#rules = rulesOf(world)
    // a desk that says too much is refused, and at last logged out
    const throttlePerS = world.chance(0.3) ? 4 : 0
    this.#settings = SESSIONS.map((session, index) =>
      settingsOf({ ...session, ...(index === 0 && { throttlePerS }), schedule: hasSchedules ? someSchedule(scheduling) : null }, index + 1),
    )
    this.#hours = this.#settings.map(({ schedule }) => (schedule === null ? undefined : new SessionHours(schedule, this.#startedAt)))
    this.#desks = this.#settings.map(
      (settings, index) =>
        new Desk({
          time: this.#time,
          random: random.fork(),
          settings,
          hours: this.#hours[index],
          connect: (end, session) => this.#connect(end, session),
          tell: (text) => this.#tell(text),
        }),
    )
    const client = (session: number): Desk => this.#desks[session - 1]!
    this.#model = new Model({
      rules: this.#rules,
      now: () => this.#time.now,
      settings: this.#settings,
      hours: this.#hours,
      residents: ACCOUNTS.length,
      client,
    })
    this.#traders = this.#desks.slice(0, 3).map((desk) => {
      const { accountNumbers } = desk.settings
      return new FixTrader(desk, random.fork(), accountNumbers.length > 0 ? accountNumbers : ACCOUNTS)
    })
    this.#rest = new RestClient({
      time: this.#time,
      random: random.fork(),
      model: this.#model,
      sequencer: () => (this.#isStopping ? undefined : this.#process?.sequencer),
      tell: (text) => this.#tell(text),
    })
    this.#restTrader = new RestTrader(this.#rest, random.fork())
    this.#banking = new Banking({ client: this.#rest, model: this.#model, random: random.fork() })
    this.#guests = new Guests({
      client: this.#rest,
      model: this.#model.guests,
      random: random.fork(),
      operate: (command) => {
        if (!this.#isStopping) this.#process?.sequencer.submit(command)
      },
    })
    const maxPendingEvents = world.pick([40, 400, 100_000])
    const projectorLag = world.pick([0, 50, 2_000])
    this.#takesBack = world.chance(0.5)
    this.#setup = setupOf({ isWhole: world.chance(0.4) })
    const disk = random.fork()
    this.#installation = {
      disk: this.#disk,
      sessions: this.#settings,
      rules: this.#rules,
      dictionary: shared.dictionary,
      metrics: shared.metrics,
      archive: this.#model.archive,
      maxPendingEvents,
      projectorLag,
      later: (then) => this.#time.inProcess(disk.chance(0.03) ? disk.between(2, 80) : disk.between(0.02, 0.6), then),
      writeFails: () => {
        const fails = this.#failsNext
        this.#failsNext = false
        return fails
      },
      onSynced: (stored) => {
        this.#digest.update(stored.chain)
        this.#model.synced(stored)
      },
      onExecuted: (command) => {
        if (command.type !== 'AdvanceTime') this.#commands++
      },
      onFatal: (error) => {
        this.#tell(`the gateway ends itself: ${error.message}`)
        this.#time.after(0, () => this.#kill())
      },
    }
  }

  async play(): Promise<Result> {
    this.#time.install()
    let finding: Result['finding']
    try {
      await this.#begin()
      this.#nextAction()
      await this.#stepUntil(() => this.#isPlayedOut)
      await this.#comeToRest()
    } catch (error) {
      const message = error instanceof Finding ? error.message : `the product threw: ${(error as Error).stack ?? String(error)}`
      finding = { message, action: this.#action }
    }
    return {
      seed: this.#run.seed,
      commands: this.#commands,
      hours: (this.#time.now - this.#startedAt) / 3_600_000,
      steps: this.#time.steps,
      events: this.#model.nextPosition - 1,
      messages: this.#messages,
      kills: this.#kills,
      digest: this.#digest.digest('hex'),
      finding,
      story: this.#story,
    }
  }

  // --- Time ---

  async #stepUntil(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      if (!this.#time.step()) throw new Finding('nothing is due any more')
      demand(this.#time.steps < STEPS_PER_ACTION * (this.#run.actions + 1_000), () => 'it goes on and on')
      if (this.#isStopping) await this.#letStop()
      while (this.#todo !== undefined) {
        const todo = this.#todo
        this.#todo = undefined
        await todo()
      }
      if (this.#commands >= this.#nextCheck && this.#isQuiet()) {
        this.#nextCheck = this.#commands + CHECK_EVERY_COMMANDS
        this.#model.compare(this.#process!.engine.state, 'while it runs')
      }
    }
  }

  /** All that has run is on the disk, and told to the sequencer. */
  #isQuiet(): boolean {
    const sequencer = this.#process?.sequencer
    return sequencer !== undefined && sequencer.pendingEvents === 0 && sequencer.nextPosition === this.#model.nextPosition
  }

  async #begin(): Promise<void> {
    this.#process = await GatewayProcess.start(this.#installation)
    for (const command of this.#setup) this.#process.sequencer.submit(command)
    await this.#stepUntil(() => this.#isQuiet())
    this.#commands = 0
  }

  /** Fate leaves them alone: everybody logs on, hears what there is, and then everything must have been told. */
  async #comeToRest(): Promise<void> {
    this.#failsNext = false
    this.#insistLater({ type: 'SetClock', market: 0 }, 0)
    const openAt = this.#allOpenAt()
    const deadline = openAt + REST_MS
    const look = (): void => {
      if (this.#process !== undefined)
        for (const desk of this.#desks) {
          if (desk.state === 'away') desk.logOn()
          else if (desk.isOn && !this.#hasHeardAll(desk)) desk.say('1', `112=FENCE${desk.next}`)
        }
      if (!this.#isAtRest()) this.#time.after(4_000, look)
    }
    if (openAt > this.#time.now) {
      for (const desk of this.#desks) if (desk.isOn) desk.logOut()
      this.#time.after(openAt - this.#time.now, look)
      await this.#stepUntil(() => this.#time.now >= openAt)
    } else look()
    await this.#stepUntil(() => this.#isAtRest() || this.#time.now > deadline)
    for (const session of this.#model.sessions.values()) session.demandToldAll()
    if (!this.#isAtRest()) {
      const states = this.#desks.map((desk) => {
        const { nextInbound, nextOutbound } = this.#model.sessions.get(desk.settings.index)!
        return `${desk.settings.senderCompId} is ${desk.state}, sends ${desk.next} next (the disk expects ${nextInbound}), expects ${desk.expected} (the disk: ${nextOutbound})`
      })
      throw new Finding(`no rest: ${states.join('; ')}; ${this.#rest.openRequests} REST requests without an answer`)
    }
    this.#model.compare(this.#process!.engine.state, 'at rest')
  }

  /** From then on every session is open, for as long as it may take. */
  #allOpenAt(): number {
    const hours = this.#hours.filter((one) => one !== undefined)
    let at = this.#time.now
    while (!hours.every((one) => (one.windowAt(at)?.end ?? 0) > at + REST_MS)) at += 300_000
    return at
  }

  #hasHeardAll(desk: Desk): boolean {
    const { nextInbound, nextOutbound, hasBeenToldAll } = this.#model.sessions.get(desk.settings.index)!
    return hasBeenToldAll && desk.expected === nextOutbound && desk.next === nextInbound
  }

  #isAtRest(): boolean {
    return this.#isQuiet() && this.#rest.openRequests === 0 && this.#desks.every((desk) => desk.isOn && this.#hasHeardAll(desk))
  }

  // --- Process and network ---

  #connect(end: ConnectionEnd, session: number): Connection | undefined {
    const gateway = this.#process?.gateway
    if (gateway === undefined) return undefined
    const model = this.#model.sessions.get(session)!
    let last = 0
    const observe = (messages: readonly Heard[], bytes: Buffer): void => {
      this.#digest.update(bytes)
      this.#messages += messages.length
      for (const message of messages) {
        if (this.#run.isTold === true) this.#tell(`${nameOf(session)} < ${message.text}`)
        if (message.type === 'A' && message.get(141) === 'Y') last = 0
        model.written(message, last)
        if (!message.isDuplicate) last = message.number
      }
    }
    const connection = new Connection({ time: this.#time, random: this.#network, end, observe }, `10.0.0.${session}`)
    if (!connection.connect(gateway)) return undefined
    this.#connections.add(connection)
    return connection
  }

  /** Between any two steps; more often than not in the middle of a commit. */
  #killSoon(random: Random): void {
    const inCommit = random.chance(0.6)
    let patience = 50
    const strike = (): void => {
      if (inCommit && this.#process?.sequencer.committingSince === 0 && patience-- > 0) this.#time.after(random.between(0, 0.4), strike)
      else this.#kill()
    }
    this.#time.after(random.between(0, 4), strike)
  }

  #kill(): void {
    const process = this.#process
    if (process === undefined) return
    this.#kills++
    const fate = this.#fate
    const loss = fate.pick(['lost', 'torn', 'whole'] as const)
    this.#tell(`the process is killed; a batch on its way is ${loss}`)
    process.kill(loss, fate.next())
    this.#endProcess()
  }

  #endProcess(): void {
    this.#process = undefined
    this.#isStopping = false
    this.#hasStopped = false
    this.#failsNext = false
    this.#time.endLife()
    for (const connection of this.#connections) connection.killed()
    this.#connections.clear()
    this.#time.after(this.#fate.between(5, 3_000), () => {
      this.#todo = () => this.#restart()
    })
  }

  async #restart(): Promise<void> {
    this.#process = await GatewayProcess.start(this.#installation)
    this.#tell('the process has started')
    const { nextPosition } = this.#process.sequencer
    demand(
      nextPosition === this.#model.nextPosition,
      () => `the journal is to go on at ${nextPosition}; the disk ends before ${this.#model.nextPosition}`,
    )
    this.#model.compareBooks(this.#process.gateway.snapshot(this.#model.nextPosition))
    this.#model.compare(this.#process.engine.state, 'after the restart')
  }

  #stop(): void {
    const process = this.#process
    if (process === undefined || this.#isStopping) return
    this.#tell('the process is told to stop')
    this.#isStopping = true
    void process.stop().then(() => {
      if (this.#process === process) this.#hasStopped = true
    })
    this.#time.after(60_000, () => {
      if (this.#process === process) throw new Finding('the gateway does not stop within a minute')
    })
  }

  /** What the product awaits goes on between two steps. */
  async #letStop(): Promise<void> {
    for (let turn = 0; turn < 4; turn++) await Promise.resolve()
    if (!this.#hasStopped) return
    demand(this.#isQuiet(), () => 'the gateway has stopped, and something is not on the disk')
    this.#endProcess()
  }

  // --- What happens ---

  #nextAction(): void {
    const { actions, without = [], skipped } = this.#run
    if (this.#action >= actions) {
      this.#isPlayedOut = true
      return
    }
    this.#action++
    const kind = this.#fate.weighted(WEIGHTS)
    const random = this.#fate.fork()
    // most of it comes in bursts, several things to a commit
    let delay = random.chance(0.75) ? random.between(0, 0.2) : random.chance(0.9) ? random.between(0, 5) : random.between(5, 4_000)
    if (!without.includes(kind) && skipped?.has(this.#action) !== true) {
      if (kind === 'long pause') delay = this.#pause(random)
      else this.#act(kind, random)
    }
    this.#time.after(delay, () => this.#nextAction())
  }

  /** Hours in which nobody does anything, and most have gone home. */
  #pause(random: Random): number {
    const stays = random.chance(0.12)
    for (const desk of this.#desks) if (desk.isOn && !(stays && random.chance(0.4))) desk.logOut()
    const ms = this.#untilSomeEnd(random) ?? random.between(0.5, 9) * 3_600_000
    this.#tell(`nothing happens for ${(ms / 3_600_000).toFixed(1)} hours`)
    return ms
  }

  /** Until some seconds before a session's end, around which things go wrong. */
  #untilSomeEnd(random: Random): number | undefined {
    const scheduled = this.#hours.flatMap((hours, index) => (hours === undefined ? [] : [{ hours, desk: this.#desks[index]! }]))
    if (scheduled.length === 0 || random.chance(0.3)) return undefined
    const { hours, desk } = random.pick(scheduled)
    const { now } = this.#time
    const ms = hours.nextEnd(now + 60_000) - now
    const kind = random.weighted({ nothing: 3, kill: 3, drop: 2, stall: 1 })
    // the Logouts of both sides and the reset behind them take some milliseconds
    const after = random.chance(0.5) ? random.between(0, 8) : random.between(-2_000, 4_000)
    this.#time.after(ms + after, () => {
      if (kind === 'kill') this.#kill()
      else if (kind === 'stall') desk.stall(random.between(100, 20_000))
      else if (kind === 'drop') desk.drop(random.chance(0.3) ? Infinity : random.between(0, 3_000))
    })
    return ms - random.between(2_500, 8_000)
  }

  #act(kind: Exclude<ActionKind, 'long pause'>, random: Random): void {
    if (this.#run.isTold === true) this.#tell(`${this.#action}: ${kind}`)
    switch (kind) {
      case 'order':
      case 'cancel':
      case 'replace':
      case 'status':
      case 'mass status':
      case 'mass cancel':
      case 'possible resend':
      case 'duplicate id':
      case 'refused request':
      case 'faulty message':
        return this.#trade(kind, random.below(this.#traders.length))
      case 'rest order':
        return this.#restTrader.order()
      case 'rest cancel':
        return this.#restTrader.cancel()
      case 'rest replace':
        return this.#restTrader.replace()
      case 'rest cancel all':
        return this.#restTrader.cancelAll()
      case 'deposit':
        return this.#banking.deposit()
      case 'withdrawal':
        return this.#banking.withdraw()
      case 'cancel transfer':
        return this.#banking.cancel()
      case 'move transfer':
        return this.#banking.move({ isByHand: this.#rules.achMode === 'manual', givesBackSettled: this.#takesBack })
      case 'guest':
        return this.#guests.act()
      case 'log on': {
        const away = this.#desks.filter((desk) => desk.state === 'away')
        if (away.length > 0) random.pick(away).logOn()
        return
      }
      case 'quote':
      case 'news':
      case 'halt':
      case 'move clock':
      case 'let clock run':
      case 'end day':
      case 'corporate action':
      case 'reinvestment':
      case 'kill switch':
      case 'fill model':
      case 'take back':
      case 'repeat':
        return this.#operate(kind, random)
      case 'kill':
        return this.#killSoon(random)
      case 'stop':
        return this.#stop()
      case 'disk fails':
        this.#failsNext = true
        return
      case 'snapshot':
        this.#todo = () => keepSnapshot(this.#installation)
        return
      default:
        this.#misbehave(kind, random)
    }
  }

  #trade(
    kind:
      | 'order'
      | 'cancel'
      | 'replace'
      | 'status'
      | 'mass status'
      | 'mass cancel'
      | 'possible resend'
      | 'duplicate id'
      | 'refused request'
      | 'faulty message',
    index: number,
  ): void {
    const desk = this.#desks[index]!
    const trader = this.#traders[index]!
    const { now } = this.#time
    if (desk.state === 'away') return desk.logOn()
    if (!desk.isOn) return
    switch (kind) {
      case 'order':
        return trader.order(now)
      case 'cancel':
        return trader.cancel(now)
      case 'replace':
        return trader.replace(now)
      case 'status':
        return trader.status()
      case 'mass status':
        return trader.massStatus()
      case 'mass cancel':
        return trader.massCancel(now)
      case 'possible resend':
        return trader.repeat(true)
      case 'duplicate id':
        return trader.repeat(false)
      case 'refused request':
        return trader.refused(now)
      case 'faulty message':
        return trader.faulty()
      default:
        kind satisfies never
    }
  }

  #operate(kind: OperatorAction, random: Random): void {
    const process = this.#process
    if (process === undefined || this.#isStopping) return
    const { symbol, middle, step } = random.pick(SYMBOLS)
    switch (kind) {
      case 'quote': {
        const bidTicks = middle + (random.below(15) - 10) * step
        const quote = {
          bidTicks,
          askTicks: bidTicks + (1 + random.below(6)) * step,
          bidLots: random.below(40) * 1e9,
          askLots: random.below(40) * 1e9,
        }
        process.sequencer.submit({ type: 'MoveQuote', market: 0, symbol, quote })
        return
      }
      case 'news':
        process.sequencer.submit({ type: 'AnnounceNews', headline: 'Notice', text: `It is ${priceText(middle)}` })
        return
      case 'halt': {
        const halt = { market: 0, symbol, reason: 'news', operator: 'operator' }
        process.sequencer.submit({ type: 'HaltSymbol', ...halt })
        return this.#insistLater({ type: 'ResumeSymbol', ...halt }, random.between(10, 5_000))
      }
      case 'move clock':
        return this.#moveClock(process.engine.state.marketTime(0, this.#time.now) + clockMove(random))
      case 'let clock run':
        process.sequencer.submit({ type: 'SetClock', market: 0 })
        return
      case 'end day': {
        const nextDay = dayToBegin(random, process.engine.state.market(0).tradeDay)
        this.#model.callForDay(nextDay)
        process.sequencer.submit({ type: 'EndTradingDay', market: 0, nextDay })
        return
      }
      case 'corporate action': {
        const { tradeDay } = process.engine.state.market(0)
        process.sequencer.submit(corporateAction(random, tradeDay, (instrument) => this.#model.factorOf(instrument)))
        return
      }
      case 'reinvestment': {
        const changes = JSON.stringify({ dividend_reinvestment: random.chance(0.7) })
        const account = random.below(ACCOUNTS.length)
        process.sequencer.submit({
          type: 'UpdateAccount',
          account,
          tradingConfigurations: {},
          changes,
          changesContact: false,
          changesIdentity: false,
        })
        return
      }
      case 'kill switch': {
        const scope = random.pick(['account', 'session', 'partner', 'all'] as const)
        const id = scope === 'account' ? random.below(ACCOUNTS.length) : scope === 'session' ? 1 + random.below(3) : 0
        const killSwitch = { type: 'SetKillSwitch', scope, id, operator: 'operator' } as const
        process.sequencer.submit({ ...killSwitch, on: true })
        return this.#insistLater({ ...killSwitch, on: false }, random.between(10, 5_000))
      }
      case 'fill model': {
        const instrument = SYMBOLS.findIndex((one) => one.symbol === symbol)
        const scope = random.chance(0.5) ? { instrument } : { account: random.below(ACCOUNTS.length) }
        const model = random.pick([
          { kind: 'displayed' },
          { kind: 'full' },
          { kind: 'partial' },
          { kind: 'participation', basisPoints: 500 },
        ] as const)
        process.sequencer.submit({ type: 'SetFillModel', market: 0, scope, model })
        return
      }
      case 'take back': {
        const order = this.#takesBack ? this.#model.filledOrder(random) : undefined
        // what is to be taken back is read from what is stored
        const trade = order && this.#isQuiet() ? this.#model.archive.trade(order, 1 + random.below(2)) : undefined
        if (trade === undefined) return
        const { lots } = trade.sides[0]!
        if (random.chance(0.5)) process.sequencer.submit({ type: 'BustExecution', trade })
        else process.sequencer.submit({ type: 'CorrectExecution', trade, quantityLots: Math.ceil((lots / 1e9) * random.next()) * 1e9 })
        return
      }
      case 'repeat': {
        const from = Math.max(1, this.#model.nextPosition - random.below(400))
        let position = 0
        process.gateway.repeatFrom(random.pick(process.gateway.books), () => ++position >= from)
        return
      }
      default:
        kind satisfies never
    }
  }

  /** A long way takes several commands, as the route gives them: what is killed on the way stands where it came to. */
  #moveClock(to: number): void {
    this.#process?.sequencer.submit({ type: 'SetClock', market: 0, to: Math.floor(to), atLeast: true }, ({ unfinished }) => {
      if (unfinished === true && !this.#isStopping) this.#moveClock(to)
    })
  }

  /** An operator gives a command, and again until it is answered: in this life of the process or in a later one. */
  #insistLater(command: Command, ms: number): void {
    let isDone = false
    const attempt = (): void => {
      if (isDone) return
      if (!this.#isStopping) this.#process?.sequencer.submit(command, () => (isDone = true))
      this.#time.after(1_000, attempt)
    }
    this.#time.after(ms, attempt)
  }

  #misbehave(
    kind:
      | 'garbage'
      | 'possible duplicate'
      | 'ask again'
      | 'test request'
      | 'number too low'
      | 'numbers left out'
      | 'sequence reset'
      | 'reset at logon'
      | 'reset in session'
      | 'log out'
      | 'drop'
      | 'stall',
    random: Random,
  ): void {
    const on = this.#desks.filter((desk) => desk.isOn)
    if (on.length === 0) return
    const desk = random.pick(on)
    // what the gateway has dealt with for good
    const counted = this.#model.sessions.get(desk.settings.index)!.nextInbound - 1
    switch (kind) {
      case 'garbage':
        return desk.sayRaw(garbage(desk, random))
      case 'possible duplicate': {
        const orders = desk.sentOf('D').filter(({ number }) => number <= counted)
        if (orders.length > 0) desk.sayAgain(random.pick(orders).number)
        return
      }
      case 'ask again':
        // seldom all of it
        return desk.say('2', `7=${random.chance(0.05) ? 1 : Math.max(1, desk.expected - random.below(200))}|16=0`)
      case 'test request':
        return desk.say('1', `112=T${random.below(1_000)}`)
      case 'number too low':
        if (counted > 0) desk.sayRaw(desk.bytes('1', 1 + random.below(counted), '112=LOW'))
        return
      case 'numbers left out':
        desk.skip(1 + random.below(3))
        return desk.say('1', '112=AHEAD')
      case 'sequence reset': {
        // it would take whatever is on its way with it
        if (desk.next > counted + 1) return
        const number = desk.next
        desk.skip(1 + random.below(3))
        return desk.sayRaw(desk.bytes('4', number, `36=${desk.next}`))
      }
      case 'reset at logon':
        desk.wantsReset = true
        return desk.drop(random.between(0, 20))
      case 'reset in session':
        return desk.resetInSession()
      case 'log out':
        return desk.logOut()
      case 'drop':
        desk.drop(random.chance(0.1) ? Infinity : random.between(0, random.chance(0.6) ? 2 : 3_000))
        // some are back before the gateway has committed what they last said
        if (random.chance(0.5))
          this.#time.after(random.between(0, 8), () => {
            if (desk.state === 'away') desk.logOn()
          })
        return
      case 'stall':
        return desk.stall(random.between(100, 20_000))
      default:
        kind satisfies never
    }
  }

  #tell(text: string): void {
    if (this.#run.isTold === true) this.#story.push(`${new Date(this.#time.now).toISOString()} ${text}`)
  }
}

const MONDAY = Date.parse('2026-01-05T00:00:00Z')

const SESSIONS: readonly (Partial<SessionSettings> & { readonly senderCompId: string })[] = [
  { senderCompId: 'DESK1', accountNumbers: ['ACC1', 'ACC2'] },
  {
    senderCompId: 'DESK2',
    accountNumbers: ['ACC3', 'ACC4'],
    cancelOnDisconnect: { enabled: true, graceMs: 2_000, onLogout: false, includeGtc: false },
  },
  { senderCompId: 'DESK3', orderScope: 'account', queueReplaces: true },
  { senderCompId: 'DROP1', kind: 'drop-copy' },
]
const nameOf = (session: number): string => SESSIONS[session - 1]!.senderCompId

function settingsOf(session: Partial<SessionSettings> & { readonly senderCompId: string }, index: number): SessionSettings {
  const identity = { index, id: `00000000-0000-8000-8000-00000000000${index}`, targetCompId: 'GATEWAY', partner: 0, createdAt: 0 }
  return { ...DEFAULT_SESSION_SETTINGS, kind: 'order-entry', ...identity, throttlePerS: 0, ...session }
}

/** Every run has a venue of its own kind. */
function rulesOf(random: Random): EngineRules {
  const quick = { ms: 0, jitterMs: 0 }
  const slow = { ms: 1, jitterMs: 30 }
  return {
    ...DEFAULT_RULES,
    maxOpenOrders: 120,
    selfMatch: random.pick(['cancel_aggressor', 'cancel_resting', 'cancel_both', 'decrement', 'reject', 'cancel_aggressor']),
    latency: random.chance(0.2) ? { new: slow, cancel: slow, replace: slow, fill: quick } : DEFAULT_RULES.latency,
    dayOrderEnd: random.pick(['expire', 'done_for_day']),
    session: random.chance(0.25) ? 'us_equities' : 'always_open',
    liquidity: random.chance(0.2) ? 'clients' : 'both',
    unpriced: random.pick(['wait', 'refuse']),
    achMode: random.pick(['instant', 'delayed', 'manual']),
    stopTrigger: random.pick(['either', 'print', 'quote']),
    ...(random.chance(0.25) && { bandBasisPoints: 300, bandPauseMs: 60_000 }),
  }
}

const TRADING = { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null }

const BANK = { ownerName: 'Jane Doe', accountType: 'CHECKING', bankName: null, accountLast4: '6789', routingNumber: '121000358' } as const

/** `isWhole`: one of the securities trades in whole shares alone. */
const setupOf = ({ isWhole }: { readonly isWhole: boolean }): readonly Command[] => [
  { type: 'CreatePartner', id: 'partner-1', name: 'Sandbox', environment: 'sandbox', seed: 'a seed' },
  ...SYMBOLS.map(({ symbol, middle }): Command => ({
    type: 'ListInstrument',
    instrument: security(symbol, middle, { fractionable: !isWhole || symbol !== 'MSFT' }),
  })),
  ...ACCOUNTS.flatMap((accountNumber, account): Command[] => [
    {
      type: 'OpenAccount',
      partner: 0,
      userId: '',
      accountNumber,
      status: AccountStatus.Active,
      kycStatus: KycStatus.Approved,
      kycResults: null,
      tradingConfigurations: TRADING,
      profile: '{}',
    },
    {
      type: 'GrantHoldings',
      account,
      cashCents: 50_000_000,
      positions: SYMBOLS.map(({ symbol, middle }) => ({ symbol, shares: 3_000, priceTicks: middle })),
    },
    { type: 'LinkBank', account, status: 'APPROVED', ...BANK },
  ]),
]

/** Bytes that are no message of a session: noise, a wrong CheckSum(10), a piece of a message. */
function garbage(desk: Desk, random: Random): Buffer {
  const order = desk.bytes('D', desk.next, `11=GARBAGE|38=1|40=1|54=1|55=AAPL|60=20260101-00:00:00`, '', true)
  switch (random.below(4)) {
    case 0:
      return order
    case 1: {
      const noise = Buffer.alloc(1 + random.below(60))
      for (let index = 0; index < noise.length; index++) noise[index] = random.below(256)
      return noise
    }
    case 2:
      return Buffer.from('8=FIX.4.4\x019=abc\x0135=D\x01', 'latin1')
    default:
      return Buffer.concat([Buffer.from('\x01\x01junk', 'latin1'), order])
  }
}
