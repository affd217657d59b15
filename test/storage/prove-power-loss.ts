import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { positiveNumber } from '../support/positive-number.ts'
import { seeded } from '../system/seeded.ts'
import { cutThePower, type PowerLossFigures, whileStopped } from './power-loss.ts'

// npm run prove:power-loss [cuts [seed]]: the long form of power-loss.test.ts, with a report.

const [wanted = '20000', given = String(1 + (Date.now() % 1_000_000))] = process.argv.slice(2)
const cuts = positiveNumber('cuts', wanted)
const seed = positiveNumber('seed', given)
const CUTS_OF_AN_IMAGE = 120
const IMAGES_OF_A_WRITER = 12
const RUN = fileURLToPath(new URL('../../run.js', import.meta.url))
const WRITER = fileURLToPath(new URL('./support/commit-and-note.ts', import.meta.url))

console.log(`${cuts} cuts, seed ${seed}`)
const below = seeded(seed)
const figures: PowerLossFigures = { cuts: 0, torn: 0, duringCheckpoints: 0, laterGenerations: 0 }
let images = 0
let writers = 0
while (figures.cuts < cuts) {
  // a journal that has grown long makes every cut slow
  writers++
  await withWriter(async (writer, line) => {
    for (let image = 0; image < IMAGES_OF_A_WRITER && figures.cuts < cuts; image++, images++) {
      for (let lines = 1 + below(6); lines > 0; lines--) await line()
      await whileStopped(writer, (one) => cutThePower(one, CUTS_OF_AN_IMAGE, below, figures))
    }
  })
}
console.log(`${images} images of ${writers} writers, ${figures.laterGenerations} of them of a log that had begun anew`)
console.log(
  `${figures.cuts} cuts, ${figures.torn} in the midst of a frame, ${figures.duringCheckpoints} with pages that a checkpoint was writing`,
)
console.log('After each, every commit that was acknowledged is there, and none by half.')

async function withWriter(
  work: (
    writer: { readonly directory: string; readonly note: string; readonly pid: number },
    line: () => Promise<unknown>,
  ) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-power-'))
  const note = join(directory, 'note')
  const child = spawn(process.execPath, [RUN, WRITER, directory, note], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    await work({ directory, note, pid: child.pid! }, () => lines.next())
  } finally {
    child.kill('SIGKILL')
    await ended
    rmSync(directory, { recursive: true })
  }
}
