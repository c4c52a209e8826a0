import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import type { Connection } from '../../../foundation/database/connect.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { reachableStoresWith } from '../../../tenants/stores/all-stores.ts'
import { saveModelKey } from '../../../tenants/stores/model/model-keys.ts'
import { forgetUsage, hasOldUsage } from '../../../tenants/stores/model/troubled-models.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { expectError } from '../../../test/answers.ts'
import { testSecret } from '../../../test/app.ts'
import { besideChange } from '../../../test/database/locks.ts'
import { body, translateInEachTest } from '../../../test/for-each-test/translations.ts'
import { changeSettings, hearAll } from '../../../test/hearing.ts'
import { backwards, helpful } from '../../../test/model-server.ts'
import { by, readAs } from '../../../test/reading.ts'
import { aStore } from '../../../test/users.ts'
import { erasePerson } from '../../../upkeep/people/people.ts'
import { changeReview } from '../reviews.ts'
import { forgetUnused, hasUnusedTexts } from './forget-texts.ts'

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const thanks = 'Thank you for these words, we are glad that you like it.'
const it = translateInEachTest()

describe('a translation', () => {
  test('is asked for once, marked as made by a machine, and kept for its language', async () => {
    await it.service.database.transaction(tx =>
      saveModelKey(tx, secrets, it.shop.storeId, { key: 'sk-secret', url: it.model.url }, by),
    )
    const first = await it.translate('de-AT')
    expect(first).toMatchObject({
      status: 200,
      body: {
        ...{
          review_id: it.id,
          language: 'de',
          title: backwards('Coffee as it should be'),
          body: backwards(body),
        },
        ...{ reply: null, translated_by: 'machine', model: 'small' },
      },
    })
    expect(await it.translate('de')).toMatchObject({ status: 200, body: first.body })
    expect(it.model.asked).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer sk-secret' },
        options: { model: 'small', temperature: 0, response_format: { type: 'json_schema' } },
        data: { language: 'German (de)', texts: { title: 'Coffee as it should be', body } },
      },
    ])
    await it.translate('ja')
    expect((await it.kept()).map(({ language }) => language)).toEqual(['de', 'ja'])
    // 200 tokens at 2, and 100 at 10, of a million each.
    expect(await it.usage()).toMatchObject({
      calls: 2,
      tokens_in: 400,
      tokens_out: 200,
      spent: 2 * 1_400,
      busy_until: null,
    })
  })

  test('masks contacts before they are sent, and is asked for once by many at the same time', async () => {
    const review = await it.aPublished({
      body: 'Write to ana@example.com if you want to know more about this pot.',
    })
    const answers = await Promise.all(['de', 'de', 'de'].map(locale => it.translate(locale, { review })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(it.model.asked.map(({ data }) => data.texts.body)).toEqual([
      'Write to ••• if you want to know more about this pot.',
    ])
  })

  test('goes when the review changes, is taken down or its author is erased', async () => {
    const isKept = async () => {
      expect((await it.translate()).status).toBe(200)
      expect(await it.kept()).toHaveLength(1)
    }
    const change = (fields: object) =>
      it.service.database.transaction(tx => changeReview(tx, it.shop.storeId, it.id, by, () => fields))
    await isKept()
    await change({ reply: thanks, reply_created_at: new Date() })
    expect(await it.kept()).toEqual([])
    await isKept()
    expect((await it.translate()).body.reply).toBe(backwards(thanks))
    await change({ state: 'removed' })
    expect(await it.kept()).toEqual([])
    await expectError(await it.translate(), 404, 804043)
    await change({ state: 'published' })
    await isKept()
    const store = await readStore(it.service.database, it.shop.storeId)
    await erasePerson(it.service.database, secrets, store, 'ana@example.com', new Date(), 'command')
    expect(await it.kept()).toEqual([])
  })

  test('is not kept of a review that changed while the model wrote', async () => {
    it.model.answerBy(async question => {
      await it.service.database.transaction(tx =>
        changeReview(tx, it.shop.storeId, it.id, by, () => ({
          body: 'Another text about the same pot, and a longer one.',
        })),
      )
      return helpful(question)
    })
    await expectError(await it.translate(), 404, 804043)
    expect(await it.kept()).toEqual([])
  })

  test('is not kept of a review that is being changed when the model answers', async () => {
    const change = (tx: Connection) =>
      changeReview(tx, it.shop.storeId, it.id, by, () => ({ body: 'Another text about the same pot.' }))
    const answer = await besideChange(it.service.database, change, it.translate)
    await expectError(answer, 404, 804043)
    expect(await it.kept()).toEqual([])
  })

  test('is not asked for if the review is longer than 12,000 characters', async () => {
    const long = (length: number) => it.aPublished({ title: '', body: 'fine cup. '.repeat(length / 10) })
    const [longer, longest] = [await long(12_010), await long(12_000)]
    await expectError(await it.translate('de', { review: longer }), 503, 805031)
    expect(it.model.asked).toEqual([])
    expect((await it.translate('de', { review: longest })).status).toBe(200)
  })

  test('is of published reviews of this store, which has switched it on', async () => {
    const other = await aStore(it.service.database)
    await expectError(await it.translate('de', { member: other }), 409, 804090)
    await changeSettings(it.service, other.storeId, {
      ...{ model_url: it.model.url, model_name: 'small', translate_reviews: true },
    })
    await hearAll(it.service)
    await expectError(await it.translate('de', { member: other }), 404, 804043)
    const pending = await it.aPublished({ state: 'pending' })
    await expectError(await it.translate('de', { review: pending }), 404, 804043)
    await expectError(await it.translate('de', { review: 'x' }), 404, 804043)
    await it.setUp({ translate_reviews: false })
    await expectError(await it.translate(), 409, 804090)
    expect(it.model.asked).toEqual([])
  })

  test('is offered by the list, with the language of each review, only where it is on', async () => {
    const read = async () =>
      (await readAs(it.service, it.shop, 'reviews.json', { product_id: 'product-1' })).body
    const on = await read()
    expect([on.meta.machine, on.result[0].language]).toEqual([{ translates: true }, 'en'])
    await it.setUp({ translate_reviews: false })
    const off = await read()
    expect([off.meta.machine, off.result[0].language]).toEqual([undefined, undefined])
  })
})

describe('money', () => {
  test('is counted, and nothing is asked beyond the limit of the month', async () => {
    // What is not said to be used counts as all that the question may cost.
    it.model.usage = undefined
    await it.translate('de')
    const spent = (await it.usage())?.spent ?? 0
    expect(spent).toBeGreaterThan(4_000)
    await it.setUp({ model_monthly_limit: (spent + 1_000) / 1_000_000 })
    await expectError(await it.translate('ja'), 503, 805031)
    expect(it.model.asked).toHaveLength(1)
    expect((await it.translate('de')).status).toBe(200)
    it.service.setNow('2031-01-01T00:00:00Z')
    expect((await it.translate('ja')).status).toBe(200)
    it.service.setNow(Date.now())
  })

  test('of two years ago is forgotten, and so are texts of what is switched off', async () => {
    const { database } = it.service
    await it.translate('de')
    const later = new Date('2090-01-01')
    const due = async () =>
      await reachableStoresWith(database, sql`${hasUnusedTexts} or ${hasOldUsage(later)}`)
    expect(await reachableStoresWith(database, hasUnusedTexts)).not.toContain(it.shop.storeId)
    await it.setUp({ translate_reviews: false })
    expect(await reachableStoresWith(database, hasUnusedTexts)).toContain(it.shop.storeId)
    await forgetUnused(database, it.shop.storeId, await readStore(database, it.shop.storeId))
    await forgetUsage(database, it.shop.storeId, later)
    expect([await it.kept(), await it.usage()]).toEqual([[], undefined])
    expect(await due()).not.toContain(it.shop.storeId)
  })

  test('one question of a store runs at a time', async () => {
    let running = 0
    let most = 0
    it.model.answerBy(async question => {
      most = Math.max(most, ++running)
      await new Promise(done => setImmediate(done))
      running--
      return helpful(question)
    })
    const answers = await Promise.all(['de', 'fr', 'ja', 'it'].map(locale => it.translate(locale)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(most).toBe(1)
  })
})
