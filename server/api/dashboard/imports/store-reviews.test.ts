import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { asItIs, importFile } from '../../../test/exchange/transfers.ts'
import { importInEachTest } from '../../../test/for-each-test/import-place.ts'

const place = importInEachTest()

const header =
  'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle'
const file = `${header}
Lovely,Keeps the tea warm,5,2025-03-02 10:12:00 UTC,email,ok,Joan,joan@example.com,7001,blue-mug
Great shop,Fast delivery,4,2025-03-07 00:00:00 UTC,web,ok,Kim,,,
Kind,They answered at once,5,2025-03-08 00:00:00 UTC,web,ok,Lee,,,
Spam,Cheap watches,5,2025-03-09 00:00:00 UTC,web,spam,x,,,
`

const sums = () =>
  place.service.database.query(sql`
    select product_id, one + two + three + four + five as total
    from rating_summaries
    where store_id = ${place.storeId} and one + two + three + four + five > 0
    order by product_id`)

test("a trial of Judge.me's file says which rows are about the store, and an undo removes those too", async () => {
  const { body } = await place.upload(file)
  const { tried, done } = await importFile(place.service, place.owner, place.storeId, body.id)
  expect(tried).toMatchObject({ imported: 4, refused: 0 })
  expect(tried.notes).toContainEqual({ name: 'storeRows', values: { count: 3, system: 'Judge.me' } })
  expect(tried.preview.rows).toContainEqual(
    expect.objectContaining({ title: 'Great shop', product_id: '', product_name: null }),
  )
  expect(done).toMatchObject({ state: 'done', imported: 4 })
  expect(await sums()).toEqual([
    { product_id: '', total: 2 },
    { product_id: '7001', total: 1 },
  ])
  const again = await importFile(
    place.service,
    place.owner,
    place.storeId,
    (await place.upload(file)).body.id,
  )
  expect(again.done).toMatchObject({ imported: 0, skipped: 4 })
  const path = `/stores/${place.storeId}/imports/${body.id}`
  expect((await place.owner.send('POST', `${path}/undo`)).body).toMatchObject({ whole: 4 })
  await place.service.runDue()
  expect((await place.owner.send('GET', path)).body).toMatchObject({ state: 'undone' })
  expect(await sums()).toEqual([])
})

test('a trial does not count rows whose product is in a chosen column', async () => {
  const lines = file.trim().split('\n')
  const chosen = ['mug', 'A-1', '', 'A-2', 'A-3']
  const text = lines.map((line, place) => `${line},${chosen[place]}`).join('\n')
  const { body } = await place.upload(text)
  const reading = { ...asItIs, columns: { product_id: 'mug' } }
  const { tried } = await importFile(place.service, place.owner, place.storeId, body.id, reading)
  expect(tried.notes).toContainEqual({ name: 'storeRows', values: { count: 1, system: 'Judge.me' } })
})
