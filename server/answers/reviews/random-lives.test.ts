import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeenProducts } from '../../tenants/products/products.ts'
import type { TestApp } from '../../test/app.ts'
import { dump } from '../../test/database/dump.ts'
import { lives } from '../../test/life/acts.ts'
import { compare, type Life, type Model, products } from '../../test/life/life.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aStore } from '../../test/users.ts'

let service: TestApp
let mails: MailServer
beforeAll(async () => {
  ;[service, mails] = await startMailingApp()
})
afterAll(() => service.close())

const begin = Date.UTC(2026, 2, 4, 15)
let begun = 0

/** A separate store for each run, with three people of its own. */
async function aLife(): Promise<{ model: Model; real: Life }> {
  begun++
  service.setNow(begin)
  const store = await aStore(service.database, { request_delay_days: 1, reminder_days: [2] })
  const catalogue = products.map(id => ({ product_id: id, sku: id, name: 'Moka pot', url: '' }))
  await addSeenProducts(service.database, store.storeId, catalogue, new Date(begin))
  const people = ['Ursulina', 'Valdomiro', 'Xenofonte'].map((first, index) => ({
    name: `${first} Falcoeiro${begun}`,
    email: `${first.toLowerCase()}.${begun}@correio.example`,
    phone: `+55 11 9${String(begun).padStart(4, '0')}-77${index}1`,
    isErased: false,
    mailsBefore: 0,
  }))
  const model: Model = { now: begin, people, orders: [], reviews: [], questions: [], words: begun * 1_000 }
  return { model, real: { service, mails, store } }
}

const count = process.env.LONG_TESTS === 'all' ? 15 : 5

// A failing run prints its seed and the shortest life that fails; `seed` and `path` repeat it.
test('whatever happens, counts are recounts, and what is not published is nowhere to be read', async () => {
  await fc.assert(
    fc.asyncProperty(lives(140), async acts => {
      const { model, real } = await aLife()
      for (const act of acts) if (act.check(model)) await act.run(model, real)
      await compare(model, real)
      await checkErased(model)
    }),
    { numRuns: count, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: false },
  )
})

/** An erased person who did not return is in no table and gets no mail. */
async function checkErased({ people }: Model): Promise<void> {
  const all = await dump(service.database)
  for (const { name, email, phone, mailsBefore } of people.filter(({ isErased }) => isErased)) {
    for (const trace of [name, email, phone])
      expect([trace, all.includes(trace.toLowerCase())]).toEqual([trace, false])
    const later = mails.received.slice(mailsBefore).flatMap(({ to }) => to)
    expect(later).not.toContain(email)
  }
}
