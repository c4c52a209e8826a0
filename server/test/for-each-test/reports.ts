import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { addSeenProducts } from '../../tenants/products/products.ts'
import type { Answer, TestApp } from '../app.ts'
import { decode } from '../mail/decoded-mails.ts'
import type { MailServer } from '../mail/mail-server.ts'
import { startMailingApp } from '../mail/mailing-app.ts'
import { anOwnerAndOutsider, type Member } from '../users.ts'

type Kind = 'reviews' | 'questions' | 'answers'

/** A service that mails, and two stores, whose networks and addresses nothing has counted when a test begins. */
export type Reports = {
  service: TestApp
  owner: Member
  outsider: Member
  /** Sends a report of `reporter`, with changes to its body. */
  report: (kind: Kind, id: string, change?: object, store?: Member) => Promise<Answer>
  /** What was mailed since the last call: to whom, the subject, and the text. */
  mailed: () => Promise<{ to: string; subject: string | undefined; text: string }[]>
  /** What is kept of those who reported, in order. */
  kept: (kind: Kind) => Promise<unknown[]>
  /** Makes the product `product-1` known. */
  addProduct: (storeId: string) => Promise<void>
}

export const reportedAt = Date.parse('2026-03-20T12:00:00Z')
export const reporter = 'Rui.Sa@correio.example'
/** Of a report whose sender is not kept. */
export const gone = { email: null, address: null, language: null }

export function reportsInEachTest(): Reports {
  let server: MailServer
  const it = {
    report: (kind, id, change = {}, { storeId, storeKey } = it.owner) =>
      it.service.send('POST', `/api/v1/${kind}/${id}/reports?store_id=${storeId}&store_key=${storeKey}`, {
        headers: { 'content-type': 'application/json' },
        body: { reason: 'spam', text: 'Buy my pills at pills.example', email: reporter, ...change },
      }),
    mailed: async () => {
      await it.service.runDue()
      return server.received
        .splice(0)
        .map(({ to, header, raw }) => ({ to: to.join(), subject: header('subject'), text: decode(raw) }))
    },
    kept: kind =>
      it.service.database.query(sql`
        select email, address, language
        from ${raw(`${kind.slice(0, -1)}_reports`)}
        where store_id = ${it.owner.storeId}
        order by at, id`),
    addProduct: async storeId => {
      const product = { product_id: 'product-1', sku: 'S-1', name: 'Moka pot', url: '' }
      await addSeenProducts(it.service.database, storeId, [product], new Date(reportedAt))
    },
  } as Reports
  beforeAll(async () => {
    const limits = { VISITOR_RATE_LIMIT: '100000', STORE_RATE_LIMIT: '100000', SIGN_IN_RATE_LIMIT: '1000' }
    ;[it.service, server] = await startMailingApp(limits)
  })
  afterAll(() => it.service.close())
  beforeEach(async () => {
    it.service.setNow(reportedAt)
    await it.service.runDue()
    server.received.splice(0)
    Object.assign(it, await anOwnerAndOutsider(it.service.database))
    await it.service.database.query(sql`
      update stores
      set contact_email = 'hello@cafe.example', name = 'Cafe Serra', locale = 'en'
      where store_id = ${it.owner.storeId}`)
  })
  return it
}
