import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSecret, secretText, signatureOf } from '../../../src/delivery/webhooks/signature.ts'

const KEY = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')

test.each([
  {
    message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' },
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    message: {
      id: 'evt_01JD2Q7W5M0000000000000000',
      timestamp: 1795187045,
      body: '{"id":"evt_01JD2Q7W5M0000000000000000","event_type":"webhook.test","created_at":"2026-11-20T15:04:05.000Z","sequence":42,"environment":"sandbox","data":{"webhook_id":"5f0f9c1e-7c1b-4f7e-9a55-1b2a3c4d5e6f"}}',
    },
    signature: 'v1,0XzzQjoS3qIhsmvSWABNEVAHAYMouwWLZ2R1c3r6bso=',
  },
])('the vector of $message.id has the signature of the contract', ({ message, signature }) => {
  expect(signatureOf([KEY], message)).toBe(signature)
})

test('a message that is signed with two secrets is accepted by the public library with either, and with no other', () => {
  const [old, young] = [newSecret(), newSecret()]
  const timestamp = Math.floor(Date.now() / 1000)
  const body = '{"id":"evt_1"}'
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf([young, old], { id: 'evt_1', timestamp, body }),
  }
  for (const secret of [old, young]) expect(new Webhook(secretText(secret)).verify(body, headers)).toEqual({ id: 'evt_1' })
  expect(() => new Webhook(secretText(newSecret())).verify(body, headers)).toThrow('No matching signature found')
  expect(() => new Webhook(secretText(old)).verify('{"id":"evt_2"}', headers)).toThrow('No matching signature found')
})

test('a secret is whsec_ and the base64 of 32 bytes', () => {
  expect(secretText(newSecret())).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
})
