import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Order } from '../../asking/orders/orders.ts'
import { type AdminClient, aMember } from '../admin.ts'
import { type Answer, startTestApp, type TestApp } from '../app.ts'
import { anOrder } from '../factories.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { aStore, type Member } from '../users.ts'

// A Thursday. Seven days later, on Thursday the 12th at 10:00 in São Paulo, the request is due.
export const delivered = '2026-03-05T18:30:00.000Z'
export const due = '2026-03-12T13:00:00.000Z'

/** The mail server refuses this address for a while. */
export const busy = 'ana@busy.example'

export const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`
export const idsOf = ({ body }: Answer) => body.result.map((one: { order_id: string }) => one.order_id)
export const emailOf = ({ customers }: Order) => customers[0]?.email ?? ''

type Verb = 'move' | 'cancel' | 'send-now' | 'deliver' | 'refund'

/** The screen of orders: a service with a mail server, and for each test a store with a moderator. */
export type OrderScreen = {
  service: TestApp
  server: MailServer
  store: Member
  moderator: AdminClient
  asRole: (role: 'owner' | 'moderator' | 'viewer', of?: Member) => Promise<AdminClient>
  /** Sends an order, each a millisecond after the last one. */
  order: (change?: Partial<Order>, of?: Member) => Promise<Order>
  path: (rest: string, of?: Member) => string
  list: (values?: Record<string, string>, who?: AdminClient) => Promise<Answer>
  /** Reads all pages of a list, one order at a time. */
  paged: (values: Record<string, string>) => Promise<string[]>
  detail: (orderId: string, who?: AdminClient) => Promise<Answer>
  act: (verb: Verb, body: object, who?: AdminClient) => Promise<Answer>
  /** Runs due work at this time. Resolves with the recipients of the mails that were sent. */
  runAt: (now: string) => Promise<string[]>
}

export function orderScreenInEachTest(): OrderScreen {
  let made = 0
  const screen = {
    asRole: (role, of = screen.store) => aMember(screen.service, of.storeId, role),
    order: async (change = {}, of = screen.store) => {
      const { service } = screen
      const body = anOrder({ delivery_date: delivered, ...change })
      service.setNow(Date.parse(delivered) + ++made)
      expect((await service.send('POST', '/orders', { headers: of.headers, body })).status).toBe(201)
      service.setNow(delivered)
      return body
    },
    path: (rest, of = screen.store) => `/stores/${of.storeId}/orders${rest}`,
    list: (values = {}, who = screen.moderator) => who.send('GET', screen.path(query(values))),
    paged: async values => {
      const found: string[] = []
      for (let after = ''; ; ) {
        const page = await screen.list({ ...values, limit: '1', ...(after && { after }) })
        found.push(...idsOf(page))
        after = page.body.next
        if (!after) return found
      }
    },
    detail: (order_id, who = screen.moderator) =>
      who.send('GET', screen.path(`/detail${query({ order_id })}`)),
    act: (verb, body, who = screen.moderator) => who.send('POST', screen.path(`/${verb}`), body),
    runAt: async now => {
      const { service, server, store } = screen
      service.setNow(now)
      const before = server.received.length
      await service.runDue()
      return server.received
        .slice(before)
        .filter(({ header }) => header('List-Id')?.includes(store.storeId))
        .flatMap(({ to }) => to)
    },
  } as Partial<OrderScreen> as OrderScreen
  beforeAll(async () => {
    screen.server = await startMailServer({
      onRcptTo: ({ address }, _session, answer) =>
        answer(
          address === busy ? Object.assign(new Error('try again later'), { responseCode: 450 }) : undefined,
        ),
    })
    const { url } = screen.server
    const settings = { SMTP_URL: url, MAIL_FROM: 'reviews@shop.example', SIGN_IN_RATE_LIMIT: '1000' }
    screen.service = await startTestApp(settings)
  })
  beforeEach(async () => {
    screen.service.setNow(delivered)
    screen.store = await aStore(screen.service.database)
    screen.moderator = await screen.asRole('moderator')
    screen.server.received.splice(0)
  })
  afterAll(async () => {
    await screen.service.close()
    await screen.server.close()
  })
  return screen
}
