import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seeded } from '../system/seeded.ts'
import { cutThePower, whileStopped, type PowerLossFigures } from './power-loss.ts'
import { Child } from './support/child.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

test('after a loss of power the journal has every commit that was acknowledged, and none by half', { timeout: 120_000 }, async () => {
  const below = seeded(5)
  const figures: PowerLossFigures = { cuts: 0, torn: 0, duringCheckpoints: 0, laterGenerations: 0 }
  const directory = temporaryDirectory()
  const note = join(directory, 'note')
  const child = new Child('./commit-and-note.ts', directory, note)
  for (let image = 0; image < 6; image++) {
    for (let lines = 1 + below(4); lines > 0; lines--) await child.line()
    await whileStopped({ directory, note, pid: child.pid }, (image) => cutThePower(image, 60, below, figures))
  }
  await child.kill()
  expect(figures.cuts).toBeGreaterThan(300)
  expect(figures.torn).toBeGreaterThan(50)
  expect(figures.duringCheckpoints).toBeGreaterThan(50)
})
