import { afterEach, expect, test } from 'vitest'
import { cleanUp } from '../../service.ts'
import { anySeed, seededRandom } from '../random.ts'
import { killSending, type WorkName, works } from './rounds.ts'

afterEach(cleanUp)

test('what a kill interrupts is done once and at its time: mails, messages, campaigns and back-fills', async () => {
  const seed = anySeed()
  console.log(`seed ${seed}: npm run torture -- sending --seed ${seed} kills a hundred times`)
  const names = Object.keys(works) as WorkName[]
  const { kills, works: done } = await killSending(4, { names, random: seededRandom(seed) })
  expect(kills).toBe(4)
  for (const name of names) {
    console.log(`${name}: ${done[name]?.proved}`)
    // Otherwise nothing is proved.
    expect(done[name]?.interrupted, name).toBeGreaterThan(0)
  }
}, 1_800_000)
