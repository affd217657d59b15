import { Engine } from '../../src/engine/engine.ts'

// The real program with a bug: the engine fails on every order whose ClOrdID is `poison`.

const { execute } = Engine.prototype
Engine.prototype.execute = function (...values) {
  const [command] = values
  if (command.type === 'PlaceOrder' && command.clientOrderId === 'poison') throw new Error('a bug of the engine')
  return execute.apply(this, values)
}

await import('../../src/main.ts')
