import { describe, expect, test } from 'vitest'
import { AuditStore } from '../../src/storage/rows/audit-store.ts'
import type { Credential, CredentialFilter } from '../../src/storage/rows/credential-store.ts'
import { CredentialStore } from '../../src/storage/rows/credential-store.ts'
import { FixSessionStore } from '../../src/storage/rows/fix-session-store.ts'
import { openTestJournal } from './support/open-journal.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

function credential(given: Partial<Credential> & { readonly id: string }): Credential {
  return {
    kind: 'partner',
    partner: 0,
    account: null,
    label: 'first',
    keyId: `bpk_sbx_${given.id}`,
    secretHash: Buffer.alloc(32, 7),
    scopes: ['trading:read', 'admin:keys'],
    environment: 'sandbox',
    createdAt: 1_000,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...given,
  }
}

describe('the store of credentials', () => {
  test('finds a key by what the client sends, also after a restart', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory)
    const store = new CredentialStore(journal)
    const token = credential({ id: 'b', kind: 'account', account: 4, expiresAt: 9_000 })
    const operator = credential({ id: 'c', kind: 'operator', partner: null, scopes: ['operator'] })
    await Promise.all([credential({ id: 'a' }), token, operator].map((one) => store.add(one)))
    for (const one of [store, new CredentialStore(journal)]) {
      expect(one.find('bpk_sbx_a')).toEqual(credential({ id: 'a' }))
      expect(one.find('bpk_sbx_b')).toEqual(token)
      expect(one.byIdentifier('c')).toEqual(operator)
      expect(one.find('bpk_sbx_d')).toBeUndefined()
    }
  })

  test('refuses a key id that exists and keeps the first', async () => {
    const store = new CredentialStore(openTestJournal(temporaryDirectory()))
    await store.add(credential({ id: 'a' }))
    await expect(store.add(credential({ id: 'b', keyId: 'bpk_sbx_a' }))).rejects.toThrow('UNIQUE constraint failed: api_keys.key_id')
    expect(store.find('bpk_sbx_a')?.id).toBe('a')
  })

  test('lists those of one kind and owner, newest first, without the revoked', async () => {
    const store = new CredentialStore(openTestJournal(temporaryDirectory()))
    await store.add(credential({ id: 'a', createdAt: 1 }))
    await store.add(credential({ id: 'b', createdAt: 3 }))
    await store.add(credential({ id: 'c', createdAt: 3 }))
    await store.add(credential({ id: 'd', createdAt: 2 }))
    await store.add(credential({ id: 'e', partner: 1 }))
    await store.add(credential({ id: 'f', kind: 'account', account: 2 }))
    await store.revoke('d', 4)
    expect(store.list({ kind: 'partner', partner: 0 }).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect(store.list({ kind: 'partner', partner: 0, revoked: true }).map(({ id }) => id)).toEqual(['c', 'b', 'd', 'a'])
    await store.add(credential({ id: 'g', partner: 2 }))
    const ids = (filter: CredentialFilter) => store.list(filter).map(({ id }) => id)
    expect(ids({ kind: 'partner', partner: 0, revoked: false })).toEqual(['c', 'b', 'a'])
    expect([ids({ kind: 'account', account: 2 }), ids({ kind: 'partner', partner: 2 })]).toEqual([['f'], ['g']])
  })

  test('refuses a revoked key from the call on, and for good', async () => {
    const journal = openTestJournal(temporaryDirectory())
    const store = new CredentialStore(journal)
    await store.add(credential({ id: 'a' }))
    const done = store.revoke('a', 5_000)
    expect(store.find('bpk_sbx_a')?.revokedAt).toBe(5_000)
    await done
    await store.revoke('a', 6_000)
    expect(new CredentialStore(journal).find('bpk_sbx_a')?.revokedAt).toBe(5_000)
  })

  test('revokes all tokens of an account', async () => {
    const store = new CredentialStore(openTestJournal(temporaryDirectory()))
    for (const id of ['a', 'b', 'c']) await store.add(credential({ id, kind: 'account', account: id === 'c' ? 2 : 1 }))
    await store.revokeAccounts([1], 50)
    expect(['a', 'b', 'c'].map((id) => store.byIdentifier(id)?.revokedAt)).toEqual([50, 50, null])
  })

  test('revokes many tokens in pieces: whatever else is to be written has a turn in between', async () => {
    const journal = openTestJournal(temporaryDirectory())
    const store = new CredentialStore(journal)
    const tokens = Array.from({ length: 300 }, (_, index) => credential({ id: `${index}`, kind: 'account', account: index % 3 }))
    await Promise.all(tokens.map((one) => store.add(one)))
    const left = (): number => [0, 1, 2].reduce((sum, account) => sum + store.list({ kind: 'account', account }).length, 0)
    const done = store.revokeAccounts([0, 1, 2], 50)
    expect(left()).toBe(300 - 256)
    await done
    expect(left()).toBe(0)
    expect(new CredentialStore(journal).byIdentifier('299')?.revokedAt).toBe(50)
  })

  test('notes the use of a key that was revoked meanwhile, which stays revoked, and of no other', async () => {
    const journal = openTestJournal(temporaryDirectory())
    const store = new CredentialStore(journal)
    await Promise.all([credential({ id: 'a' }), credential({ id: 'b' })].map((one) => store.add(one)))
    const presented = store.find('bpk_sbx_a')!
    await store.revoke('a', 5_000)
    await store.touch(presented, 6_000)
    for (const one of [store, new CredentialStore(journal)])
      expect(['a', 'b'].map((id) => one.byIdentifier(id))).toEqual([
        credential({ id: 'a', lastUsedAt: 6_000, revokedAt: 5_000 }),
        credential({ id: 'b' }),
      ])
  })

  test('notes a use at most once a minute', async () => {
    const journal = openTestJournal(temporaryDirectory())
    const store = new CredentialStore(journal)
    await store.add(credential({ id: 'a' }))
    const usedAt = async (at: number) => {
      await store.touch(store.find('bpk_sbx_a')!, at)
      return new CredentialStore(journal).find('bpk_sbx_a')?.lastUsedAt
    }
    expect([await usedAt(100_000), await usedAt(159_999), await usedAt(160_000)]).toEqual([100_000, 100_000, 160_000])
    // set back
    expect([await usedAt(100_001), await usedAt(100_000)]).toEqual([160_000, 100_000])
  })
})

describe('the store of FIX sessions', () => {
  test('keeps settings, changed ones too, in order of the index', async () => {
    const journal = openTestJournal(temporaryDirectory())
    const store = new FixSessionStore<{ readonly sender: string }>(journal)
    await store.add({ session: 2, settings: { sender: 'DESK2' }, createdAt: 6 })
    await store.add({ session: 1, settings: { sender: 'DESK1' }, createdAt: 5 })
    await store.change(1, { sender: 'DROP1' })
    const all = () => store.all((stored) => stored as { readonly sender: string })
    expect(all()).toEqual([
      { session: 1, settings: { sender: 'DROP1' }, createdAt: 5 },
      { session: 2, settings: { sender: 'DESK2' }, createdAt: 6 },
    ])
    await store.clear()
    expect(all()).toEqual([])
  })

  test('refuses an index that is taken', async () => {
    const store = new FixSessionStore(openTestJournal(temporaryDirectory()))
    await store.add({ session: 1, settings: {}, createdAt: 5 })
    await expect(store.add({ session: 1, settings: {}, createdAt: 5 })).rejects.toThrow('UNIQUE constraint failed')
  })
})

describe('the audit trail', () => {
  const entry = (at: number, operation: string, subject = 's') => ({ at, keyId: 'k1', operation, subject, detail: { on: true, at } })

  test('is listed newest first, page by page, though it grows meanwhile', async () => {
    const audit = new AuditStore(openTestJournal(temporaryDirectory()))
    for (let at = 1; at <= 5; at++) await audit.append(entry(at, 'kill_switch.set'))
    const first = await audit.list({ limit: 2 })
    await audit.append(entry(6, 'kill_switch.set'))
    const second = await audit.list({ limit: 9, after: first.at(-1)!.id })
    expect([...first, ...second].map(({ at }) => at)).toEqual([5, 4, 3, 2, 1])
    expect(first[0]).toEqual({ id: 5, ...entry(5, 'kill_switch.set') })
  })

  test('is listed in the order in which it was written, also where the clock was set back or stood still', async () => {
    const audit = new AuditStore(openTestJournal(temporaryDirectory()))
    for (const [index, at] of [5, 5, 3, 5, 4].entries()) await audit.append(entry(at, `${index}`))
    const first = await audit.list({ limit: 3 })
    const second = await audit.list({ limit: 3, after: first.at(-1)!.id })
    expect([first, second].map((page) => page.map(({ operation }) => operation))).toEqual([
      ['4', '3', '2'],
      ['1', '0'],
    ])
  })

  test('is filtered by operation, key, subject and time', async () => {
    const audit = new AuditStore(openTestJournal(temporaryDirectory()))
    await audit.append(entry(1, 'a', 'x'))
    await audit.append(entry(2, 'b', 'x'))
    await audit.append({ ...entry(3, 'b', 'AAPL'), keyId: 'k2' })
    const at = async (filter: object) => (await audit.list({ limit: 9, ...filter })).map((one) => one.at)
    expect([
      await at({ operation: 'b' }),
      await at({ keyId: 'k2' }),
      await at({ subject: 'x' }),
      await at({ subject: 'aapl' }),
      await at({ since: 2 }),
      await at({ until: 2 }),
      await at({ since: 2, until: 2, operation: 'a' }),
    ]).toEqual([[3, 2], [3], [2, 1], [3], [3, 2], [2, 1], []])
  })

  test('gives the few that a filter leaves of a long trail, and others have a turn on the way to them', async () => {
    const journal = openTestJournal(temporaryDirectory())
    const audit = new AuditStore(journal)
    const few = [1, 2, 5_000, 10_000, 20_000]
    await journal.run(
      `WITH RECURSIVE entries (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM entries WHERE id < 20000)
      INSERT INTO audit SELECT id, id, 'k1', iif(id IN (${few.join(', ')}), 'b', 'a'), 's', '{}' FROM entries`,
      [],
    )
    const list = async (filter: object) => (await audit.list({ limit: 9, operation: 'b', ...filter })).map(({ id }) => id)
    let turns = 0
    const count = (): void => {
      turns++
      turn = setImmediate(count)
    }
    let turn = setImmediate(count)
    expect(await list({})).toEqual([20_000, 10_000, 5_000, 2, 1])
    clearImmediate(turn)
    expect(turns).toBeGreaterThanOrEqual(4)
    expect([
      await list({ limit: 2 }),
      await list({ limit: 2, after: 10_000 }),
      await list({ after: 2 }),
      await list({ after: 1 }),
      await list({ after: Number.MAX_SAFE_INTEGER, until: 4_000 }),
      await list({ operation: 'c' }),
    ]).toEqual([[20_000, 10_000], [5_000, 2], [1], [], [2, 1], []])
  })
})
