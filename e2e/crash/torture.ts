import { parseArgs } from 'node:util'
import { cleanUp } from '../service.ts'
import { anySeed } from './random.ts'
import { killInRounds, type Tally } from './rounds.ts'
import { summary } from './summary.ts'

// npm run torture -- --rounds 2000 [--seed N]
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string' } },
})
const rounds = Number(values.rounds)
const seed = values.seed === undefined ? anySeed() : Number(values.seed)
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  process.stderr.write('Usage: npm run torture -- [--rounds N] [--seed N], both whole numbers\n')
  process.exit(2)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
}
process.stdout.write(`seed ${seed}\n`)
const begun = performance.now()
try {
  const tally = await killInRounds(rounds, seed, tellProgress)
  process.stdout.write(`${summary(tally, performance.now() - begun)}\n`)
} catch (error) {
  process.stderr.write(`Failed; the seed was ${seed}.\n${(error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  await cleanUp()
}

function tellProgress(tally: Tally): void {
  if (tally.rounds % 50 === 0) process.stdout.write(`${summary(tally, performance.now() - begun)}\n`)
}
