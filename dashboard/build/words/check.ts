import { fileURLToPath } from 'node:url'
import { findWordFaults } from './faults.ts'

const faults = await findWordFaults(fileURLToPath(new URL('../..', import.meta.url)))
for (const fault of faults) console.error(`dashboard/words: ${fault}`)
if (faults.length > 0) process.exit(1)
