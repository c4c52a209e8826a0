import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Language, languages } from '../../server/foundation/http/language.ts'
import { aMember } from '../../server/test/admin.ts'
import { tokensOfMail } from '../../server/test/forms.ts'
import { readCatalogue } from '../../texts/catalogues.ts'
import { directionOf } from '../../texts/direction.ts'
import { pseudoLanguages } from '../../texts/pseudo.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage
let page: Page
beforeAll(async () => {
  stage = await setStage({ RATE_LIMIT: '100000' })
  await askByWhatsapp()
  // Scripts add nothing to read, and prove for a second that a person writes.
  const phone = { viewport: { width: 320, height: 640 }, javaScriptEnabled: false }
  ;({ page } = await stage.open(stage.address('/embed/question'), phone))
})
afterAll(() => stage.close())

/** The form then asks whether it may be used. */
async function askByWhatsapp(): Promise<void> {
  const { service, store } = stage
  const owner = await aMember(service, store.storeId, 'owner')
  const set = {
    ...{ phone_number_id: '106540352242922', token: 'meta-token', app_secret: 'meta-app-secret' },
    ...{ template: 'review_request', languages: 'pt_BR', price: '0.02', monthly_money: '10' },
  }
  await owner.send('PUT', `/stores/${store.storeId}/channels/whatsapp`, { set })
  await owner.send('PATCH', `/stores/${store.storeId}/settings`, { request_channel: 'whatsapp' })
}

const emptyForm = 'form:has(.field)'

const english = readCatalogue('forms', 'en')

/** The English sentences that a language says otherwise. */
function foreignIn(language: Language): string[] {
  const own = readCatalogue('forms', language)
  const pairs = Object.keys(english).map(key => [String(english[key]), String(own[key])] as const)
  return language === 'en'
    ? []
    : pairs.flatMap(([text, own]) => (text !== own && !text.includes('{') && text.length > 3 ? [text] : []))
}

/** What a page declares, the pixels that do not fit, and all its texts and labels. */
const read = () =>
  page.evaluate<{ lang: string; dir: string; wide: number; texts: string[] }>(`(() => {
    const { lang, dir, scrollWidth } = document.documentElement
    const labels = ['aria-label', 'placeholder', 'title', 'alt']
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    const texts = []
    while (nodes.nextNode()) {
      const node = nodes.currentNode
      if (['STYLE', 'SCRIPT', 'NOSCRIPT'].includes(node.parentElement.tagName)) continue
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.nodeValue.trim())
      else texts.push(...labels.map(name => node.getAttribute(name) ?? ''))
    }
    return { lang, dir: dir || 'ltr', wide: scrollWidth - innerWidth, texts: texts.filter(Boolean) }
  })()`)

/** The addresses of all pages that a buyer of a language sees. */
async function pagesOf(locale: Language): Promise<string[]> {
  const { service } = stage
  const { link, address } = await stage.ask(1)
  const [mailing] = await service.database.query<{ id: string }>(sql`
    update mailings set language = ${locale} where address = ${address} returning id`)
  const { unsubscribe } = await tokensOfMail(service, mailing?.id ?? '')
  return [
    stage.address('/embed/question', { locale }),
    stage.address('/write', { locale }),
    link,
    `${link}?done=sent`,
    `${service.url}/u/${unsubscribe}`,
    stage.address('/write', { locale, product_id: 'unknown' }),
  ]
}

test.each(
  languages.filter(tag => !pseudoLanguages.includes(tag as never)),
)('every form is written in %s, and fits a phone', async language => {
  const foreign = new Set(foreignIn(language))
  const expected = { lang: language, dir: directionOf(language), wide: 0, english: [] }
  const look = async (address: string) => {
    const { texts, ...declared } = await read()
    const seen = { ...declared, english: texts.filter(text => foreign.has(text)) }
    expect([address, seen]).toEqual([address, expected])
    return texts.length
  }
  for (const address of await pagesOf(language)) {
    await page.goto(address)
    expect(await look(address)).toBeGreaterThan(3)
    if (new URL(address).pathname.startsWith('/r/') && !address.includes('done='))
      await expect
        .poll(() => page.getByRole('checkbox', { name: /WhatsApp/ }).count(), { message: address })
        .toBe(1)
    if (!(await page.evaluate<boolean>(`document.querySelector('${emptyForm}') !== null`))) continue
    const answered = page.waitForEvent('load')
    await page.evaluate(`document.querySelector('${emptyForm}').submit()`)
    await answered
    await expect.poll(() => page.locator('#problems').count(), { message: address }).toBe(1)
    await look(`${address}, with problems`)
  }
})
