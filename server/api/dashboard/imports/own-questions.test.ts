import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { attributesOfEachType } from '../../../test/attributes.ts'
import { asItIs, importFile } from '../../../test/exchange/transfers.ts'
import { importInEachTest } from '../../../test/for-each-test/import-place.ts'
import { changeSettings } from '../../../test/hearing.ts'

const place = importInEachTest()

const header =
  'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle'
const file = `${header},CF_fit,What did you buy?,CF_quality
Lovely,Keeps the tea warm,5,2025-03-02 10:12:00 UTC,email,ok,Joan,joan@example.com,7001,blue-mug,Runs small,Large,4
`

test("columns for a store's own questions are proposed, and may be chosen by hand", async () => {
  const attributes = attributesOfEachType
  await changeSettings(place.service, place.storeId, { locale: 'en', attributes })
  const { body: ready } = await place.upload(file)
  expect(ready.table.answers.slice(0, 3)).toEqual([
    { field: 'attribute.fit', label: 'How does it fit?', column: 'CF_fit' },
    { field: 'attribute.quality', label: 'Quality', column: 'CF_quality' },
    { field: 'attribute.size', label: 'Size bought', column: null },
  ])
  const path = `/stores/${place.storeId}/imports/${ready.id}/trial`
  const unknown = { ...asItIs, columns: { 'attribute.colour': 'CF_fit' } }
  expect((await place.owner.send('POST', path, unknown)).status).toBe(200)
  await place.service.runDue()
  const failed = (await place.owner.send('GET', `/stores/${place.storeId}/imports/${ready.id}`)).body
  expect(failed).toMatchObject({ state: 'failed', problem: { what: 'There is no field attribute.colour.' } })
  const columns = { 'attribute.size': 'What did you buy?', 'attribute.quality': null }
  const { tried, done } = await importFile(place.service, place.owner, place.storeId, ready.id, {
    ...asItIs,
    columns,
  })
  expect(tried).toMatchObject({ imported: 1, refused: 0, unread: expect.arrayContaining(['CF_quality']) })
  expect(done.state).toBe('done')
  const kept = await place.service.database.query(sql`
    select attributes from reviews where store_id = ${place.storeId}`)
  expect(kept).toEqual([{ attributes: { fit: 1, size: 'l' } }])
})
