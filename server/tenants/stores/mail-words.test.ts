import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../foundation/http/language.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { setMailWords } from './mail-words.ts'
import { createStore, readStore, updateStore } from './stores.ts'

let home: TestDatabase
let storeId: string
beforeAll(async () => {
  home = await createTestDatabase()
})
afterAll(() => home.close())

const newStore = async () => {
  const made = await createStore(home.database, () => Date.UTC(2026, 10, 16), { name: 'Livraria' })
  storeId = made.store_id
}
const set = (kind: string, language: string, own: Parameters<typeof setMailWords>[4]) =>
  setMailWords(home.database, storeId, kind, language, own)

describe("a store's own words", () => {
  beforeAll(newStore)

  test('are kept by kind and language, and what is not named stays', async () => {
    await set('request', 'pt-BR', { subject: 'Oi, {name}' })
    await set('request', 'pt-BR', { words: 'Gostou de {product}?' })
    await set('request', 'en', { subject: 'Hi' })
    const words = await set('reminder', 'en', { subject: 'Hi again' })
    expect(words).toEqual({
      request: { 'pt-BR': { subject: 'Oi, {name}', words: 'Gostou de {product}?' }, en: { subject: 'Hi' } },
      reminder: { en: { subject: 'Hi again' } },
    })
    expect((await readStore(home.database, storeId)).mail_words).toEqual(words)
  })

  test('are taken back, one language at a time', async () => {
    expect(Object.keys((await set('request', 'pt-BR', undefined)).request ?? {})).toEqual(['en'])
    expect(await set('request', 'en', undefined)).not.toHaveProperty('request')
    expect(await set('request', 'en', undefined)).toEqual({ reminder: { en: { subject: 'Hi again' } } })
  })

  test('set at the same time are all kept', async () => {
    const languages = ['en', 'es', 'pt', 'fr', 'de', 'it']
    await Promise.all(languages.map(language => set('request', language, { subject: language })))
    const { mail_words } = await readStore(home.database, storeId)
    expect(Object.keys(mail_words.request ?? {}).sort()).toEqual(languages.sort())
  })

  test.each([
    ['offer', 'en', { subject: 'x' }, 'mail_words.offer', 'one_of'],
    ['__proto__', 'en', { subject: 'x' }, 'mail_words.__proto__', 'one_of'],
    ['request', 'english please', { subject: 'x' }, 'mail_words.request.english please', 'language_tag'],
    ['request', '__proto__', { subject: 'x' }, 'mail_words.request.__proto__', 'language_tag'],
    ['request', 'en', { subject: ' ' }, 'mail_words.request.en.subject', 'length'],
    ['request', 'en', { subject: 'x'.repeat(151) }, 'mail_words.request.en.subject', 'length'],
    ['request', 'en', { subject: 'x\r\nBcc: y' }, 'mail_words.request.en.subject', 'one_line'],
    ['request', 'en', { words: 'x'.repeat(2001) }, 'mail_words.request.en.words', 'length'],
    ['request', 'en', { words: 'a\0b' }, 'mail_words.request.en.words', 'length'],
    ['request', 'en', { words: 'Buy {coupon}' }, 'mail_words.request.en.words', 'placeholder'],
  ])('%s in %s: %j is refused', async (kind, language, own, path, problem) => {
    await expect(set(kind, language, own)).rejects.toMatchObject({
      errorName: 'settings_invalid',
      problems: [{ path, problem }],
    })
  })

  test('are at most of sixty languages', async () => {
    await newStore()
    const many = [...languages, ...[...'abcdefghijklmnopqrstuvwxyz'].map(letter => `x${letter}`)].slice(0, 60)
    const byLanguage = Object.fromEntries(many.map(tag => [tag, { subject: tag }]))
    await updateStore(home.database, storeId, { mail_words: { request: byLanguage } })
    await expect(set('request', 'en-GB', { subject: 'x' })).rejects.toMatchObject({
      problems: [{ path: 'mail_words.request', problem: 'array_max', values: [60] }],
    })
  })

  test('of another store are untouched', async () => {
    const before = storeId
    await set('reminder', 'en', { subject: 'Mine' })
    await newStore()
    await set('reminder', 'en', { subject: 'Theirs' })
    expect((await readStore(home.database, before)).mail_words.reminder).toEqual({ en: { subject: 'Mine' } })
  })
})
