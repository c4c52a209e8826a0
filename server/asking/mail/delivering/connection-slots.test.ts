import { expect, test } from 'vitest'
import { createConnectionSlots } from './connection-slots.ts'

test('a store with five slow mails under way gets no slot for another, and other stores do', async () => {
  const slots = createConnectionSlots(10, 1)
  const { promise: answer, resolve } = Promise.withResolvers<string>()
  let slow = 0
  const hang = () =>
    slots.run(
      'busy',
      () => answer,
      () => void slow++,
    )
  const send = (storeId: string) =>
    slots.run(
      storeId,
      async () => 'sent',
      () => {},
    )

  const hanging = [hang(), hang(), hang(), hang()]
  await expect.poll(() => slow).toBe(4)
  expect([slots.slowStores(), await send('busy')]).toEqual([[], 'sent'])

  hanging.push(hang())
  await expect.poll(() => slow).toBe(5)
  expect([slots.slowStores(), await send('busy'), await send('other')]).toEqual([['busy'], undefined, 'sent'])

  resolve('answered')
  expect(await Promise.all(hanging)).toEqual(Array(5).fill('answered'))
  expect([slots.slowStores(), await send('busy')]).toEqual([[], 'sent'])
})
