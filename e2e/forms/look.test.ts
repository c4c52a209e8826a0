import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { testOutboxToken } from '../../server/test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../server/test/factories.ts'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { contrast } from '../contrast.ts'
import { plainTexts } from '../plain-texts.ts'
import { setStage } from './stage.ts'

const stage = openForTests(setStage)

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
  await expect.poll(() => styleOf('.card', 'backgroundColor')).toBe(`rgb(${paper.join(', ')})`)
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
    await expect.poll(() => page.locator('html').getAttribute('lang'), { message: address }).toBe(locale)
    await expect.poll(() => plainTexts(page, data), { message: address }).toEqual([])
    const send = page.locator('.actions button[type=submit]')
    if ((await send.count()) > 0) {
      await send.click()
      await page.locator('#problems').waitFor()
      await expect.poll(() => plainTexts(page, data), { message: address }).toEqual([])
    }
    await page.context().close()
  }
})

test('forms are written from right to left, fit a phone, and keep names in their own direction', async () => {
  const { service } = stage
  const locale = 'ar-XB'
  const { link, address: buyer } = await stage.ask(2)
  await service.database.query(sql`update mailings set language = ${locale} where address = ${buyer}`)
  for (const address of [
    stage.address('/embed/question', { locale }),
    stage.address('/write', { locale }),
    link,
  ]) {
    const { page } = await stage.open(address, { locale, viewport: { width: 320, height: 640 } })
    await expect.poll(() => page.locator('html').getAttribute('dir'), { message: address }).toBe('rtl')
    await page.locator('.actions button[type=submit]').click()
    await page.locator('#problems').waitFor()
    const layout = await page.evaluate<Record<string, unknown>>(`(() => {
      const words = document.createRange()
      words.selectNodeContents(document.querySelector('.field label, .field legend'))
      const label = words.getBoundingClientRect()
      const card = document.querySelector('form .card, form.card').getBoundingClientRect()
      return {
        overflow: document.documentElement.scrollWidth - innerWidth,
        isLabelAtTheRight: card.right - label.right < label.left - card.left,
        nameDirection: getComputedStyle(document.querySelector('bdi')).direction,
        edge: getComputedStyle(document.querySelector('.summary')).borderRightWidth,
        starLines: new Set([...document.querySelectorAll('.stars')].flatMap(stars =>
          [...stars.querySelectorAll('.star-choice')].map(star => star.getBoundingClientRect().top))).size
          - document.querySelectorAll('.stars').length,
      }
    })()`)
    expect(layout, address).toEqual({
      overflow: 0,
      isLabelAtTheRight: true,
      nameDirection: 'ltr',
      edge: '4px',
      starLines: 0,
    })
    await page.context().close()
  }
})

test('the request mail is written from right to left', async () => {
  const { service, store } = stage
  const { address: buyer } = await stage.ask(1)
  await service.database.query(sql`update mailings set language = 'ar-XB' where address = ${buyer}`)
  const [mailing] = await service.database.query<{ id: string }>(sql`
    select id from mailings where address = ${buyer}`)
  const { page } = await stage.open(`${service.url}/outbox/${store.storeId}/${mailing?.id}/html`, {
    extraHTTPHeaders: { authorization: `Bearer ${testOutboxToken}` },
  })
  await page.getByText('Thing 1').waitFor()
  const places = await page.evaluate<Record<string, boolean | string | null>>(`(() => {
    const box = selector => document.querySelector(selector).getBoundingClientRect()
    const ends = selector => {
      const range = document.createRange()
      range.selectNodeContents(document.querySelector(selector))
      return range.getBoundingClientRect()
    }
    const card = box('.card')
    const [first, last] = [...document.querySelectorAll('.star')].map(star => star.getBoundingClientRect().left)
    return {
      dir: document.documentElement.dir,
      isTitleAtTheRight: card.right - ends('h1').right < ends('h1').left - card.left,
      isNameBesideItsPicture: box('.initial').left > ends('td.name').right && box('.initial').left - ends('td.name').right < 40,
      isFirstStarAtTheRight: first > last,
    }
  })()`)
  expect(places).toEqual({
    dir: 'rtl',
    isTitleAtTheRight: true,
    isNameBesideItsPicture: true,
    isFirstStarAtTheRight: true,
  })
  await page.context().close()
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
