import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { readOrder } from '../../asking/orders/orders.ts'
import type { TestApp } from '../app.ts'
import { aCustomer, anOrder } from '../factories.ts'
import { aStore, type Member } from '../users.ts'
import type { MailServer } from './mail-server.ts'
import { startMailingApp } from './mailing-app.ts'

export const bounceToken = 'the token of the mail server'
const delivered = '2026-03-05T18:30:00.000Z'
/** When the mail of an order is sent. */
export const due = '2026-03-12T13:00:00.000Z'

/** For the tests of a file: a service that takes reports on mails, and in each test a store of its own. */
export class BouncedMails {
  declare server: MailServer
  declare service: TestApp
  declare owner: Member
  /** The buyer's. */
  email = ''
  number = 0

  constructor() {
    beforeAll(async () => {
      ;[this.service, this.server] = await startMailingApp({ BOUNCE_TOKEN: bounceToken })
    })
    beforeEach(async () => {
      this.owner = await aStore(this.service.database)
      this.email = `buyer.${++this.number}@example.com`
    })
    afterAll(() => this.service.close())
  }

  /** Sends the mail of a new order. Returns its id and the Message-ID. */
  async mailed(): Promise<{ orderId: string; messageId: string }> {
    const { service, server, owner, email } = this
    service.setNow(delivered)
    const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] })
    expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
    service.setNow(due)
    await service.runDue()
    const mail = server.received.findLast(({ to }) => to.includes(email))
    return { orderId: body.order_id, messageId: mail?.header('Message-ID') as string }
  }

  report(body: unknown, bearer = bounceToken) {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    return this.service.send('POST', '/mail/bounces', { headers, body })
  }

  /** The states of the request and of its mail, and why the address is suppressed. */
  async stateOf(orderId: string): Promise<(string | undefined)[]> {
    const [request] = (await readOrder(this.service.database, this.owner.storeId, orderId)).requests
    const [row] = await this.service.database.query<{ reason: string }>(
      sql`select reason from suppressions where store_id = ${this.owner.storeId} and who = ${this.email}`,
    )
    return [request?.state, request?.mail?.state, row?.reason]
  }

  async lastAnswer(): Promise<string | undefined> {
    const [row] = await this.service.database.query<{ last_answer: string }>(sql`
      select last_answer from mailings where store_id = ${this.owner.storeId} and email = ${this.email}`)
    return row?.last_answer
  }
}
