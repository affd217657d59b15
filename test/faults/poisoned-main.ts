import { Engine } from '../../src/engine/engine.ts'

// The real program with bugs: the engine fails on every order whose ClOrdID is `poison`, and makes an event that no record can hold of one whose
// ClOrdID is `unwritable`.

const { execute } = Engine.prototype
Engine.prototype.execute = function (...values) {
  const [command] = values
  if (command.type === 'PlaceOrder' && command.clientOrderId === 'poison') throw new Error('a bug of the engine')
  const result = execute.apply(this, values)
  const event = values[3].at(-1)
  if (command.type === 'PlaceOrder' && command.clientOrderId === 'unwritable' && event?.type === 'OrderAccepted') {
    ;(event.order as { createdAt: number }).createdAt = -1
  }
  return result
}

await import('../../src/main.ts')
