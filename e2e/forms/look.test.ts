import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testOutboxToken } from '../../server/test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../server/test/factories.ts'
import { contrast } from '../contrast.ts'
import { plainTexts } from '../plain-texts.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.close())

test('no headline breaks inside "e-mail"', async () => {
  const { page } = await stage.open(stage.address('/embed/question', { locale: 'pt-BR' }))
  await page.locator('#body').fill('Funciona em indução?')
  await page.locator('#name').fill('Bia')
  await page.locator('#email').fill('bia@example.com')
  await page.locator('.actions button').click()
  await page.getByRole('heading', { name: 'O e-mail não saiu' }).waitFor()
  const linesOf = (rule: string) =>
    page.evaluate<number[]>(`(() => {
      const word = document.querySelector('h1 .whole')
      word.style.whiteSpace = '${rule}'
      return Array.from({ length: 60 }, (_, index) => {
        document.body.style.width = 90 + index * 4 + 'px'
        return word.getClientRects().length
      })
    })()`)
  expect(Math.max(...(await linesOf('')))).toBe(1)
  expect(Math.max(...(await linesOf('normal'))), 'some widths break an ordinary word').toBeGreaterThan(1)
})

test.each([
  ['light', [255, 255, 255]],
  ['dark', [27, 29, 33]],
] as const)('the stars of the form have an outline of at least 3:1: %s', async (colorScheme, paper) => {
  const { page } = await stage.open((await stage.ask(1)).link, { colorScheme })
  const styleOf = (selector: string, name: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${name}`)
  expect(await styleOf('.card', 'backgroundColor')).toBe(`rgb(${paper.join(', ')})`)
  const edge = await styleOf('.star', 'stroke')
  expect(contrast(channelsOf(edge), [...paper])).toBeGreaterThanOrEqual(3)
})

test.each([
  ['light', '#ffe600', 'rgb(255, 230, 0)'],
  ['dark', '#ffe600', 'rgb(255, 230, 0)'],
  ['light', '#fff8d6', 'rgb(255, 248, 214)'],
] as const)('the request mail is readable in a light brand colour: %s, %s', async (colorScheme, color, brand) => {
  const { service, store } = stage
  await service.database.query(sql`update stores set color = ${color} where store_id = ${store.storeId}`)
  const customer = aCustomer()
  const products = [anOrderProduct({ name: 'Thing 1' }), anOrderProduct({ name: 'Thing 2' })]
  const order = anOrder({ products, customers: [customer], request_review_at: '2026-03-09T10:00:00.000Z' })
  await service.send('POST', '/orders', { headers: store.headers, body: order })
  await service.runDue()
  const [mailing] = await service.database.query<{ id: string }>(sql`
    select id from mailings where address = ${customer.email} and state = 'kept'`)
  const { page } = await stage.open(`${service.url}/outbox/${store.storeId}/${mailing?.id}/html`, {
    colorScheme,
    extraHTTPHeaders: { authorization: `Bearer ${testOutboxToken}` },
  })
  await page.getByText('Thing 2').waitFor()
  const texts = await readColors(page)
  expect(texts.map(({ ground }) => ground)).toContain(brand)
  const [stars, words] = [texts.filter(isStar), texts.filter(text => !isStar(text))]
  expect(stars).toHaveLength(10)
  expect(words.length).toBeGreaterThan(15)
  expect(stars.filter(star => ratioOf(star) < 3)).toEqual([])
  expect(words.filter(word => ratioOf(word) < 4.5)).toEqual([])
  await page.context().close()
})

test('every sentence of the forms is in a catalogue', async () => {
  const { service, store } = stage
  const locale = 'en-XA'
  const { link, address: buyer } = await stage.ask(2)
  await service.database.query(sql`update mailings set language = ${locale} where address = ${buyer}`)
  const [{ name } = { name: '' }] = await service.database.query<{ name: string }>(sql`
    select name from stores where store_id = ${store.storeId}`)
  const data = [name, 'Moka pot, 6 cups', 'Thing', 'Ana Martins', 'Ana M.', 'Ana', 'Realword']
  for (const address of [
    stage.address('/embed/question', { locale }),
    stage.address('/write', { locale }),
    stage.address('/write', { locale, product_id: 'unknown' }),
    link,
    `${service.url}/r/unknown`,
  ]) {
    const { page } = await stage.open(address, { locale })
    expect(await page.locator('html').getAttribute('lang'), address).toBe(locale)
    expect(await plainTexts(page, data), address).toEqual([])
    const send = page.locator('.actions button[type=submit]')
    if ((await send.count()) > 0) {
      await send.click()
      await page.locator('#problems').waitFor()
      expect(await plainTexts(page, data), address).toEqual([])
    }
    await page.context().close()
  }
})

type ColoredText = { text: string; color: string; ground: string }

const isStar = ({ text }: ColoredText) => text === '★'

const ratioOf = ({ color, ground }: ColoredText) => contrast(channelsOf(color), channelsOf(ground))

const channelsOf = (color: string) => [...color.matchAll(/\d+/g)].map(Number)

/** The visible texts of a page, with their colour and that of the background they are on. */
const readColors = (page: Page) =>
  page.evaluate<ColoredText[]>(`(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const groundOf = element => {
      const ground = getComputedStyle(element).backgroundColor
      return ground === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : ground
    }
    const texts = []
    while (nodes.nextNode()) {
      const { parentElement: element, nodeValue } = nodes.currentNode
      const { color, fontSize } = getComputedStyle(element)
      const text = nodeValue.trim()
      const isVisible = element.checkVisibility() && element.getBoundingClientRect().height > 1
      if (text && isVisible && parseFloat(fontSize) > 1) texts.push({ text, color, ground: groundOf(element) })
    }
    return texts
  })()`)
