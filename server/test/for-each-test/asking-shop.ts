import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { TestApp } from '../app.ts'
import { anOrderProduct } from '../factories.ts'
import { delivered } from '../mail/due-requests.ts'
import type { MailServer } from '../mail/mail-server.ts'
import { startMailingApp } from '../mail/mailing-app.ts'
import { askBuyers, type Buyer } from '../rewards.ts'
import { aStore, type Member } from '../users.ts'

type AskingShop = {
  service: TestApp
  server: MailServer
  /** A store of this test alone. */
  shop: Member
  /** Addresses of buyers that no other test has. */
  emails: (count: number) => string[]
  /** Asks a buyer of the shop for each address. */
  ask: (emails: string[], change?: Parameters<typeof askBuyers>[4]) => Promise<Buyer[]>
  /** Asks one buyer about an order of so many products. */
  askOne: (products?: number) => Promise<Buyer>
}

/** A service that mails, and in each test a store with `settings`, at the time when its orders are delivered. */
export function askingShopInEachTest(settings: Parameters<typeof aStore>[1]): AskingShop {
  let buyer = 0
  const it = {
    emails: count => Array.from({ length: count }, () => `buyer.${++buyer}@example.com`),
    ask: async (emails, change) => await askBuyers(it.service, it.server, it.shop, emails, change),
    askOne: async (products = 1) => {
      const lines = Array.from({ length: products }, () => anOrderProduct())
      const [asked] = await it.ask(it.emails(1), { products: lines })
      if (!asked) throw new Error('nobody')
      return asked
    },
  } as AskingShop
  beforeAll(async () => {
    ;[it.service, it.server] = await startMailingApp()
  })
  beforeEach(async () => {
    it.service.setNow(delivered)
    it.shop = await aStore(it.service.database, { locale: 'en', ...settings })
  })
  afterEach(() => it.server.received.splice(0))
  afterAll(() => it.service.close())
  return it
}
