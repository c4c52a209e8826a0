import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { askingShopInEachTest } from '../../test/for-each-test/asking-shop.ts'
import { openForm } from '../../test/forms.ts'
import { delivered } from '../../test/mail/due-requests.ts'
import { good, readReviews } from '../../test/review-forms.ts'
import { codesFor, giveRewards, review } from '../../test/rewards.ts'

// What a buyer is promised counts until its time is over or it is given.

const it = askingShopInEachTest({ moderation: 'check' })
const offer = 'will send you: a coffee mug.'

async function promised(code: string) {
  await giveRewards(it.service, it.shop, [code])
  const [buyer] = await it.ask(it.emails(1))
  if (!buyer) throw new Error('nobody')
  expect(buyer.mail).toContain(offer)
  return buyer
}

test('a promise whose time is over is neither displayed nor kept, also before housekeeping deletes it', async () => {
  const buyer = await promised('OVER-1')
  await it.service.database.query(sql`
    update rewards
    set kept_until = ${new Date(delivered)}
    where store_id = ${it.shop.storeId}`)
  expect((await openForm(buyer.link)).html).not.toContain(offer)
  expect(await review(buyer, good)).toBe(303)
  await it.service.runDue()
  expect(codesFor(it.server, buyer.email, ['OVER-1'])).toEqual([])
  expect(await readReviews(it.service, buyer.email)).toMatchObject([{ incentivized: null }])
})

test('a reward that was given is not offered again', async () => {
  const buyer = await promised('GIVEN-1')
  expect((await openForm(buyer.link)).html).toContain(offer)
  expect(await review(buyer, good)).toBe(303)
  expect((await openForm(buyer.link)).html).not.toContain(offer)
})
