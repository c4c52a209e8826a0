import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Question } from '../../answers/questions/questions.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { aProduct } from '../factories.ts'
import { changeSettings } from '../hearing.ts'
import { anOwnerAndOutsider, type Member } from '../users.ts'

/** The form for questions: a service with two stores and a product, and no question or mail when a test begins. */
export type QuestionForm = {
  service: TestApp
  owner: Member
  outsider: Member
  /** The fields of the form, each time with another email address. */
  aForm: (change?: Record<string, string>) => { name: string; email: string; body: string }
  /** The address of the form, or of another path with the same query. */
  address: (change?: Record<string, string | undefined>, path?: string) => string
  stored: () => Promise<Question[]>
  mails: () => Promise<{ kind: string; address: string }[]>
}

export function questionFormInEachTest(): QuestionForm {
  let asked = 0
  const it = {
    aForm: (change = {}) => ({
      name: 'Bia',
      email: `bia.${++asked}@example.com`,
      body: 'Does it work on induction?',
      ...change,
    }),
    address: (change = {}, path = '/embed/question') => {
      const { storeId: store_id, storeKey: store_key } = it.owner
      const query = { store_id, store_key, product_id: 'product-1', locale: 'en' }
      const given = Object.entries({ ...query, ...change }).filter(([, value]) => value !== undefined)
      return `${it.service.url}${path}?${new URLSearchParams(given as [string, string][])}`
    },
    stored: () =>
      it.service.database.query<Question>(sql`
        select *
        from questions
        order by created_at, id`),
    mails: () =>
      it.service.database.query<{ kind: string; address: string }>(sql`
        select kind, address
        from mailings
        order by created_at, id`),
  } as QuestionForm
  beforeAll(async () => {
    it.service = await startTestApp()
    const { owner, outsider } = await anOwnerAndOutsider(it.service.database)
    Object.assign(it, { owner, outsider })
    await changeSettings(it.service, owner.storeId, { contact_email: 'team@shop.example' })
    const body = aProduct({ product_id: 'product-1', sku: 'SKU & 1', name: 'Moka <pot>' })
    expect((await it.service.send('POST', '/products', { headers: owner.headers, body })).status).toBe(201)
  })
  afterAll(() => it.service.close())
  beforeEach(async () => {
    await it.service.database.query(sql`delete from questions`)
    await it.service.database.query(sql`delete from mailings`)
  })
  return it
}
