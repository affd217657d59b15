import { describe, expect, test } from 'vitest'
import { isInside, Targets } from '../../../src/delivery/webhooks/target.ts'

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::7f00:1',
    '100::1',
    '200::1',
    '1fff::1',
    '2002:7f00:1::',
    'fec0::1',
    '3fff::1',
    '5f00::1',
    '168.63.129.16',
  ])('%s is not out on the internet', (address) => expect(isInside(address)).toBe(true))

  test.each(['8.8.8.8', '168.63.129.17', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is', (address) =>
    expect(isInside(address)).toBe(false),
  )
})

describe('a target', () => {
  const resolve = (url: string, allowPrivate = false) => new Targets().resolve(new URL(url), { allowPrivate, timeoutMs: 5_000 })

  test('that is inside is refused, however it is written, unless that is allowed', async () => {
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])
      expect(await resolve(`https://${host}/`), host).toEqual({ error: 'blocked_target' })
    expect(await resolve('https://127.0.0.1/', true)).toEqual({ addresses: ['127.0.0.1'] })
  })

  test('whose name has one address inside is refused as a whole', async () => {
    const targets = (...addresses: string[]) => new Targets(() => Promise.resolve(addresses))
    const url = new URL('https://example.com/')
    const rules = { allowPrivate: false, timeoutMs: 5_000 }
    expect(await targets('8.8.8.8', '10.0.0.1').resolve(url, rules)).toEqual({ error: 'blocked_target' })
    expect(await targets('8.8.8.8', '2606:4700:4700::1111').resolve(url, rules)).toEqual({ addresses: ['8.8.8.8', '2606:4700:4700::1111'] })
  })

  test('whose name does not exist can not be resolved', async () => {
    expect(await resolve('https://no-such-host.invalid/')).toEqual({ error: 'dns' })
  })

  test('whose name server does not answer is one that can not be resolved, in time', async () => {
    const targets = new Targets(() => new Promise(() => undefined))
    expect(await targets.resolve(new URL('https://example.com/'), { allowPrivate: false, timeoutMs: 20 })).toEqual({ error: 'dns' })
  })
})
