import { afterEach, expect, test } from 'vitest'
import { cleanUp } from '../service.ts'
import { killSenders } from './kills.ts'

afterEach(cleanUp)

test('500 mails leave though their sender is killed five times; who gets one twice gets the same', async () => {
  const { twice, recovered } = await killSenders(500, 5)
  console.log(
    `${twice} mails came twice; all were there ${Math.round(recovered / 1000)} s after the last kill`,
  )
  // What a killed worker had taken goes out within a minute.
  expect(recovered).toBeLessThan(120_000)
})
