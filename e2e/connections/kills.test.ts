import { afterEach, expect, test } from 'vitest'
import { killReceivers } from '../crash/connection-rounds.ts'
import { anySeed, seededRandom } from '../crash/random.ts'
import { cleanUp } from '../service.ts'

afterEach(cleanUp)

test('every webhook of a shop that is answered with 200 is applied once, although everything is killed', async () => {
  const seed = anySeed()
  console.log(`seed ${seed}: npm run torture -- connections --seed ${seed} does it with 10,000 webhooks`)
  const { sent, accepted, gaps, kills, cancelled } = await killReceivers(600, 6, seededRandom(seed))
  expect(kills).toBe(6)
  expect(accepted + gaps).toBe(sent)
  expect(sent).toBeGreaterThanOrEqual(600)
  // Both ends of an order's life have happened. Otherwise nothing is proved.
  expect(cancelled).toBeGreaterThan(0)
}, 900_000)
