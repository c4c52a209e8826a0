import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateStore } from '../../server/tenants/stores/stores.ts'
import { times } from '../../server/test/factories.ts'
import { changeSettings } from '../../server/test/hearing.ts'
import { numbered, shelve } from './review-shelf.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  await shelve(stage, 'moka', numbered(25), 'MOKA-6')
  await shelve(stage, 'few', numbered(3))
})
afterAll(() => stage.close())

async function open(attributes = 'data-product-id="moka"', options: VisitOptions = {}) {
  const visit = await stage.visit(`<rw-reviews ${attributes}></rw-reviews>`, options)
  await visit.page.locator('article').first().waitFor()
  return visit
}

const titles = (page: Page) => page.locator('article h3').allTextContents()
const said = (page: Page) => page.locator('rw-reviews p.unseen[aria-live]').textContent()
const stars = (page: Page, count: number) =>
  page
    .getByRole('group', { name: 'Filter by stars' })
    .getByRole('button')
    .nth(5 - count)

describe('requests', () => {
  test('for ratings and reviews start together, for ten reviews at a time, newest first', async () => {
    const { page, asked } = await open()
    expect(asked.map(url => url.pathname).sort()).toEqual(['/api/v1/ratings.json', '/api/v1/reviews.json'])
    for (const { searchParams } of asked) expect(searchParams.get('product_id')).toBe('moka')
    await expect.poll(() => titles(page)).toEqual(times(10, index => `Number ${index + 1}`))
    await expect.poll(() => page.getByText('25 reviews', { exact: true }).isVisible()).toBe(true)
  })

  test("use the product's SKU, and the page's number of reviews", async () => {
    const { page, asked } = await open('data-product-sku="MOKA-6" data-items-per-page="3"')
    expect(asked.every(url => url.searchParams.get('product_sku') === 'MOKA-6')).toBe(true)
    await expect.poll(() => titles(page)).toHaveLength(3)
    await page.evaluate(() => {
      Object.assign(document.querySelector('rw-reviews') as Element, { itemsPerPage: 4 })
    })
    await expect.poll(() => titles(page)).toHaveLength(4)
  })

  test.each([
    '0',
    '-1',
    'many',
    '1000',
  ])("stay within the API's limits for a page size of %s", async count => {
    const { page } = await open(`data-product-id="few" data-items-per-page="${count}"`)
    await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(0)
  })

  test('follow properties too, with the specified defaults', async () => {
    const { page } = await open()
    const read = () =>
      page.evaluate(() => {
        const { productId, productSku, itemsPerPage, headerType, listType } = document.querySelector(
          'rw-reviews',
        ) as unknown as Record<string, unknown>
        return { productId, productSku, itemsPerPage, headerType, listType }
      })
    await expect.poll(read).toEqual({
      productId: 'moka',
      productSku: undefined,
      itemsPerPage: 10,
      headerType: 'default',
      listType: 'grid',
    })
    await page.evaluate(() => {
      Object.assign(document.querySelector('rw-reviews') as Element, { productId: 'few', listType: 'list' })
    })
    await expect.poll(() => titles(page)).toHaveLength(3)
  })

  test('wait until the element is near the visible area', async () => {
    const { page, asked } = await stage.visit(
      '<div style="height: 5000px"></div><rw-reviews data-product-id="few"></rw-reviews>',
    )
    await page.waitForFunction(() =>
      document.querySelector('rw-reviews')?.shadowRoot?.querySelector('.blank'),
    )
    expect(asked).toEqual([])
    await page.evaluate(() => scrollTo(0, 4000))
    await page.locator('article').first().waitFor()
    expect(asked).toHaveLength(2)
  })
})

describe('finding reviews', () => {
  test.each([
    'default',
    'histogram',
    'compact',
    'centered',
  ])('%s: star filters apply, combine, and clear', async type => {
    const { page } = await open(`data-product-id="moka" data-header-type="${type}"`)
    await stars(page, 5).click()
    await expect
      .poll(() => titles(page))
      .toEqual(['Number 5', 'Number 10', 'Number 15', 'Number 20', 'Number 25'])
    await expect.poll(() => stars(page, 5).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => said(page)).toBe('5 reviews')
    await stars(page, 1).click()
    await expect.poll(() => page.locator('.found').innerText()).toContain('10 of 25 reviews')
    await stars(page, 5).click()
    await expect
      .poll(() => titles(page))
      .toEqual(['Number 1', 'Number 6', 'Number 11', 'Number 16', 'Number 21'])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => titles(page)).toHaveLength(10)
    await expect.poll(() => page.locator('.found').innerText()).toBe('Showing 10 of 25 reviews')
  })

  test('by keyboard: from the search to the stars to the order, and the focus stays in place', async () => {
    const { page } = await open()
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toContain('5 stars, 5 reviews')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => said(page)).toBe('5 reviews')
    await expect.poll(() => focused(page)).toContain('4 stars, 5 reviews')
    for (let press = 0; press < 4; press++) await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await titles(page))[0]).toBe('Number 24')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => titles(page)).toHaveLength(10)
    await expect.poll(() => focused(page)).toContain('Showing 10 of 25 reviews')
  })

  test('the minimal header has its tools behind a button', async () => {
    const { page } = await open('data-product-id="moka" data-header-type="minimal"')
    const field = page.getByRole('searchbox')
    await expect.poll(() => field.isVisible()).toBe(false)
    const button = page.getByRole('button', { name: 'Search and sort' })
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
    await button.click()
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
    await expect.poll(() => field.isVisible()).toBe(true)
  })

  test.each([
    'default',
    'histogram',
  ])('%s: star filters are without counts during a search, because these count all reviews', async type => {
    const { page } = await open(`data-product-id="moka" data-header-type="${type}"`)
    const names = () =>
      page.getByRole('group', { name: 'Filter by stars' }).getByRole('button').allInnerTexts()
    const counted = (await names()).map(name => name.replace(/\s+/g, ' ').trim())
    expect(counted[0]).toBe('5 stars, 5 reviews 5 5')
    await page.getByRole('searchbox').fill('ótimo')
    await expect.poll(() => page.locator('.found').innerText()).toContain('12 of 25 reviews')
    await expect
      .poll(async () => (await names()).map(name => name.replace(/\s+/g, ' ').trim()))
      .toEqual([...['5 stars 5', '4 stars 4', '3 stars 3', '2 stars 2', '1 star 1']])
    await stars(page, 2).click()
    await expect.poll(() => page.locator('.found').innerText()).toContain('3 of 25 reviews')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(async () => (await names())[0]?.replace(/\s+/g, ' ').trim()).toBe(counted[0])
  })

  test('a search waits for a pause in typing, uses the API, and says if there are no matches', async () => {
    const { page, asked } = await open()
    // However slowly this machine types, the clock stops between two keys.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('searchbox').pressSequentially('CAFE')
    await page.clock.runFor(1000)
    await page.clock.resume()
    await expect.poll(() => page.locator('.found').innerText()).toContain('12 of 25 reviews')
    expect(
      asked
        .map(({ searchParams }) => [searchParams.get('terms'), searchParams.get('locale')])
        .filter(([terms]) => terms),
    ).toEqual([['CAFE', 'en']])
    await page.getByRole('searchbox').fill('zebra')
    await page.getByText('No review matches your search.').waitFor()
    await expect.poll(() => titles(page)).toEqual([])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => titles(page)).toHaveLength(10)
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
  })

  test.each([
    ['Oldest', 'Number 25'],
    ['Highest rating', 'Number 5'],
    ['Lowest rating', 'Number 1'],
    ['Most helpful', 'Number 4'],
  ])('sorted by %s', async (label, first) => {
    const { page } = await open()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label })
    await expect.poll(async () => (await titles(page))[0]).toBe(first)
  })

  test('a late response does not replace a newer one, and the list stays until then', async () => {
    const { page } = await open()
    let release: () => void = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/rating=1(&|$)/, async route => {
      await held
      await route.continue().catch(() => {})
    })
    await stars(page, 1).click()
    await page.locator('ul[aria-busy=true]').waitFor()
    await expect.poll(() => titles(page)).toHaveLength(10)
    await stars(page, 1).click()
    await expect.poll(() => page.locator('ul[part=list]').getAttribute('aria-busy')).toBe('false')
    release()
    await stars(page, 2).click()
    await expect
      .poll(() => titles(page))
      .toEqual(['Number 2', 'Number 7', 'Number 12', 'Number 17', 'Number 22'])
  })
})

describe('paging', () => {
  test('adds new reviews below without duplicates, announces them, and moves the focus to the first', async () => {
    const { page } = await open()
    const first = await page.locator('article').first().elementHandle()
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await expect.poll(() => titles(page)).toHaveLength(20)
    await expect.poll(() => said(page)).toBe('Showing 20 of 25 reviews')
    await expect.poll(() => focused(page)).toContain('Number 11')
    await expect.poll(() => first?.evaluate(node => node.isConnected)).toBe(true)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => titles(page)).toEqual(times(25, index => `Number ${index + 1}`))
    await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  })

  test('shows no review twice if one is published meanwhile', async () => {
    await shelve(stage, 'moving', numbered(12))
    const { page } = await open('data-product-id="moving"')
    await shelve(stage, 'moving', [{ title: 'Just now', created_at: new Date('2026-04-01T00:00:00Z') }])
    await expect.poll(() => countOf('moving')).toBe(13)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => titles(page)).toEqual(times(12, index => `Number ${index + 1}`))
  })
})

describe('a review', () => {
  test('has the badge only if it is true, and the recommendation only if it is given', async () => {
    await shelve(stage, 'badges', [
      { title: 'both', verified_purchase: true, recommended: true },
      { title: 'neither', verified_purchase: false, recommended: false },
      { title: 'silent', verified_purchase: false, recommended: null },
    ])
    const { page } = await open('data-product-id="badges"')
    const texts = await page.locator('article').allInnerTexts()
    expect(texts.map(text => text.includes('Verified purchase'))).toEqual([true, false, false])
    expect(texts.map(text => text.includes('Recommends this product'))).toEqual([true, false, false])
  })

  test.each([
    ['en', 'Anonymous'],
    ['pt-BR', 'Anônimo'],
    ['es', 'Anónimo'],
  ])('without a name has a word for it and a drawn face: %s', async (lang, word) => {
    await shelve(stage, `nameless-${lang}`, [{ display_name: '' }, { display_name: 'Ana M.' }])
    const { page } = await open(`data-product-id="nameless-${lang}"`, { lang })
    await expect.poll(() => page.locator('[part=author]').allInnerTexts()).toEqual([word, 'Ana M.'])
    await expect.poll(() => page.getByRole('article', { name: word, exact: true }).count()).toBe(1)
    const [nameless, named] = await page.locator('article').evaluateAll(cards =>
      cards.map(card => {
        const top = card.getBoundingClientRect().top
        const face = card.querySelector('.face')
        const stars = card.querySelector('[part=stars]')?.getBoundingClientRect().top ?? 0
        return { drawn: Boolean(face?.querySelector('svg')), letter: face?.textContent, stars: stars - top }
      }),
    )
    expect(nameless).toEqual({ drawn: true, letter: '', stars: named?.stars })
    expect(named).toMatchObject({ drawn: false, letter: 'A' })
  })

  test('folds a long text between words, and unfolds it', async () => {
    const body = 'word '.repeat(300).trim()
    await shelve(stage, 'long', [{ body }, { body: 'one\n'.repeat(20).trim() }, { body: 'short' }])
    const { page } = await open('data-product-id="long"')
    const text = page.locator('article').first().locator('[part=body]')
    await expect.poll(async () => (await text.innerText()).length).toBeLessThan(310)
    await expect.poll(() => text.innerText()).toMatch(/ word…$/)
    await expect.poll(() => page.getByRole('button', { name: 'Read more' }).count()).toBe(2)
    await page.getByRole('button', { name: 'Read more' }).first().press('Enter')
    await expect.poll(() => text.innerText()).toBe(body)
    await page.getByRole('button', { name: 'Read less' }).click()
    await expect.poll(async () => (await text.innerText()).length).toBeLessThan(310)
  })

  test('a title of a script from right to left begins on the right, as its text does', async () => {
    await shelve(stage, 'arabic', [{ title: 'قهوة ممتازة', body: 'سريع التسخين ولا يسرب.' }])
    const { page } = await open('data-product-id="arabic"', {
      browser: { viewport: { width: 360, height: 800 } },
    })
    await page.locator('article').waitFor()
    const [title, body] = await page.locator('article').evaluate(card =>
      ['[part=title]', '[part=body]'].map(part => {
        const range = document.createRange()
        range.selectNodeContents(card.querySelector(part) as Element)
        return Math.round(range.getBoundingClientRect().right)
      }),
    )
    expect(title).toBe(body)
  })

  test('folds a long answer too, which is not stretched over its neighbour in the grid', async () => {
    const reply = 'Thank you for writing. '.repeat(80).trim()
    const reply_created_at = new Date('2026-03-12T12:00:00Z')
    await shelve(stage, 'long-answer', [{ body: 'Fine', reply, reply_created_at }, { body: 'Short' }])
    const { page } = await open('data-product-id="long-answer"')
    const text = page.locator('[part=reply] .body')
    await expect.poll(async () => (await text.innerText()).length).toBeLessThan(310)
    await page.locator('[part=reply]').getByRole('button', { name: 'Read more' }).click()
    await expect.poll(() => text.innerText()).toBe(reply)
    await page.locator('[part=reply]').getByRole('button', { name: 'Read less' }).click()
    await expect.poll(async () => (await text.innerText()).length).toBeLessThan(310)
  })

  test("shows the store's answer below it", async () => {
    await shelve(stage, 'answered', [
      { reply: 'Thank you, Ana.', reply_created_at: new Date('2026-03-12T12:00:00Z') },
    ])
    const { page } = await open('data-product-id="answered"')
    await expect
      .poll(() => page.locator('[part=reply]').innerText())
      .toMatch(/Reply from Café da Serra\s+Mar 12, 2026\s+Thank you, Ana\./)
  })

  test('"write a review" leads to the form in the language of the page, with a way back to it', async () => {
    const { database } = stage.service
    const site_url = stage.shop.url
    await updateStore(database, stage.store.storeId, { open_reviews: true, site_url })
    await expect.poll(() => countOf('few', 'write_url')).toContain('/write?')
    const { page } = await open('data-product-id="few"', { lang: 'es', browser: { locale: 'en-US' } })
    // Without the key it opens in a dialog: write.test.ts.
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Escribir una opinión' }).click({ modifiers: ['ControlOrMeta'] })
    const form = await opened
    await form.getByRole('heading', { name: 'Escribe una opinión' }).waitFor()
    await form.getByRole('link', { name: 'Volver a la tienda' }).click()
    await form.waitForURL(page.url())
    await updateStore(database, stage.store.storeId, { open_reviews: false, site_url: null })
  })

  test('"write a review" appears only if the store accepts reviews without an order', async () => {
    const link = (page: Page) => page.getByRole('link', { name: 'Write a review' })
    const before = await open('data-product-id="few"')
    await expect.poll(() => link(before.page).count()).toBe(0)
    await changeSettings(stage.service, stage.store.storeId, { open_reviews: true })
    await expect.poll(() => countOf('few', 'write_url')).toContain('/write?')
    const { page } = await open('data-product-sku="SKU-few"')
    const address = new URL((await link(page).getAttribute('href')) ?? '')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      store_id: stage.store.storeId,
      store_key: stage.store.storeKey,
      product_id: 'few',
      locale: 'en',
      back: page.url(),
    })
    expect((await fetch(address)).status).toBe(200)
    const nobody = await stage.visit('<rw-reviews data-product-id="unheard-of"></rw-reviews>')
    await nobody.page.getByText('No reviews yet').waitFor()
    await expect.poll(() => link(nobody.page).isVisible()).toBe(true)
    await changeSettings(stage.service, stage.store.storeId, { open_reviews: false })
  })
})

// The API's current response, bypassing caches.
async function countOf(productId: string, what = 'count'): Promise<unknown> {
  const { storeId: store_id, storeKey: store_key } = stage.store
  const query = new URLSearchParams({ store_id, store_key, product_id: productId })
  const { body } = await stage.service.send('GET', `/api/v1/reviews.json?${query}`)
  return body[what] ?? body.meta[what]
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const inside = document.activeElement?.shadowRoot?.activeElement
    return (inside as HTMLElement)?.innerText ?? ''
  })
}
