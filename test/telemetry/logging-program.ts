import process from 'node:process'
import { createLogger } from '../../src/telemetry/logger.ts'

// Logs two lines and 2 MB of others, and says that it has come to its end.
const logger = createLogger({ level: 'info', terminal: false })
logger.info('first')
logger.info('second')
for (let line = 0; line < 20_000; line++) logger.info({ text: 'x'.repeat(100) }, 'more')
process.stderr.write('the end\n')
