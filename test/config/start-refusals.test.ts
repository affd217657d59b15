import { expect, test } from 'vitest'
import { listenRefusal, openSessionsRefusal } from '../../src/config/start-refusals.ts'
import { loadConfig } from '../../src/config.ts'

const desk = { senderCompId: 'DESK1', enabled: true, hasPassword: false }

test.each([
  [{ HOST: '127.0.0.1' }, [desk], undefined],
  [{ HOST: '127.4.4.4' }, [desk], undefined],
  [{ HOST: 'localhost' }, [desk], undefined],
  [{ HOST: '::1' }, [desk], undefined],
  [{ HOST: '0.0.0.0' }, [{ ...desk, hasPassword: true }], undefined],
  [{ HOST: '0.0.0.0' }, [{ ...desk, enabled: false }], undefined],
  [
    { HOST: '0.0.0.0' },
    [desk, { ...desk, senderCompId: 'DESK2' }],
    'HOST 0.0.0.0 is reachable by others while FIX sessions have no password (DESK1, DESK2): give them one, disable them, or set fix.allow_open_sessions',
  ],
  [
    { HOST: '::' },
    Array.from({ length: 7 }, (_, index) => ({ ...desk, senderCompId: `D${index}` })),
    'HOST :: is reachable by others while FIX sessions have no password (D0, D1, D2, D3, D4 and 2 more): give them one, disable them, or set fix.allow_open_sessions',
  ],
])('HOST %j with sessions %j', (environment, sessions, refusal) => {
  expect(openSessionsRefusal(loadConfig(environment), sessions)).toBe(refusal)
})

test('open sessions are allowed anywhere once the operator says so', () => {
  const config = loadConfig({ HOST: '0.0.0.0' })
  expect(openSessionsRefusal({ ...config, fix: { ...config.fix, allow_open_sessions: true } }, [desk])).toBe(undefined)
})

test.each([
  ['EADDRINUSE', 'FIX_PORT 9878: the port is in use on 10.0.0.1; stop what listens there or set FIX_PORT'],
  ['EACCES', 'FIX_PORT 9878: not allowed to listen there; ports below 1024 need privileges'],
  ['EADDRNOTAVAIL', 'HOST 10.0.0.1: is no address of this machine'],
  ['EMFILE', "FIX_PORT 9878: can't listen on 10.0.0.1: it failed"],
])('a failed listen (%s) is explained in one line', (code, line) => {
  const error = Object.assign(new Error('it failed'), { code })
  expect(listenRefusal({ setting: 'FIX_PORT', host: '10.0.0.1', port: 9878, error })).toBe(line)
})
