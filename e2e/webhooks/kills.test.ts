import { afterEach, expect, test } from 'vitest'
import { anySeed, seededRandom } from '../crash/random.ts'
import { killSendersOfWebhooks } from '../crash/webhook-rounds.ts'
import { cleanUp } from '../service.ts'

afterEach(cleanUp)

test('each event of a change is delivered, in order and with one id, although everything is killed', async () => {
  const seed = anySeed()
  console.log(`seed ${seed}: npm run torture -- webhooks --seed ${seed} does it with 100 kills`)
  const { kills, events, requests, repeats } = await killSendersOfWebhooks(6, seededRandom(seed))
  expect(kills).toBe(6)
  expect(events).toBeGreaterThan(0)
  // Whatever was sent more than once had an id that was known.
  expect(requests).toBe(events * 2 + repeats)
}, 900_000)
