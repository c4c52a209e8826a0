import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import type { TestApp } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { postForm } from '../../test/forms.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aStore, type Member } from '../../test/users.ts'

// How many targets a store has, and which are listed.

const start = Date.parse('2026-03-09T15:00:00Z')
let service: TestApp
let mails: MailServer
let store: Member
let owner: AdminClient & { email: string }
beforeAll(async () => {
  ;[service, mails] = await startMailingApp()
})
afterAll(async () => {
  await service.close()
})
beforeEach(async () => {
  service.setNow(start)
  mails.received.splice(0)
  store = await aStore(service.database, { locale: 'en' })
  owner = await aMember(service, store.storeId, 'owner')
})

const at = (path = '') => `/stores/${store.storeId}/notifications${path}`
const listed = async () => (await owner.send('GET', at())).body.result
const write = () =>
  service.database.transaction(tx =>
    insertReviews(tx, store.storeId, [aReview()], { at: new Date(start), actor: 'author', action: 'create' }),
  )

test('a store has at most twenty targets', async () => {
  const add = (number: number) =>
    owner.send('POST', at(), { channel: 'email', email: `team.${number}@cafe.example` })
  for (let number = 1; number <= 20; number++) expect((await add(number)).status).toBe(201)
  expect(await add(21)).toMatchObject({ status: 400, body: { more_info: { refusal: 'many' } } })
  const [first] = await listed()
  expect((await owner.send('DELETE', at(`/${first.target_id}`))).status).toBe(204)
  expect((await add(21)).status).toBe(201)
  expect(await listed()).toHaveLength(20)
})

test('an address that unsubscribed and was removed is remembered, and listed no more', async () => {
  const { body } = await owner.send('POST', at(), { channel: 'email', email: 'team@cafe.example' })
  await write()
  await service.runDue()
  const [, link = ''] = /<(.*)>/.exec(mails.received[0]?.header('list-unsubscribe') ?? '') ?? []
  await postForm(link, { 'List-Unsubscribe': 'One-Click' })
  expect(await listed()).toHaveLength(1)
  expect((await owner.send('DELETE', at(`/${body.target_id}`))).status).toBe(204)
  expect(await listed()).toEqual([])
  expect((await owner.send('DELETE', at(`/${body.target_id}`))).status).toBe(404)
  // Undo resumes the mails of existing targets only.
  mails.received.splice(0)
  await postForm(link, { undo: 'yes' })
  await write()
  await service.runDue()
  expect(mails.received).toEqual([])
})
