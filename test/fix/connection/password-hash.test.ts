import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../../src/fix/connection/password-hash.ts'

test('a password is verified against what was stored for it, and no other is', async () => {
  const stored = await hashPassword('pässwörd 1')
  expect(await Promise.all(['pässwörd 1', 'pässwörd 2', 'pässwörd 1 ', ''].map((password) => verifyPassword(password, stored)))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('the stored text has the parameters, a salt of 16 bytes and the scrypt key of 32', async () => {
  const stored = await hashPassword('secret')
  const [name, n, r, p, salt, key] = stored.split('$')
  const expected = scryptSync('secret', Buffer.from(salt!, 'base64url'), 32, { N: 16_384, r: 8, p: 1 }).toString('base64url')
  expect([name, n, r, p, Buffer.from(salt!, 'base64url').length, key]).toEqual(['scrypt', '16384', '8', '1', 16, expected])
})

test('equal passwords are stored differently', async () => {
  expect(await hashPassword('secret')).not.toBe(await hashPassword('secret'))
})

test('what other parameters have stored is verified too: RFC 7914 section 12', async () => {
  const key = Buffer.from(
    'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    'hex',
  ).toString('base64url')
  const stored = `scrypt$1024$8$16$${Buffer.from('NaCl').toString('base64url')}$${key}`
  expect(await Promise.all([verifyPassword('password', stored), verifyPassword('passwort', stored)])).toEqual([true, false])
})

test.each(['', 'secret', 'scrypt$16384$8$1$c2FsdA', 'bcrypt$16384$8$1$c2FsdA$a2V5', 'scrypt$x$8$1$c2FsdA$a2V5'])(
  'the stored text %j is an error',
  async (stored) => {
    await expect(verifyPassword('secret', stored)).rejects.toThrow('a stored FIX password must have the form scrypt$N$r$p$salt$key')
  },
)
