import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { forgetPromises } from '../../asking/rewards/promises.ts'
import { changeReward } from '../../asking/rewards/reward-settings.ts'
import { aMember } from '../../test/admin.ts'
import { anOrderProduct } from '../../test/factories.ts'
import { askingShopInEachTest } from '../../test/for-each-test/asking-shop.ts'
import { openForm, postForm } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { due, hour, runAt } from '../../test/mail/due-requests.ts'
import { good, readReviews } from '../../test/review-forms.ts'
import { codesFor, giveRewards, mailsTo, review, tablesWith } from '../../test/rewards.ts'
import { reasonNames } from '../moderation/reasons.ts'
import { publishReview, rejectReview, removeReview } from '../reviews/moderate.ts'

const it = askingShopInEachTest({ moderation: 'check' })
let number = 0

const codesOf = (count: number) => Array.from({ length: count }, (_, at) => `MUG-${++number}-${at}X`)
const by = () => ({ at: new Date(due), actor: 'command' as const })
const stored = async (email: string) => (await readReviews(it.service, email)).map(one => one.incentivized)

const offer = 'Write a review by April 11, 2026 and Café da Serra will send you: a coffee mug.'
const neutral = 'It makes no difference how many stars you give or what you write.'

describe('nothing that a buyer writes changes what they get', () => {
  test.each([
    ['one star', { rating: '1' }],
    ['five stars', { rating: '5' }],
    ['stars alone', { rating: '3' }],
    ['one word', { rating: '2', body: 'Bad' }],
    ['a long text', { rating: '4', heading: 'Fine', body: 'It heats well. '.repeat(200) }],
    ['a recommendation against it', { rating: '1', recommended: 'no', body: 'Leaks.' }],
    ['a text that a check holds back', { rating: '5', body: 'See www.example.com' }],
    ['an insult', { rating: '1', body: 'Idiota' }],
  ])('%s', async (_, card) => {
    const codes = codesOf(2)
    await giveRewards(it.service, it.shop, codes)
    const buyer = await it.askOne()
    expect(await review(buyer, card)).toBe(303)
    expect(await stored(buyer.email)).toEqual([true])
    await it.service.runDue()
    // Always the next code of the list, and one.
    expect(codesFor(it.server, buyer.email, codes)).toEqual([codes[0]])
    expect(mailsTo(it.server, buyer.email)).toHaveLength(2)
  })
})

describe('nothing that a store decides changes it', () => {
  test.each(['publish', 'check', 'hold'] as const)('the rule %s', async moderation => {
    await changeSettings(it.service, it.shop.storeId, { moderation })
    const codes = codesOf(1)
    await giveRewards(it.service, it.shop, codes)
    const buyer = await it.askOne()
    await review(buyer, good)
    expect(await stored(buyer.email)).toEqual([true])
    await it.service.runDue()
    expect(codesFor(it.server, buyer.email, codes)).toEqual(codes)
  })

  test('a rejection for any reason, a removal and a publication before the code is mailed', async () => {
    await changeSettings(it.service, it.shop.storeId, { moderation: 'hold' })
    const decisions = [...reasonNames.map(name => `reject ${name}`), 'remove', 'publish']
    const codes = codesOf(decisions.length)
    await giveRewards(it.service, it.shop, codes)
    const buyers = await it.ask(it.emails(decisions.length))
    for (const [index, buyer] of buyers.entries()) {
      await review(buyer, { rating: String((index % 5) + 1), body: 'Mine.' })
      const id = (await readReviews(it.service, buyer.email))[0]?.id ?? ''
      const [verb, reason] = (decisions[index] ?? '').split(' ')
      await it.service.database.transaction(tx =>
        verb === 'publish'
          ? publishReview(tx, it.shop.storeId, id, by())
          : verb === 'remove'
            ? removeReview(tx, it.shop.storeId, id, 'spam', by())
            : rejectReview(tx, it.shop.storeId, id, reason as 'spam', by()),
      )
    }
    await it.service.runDue()
    expect(buyers.map(({ email }) => codesFor(it.server, email, codes).length)).toEqual(buyers.map(() => 1))
    for (const { email } of buyers) expect(await stored(email)).toEqual([true])
  })

  test('turning rewards off, or promising something else, keeps what was promised', async () => {
    const codes = codesOf(1)
    await giveRewards(it.service, it.shop, codes)
    const [promised, other] = await it.ask(it.emails(2))
    if (!promised || !other) throw new Error('nobody')
    await it.service.database.transaction(tx =>
      changeReward(tx, it.shop.storeId, { on: false, gives: { en: 'nothing' } }, by()),
    )
    expect((await openForm(promised.link)).html).toContain(offer)
    await review(promised, { rating: '1' })
    await review(other, { rating: '5' })
    await it.service.runDue()
    const [, mail = ''] = mailsTo(it.server, promised.email)
    expect(mail).toContain('Here is your reward')
    expect(mail).toContain('a coffee mug')
    expect(mail).not.toContain('nothing')
    expect(codesFor(it.server, promised.email, codes)).toEqual(codes)
    // The only code was set aside, so nobody else was promised one.
    expect(other.mail).not.toContain('coffee mug')
    expect(await stored(other.email)).toEqual([null])
    expect(codesFor(it.server, other.email, codes)).toEqual([])
  })
})

test('the mail and the form say what is given, by when, and that stars do not matter', async () => {
  await giveRewards(it.service, it.shop, codesOf(1), { gives: { en: 'a coffee mug', de: 'eine Tasse' } })
  const buyer = await it.askOne()
  for (const text of [buyer.mail, (await openForm(buyer.link)).html]) {
    expect(text).toContain(offer)
    expect(text).toContain(neutral)
  }
  expect(await review(buyer, good)).toBe(303)
  expect((await openForm(`${buyer.link}?done=sent`)).html).toContain(
    'Café da Serra is sending you your reward by email.',
  )
  expect((await openForm(buyer.link)).html).not.toContain(offer)
})

test('without rewards, nothing is said, marked or given', async () => {
  const buyer = await it.askOne()
  expect(buyer.mail).not.toContain('will send you')
  expect((await openForm(buyer.link)).html).not.toContain('will send you')
  await review(buyer, good)
  await it.service.runDue()
  expect(await stored(buyer.email)).toEqual([null])
  expect(mailsTo(it.server, buyer.email)).toHaveLength(1)
})

test('several products of an order, tabs and edits earn one code, and all their reviews are marked', async () => {
  const codes = codesOf(3)
  await giveRewards(it.service, it.shop, codes)
  const [buyer] = await it.ask(it.emails(1), {
    products: [anOrderProduct(), anOrderProduct(), anOrderProduct()],
  })
  if (!buyer) throw new Error('nobody')
  const two = { ...buyer, products: buyer.products.slice(0, 2) }
  await Promise.all([review(two, good, good), review(two, good, { rating: '1' })])
  await review(two, { ...good, rating: '1' })
  await review(buyer, {}, {}, { rating: '5' })
  await postForm(`${buyer.link}/withdraw`, { product: buyer.products[0] ?? '' })
  await review(buyer, good)
  await it.service.runDue()
  expect(codesFor(it.server, buyer.email, codes)).toEqual([codes[0]])
  expect(mailsTo(it.server, buyer.email)).toHaveLength(2)
  expect(await stored(buyer.email)).toEqual([true, true, true])
})

test('an order with two buyers has one reward: it is promised to one of them', async () => {
  const codes = codesOf(2)
  await giveRewards(it.service, it.shop, codes)
  const [first, second] = it.emails(2)
  const customers = [first, second].map(email => ({ name: 'Ana', email: email ?? '', phone: '' }))
  const [one] = await it.ask([first ?? ''], { customers })
  const promised = [first, second].filter(email =>
    mailsTo(it.server, email ?? '')
      .join()
      .includes('coffee mug'),
  )
  expect(promised).toHaveLength(1)
  expect(one?.orderId).toBeTruthy()
  const links = [first, second].map(email => /\/r\/[\w-]+/.exec(mailsTo(it.server, email ?? '').join())?.[0])
  for (const link of links)
    await review({ ...one, link: it.service.url + link, products: one?.products ?? [] } as never, {
      rating: '4',
    })
  await it.service.runDue()
  expect([first, second].map(email => codesFor(it.server, email ?? '', codes).length).sort()).toEqual([0, 1])
})

test.each([
  ['in a month', { per_month: 2 }],
  ['ever', { total: 2 }],
])('open promises count towards the cap of rewards %s', async (_, cap) => {
  const codes = codesOf(9)
  await giveRewards(it.service, it.shop, codes, cap)
  const buyers = await it.ask(it.emails(4))
  expect(buyers.filter(({ mail }) => mail.includes(offer))).toHaveLength(2)
  for (const buyer of buyers) await review(buyer, { rating: '3' })
  await it.service.runDue()
  expect(buyers.flatMap(({ email }) => codesFor(it.server, email, codes))).toHaveLength(2)
})

test('a promise ends a day after its date, and its code is promised to somebody else', async () => {
  const codes = codesOf(1)
  await giveRewards(it.service, it.shop, codes)
  const late = await it.askOne()
  // The last day is April 11 in São Paulo, and the day after it is a day of grace.
  it.service.setNow('2026-04-13T02:59:00.000Z')
  expect((await openForm(late.link)).html).toContain(offer)
  it.service.setNow('2026-04-13T03:00:00.000Z')
  expect((await openForm(late.link)).html).not.toContain('will send you')
  await review(late, { rating: '5' })
  expect(await stored(late.email)).toEqual([null])
  await runAt(it.service, Date.parse('2026-04-13T13:00:00.000Z'))
  await tidy('2026-04-13T14:00:00.000Z')
  const next = await it.askOne()
  expect(next.mail).toContain('coffee mug')
  await review(next, { rating: '2' })
  await it.service.runDue()
  expect(codesFor(it.server, next.email, codes)).toEqual(codes)
  expect(codesFor(it.server, late.email, codes)).toEqual([])
})

test('a code is in the mail to its buyer and in its row, and nowhere else', async () => {
  const codes = codesOf(1)
  const [code = ''] = codes
  await giveRewards(it.service, it.shop, codes)
  const owner = await aMember(it.service, it.shop.storeId, 'owner')
  await owner.send('POST', `/stores/${it.shop.storeId}/webhooks`, {
    url: 'https://hooks.example/x',
    events: ['review.created', 'review.published'],
  })
  const buyer = await it.askOne()
  await review(buyer, good)
  await it.service.runDue()
  expect(codesFor(it.server, buyer.email, codes)).toEqual(codes)
  expect(await tablesWith(it.service, code)).toEqual(['reward_codes', 'rewards'])
  const reads = ['reviews', 'reward', 'settings', 'mail/deliveries', 'history']
  for (const path of reads)
    expect(
      JSON.stringify((await owner.send('GET', `/stores/${it.shop.storeId}/${path}`)).body),
    ).not.toContain(code)
  const erased = await owner.send('POST', `/stores/${it.shop.storeId}/people/erase`, {
    email: buyer.email,
  })
  expect(erased.status).toBe(200)
  expect(await tablesWith(it.service, buyer.email)).toEqual([])
  expect(await tablesWith(it.service, code)).toEqual(['reward_codes', 'rewards'])
})

test('a form that fails gives nothing, and the next one gives the code once', async () => {
  const codes = codesOf(1)
  await giveRewards(it.service, it.shop, codes)
  const buyer = await it.askOne()
  // Its row of the mail cannot be written, as if the process had been killed there.
  await it.service.database.query(sql`
    alter table mailings add constraint no_rewards check (kind <> 'reward') not valid`)
  expect(await review(buyer, good)).toBe(500)
  await it.service.database.query(sql`alter table mailings drop constraint no_rewards`)
  expect(await stored(buyer.email)).toEqual([])
  await review(buyer, good)
  await it.service.runDue()
  expect(codesFor(it.server, buyer.email, codes)).toEqual(codes)
  expect(mailsTo(it.server, buyer.email)).toHaveLength(2)
})

test('one code for all is given once to each buyer', async () => {
  const [code = ''] = codesOf(1)
  await giveRewards(it.service, it.shop, [], { codes: 'shared', code, code_expires_on: '2026-12-31' })
  const buyers = await it.ask(it.emails(2))
  for (const buyer of buyers) await review(buyer, good)
  await it.service.runDue()
  for (const { email } of buyers) {
    const [, mail = ''] = mailsTo(it.server, email)
    expect(mail).toContain(code)
    expect(mail).toContain('Valid until December 31, 2026.')
  }
})

test('readers see that a review was written for a reward', async () => {
  await changeSettings(it.service, it.shop.storeId, { moderation: 'publish' })
  const transparency = async () =>
    (await openForm(`${it.service.url}/transparency/${it.shop.storeId}?locale=en`)).html
  expect(await transparency()).toContain('The store gives nothing for reviews.')
  await giveRewards(it.service, it.shop, codesOf(1))
  const buyer = await it.askOne()
  await review(buyer, good)
  const key = `store_id=${it.shop.storeId}&store_key=${it.shop.storeKey}&product_id=${buyer.products[0]}`
  const read = async (path: string) => await (await fetch(`${it.service.url}/api/v1/${path}?${key}`)).text()
  expect(JSON.parse(await read('reviews.json')).result[0].incentivized).toBe(true)
  for (const path of ['structured-data.json', 'reviews.html'])
    expect(await read(path)).toContain('Received a reward for this review')
  it.service.setNow(due + 2 * hour)
  expect(await transparency()).toContain('whatever they write and however many stars they give')
})

async function tidy(at: string): Promise<void> {
  it.service.setNow(at)
  await forgetPromises(it.service.database, it.shop.storeId, new Date(at))
}
