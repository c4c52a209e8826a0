import { expect, test } from 'vitest'
import { besideChange } from '../../../test/database/locks.ts'
import { start, usePictureCopies } from '../../../test/exchange/picture-copies.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, by } from '../../../test/reading.ts'
import { insertReviews } from '../reviews.ts'
import { hashOf, planCopies } from './copies.ts'
import { settleCopy } from './replace-in-reviews.ts'

const { stage, counts } = usePictureCopies()

test('a picture that no review uses waits if an import stores another review with it meanwhile', async () => {
  const { it, files, host, store } = stage
  const { database } = it
  await addProducts(it, store, { 'product-1': 'S' })
  const address = `${host.url}/a.jpg`
  const plan = { at: new Date(start) }
  await planCopies(database, store.storeId, [address], plan)
  const unused = { ...{ address, address_hash: hashOf(address), host: '' }, name: null, attempts: 0 }
  const outcome = await besideChange(
    database,
    async tx => {
      await insertReviews(tx, store.storeId, [aReview({ pictures: [address] })], by)
      await planCopies(tx, store.storeId, [address], plan)
    },
    () => settleCopy(database, files, store.storeId, unused),
  )
  expect(outcome).toBe('waiting')
  expect(await counts()).toMatchObject({ waiting: 1 })
})
