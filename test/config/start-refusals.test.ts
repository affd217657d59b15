import { expect, test } from 'vitest'
import { clearTextWarnings, listenRefusal, openSessionsRefusal } from '../../src/config/start-refusals.ts'
import { loadConfig } from '../../src/config.ts'

const desk = { senderCompId: 'DESK1', enabled: true, hasPassword: false, hasCertificate: false }

test.each([
  [{ HOST: '127.0.0.1' }, [desk], undefined],
  [{ HOST: '127.4.4.4' }, [desk], undefined],
  [{ HOST: 'localhost' }, [desk], undefined],
  [{ HOST: '::1' }, [desk], undefined],
  [{ HOST: '0.0.0.0' }, [{ ...desk, hasPassword: true }], undefined],
  [{ HOST: '0.0.0.0' }, [{ ...desk, enabled: false }], undefined],
  [{ HOST: '0.0.0.0' }, [{ ...desk, hasCertificate: true }], undefined],
  [
    { HOST: '0.0.0.0' },
    [desk, { ...desk, senderCompId: 'DESK2' }],
    'HOST 0.0.0.0 is reachable by others while FIX sessions have neither password nor client certificate (DESK1, DESK2): give them one, disable them, or set fix.allow_open_sessions',
  ],
  [
    { HOST: '0.0.0.0' },
    Array.from({ length: 5 }, (_, index) => ({ ...desk, senderCompId: `D${index}` })),
    'HOST 0.0.0.0 is reachable by others while FIX sessions have neither password nor client certificate (D0, D1, D2, D3, D4): give them one, disable them, or set fix.allow_open_sessions',
  ],
  [
    { HOST: '::' },
    Array.from({ length: 7 }, (_, index) => ({ ...desk, senderCompId: `D${index}` })),
    'HOST :: is reachable by others while FIX sessions have neither password nor client certificate (D0, D1, D2, D3, D4 and 2 more): give them one, disable them, or set fix.allow_open_sessions',
  ],
])('HOST %j with sessions %j', (environment, sessions, refusal) => {
  expect(openSessionsRefusal(loadConfig(environment), sessions)).toBe(refusal)
})

test('open sessions are allowed anywhere once the operator says so', () => {
  const config = loadConfig({ HOST: '0.0.0.0' })
  expect(openSessionsRefusal({ ...config, fix: { ...config.fix, allow_open_sessions: true } }, [desk])).toBe(undefined)
})

test('where a client certificate is required, sessions need no password; where it is only asked for, they do', () => {
  const config = loadConfig({ HOST: '0.0.0.0' })
  const mutual = (required: boolean) => ({
    ...config,
    fix: { ...config.fix, tls: { ...config.fix.tls, ca_file: '/ca.pem', require_client_certificate: required } },
  })
  expect(openSessionsRefusal(mutual(true), [desk])).toBe(undefined)
  expect(openSessionsRefusal(mutual(false), [desk])).toContain('(DESK1)')
})

test.each([
  [{}, []],
  [{ HOST: '::1', MANAGEMENT_HOST: 'localhost' }, []],
  [
    { HOST: '0.0.0.0', MANAGEMENT_HOST: '10.0.0.1' },
    [
      'HOST 0.0.0.0 is reachable by others and server.tls.cert_file is not set: API secrets cross the network in clear',
      'HOST 0.0.0.0 is reachable by others and fix.tls.cert_file is not set: passwords and orders cross the network in clear',
      'MANAGEMENT_HOST 10.0.0.1 is reachable by others: /metrics asks nobody who he is',
    ],
  ],
])('what crosses the network in clear is said at the start: %j', (environment, warnings) => {
  expect(clearTextWarnings(loadConfig(environment))).toEqual(warnings)
})

test('nothing crosses it in clear where both doors have a certificate', () => {
  const { server, fix } = loadConfig({ HOST: '0.0.0.0' })
  const tls = { ...fix.tls, cert_file: '/cert.pem', key_file: '/key.pem' }
  expect(clearTextWarnings({ server: { ...server, tls }, fix: { ...fix, tls } })).toEqual([])
})

test.each([
  ['EADDRINUSE', 'FIX_PORT 9878: the port is in use on 10.0.0.1; stop what listens there or set FIX_PORT'],
  ['EACCES', 'FIX_PORT 9878: not allowed to listen there; ports below 1024 need privileges'],
  ['EADDRNOTAVAIL', 'HOST 10.0.0.1: is no address of this machine'],
  ['ENOTFOUND', 'HOST 10.0.0.1: is no address of this machine'],
  ['EAI_AGAIN', "HOST 10.0.0.1: the name can't be looked up; set an address, or mend the name service"],
  ['EMFILE', "FIX_PORT 9878: can't listen on 10.0.0.1: it failed"],
])('a failed listen (%s) is explained in one line', (code, line) => {
  const error = Object.assign(new Error('it failed'), { code })
  expect(listenRefusal({ setting: 'FIX_PORT', host: '10.0.0.1', port: 9878, error })).toBe(line)
})
