import { expect, test } from 'vitest'
import { LookUps } from '../../../src/delivery/webhooks/look-ups.ts'

const ADDRESSES = ['8.8.8.8', '8.8.4.4']
/** how long the system waits for a name server that does not answer */
const HUNG_MS = 10_000

/** Name servers that answer when they are told to. */
function nameServers() {
  const asked: string[] = []
  const answers = new Map<string, (addresses: readonly string[]) => void>()
  let time = 0
  const lookUps = new LookUps(
    (name) => {
      asked.push(name)
      return new Promise((resolve) => answers.set(name, resolve))
    },
    () => time,
  )
  return {
    asked,
    lookUp: (name: string) => lookUps.addressesOf(name),
    async answer(name: string, afterMs = 10): Promise<void> {
      time += afterMs
      answers.get(name)!(afterMs < HUNG_MS ? ADDRESSES : [])
      await settled()
    },
  }
}

/** Whatever follows from what has happened so far has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a name is looked up once for all who wait for it', async () => {
  const { asked, lookUp, answer } = nameServers()
  const found = [lookUp('a.example.com'), lookUp('a.example.com')]
  await settled()
  expect(asked).toEqual(['a.example.com'])
  await answer('a.example.com')
  expect(await Promise.all(found)).toEqual([ADDRESSES, ADDRESSES])
  void lookUp('a.example.com')
  await settled()
  expect(asked).toEqual(['a.example.com', 'a.example.com'])
})

test('two names are looked up at a time, however quickly each was answered before', async () => {
  const { asked, lookUp, answer } = nameServers()
  const names = ['a', 'b', 'c']
  for (const name of names) {
    void lookUp(name)
    await settled()
    await answer(name)
  }
  asked.length = 0
  for (const name of names) void lookUp(name)
  await settled()
  expect(asked).toEqual(['a', 'b'])
  await answer('a')
  expect(asked).toEqual(names)
})

test('names whose servers do not answer take turns on one thread, and keep nobody waiting whose does', async () => {
  const { asked, lookUp, answer } = nameServers()
  const ask = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) void lookUp(name)
    await settled()
  }
  /** who was asked since the last look */
  const since = (): readonly string[] => asked.splice(0)
  await ask('quick')
  await answer('quick')
  await ask('a.hung', 'b.hung', 'quick')
  expect(since()).toEqual(['quick', 'a.hung', 'quick'])
  await answer('quick')
  await answer('a.hung', HUNG_MS)
  expect(since()).toEqual(['b.hung'])

  // what nobody knows yet comes before what is known to be slow
  await ask('a.hung', 'new', 'quick')
  expect(since()).toEqual(['quick'])
  await answer('b.hung', HUNG_MS)
  expect(since()).toEqual(['new'])
  await answer('new')
  await answer('quick')
  expect(since()).toEqual(['a.hung'])

  // and one that is answered again is as good as any
  await answer('a.hung')
  await ask('b.hung', 'a.hung')
  expect(since()).toEqual(['b.hung', 'a.hung'])
})

test('of the names that were looked up the last ten thousand are remembered', async () => {
  const { asked, lookUp, answer } = nameServers()
  const ask = async (name: string, afterMs?: number): Promise<void> => {
    void lookUp(name)
    await settled()
    await answer(name, afterMs)
  }
  await ask('kept', HUNG_MS)
  await ask('forgotten', HUNG_MS)
  await ask('kept', HUNG_MS)
  await ask('slow', HUNG_MS)
  for (let count = 0; count < 9_998; count++) await ask(`${count}`)
  asked.length = 0
  // what is remembered as slow comes behind what is new, and what was forgotten is as new as any
  for (const name of ['slow', 'kept', 'forgotten']) void lookUp(name)
  await settled()
  await answer('slow', HUNG_MS)
  await answer('forgotten')
  expect(asked).toEqual(['slow', 'forgotten', 'kept'])
})
