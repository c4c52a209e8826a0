import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importReviews } from '../../exchange/imports/imports.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { aManageKey } from '../../test/management.ts'
import { addProducts, addReviews, readAs } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'

let service: TestApp
let store: Member
beforeAll(async () => {
  service = await startTestApp()
  store = await aStore(service.database)
  await addProducts(service, store, { moka: 'MOKA' })
})
afterAll(() => service.close())

type Shown = Record<'title' | 'origin' | 'origin_name' | 'incentivized' | 'purchased_on', unknown>

async function shown() {
  const { body } = await readAs(service, store, 'reviews.json', { product_id: 'moka', orderBy: 'oldest' })
  const { result } = body as { result: Shown[] }
  return result.map(({ title, origin, origin_name, incentivized, purchased_on }) =>
    [title, origin, origin_name, incentivized, purchased_on].join(' '),
  )
}

test('every review says where it comes from, also those of earlier releases', async () => {
  const { database } = service
  const at = (day: number) => ({ product_id: 'moka', created_at: new Date(Date.UTC(2026, 2, day)) })
  const purchased = { order_id: '1001', purchased_at: new Date('2026-02-02T01:00:00Z') }
  await addReviews(
    service,
    store,
    aReview({ ...at(1), title: 'asked', ...purchased }),
    aReview({ ...at(2), title: 'open' }),
    aReview({ ...at(3), title: 'old import', imported: true }),
    aReview({ ...at(4), title: 'old' }),
  )
  await database.query(sql`update reviews set imported = null where title = 'old'`)
  const file = `title,rating,product_id,created_at,incentivized,origin,origin_name,purchased_at
file,5,moka,2026-03-05,yes,invitation,Okendo,2026-02-01
`
  await importReviews(database, Date.now, store.storeId, () => Readable.from([Buffer.from(file)]))
  const { send } = await aManageKey(service, { store })
  const given = { external_id: 'x', product_id: 'moka', rating: 4, title: 'sent', display_name: 'Ana' }
  const made = await send('POST', '/reviews', {
    ...given,
    incentivized: true,
    created_at: '2026-03-06T00:00:00Z',
  })
  expect(made.body).toMatchObject({ origin: 'api', origin_name: null, incentivized: true, pinned_at: null })
  await expect
    .poll(shown)
    .toEqual([
      'asked invitation  false 2026-02-01',
      'open page  false ',
      'old import import  false ',
      'old   false ',
      'file import Okendo true 2026-02-01',
      'sent api  true ',
    ])
  const list = await send('GET', '/reviews')
  expect((list.body as { data: Shown[] }).data.map(({ origin }) => origin)).toEqual([
    ...['api', 'import', null, 'import', 'page', 'invitation'],
  ])
  const html = String((await readAs(service, store, 'reviews.html', { product_id: 'moka', lang: 'de' })).body)
  expect(html.match(/<details/g)).toHaveLength(6)
  expect(html).toContain('Bei Okendo geschrieben und vom Shop importiert. Gekauft am 1. Februar 2026.')
  expect(html.match(/Für diese Bewertung gab es eine Belohnung/g)).toHaveLength(2)
  expect(html).toContain(`/transparency/${store.storeId}?locale=de`)
})
