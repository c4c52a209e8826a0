import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer } from '../../test/factories.ts'
import { anAskedBuyer, openForm, postFiles, postForm } from '../../test/forms.ts'
import { changeSettings, hearAll } from '../../test/hearing.ts'
import { readAs } from '../../test/reading.ts'
import { filled, good, readReviews } from '../../test/review-forms.ts'
import { aStore, type Member } from '../../test/users.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp()
  owner = await aStore(service.database, { name: 'Casa <Serra>', locale: 'en', moderation: 'publish' })
})
afterAll(() => service.close())

const question = 'How was buying from Casa &lt;Serra&gt;?'
const ofStore = { rating: '4', heading: 'Fast', body: 'Arrived the next day.' }

const asks = (asks_about_store: boolean) => changeSettings(service, owner.storeId, { asks_about_store })

const written = async (address: string) =>
  (await readReviews(service, address)).map(({ product_id, rating, title }) => [product_id, rating, title])

test('the form of an order asks about the store where it is switched on, last and without pictures', async () => {
  const { link } = await anAskedBuyer(service, owner)
  expect((await openForm(link)).html).not.toContain(question)
  await asks(true)
  const { html } = await openForm(link)
  const [products = '', store = ''] = html.split(question)
  expect(products).toContain('name="recommended-0"')
  expect(store).toContain('name="rating-1"')
  expect(store).toContain('name="heading-1"')
  expect(store).toContain('How were delivery, packing and service?')
  expect(store).not.toMatch(/name="(recommended|pictures)-1"/)
  expect((await openForm(`${link}?product=&rating=2`)).html.split(question)[1]).toMatch(/value="2" checked/)
})

test('its answer is one verified review of the store, even if the form is sent twice at once', async () => {
  await asks(true)
  const { link, products, address, orderId } = await anAskedBuyer(service, owner)
  const fields = filled([...products, ''], good, {
    ...ofStore,
    recommended: 'no',
    kept: `${'a'.repeat(40)}-1600.webp`,
  })
  const sent = await Promise.all([postFiles(link, fields), postFiles(link, fields)])
  expect(sent.map(({ status }) => status)).toEqual([303, 303])
  expect(await readReviews(service, address)).toMatchObject([
    {
      product_id: '',
      order_id: orderId,
      verified_purchase: true,
      recommended: null,
      pictures: [],
      state: 'published',
    },
    { product_id: products[0], recommended: true },
  ])
  await hearAll(service)
  expect((await readAs(service, owner, 'store-rating.json')).body).toMatchObject({ average: 4, total: 1 })
  const thanks = await openForm(`${link}?done=sent`)
  expect(thanks.html.match(/class="state state-published"/g)).toHaveLength(2)
  // It can be changed and withdrawn, also where the store does not ask any more.
  await asks(false)
  await postFiles(link, filled([...products, ''], good, { ...ofStore, rating: '2' }))
  expect(await written(address)).toEqual([
    ['', 2, 'Fast'],
    [products[0], 4, 'Fine'],
  ])
  await postForm(`${link}/withdraw`, { product: '' })
  expect((await readReviews(service, address)).map(({ state }) => state)).toEqual(['removed', 'published'])
})

test('a text without stars keeps the text and asks for stars, without a script', async () => {
  await asks(true)
  const { link, products, address } = await anAskedBuyer(service, owner)
  const { status, html } = await postFiles(link, filled([...products, ''], good, { body: 'Fast "delivery"' }))
  expect(status).toBe(422)
  expect(html).toContain('Choose a rating for Casa &lt;Serra&gt;.')
  expect(html).toContain('Fast &quot;delivery&quot;')
  expect(await written(address)).toEqual([])
})

test('only the store can be answered, and the buyer’s next order changes the answer', async () => {
  await asks(true)
  const customer = aCustomer()
  const first = await anAskedBuyer(service, owner, { customer })
  await postFiles(first.link, filled([...first.products, ''], {}, ofStore))
  expect(await written(customer.email)).toEqual([['', 4, 'Fast']])
  const again = await anAskedBuyer(service, owner, { customer })
  expect((await openForm(again.link)).html.split(question)[1]).toContain('after an earlier order')
  await postFiles(again.link, filled([...again.products, ''], {}, { ...ofStore, rating: '1' }))
  expect(await written(customer.email)).toEqual([['', 1, 'Fast']])
})

test('where it is off, nobody answers it by sending its fields', async () => {
  await asks(false)
  const { link, products, address } = await anAskedBuyer(service, owner)
  expect((await postFiles(link, filled([...products, ''], good, ofStore))).status).toBe(422)
  expect(await written(address)).toEqual([])
  expect((await postFiles(link, filled([...products, ''], good))).status).toBe(303)
  expect(await written(address)).toEqual([[products[0], 4, 'Fine']])
})
