import { writeFileSync } from 'node:fs'
import { renderedFiles } from './rendered.ts'

/** npm run market-data: writes the data of the built-in market anew. Equal tables give equal bytes. */
for (const [path, text] of renderedFiles()) {
  writeFileSync(new URL(`../../${path}`, import.meta.url), text)
  console.log(`${path}: ${text.length} characters`)
}
