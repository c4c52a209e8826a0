import { readMigrations } from './migrate.ts'
import { findLongLocks, findRefusedByCitus } from './rules.ts'

// npm run check:migrations   refuses migrations that would stop orders on a large table, or that Citus refuses

// Those before have been applied, and are never changed.
const firstChecked = 59

const faults = readMigrations()
  .filter(({ version }) => version >= firstChecked)
  .flatMap(({ version, text }) =>
    [...findLongLocks(text), ...findRefusedByCitus(text)].map(fault => `migration ${version}: ${fault}`),
  )
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
