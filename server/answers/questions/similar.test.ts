import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aQuestion } from '../../test/factories.ts'
import { addProducts, addQuestions, by } from '../../test/reading.ts'
import { aStore } from '../../test/users.ts'

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

test('similar questions are offered without contact data', async () => {
  const shop = await aStore(service.database, { locale: 'en' })
  await addProducts(service, shop, { 'P-1': '' })
  const body = 'Does it work on induction? Mail me: ana@secret.example'
  const reply = 'It does, call (11) 98765-4321.'
  await addQuestions(service, shop, aQuestion({ product_id: 'P-1', body, reply, reply_created_at: by.at }))
  const query = new URLSearchParams({
    store_id: shop.storeId,
    store_key: shop.storeKey,
    product_id: 'P-1',
    locale: 'en',
    text: 'does induction work',
  })
  const page = await (await fetch(`${service.url}/embed/question/similar?${query}`)).text()
  expect(page).toContain('Does it work on induction? Mail me: •••')
  expect(page).toContain('It does, call •••.')
  expect(page).not.toMatch(/secret|98765/)
})
