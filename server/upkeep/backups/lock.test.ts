import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { untilOneWaits } from '../../test/database/locks.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { withBackupLock } from './lock.ts'

const home = openForTests(() => createTestDatabase({ empty: true }))

test('a second backup says that it waits, and begins when the first has ended', async () => {
  const steps: string[] = []
  const note = (step: string) => void steps.push(step)
  let second: Promise<void> | undefined
  await withBackupLock(home.target, async () => {
    second = withBackupLock(
      home.target,
      async () => note('the second'),
      () => note('a wait'),
    )
    await untilOneWaits(home.database, () => steps.includes('the second'))
    note('the first')
  })
  await second
  expect(steps).toEqual(['a wait', 'the first', 'the second'])
})
