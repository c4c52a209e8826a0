import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertAnswers } from '../../answers/questions/answers/answers.ts'
import { insertQuestions } from '../../answers/questions/questions.ts'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import type { TestApp } from '../../test/app.ts'
import { type ChatMessage, type Chats, startChats } from '../../test/chats/chats.ts'
import { importFile, uploadFile } from '../../test/exchange/transfers.ts'
import { anAnswer, aQuestion, aReview } from '../../test/factories.ts'
import { postForm } from '../../test/forms.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { giveRewards } from '../../test/rewards.ts'
import { aStore, type Member } from '../../test/users.ts'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-03-09T15:00:00Z') // 12:00 in São Paulo
let now: number
let service: TestApp
let mails: MailServer
let chats: Chats
let store: Member
let owner: AdminClient & { userId: string; email: string }
beforeAll(async () => {
  ;[service, mails] = await startMailingApp()
  chats = await startChats()
})
afterAll(async () => {
  await service.close()
  await chats.close()
})
beforeEach(async () => {
  moveTo(start)
  mails.received.splice(0)
  chats.accepted.splice(0)
  chats.requests.splice(0)
  const sells = async (name: string, { storeId }: Member) => {
    const product = { product_id: 'product-1', sku: 'S', name, url: '' }
    await addSeenProducts(service.database, storeId, [product], new Date(now))
  }
  // Before and after its own rows, those of stores that use the same id.
  await sells('Theirs', await aStore(service.database))
  store = await aStore(service.database, { name: 'Café & Co', time_zone: 'America/Sao_Paulo', locale: 'en' })
  await sells('Moka pot', store)
  await sells('Theirs', await aStore(service.database))
  owner = await aMember(service, store.storeId, 'owner')
})
afterEach(async () => {
  chats.reply(undefined)
  await service.database.query(sql`update stores set active = false where store_id = ${store.storeId}`)
})

function moveTo(instant: number): void {
  now = instant
  service.setNow(now)
}

async function later(ms: number): Promise<void> {
  moveTo(now + ms)
  await service.runDue()
}

const at = (path: string) => `/stores/${store.storeId}/notifications${path}`

async function notify(channel: string, more: object = {}): Promise<string> {
  const url = chats[channel === 'webhook' ? 'plain' : (channel as 'slack')]
  const address = channel === 'email' ? { email: 'team@cafe.example' } : { url }
  const { status, body } = await owner.send('POST', at(''), { channel, ...address, ...more })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body.target_id
}

const write = (...reviews: ReturnType<typeof aReview>[]) =>
  service.database.transaction(tx =>
    insertReviews(tx, store.storeId, reviews, { at: new Date(now), actor: 'author', action: 'create' }),
  )

const ask = (...questions: ReturnType<typeof aQuestion>[]) =>
  service.database.transaction(tx =>
    insertQuestions(tx, store.storeId, questions, { at: new Date(now), actor: 'author', action: 'create' }),
  )

const target = async (id: string) =>
  (await owner.send('GET', at(''))).body.result.find((one: { target_id: string }) => one.target_id === id)

const hostile = [
  '<!channel> <!everyone> <@U123> @everyone @here <@&99> <at>All</at>',
  '*bold* _it_ ~no~ `code` [click](https://evil.example) <https://evil.example|safe> {{DATE(2026-01-01)}} &amp;',
].join(' ')

test('tells a chat within a minute, once, in its own dialect, and nobody is mentioned or linked', async () => {
  for (const channel of ['slack', 'teams', 'discord', 'webhook']) await notify(channel)
  await write(
    aReview({ rating: 1, title: 'Bad', body: `${hostile} write to ana@example.com`, state: 'pending' }),
    aReview({ rating: 5, order_id: 'ORDER-77' }),
  )
  await ask(aQuestion())
  await service.runDue()
  await later(minute)

  expect(chats.requests).toHaveLength(4)
  expect(chats.accepted).toHaveLength(4)
  const all = chats.accepted.map(({ raw }) => raw).join()
  expect(all).not.toMatch(/ana@example\.com|bia@example\.com|ORDER-77/)
  const [slack, teams, discord, plain] = ['/slack', '/teams', '/discord', '/plain'].map(
    path => chats.accepted.find(one => one.path.startsWith(path)) as ChatMessage,
  )
  const title = 'Café & Co: 2 new reviews and 1 new question'
  expect(slack?.body.text).toBe('Café &amp; Co: 2 new reviews and 1 new question')
  const blocks: { text: { text: string; verbatim: boolean } }[] = slack?.body.blocks
  const said = blocks.map(({ text }) => text.text).join('\n')
  // Only links of ours are left between angle brackets.
  expect(said.match(/<[^>]*>/g)?.every(link => link.startsWith(`<${service.url}/admin/`))).toBe(true)
  expect(said).toContain('&lt;!channel&gt; &lt;!everyone&gt;')
  expect(said).toContain('★☆☆☆☆ · Moka pot · Ana M. · pending')
  expect(blocks.every(({ text }) => text.verbatim)).toBe(true)

  expect(discord?.path).toContain('?thread_id=7&wait=true')
  expect(discord?.body.allowed_mentions).toEqual({ parse: [] })
  expect(discord?.body.content).toBeUndefined()
  const described = discord?.body.embeds[1].description
  expect(described).toContain('\\<\\!channel\\>'.replace('\\!', '!'))
  expect(described).not.toMatch(/@everyone|(?<!\\)\[click|https:\/\/evil/)

  // The signature of a workflow covers its query byte for byte.
  expect(teams?.path).toBe(new URL(chats.teams).pathname + new URL(chats.teams).search)
  const card = teams?.body.attachments[0].content
  expect(card.body.every(({ type }: { type: string }) => type === 'RichTextBlock')).toBe(true)
  expect(card.msteams.entities).toBeUndefined()
  expect(JSON.stringify(card)).not.toContain('{{')
  expect(JSON.stringify(card)).toContain('<!channel>')

  expect(plain?.body.title).toBe(title)
  expect(plain?.body.text).not.toMatch(/@everyone/)
  expect(plain?.body.sections[0].entries[0].text).toContain('@everyone')
  expect(plain?.headers['webhook-id']).toBe(plain?.body.id)
})

test('never exceeds what a chat takes, however long the texts are', async () => {
  for (const channel of ['slack', 'teams', 'discord']) await notify(channel)
  const long = (mark: string) => mark.repeat(3_000)
  await write(
    ...['&', '<', '*', '😀', '@', '\\', '{'].map(mark => aReview({ title: long(mark), body: long(mark) })),
  )
  await ask(
    ...['&', '<', '_', '😀', '#'].map(mark => aQuestion({ body: long(mark), display_name: long(mark) })),
  )
  await service.runDue()
  expect(chats.requests.map(({ path }) => path.split('/')[1]).sort()).toEqual(['discord', 'slack', 'teams'])
  expect(chats.accepted).toHaveLength(3)
})

test('tells of an import of 4,000 reviews in one message', async () => {
  await notify('slack')
  await notify('email')
  const rows = Array.from({ length: 4_000 }, (_, index) => `product-1,5,Nr ${index},Fine,Ana,2026-01-02`)
  const file = ['product_id,rating,title,body,display_name,created_at', ...rows].join('\n')
  const { body } = await uploadFile(service, owner, store.storeId, 'review', file)
  const { done } = await importFile(service, owner, store.storeId, body.id)
  expect(done).toMatchObject({ imported: 4_000 })
  await later(minute)
  await later(minute)
  expect(chats.accepted.map(one => one.body.text)).toEqual(['Café &amp; Co: 1 import'])
  expect(JSON.stringify(chats.accepted[0]?.body)).toContain('Reviews: 4,000 imported, 0 skipped, 0 refused.')
  expect(mails.received.map(({ to }) => to)).toEqual([['team@cafe.example']])
})

test('gathers until 09:00 of the store, also on the days when its clocks change', async () => {
  await service.database.query(
    sql`update stores set time_zone = 'Europe/Berlin' where store_id = ${store.storeId}`,
  )
  moveTo(Date.parse('2026-03-28T12:00:00Z')) // clocks go forward in the night to the 29th
  await notify('webhook', { pace: 'daily' })
  await write(aReview())
  await service.runDue()
  const sentAt: string[] = []
  const moments = ['28T20:00', '29T06:59', '29T07:00', '29T07:01', '29T20:00', '30T06:59', '30T07:00']
  for (const moment of moments) {
    if (moment.endsWith('20:00')) await write(aReview())
    moveTo(Date.parse(`2026-03-${moment}:00Z`))
    await service.runDue()
    for (const { body } of chats.accepted.splice(0)) sentAt.push(`${moment} ${body.title}`)
  }
  // 09:00 is 07:00 UTC from the 29th on, an hour earlier than the day before.
  expect(sentAt).toEqual(['29T07:00 Café & Co: 2 new reviews', '30T07:00 Café & Co: 1 new review'])
})

test('tells at 09:00 what is pending for more than a day, each day until it is decided', async () => {
  await notify('webhook')
  await write(aReview({ state: 'pending', published_at: null, created_at: new Date(now - 30 * hour) }))
  await service.runDue()
  const texts = () => chats.accepted.splice(0).map(({ body }) => body.title)
  expect(texts()).toEqual(['Café & Co: 1 new review'])
  await later(20 * hour) // 08:00
  expect(texts()).toEqual([])
  await later(hour)
  expect(texts()).toEqual(['Café & Co: 1 pending for more than a day'])
  await later(24 * hour)
  expect(texts()).toEqual(['Café & Co: 1 pending for more than a day'])
})

test('counts reviews, questions and answers that are pending for more than a day, and nothing else', async () => {
  await notify('webhook', { kinds: ['pending'] })
  const old = new Date(now - 30 * hour)
  const states = [{ state: 'pending', created_at: old }, { state: 'pending' }, { created_at: old }] as const
  const dated = states.map(state => ({ created_at: new Date(now), ...state }))
  await write(...dated.map(one => aReview({ ...one, published_at: null })))
  const questions = dated.map(one => aQuestion({ ...one, published_at: null }))
  await ask(...questions)
  const [question] = questions
  if (!question) throw new Error('no question')
  const answers = dated.map(one => anAnswer({ ...one, published_at: null, question_id: question.id }))
  await service.database.transaction(tx =>
    insertAnswers(tx, store.storeId, answers, { at: new Date(now), actor: 'author', action: 'create' }),
  )
  await later(21 * hour) // 09:00
  expect(chats.accepted.map(({ body }) => body.title)).toEqual(['Café & Co: 3 pending for more than a day'])
})

test('waits as long as a chat asks, sends what came meanwhile in the same message, and loses nothing', async () => {
  const id = await notify('slack')
  chats.reply(response => void response.writeHead(429, { 'retry-after': '180' }).end('rate_limited'))
  await write(aReview())
  await service.runDue()
  await write(aReview())
  chats.reply(undefined)
  await later(minute)
  await later(minute)
  expect(chats.requests).toHaveLength(1)
  await later(minute)
  expect(chats.accepted.map(one => one.body.text)).toEqual(['Café &amp; Co: 2 new reviews'])
  expect(await target(id)).toMatchObject({ state: 'active', last_error: null, waiting: 0 })
})

test.each([404, 410])('switches a chat off that answers %i, and mails the owners', async status => {
  const id = await notify('slack')
  chats.reply(response => void response.writeHead(status).end('no_service'))
  await write(aReview())
  await service.runDue()
  await write(aReview())
  await later(minute)
  expect(chats.requests).toHaveLength(1)
  expect(await target(id)).toMatchObject({ state: 'disabled', disabled_why: 'gone' })
  const [mail, ...others] = mails.received
  expect(others).toEqual([])
  expect(mail?.to).toEqual([owner.email])
  expect(decode(mail?.raw ?? '')).toContain('Café & Co: notifications to Slack were turned off')
  expect(decode(mail?.raw ?? '')).not.toContain('abcdefghijklmnop')

  // Repaired, it receives what waited when it failed.
  chats.reply(undefined)
  await owner.send('PATCH', at(`/${id}`), { state: 'active' })
  await later(minute)
  expect(chats.accepted.map(one => one.body.text)).toEqual(['Café &amp; Co: 1 new review'])
})

test('switches a chat off after 12 failures in a row', async () => {
  const id = await notify('discord')
  chats.reply(response => void response.writeHead(500).end())
  await write(aReview())
  await service.runDue()
  for (let times = 0; times < 14; times++) await later(6 * hour)
  expect(chats.requests).toHaveLength(12)
  expect(await target(id)).toMatchObject({ state: 'disabled', disabled_why: 'failing', last_error: '500' })
  expect(mails.received.map(({ to }) => to)).toEqual([[owner.email]])
})

test('a chat that is switched off holds up no other target, and a daily mail waits for 09:00', async () => {
  const chat = await notify('slack')
  await notify('email', { pace: 'daily' })
  chats.reply(response => void response.writeHead(410).end())
  await write(aReview())
  await service.runDue()
  expect(await target(chat)).toMatchObject({ state: 'disabled', waiting: 1 })
  chats.reply(undefined)
  await notify('webhook')
  await write(aReview())
  await later(minute)
  expect(chats.accepted.map(({ body }) => body.title)).toEqual(['Café & Co: 1 new review'])
  expect(mails.received.flatMap(({ to }) => to)).toEqual([owner.email])
  await later(24 * hour)
  expect(mails.received.flatMap(({ to }) => to)).toEqual([owner.email, 'team@cafe.example'])
})

test('sends a message again that a killed worker had claimed, and no other', async () => {
  await notify('webhook')
  await write(aReview())
  // As after a kill between the claim and the answer.
  chats.reply(response => void response.destroy())
  await service.runDue()
  chats.reply(undefined)
  await service.database.query(sql`
    update notice_messages
    set claimed_until = ${new Date(now + 2 * minute)}
    where store_id = ${store.storeId}`)
  await later(minute)
  expect(chats.accepted).toHaveLength(0)
  await later(minute)
  await later(minute)
  expect(chats.accepted).toHaveLength(1)
  const [first, second] = chats.requests
  expect(second?.body.id).toBe(first?.body.id)
})

test('mails members as they chose, in their language, and one click unsubscribes without signing in', async () => {
  const viewer = await aMember(service, store.storeId, 'viewer')
  const choice = { kinds: ['reviews'], pace: 'at_once', language: 'de' }
  expect(await viewer.send('PUT', at('/mine'), choice)).toMatchObject({ status: 200 })
  await write(aReview({ body: '<b>fast</b>' }))
  await ask(aQuestion())
  await service.runDue()
  const [mail, ...others] = mails.received
  expect(others).toEqual([])
  expect(mail?.to).toEqual([viewer.email])
  expect(mail?.header('subject')).toBe('=?UTF-8?Q?Caf=C3=A9_=26_Co=3A_1_neue_Bewertung?=')
  const text = decode(mail?.raw ?? '')
  expect(text).toContain('&lt;b&gt;fast&lt;/b&gt;')
  expect(text).not.toMatch(/ana@example\.com/)
  expect(mail?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, link = ''] = /<(.*)>/.exec(mail?.header('list-unsubscribe') ?? '') ?? []

  await postForm(link, { 'List-Unsubscribe': 'One-Click' })
  await write(aReview())
  await later(minute)
  expect(mails.received).toHaveLength(1)
  expect((await viewer.send('GET', at('/mine'))).body).toEqual({ kinds: [], pace: 'at_once' })
  // The person may still be mailed as a buyer.
  expect(
    await service.database.query(sql`select from suppressions where store_id = ${store.storeId}`),
  ).toEqual([])

  await postForm(link, { undo: 'yes' })
  await write(aReview())
  await later(minute)
  expect(mails.received).toHaveLength(2)
})

test('a removed member gets nothing more, not even what was gathered or queued', async () => {
  const member = await aMember(service, store.storeId, 'moderator')
  await member.send('PUT', at('/mine'), { kinds: ['reviews'], pace: 'daily', language: 'en' })
  await write(aReview())
  await service.runDue()
  await owner.send('DELETE', `/stores/${store.storeId}/members/${member.userId}`)
  await write(aReview())
  await later(24 * hour)
  expect(mails.received).toEqual([])
  expect(
    await member.send('PUT', at('/mine'), { kinds: ['reviews'], pace: 'daily', language: 'en' }),
  ).toMatchObject({
    status: 404,
  })
})

test('an address that unsubscribed is not added again, and no owner turns it on', async () => {
  const id = await notify('email')
  await write(aReview())
  await service.runDue()
  const [, link = ''] = /<(.*)>/.exec(mails.received[0]?.header('list-unsubscribe') ?? '') ?? []
  await postForm(link, { 'List-Unsubscribe': 'One-Click' })
  const refused = { status: 400, body: { more_info: { refusal: 'unsubscribed' } } }
  expect(await owner.send('PATCH', at(`/${id}`), { state: 'active' })).toMatchObject(refused)
  expect(await owner.send('DELETE', at(`/${id}`))).toMatchObject({ status: 204 })
  const again = { channel: 'email', email: ' Team@Cafe.example' }
  expect(await owner.send('POST', at(''), again)).toMatchObject(refused)
})

test('reports a problem of a connection once, and again when it returns', async () => {
  await notify('webhook')
  const { body } = await owner.send('POST', `/stores/${store.storeId}/webhooks`, { url: chats.plain })
  const set = (state: string, why: string | null) =>
    service.database.query(sql`
      update webhook_endpoints
      set state = ${state}, disabled_why = ${why}
      where store_id = ${store.storeId} and webhook_id = ${body.webhook.webhook_id}`)
  const counts: number[] = []
  for (const [state, why] of [
    ['disabled', 'gone'],
    ['disabled', 'gone'],
    ['active', null],
    ['disabled', 'gone'],
  ] as const) {
    await set(state, why)
    await later(15 * minute)
    counts.push(chats.accepted.length)
  }
  expect(counts).toEqual([1, 1, 1, 2])
  expect(chats.accepted[0]?.body.title).toBe('Café & Co: 1 problem')
})

test('reports once that few codes of rewards are left', async () => {
  await notify('webhook')
  const codes = ['MUG-1,', 'MUG-2,2026-12-31', 'EXPIRES-SOON,2026-03-20', 'PROMISED,']
  await giveRewards(service, store, ['code,expires_on', ...codes])
  await service.database.query(sql`
    update reward_codes set taken_at = ${new Date(now)} where store_id = ${store.storeId} and code = 'PROMISED'`)
  await later(15 * minute)
  await later(15 * minute)
  expect(chats.accepted).toHaveLength(1)
  expect(JSON.stringify(chats.accepted[0]?.body)).toContain('Only 2 reward codes are left.')
})
