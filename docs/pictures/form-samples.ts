import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { insertQuestions } from '../../server/answers/questions/questions.ts'
import type { Config } from '../../server/foundation/config/config.ts'
import type { Database } from '../../server/foundation/database/connect.ts'
import { uuid } from '../../server/foundation/lib/ids/uuid.ts'
import { readSecrets } from '../../server/foundation/lib/secret.ts'
import { hashesOf, type LinkSource, makeSalt, tokensOf } from '../../server/foundation/mailings/links.ts'
import { createStore, updateStore } from '../../server/tenants/stores/stores.ts'
import { aQuestion } from '../../server/test/factories.ts'

/** A store with an invited order, and functions that open its public pages. */
export type FormSamples = {
  site: string
  openReview: (page: Page, language: 'en' | 'pt-BR') => Promise<void>
  openProblems: (page: Page) => Promise<void>
  openThanks: (page: Page) => Promise<void>
  openAgain: (page: Page) => Promise<void>
  openQuestion: (page: Page, language: 'en' | 'pt-BR' | 'es') => Promise<void>
  openSent: (page: Page) => Promise<void>
  openConfirm: (page: Page) => Promise<void>
  openWrite: (page: Page) => Promise<void>
  openError: (page: Page) => Promise<void>
}

const site = 'https://casadaserra.example'

const words = {
  en: {
    moka: 'Moka pot, 6 cups',
    cups: 'Two espresso cups',
    title: 'Good coffee, hot handle',
    body: 'I use it every morning and the coffee is as good as at the bar. Only the handle gets hot when the flame is too big.',
    question: 'Does it work on an induction hob?',
    similar: 'Can I use it on induction?',
    reply: 'Yes: its base is of steel, from 12 cm on.',
  },
  'pt-BR': {
    moka: 'Cafeteira italiana, 6 xícaras',
    cups: 'Duas xícaras de espresso',
    title: 'Café bom, cabo quente',
    body: 'Uso todas as manhãs e o café fica como o do bar. Só o cabo esquenta quando o fogo está alto.',
    question: 'Funciona em fogão de indução?',
    similar: 'Posso usar em fogão de indução?',
    reply: 'Sim: a base é de aço, a partir de 12 cm.',
  },
  es: {
    moka: 'Cafetera italiana, 6 tazas',
    cups: 'Dos tazas de espresso',
    title: '',
    body: '',
    question: '¿Funciona en inducción?',
    similar: '¿Puedo usarla en inducción?',
    reply: 'Sí: la base es de acero, desde 12 cm.',
  },
} as const

/** Sets up a separate store for each picture, in the same running service. */
export async function setUpFormSamples(db: Database, config: Config, url: string): Promise<FormSamples> {
  const store = await createStore(db, Date.now, { name: 'Casa da Serra' })
  const storeId = store.store_id
  await updateStore(db, storeId, {
    site_url: site,
    logo_url: `${site}/logo.svg`,
    privacy_url: `${site}/privacy`,
    data_holder: 'Casa da Serra Ltda.',
    open_reviews: true,
  })

  async function reviewLink(language: 'en' | 'pt-BR'): Promise<string> {
    await sendOrder(url, storeId, store.api_key, language)
    return `${url}/r/${await insertInvitation(db, config, storeId, language)}`
  }

  async function openQuestionForm(page: Page, language: keyof typeof words): Promise<void> {
    await sendOrder(url, storeId, store.api_key, language)
    const { similar: body, reply } = words[language]
    const question = aQuestion({ product_id: 'moka', body, reply, language })
    await db.transaction(tx =>
      insertQuestions(tx, storeId, [question], { at: new Date(), actor: 'import', action: 'create' }),
    )
    const query = { store_id: storeId, store_key: store.store_key, product_id: 'moka', locale: language }
    await page.goto(`${url}/embed/question?${new URLSearchParams(query)}`)
    await page.addStyleTag({ content: 'html.framed { background: #fff; padding: 16px }' })
  }

  async function sendQuestion(page: Page): Promise<void> {
    await openQuestionForm(page, 'en')
    await page.locator('#body').fill('How many grams of coffee does it take?')
    await page.locator('#name').fill('Bia')
    await page.locator('#email').fill('bia@example.com')
    await page.locator('button[type=submit]').click()
    await page.locator('.message').waitFor()
  }

  async function fillReview(page: Page, language: 'en' | 'pt-BR'): Promise<void> {
    const { title, body } = words[language]
    await page.locator('[name=rating-0][value="4"]').check({ force: true })
    await page.locator('[name=recommended-0][value=yes]').check({ force: true })
    await page.locator('#heading-0').fill(title)
    await page.locator('#body-0').fill(body)
  }

  return {
    site,
    openReview: async (page, language) => {
      await page.goto(`${await reviewLink(language)}?product=moka&rating=4`)
      await fillReview(page, language)
      await page.locator('body').click({ position: { x: 1, y: 1 } })
    },
    openProblems: async page => {
      await page.goto(await reviewLink('en'))
      await fillReview(page, 'en')
      await page.locator('[data-stars] .clear').first().click()
      await page.locator('#pictures-0').setInputFiles({
        name: 'holiday.gif',
        mimeType: 'image/gif',
        buffer: Buffer.from('GIF89a'),
      })
      await page.locator('.actions button').click()
      await page.locator('#problems').waitFor()
    },
    openThanks: async page => {
      await page.goto(await reviewLink('en'))
      await fillReview(page, 'en')
      await page.locator('.actions button').click()
      await page.locator('.message').waitFor()
    },
    openAgain: async page => {
      await page.goto(await reviewLink('en'))
      await fillReview(page, 'en')
      await page.locator('.actions button').click()
      await page.locator('.message .button-quiet').click()
      await page.locator('details.withdraw summary').click()
    },
    openQuestion: async (page, language) => {
      await openQuestionForm(page, language)
      await page.locator('#body').pressSequentially(words[language].question)
      await page.locator('.similar-one').waitFor()
    },
    openSent: sendQuestion,
    openConfirm: async page => {
      await sendQuestion(page)
      const token = await renewConfirmation(db, config, storeId)
      await page.goto(`${url}/confirm/${token}`)
    },
    openWrite: async page => {
      await sendOrder(url, storeId, store.api_key, 'en')
      const query = { store_id: storeId, store_key: store.store_key, product_id: 'moka', locale: 'en' }
      await page.goto(`${url}/write?${new URLSearchParams(query)}`)
    },
    openError: async page => {
      await page.goto(`${url}/r/${'x'.repeat(43)}`)
    },
  }
}

async function sendOrder(
  url: string,
  storeId: string,
  apiKey: string,
  language: keyof typeof words,
): Promise<void> {
  const { moka, cups } = words[language]
  const product = (id: string, name: string) => ({
    product_id: id,
    sku: id,
    name,
    price: 149.9,
    url: `${site}/p/${id}`,
    pictures: [`${site}/${id}.svg`],
  })
  const body = JSON.stringify({
    order_id: 'order-1',
    order_date: '2026-03-02T14:03:00.000Z',
    delivery_date: '2026-03-05T18:30:00.000Z',
    products: [product('moka', moka), product('cups', cups)],
    customers: [{ name: 'Ana Martins', email: 'ana@example.com', phone: '' }],
  })
  const headers = { 'content-type': 'application/json', 'x-store-id': storeId, 'x-api-key': apiKey }
  const { status } = await fetch(`${url}/orders`, { method: 'POST', headers, body })
  if (status !== 201) throw new Error(`the order was answered ${status}`)
}

async function insertInvitation(
  db: Database,
  config: Config,
  storeId: string,
  language: string,
): Promise<string> {
  const id = uuid()
  const link_salt = makeSalt()
  const tokens = tokensOf(readSecrets(config).current, { storeId, id, kind: 'request', link_salt })
  const now = new Date()
  await db.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_salt, link_hash, link_expires_at, state, requests_of,
      created_at
    )
    values (
      ${storeId}, ${id}, 'request', 'ana@example.com', 'ana@example.com', 'Ana Martins', ${language},
      ${link_salt}, ${hashesOf(tokens).link_hash}, ${new Date(now.getTime() + 1e9)}, 'sent', ${id}, ${now}
    )`)
  await db.query(sql`
    update review_requests
    set mailing_id = ${id}, state = 'sent'
    where store_id = ${storeId}`)
  return tokens.link ?? ''
}

async function renewConfirmation(db: Database, config: Config, storeId: string): Promise<string> {
  const [mailing] = await db.query<LinkSource>(sql`
    select store_id as "storeId", id, kind, link_salt
    from mailings
    where store_id = ${storeId} and kind = 'confirm_question'`)
  if (!mailing) throw new Error('no mail asks to confirm the question')
  const tokens = tokensOf(readSecrets(config).current, mailing)
  await db.query(sql`
    update mailings
    set link_hash = ${hashesOf(tokens).link_hash}
    where store_id = ${storeId} and id = ${mailing.id}`)
  return tokens.link ?? ''
}
