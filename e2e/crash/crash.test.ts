import { afterEach, expect, test } from 'vitest'
import { cleanUp } from '../service.ts'
import { anySeed } from './random.ts'
import { killInRounds } from './rounds.ts'
import { summary } from './summary.ts'

afterEach(cleanUp)

// Two kills of each kind; `npm run test:long` has five, and the torture hours of them.
const rounds = process.env.LONG_TESTS === 'all' ? 15 : 6

// Their starts and recoveries can take minutes next to other files.
const patience = 900_000 // ms

test(
  'every order answered with 201 survives every kill, once and with its review request',
  async () => {
    const seed = anySeed()
    console.log(`seed ${seed}: repeat with npm run torture -- --rounds ${rounds} --seed ${seed}`)
    const begun = performance.now()
    const tally = await killInRounds(rounds, seed)
    console.log(summary(tally, performance.now() - begun))
    // Each kind of kill must have happened, with orders in flight. Otherwise nothing is proved.
    const { worker, ...others } = tally.kills
    for (const count of Object.values(others)) expect(count).toBeGreaterThan(0)
    expect(worker > 0).toBe(Number(process.env.WORKERS ?? 1) > 1)
    expect(tally.accepted).toBeGreaterThan(rounds * 16)
    expect(tally.unknown).toBeGreaterThan(0)
  },
  patience,
)
