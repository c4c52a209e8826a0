import { expect, test } from 'vitest'
import { createRequestSlots } from './request-slots.ts'

const settled = () => new Promise<void>(resolve => setImmediate(resolve))

test.each([
  ['answered in time', true, 10, 100],
  ['did not', false, 5, 800],
])('requests to endpoints that %s (%s) have slots, and the others of all stores wait', async (_what, responsive, ofStore, most) => {
  const slots = createRequestSlots()
  const ends: (() => void)[] = []
  const stores = Array.from({ length: most / ofStore + 1 }, (_, at) => `store ${at}`)
  const running = stores.flatMap(store =>
    Array.from({ length: ofStore }, () =>
      slots.run(store, responsive, () => new Promise<void>(resolve => ends.push(resolve))),
    ),
  )
  await settled()
  expect(ends).toHaveLength(most)
  ends[0]?.()
  await settled()
  expect(ends).toHaveLength(most + 1)
  while (ends.length < running.length) {
    for (const end of ends) end()
    await settled()
  }
  for (const end of ends) end()
  await Promise.all(running)
})
