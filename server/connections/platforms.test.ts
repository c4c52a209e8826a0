import { expect, test } from 'vitest'
import { platformNames, ShopProblem } from './platform.ts'
import { platforms } from './platforms.ts'

test.each(Object.entries(platforms))('%s is in the table under its own name', (name, platform) => {
  expect(platform.name).toBe(name)
  expect(platformNames).toContain(name)
})

test('a problem with a shop is final unless its thrower says otherwise', () => {
  const gone = new ShopProblem('The shop does not know the key.', 'Create another one.')
  expect({ ...gone, message: gone.message }).toMatchObject({
    message: 'The shop does not know the key.',
    mend: 'Create another one.',
    isTemporary: false,
  })
  expect(new ShopProblem('Slow.', 'Wait.', { isTemporary: true }).isTemporary).toBe(true)
})
