import { expect, test } from 'vitest'
import { insertReviews } from '../../server/answers/reviews/reviews.ts'
import { aReview } from '../../server/test/factories.ts'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { addProducts } from '../../server/test/reading.ts'
import { closeAfter, openDashboard, setStage } from './stage.ts'

const stage = openForTests(setStage)

test('a reported review is kept by one click, and leaves the reported ones', async () => {
  const { service, browser, store, storeId, owner } = stage
  await addProducts(service, store, { 'product-1': 'SKU' })
  const review = aReview({ title: 'Leaks after a week' })
  const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'author', action: 'create' } as const
  await service.database.transaction(tx => insertReviews(tx, storeId, [review], by))
  const report = await service.send('POST', `/api/v1/reviews/${review.id}/reports`, {
    headers: { 'x-api-key': store.storeKey, 'x-store-id': storeId, 'content-type': 'application/json' },
    body: { reason: 'not_genuine', text: 'I know who wrote it.' },
  })
  expect(report.status).toBe(204)

  const reported = async () => {
    const { body } = await owner.send('GET', `/stores/${storeId}/reviews?state=published&reported=1`)
    return (body as { result: { id: string }[] }).result.map(({ id }) => id)
  }
  await expect.poll(() => reported()).toEqual([review.id])
  const path = `/${storeId}/reviews?state=published&reported=1`
  const page = await openDashboard(browser, service, owner, { path })
  await closeAfter(page, async () => {
    await page.locator(`[data-review="${review.id}"]`).click()
    await page.getByText('I know who wrote it.').waitFor()
    await page.getByRole('button', { name: 'Keep published' }).click()
    await expect.poll(reported).toEqual([])
    await page.goto(`${service.url}/admin/${storeId}/reviews?state=published`)
    await page.locator(`[data-review="${review.id}"]`).click()
    await page.getByText('I know who wrote it.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Keep published' }).count()).toBe(0)
  })
})
