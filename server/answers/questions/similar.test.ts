import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { aQuestion } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { addProducts, addQuestions, by } from '../../test/reading.ts'
import { aStore } from '../../test/users.ts'

const service = openForTests(startTestApp)

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

test.each([
  ['fr', 'Écrivez à gisele krumbach arobase gmail point com', 'krumbach'],
  ['en', 'Does it work? wolfgang (at) zebulon (dot) com', 'zebulon'],
  ['es', '¿Sirve? ramona.quintanilla@correo.example', 'ramona quintanilla'],
])('in %s, a word of a hidden address finds no question', async (locale, body, text) => {
  const shop = await aStore(service.database, { locale })
  await addProducts(service, shop, { 'P-1': '' })
  await addQuestions(service, shop, aQuestion({ product_id: 'P-1', body, language: locale }))
  const query = { store_id: shop.storeId, store_key: shop.storeKey, product_id: 'P-1', locale, text }
  const address = `${service.url}/embed/question/similar?${new URLSearchParams(query)}`
  expect(await (await fetch(address)).text()).not.toContain('•••')
})

test.each([
  [
    'de',
    'Ist die Tasse für die Spülmaschine geeignet?',
    'kann die tasse in die spülmaschine',
    'ist die Farbe für die Küche',
  ],
  [
    'fr',
    'Est-ce que la tasse va au lave-vaisselle ?',
    'tasse lave-vaisselle',
    'est-ce que la couleur va au salon',
  ],
  [
    'ru',
    'Можно ли мыть кружку в посудомоечной машине?',
    'кружки в посудомоечную машину',
    'можно ли вернуть в магазин',
  ],
  ['pl', 'Czy kubek nadaje się do zmywarki?', 'kubek do zmywarki', 'jaki kolor w środku'],
  ['zh-CN', '这个杯子可以放进洗碗机吗？', '杯子能放洗碗机吗', '什么时候发货'],
  ['ja', 'このカップは食洗機で使えますか？', 'カップは食洗機に入れられますか', '送料はいくらですか'],
  ['ko', '이 컵은 식기세척기에 넣어도 되나요?', '컵을 식기세척기에 돌려도 되나요', '배송은 얼마나 걸려요'],
  ['th', 'แก้วนี้ใช้กับเครื่องล้างจานได้ไหม', 'แก้วใช้เครื่องล้างจานได้ไหม', 'ส่งของวันไหน'],
  ['hi', 'क्या यह कप डिशवॉशर में धो सकते हैं?', 'कप डिशवॉशर में धो सकते हैं', 'दाम कितना'],
  ['ar', 'هل يمكن غسل الكوب في غسالة الصحون؟', 'غسل الكوب في غسالة الصحون', 'متى يصل الطلب'],
])('in %s, a similar question is found, and no other', async (locale, body, close, far) => {
  const shop = await aStore(service.database, { locale: 'en' })
  await addProducts(service, shop, { 'P-1': '' })
  await addQuestions(service, shop, aQuestion({ product_id: 'P-1', body, language: locale }))
  const found = async (text: string) => {
    const { storeId, storeKey } = shop
    const query = new URLSearchParams({
      store_id: storeId,
      store_key: storeKey,
      product_id: 'P-1',
      locale,
      text,
    })
    return (await (await fetch(`${service.url}/embed/question/similar?${query}`)).text()).includes(body)
  }
  expect([await found(close), await found(far)]).toEqual([true, false])
})

test('the first 500 characters of what a visitor types are compared', async () => {
  const shop = await aStore(service.database, { locale: 'en' })
  await addProducts(service, shop, { 'P-1': '' })
  await addQuestions(service, shop, aQuestion({ product_id: 'P-1', body: 'Does it work on induction?' }))
  const { storeId: store_id, storeKey: store_key } = shop
  const found = async (length: number) => {
    const text = `${'qwx '.repeat(length / 4)}induction work`
    const query = new URLSearchParams({ store_id, store_key, product_id: 'P-1', locale: 'en', text })
    const page = await (await fetch(`${service.url}/embed/question/similar?${query}`)).text()
    return page.includes('Does it work on induction?')
  }
  expect([await found(480), await found(500)]).toEqual([true, false])
})
