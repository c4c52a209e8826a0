import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMember } from '../../test/admin.ts'
import { askingShopInEachTest } from '../../test/for-each-test/asking-shop.ts'
import { openForm } from '../../test/forms.ts'
import { delivered } from '../../test/mail/due-requests.ts'
import { good } from '../../test/review-forms.ts'
import { askBuyers, codesFor, giveRewards, review } from '../../test/rewards.ts'
import { aStore } from '../../test/users.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'

// Which codes are promised, and that each is given once.

const it = askingShopInEachTest({ moderation: 'check' })
let number = 0

const codesOf = (count: number) => Array.from({ length: count }, (_, at) => `TEA-${++number}-${at}Y`)
const offer = 'will send you: a coffee mug.'

async function ask(count: number) {
  const buyers = await it.ask(it.emails(count))
  return { buyers, promised: buyers.filter(({ mail }) => mail.includes(offer)) }
}

async function reward(): Promise<object> {
  const owner = await aMember(it.service, it.shop.storeId, 'owner')
  return (await owner.send('GET', `/stores/${it.shop.storeId}/reward`)).body
}

const tidyAt = (at: string) => tidyStores(it.service.database, {} as never, new Date(at), () => {})

test('a code that was given is never promised again, however long ago that was', async () => {
  const codes = codesOf(1)
  await giveRewards(it.service, it.shop, codes)
  const [buyer] = (await ask(1)).buyers
  if (!buyer) throw new Error('nobody')
  await review(buyer, good)
  await it.service.runDue()
  expect(codesFor(it.server, buyer.email, codes)).toEqual(codes)
  await tidyAt('2026-05-20T12:00:00.000Z')
  expect(await reward()).toMatchObject({ left: 0, promised: 0, given: 1 })
  expect((await ask(1)).promised).toEqual([])
})

test('a promise that counts is kept when housekeeping runs', async () => {
  const codes = codesOf(1)
  await giveRewards(it.service, it.shop, codes)
  const [buyer] = (await ask(1)).buyers
  if (!buyer) throw new Error('nobody')
  await tidyAt('2026-03-20T12:00:00.000Z')
  expect((await openForm(buyer.link)).html).toContain(offer)
  await review(buyer, good)
  await it.service.runDue()
  expect(codesFor(it.server, buyer.email, codes)).toEqual(codes)
})

test('removing the codes of the list keeps those that were promised', async () => {
  const codes = codesOf(3)
  await giveRewards(it.service, it.shop, codes)
  const [buyer] = (await ask(1)).promised
  if (!buyer) throw new Error('nobody')
  const owner = await aMember(it.service, it.shop.storeId, 'owner')
  const removed = await owner.send('DELETE', `/stores/${it.shop.storeId}/reward/codes`)
  expect([removed.status, removed.body]).toEqual([200, { removed: 2 }])
  await review(buyer, good)
  await it.service.runDue()
  expect(codesFor(it.server, buyer.email, codes)).toEqual([codes[0]])
  const kept = await it.service.database.query(sql`
    select code
    from reward_codes
    where store_id = ${it.shop.storeId}`)
  expect(kept).toEqual([{ code: codes[0] }])
})

test('a mail about two orders promises one reward, whatever another store promised for the same id', async () => {
  const codes = codesOf(2)
  await giveRewards(it.service, it.shop, codes)
  const [email = ''] = it.emails(1)
  const orders = await it.ask([email, email])
  const [promised] = await it.service.database.query<{ order_id: string }>(sql`
    select order_id
    from rewards
    where store_id = ${it.shop.storeId}`)
  const unpromised = orders.find(({ orderId }) => orderId !== promised?.order_id)
  if (!unpromised) throw new Error('There is one order.')
  const other = await aStore(it.service.database, { locale: 'en' })
  await giveRewards(it.service, other, codesOf(1))
  await askBuyers(it.service, it.server, other, it.emails(1), { order_id: unpromised.orderId })
  await review(unpromised, good)
  await it.service.runDue()
  expect(codesFor(it.server, email, codes)).toEqual([codes[0]])
})

test.each([
  ['in a month', { per_month: 1 }],
  ['ever', { total: 1 }],
])('what was given counts towards the cap of rewards %s', async (_, cap) => {
  await giveRewards(it.service, it.shop, codesOf(5), cap)
  const first = await ask(1)
  expect(first.promised).toHaveLength(1)
  for (const buyer of first.promised) await review(buyer, good)
  expect(await reward()).toMatchObject({ promised: 0, given: 1, given_this_month: 1 })
  expect((await ask(1)).promised).toEqual([])
})

test('the cap of a month counts what was given in that month alone', async () => {
  await giveRewards(it.service, it.shop, codesOf(5), { per_month: 1 })
  const [buyer] = (await ask(1)).promised
  if (!buyer) throw new Error('nobody')
  await review(buyer, good)
  await it.service.database.query(sql`
    update rewards
    set given_at = '2026-02-20T12:00:00Z'
    where store_id = ${it.shop.storeId}`)
  expect(await reward()).toMatchObject({ given: 1, given_this_month: 0 })
  expect((await ask(1)).promised).toHaveLength(1)
})

test('a promise whose time is over counts towards no cap, also before housekeeping deletes it', async () => {
  await giveRewards(it.service, it.shop, codesOf(5), { total: 1 })
  expect((await ask(1)).promised).toHaveLength(1)
  await it.service.database.query(sql`
    update rewards
    set kept_until = ${new Date(delivered)}
    where store_id = ${it.shop.storeId}`)
  expect(await reward()).toMatchObject({ promised: 0 })
  expect((await ask(1)).promised).toHaveLength(1)
})

// A promise of March 12 can be kept until April 11, and its code has to be valid for two weeks more.
test.each([
  ['2026-04-24', []],
  ['2026-04-25', [1]],
])('of a list, a code that expires on %s is promised to %j', async (day, promised) => {
  await giveRewards(it.service, it.shop, [`code,expires_on`, `${codesOf(1)[0]},${day}`])
  expect((await ask(2)).promised.map((_, index) => index + 1)).toEqual(promised)
})

test.each([
  ['2026-04-24', 0],
  ['2026-04-25', 2],
])('one code for all that expires on %s is promised to %i buyers', async (day, count) => {
  await giveRewards(it.service, it.shop, [], { codes: 'shared', code: 'TEA-FOR-ALL', code_expires_on: day })
  expect((await ask(2)).promised).toHaveLength(count)
})
