import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertAnswers } from '../../answers/questions/answers/answers.ts'
import { insertQuestions } from '../../answers/questions/questions.ts'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Chats, startChats } from '../../test/chats/chats.ts'
import { anAnswer, aQuestion, aReview } from '../../test/factories.ts'
import { aStore } from '../../test/users.ts'

// Limits of waiting for a chat, of its answers, and of our messages.

const hour = 60 * 60_000
const start = Date.parse('2026-03-09T15:00:00Z')
let service: TestApp
let chats: Chats
let storeId: string
let owner: AdminClient
beforeAll(async () => {
  service = await startTestApp()
  chats = await startChats()
})
afterAll(async () => {
  await service.close()
  await chats.close()
})
beforeEach(async () => {
  service.setNow(start)
  chats.accepted.splice(0)
  chats.requests.splice(0)
  ;({ storeId } = await aStore(service.database, { name: '*'.repeat(100), locale: 'fr' }))
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(service.database, storeId, [product], new Date(start))
  owner = await aMember(service, storeId, 'owner')
})
afterEach(async () => {
  chats.reply(undefined)
  await service.database.query(sql`update stores set active = false where store_id = ${storeId}`)
})

async function notify(channel: 'webhook' | 'discord'): Promise<void> {
  const url = channel === 'webhook' ? chats.plain : chats.discord
  const given = { channel, url, language: 'fr' }
  expect(await owner.send('POST', `/stores/${storeId}/notifications`, given)).toMatchObject({ status: 201 })
}

const target = async () => (await owner.send('GET', `/stores/${storeId}/notifications`)).body.result[0]

async function write(body = 'Heats fast.'): Promise<void> {
  const by = { at: new Date(start), actor: 'author', action: 'create' } as const
  const question = aQuestion()
  await service.database.transaction(async tx => {
    await insertReviews(tx, storeId, [aReview({ title: '', body })], by)
    await insertQuestions(tx, storeId, [question], by)
    await insertAnswers(tx, storeId, [anAnswer({ question_id: question.id })], by)
  })
  await service.runDue()
}

test('a chat that asks for days gets its message after six hours', async () => {
  await notify('webhook')
  chats.reply(response => void response.writeHead(429, { 'retry-after': '999999' }).end())
  await write()
  expect(chats.requests).toHaveLength(1)
  chats.reply(undefined)
  service.setNow(start + 6 * hour - 1)
  await service.runDue()
  expect(chats.requests).toHaveLength(1)
  service.setNow(start + 6 * hour)
  await service.runDue()
  expect(chats.accepted).toHaveLength(1)
})

test('of an answer that never ends 10,000 bytes are read, and its status counts', async () => {
  await notify('webhook')
  chats.reply(response => {
    response.writeHead(200)
    response.write('a'.repeat(10_001))
  })
  await write()
  expect(await target()).toMatchObject({ state: 'active', last_error: null })
  service.setNow(start + hour)
  await service.runDue()
  expect(chats.requests).toHaveLength(1)
})

test('a quote has at most 280 characters', async () => {
  await notify('webhook')
  await write('a'.repeat(281))
  expect(chats.accepted[0]?.body.sections[0].entries[0].text).toBe(`${'a'.repeat(279)}…`)
})

test('Discord takes a title of a long name, in which it reads each character as Markdown', async () => {
  await notify('discord')
  await write()
  expect(chats.accepted).toHaveLength(1)
  const title: string = chats.accepted[0]?.body.embeds[0].title
  expect(title).toHaveLength(256)
  expect(title).toContain('nouvelle question')
})
