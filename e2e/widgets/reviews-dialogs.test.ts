import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numbered, shelve } from './review-shelf.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'
import { violations } from './violations.ts'

// A picture of one pixel, from the shop itself.
const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const poster = 'a'.repeat(40)
const film = `${'b'.repeat(40)}-5000-12-${poster}.mp4`

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  const picture = (name: string) => `${stage.shop.url}/${name}.gif`
  await shelve(stage, 'seen', [
    {
      display_name: 'Ana M.',
      title: 'As it should be',
      body: `${'word '.repeat(200)}end`,
      rating: 4,
      verified_purchase: true,
      recommended: true,
      reply: 'Thank you, Ana.',
      reply_created_at: new Date('2026-03-12T12:00:00Z'),
      pictures: ['1', '2', '3'].map(picture),
    },
    {
      display_name: '',
      title: '',
      body: 'Nice.',
      recommended: null,
      verified_purchase: false,
      pictures: [picture('4')],
    },
    { display_name: 'Caio', pictures: [...['gone', '5', '6', '7'].map(picture)] },
  ])
  await shelve(stage, 'filmed', [{ pictures: [`${poster}-1600.webp`, film] }])
  const captions = ['de', 'pt-PT', 'en'].map(language => `${'c'.repeat(40)}-${language}.vtt`)
  await shelve(stage, 'spoken', [{ pictures: [`${poster}-1600.webp`, film, ...captions] }])
  await shelve(stage, 'single', [{ pictures: [picture('1')] }, {}])
  const [first = {}, ...others] = numbered(60)
  const rows = others.map((one, index) => ({
    ...one,
    pictures: index >= 30 && index < 55 ? [picture(String(100 + index))] : [],
  }))
  await shelve(stage, 'many', [{ ...first, pictures: [picture('1')] }, ...rows])
})
afterAll(() => stage.close())

async function open(options: VisitOptions = {}, product = 'seen'): Promise<Page> {
  const context = await stage.browser.newContext(options.browser)
  await context.route('**/*.gif', route =>
    route.request().url().includes('gone')
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: pixel, contentType: 'image/gif' }),
  )
  const { page } = await stage.visit(`<rw-reviews data-product-id="${product}"></rw-reviews>`, {
    ...options,
    context,
  })
  await page.locator('article').first().waitFor()
  return page
}

const shown = async (page: Page) =>
  /(\w+)\.gif$/.exec((await page.locator('dialog li[aria-hidden=false] img').getAttribute('src')) ?? '')?.[1]
const told = (page: Page) => page.locator('dialog [role=status]').textContent()
const beside = (page: Page) => page.getByRole('region', { name: 'The review of this picture' })

describe('pictures', () => {
  test('by keyboard: opened, moved in both directions and around, closed, and the focus restored', async () => {
    const page = await open()
    const thumbnail = page.getByRole('button', { name: 'Open picture 2 of 3' })
    await thumbnail.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Pictures by buyers' }).waitFor()
    await expect.poll(() => shown(page)).toBe('2')
    await expect.poll(() => told(page)).toMatch(/^\s*2 of 7, Picture by Ana M\.\s*$/)
    for (const [key, next] of [
      ['ArrowRight', '3'],
      ['ArrowRight', '4'],
      ['ArrowRight', '5'],
      ['ArrowLeft', '4'],
      ['ArrowLeft', '3'],
      ['ArrowLeft', '2'],
      ['ArrowLeft', '1'],
      ['ArrowLeft', '7'],
      ['ArrowRight', '1'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => shown(page)).toBe(next)
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    await expect
      .poll(() => thumbnail.evaluate(node => (node.getRootNode() as ShadowRoot).activeElement === node))
      .toBe(true)
  })

  test('a poster opens its video, of which nothing is loaded before it is played', async () => {
    const context = await stage.browser.newContext()
    const loaded: string[] = []
    await context.route(/\/(pictures|videos)\//, route => {
      loaded.push(route.request().url())
      return route.fulfill({ body: pixel, contentType: 'image/gif' })
    })
    const { page } = await stage.visit('<rw-reviews data-product-id="filmed"></rw-reviews>', { context })
    await page.getByRole('button', { name: 'Open picture 1 of 1' }).click()
    const video = page.locator('dialog video')
    await expect.poll(() => video.getAttribute('src')).toBe(`${stage.service.url}/videos/${film}`)
    await expect
      .poll(() => video.getAttribute('poster'))
      .toBe(`${stage.service.url}/pictures/${poster}-1600.webp`)
    expect(loaded.filter(url => url.includes('/videos/'))).toEqual([])
    await expect.poll(() => video.getAttribute('crossorigin')).toBeNull()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  })

  test.each([
    ['de', 'de'],
    ['pt-BR', 'pt-PT'],
    ['ja', undefined],
  ])('the captions of a video are loaded across origins, and displayed in %s: %s', async (lang, own) => {
    const context = await stage.browser.newContext()
    await context.route(/\/(pictures|videos)\//, route =>
      route.fulfill({ body: pixel, contentType: 'image/gif' }),
    )
    const asked: string[] = []
    await context.route(/\/captions\//, route => {
      asked.push(/-([A-Za-z-]+)\.vtt$/.exec(route.request().url())?.[1] ?? '')
      return route.fulfill({
        body: `WEBVTT\n\n00:01.000 --> 00:04.000\nIt boils.\n`,
        contentType: 'text/vtt; charset=utf-8',
        headers: { 'access-control-allow-origin': '*' },
      })
    })
    const product = '<rw-reviews data-product-id="spoken"></rw-reviews>'
    const { page } = await stage.visit(product, { context, lang })
    await page.locator('.pictures button').click()
    const tracks = () =>
      page.locator('dialog video').evaluate((video: HTMLVideoElement) =>
        [...video.textTracks].map(({ kind, label, language, mode, cues }) => ({
          ...{ kind, label, language, mode },
          texts: [...(cues ?? [])].map(cue => (cue as VTTCue).text),
        })),
      )
    await expect.poll(tracks).toEqual(
      [
        ['de', 'Deutsch'],
        ['pt-PT', 'português europeu'],
        ['en', 'English'],
      ].map(([language, label]) => ({
        ...{ kind: 'captions', label, language, mode: language === own ? 'showing' : 'disabled' },
        texts: language === own ? ['It boils.'] : [],
      })),
    )
    expect(asked).toEqual(own ? [own] : [])
    await context.close()
  })

  test('a double click opens one', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Open picture 2 of 3' }).dblclick()
    await expect.poll(() => shown(page)).toBe('2')
    await expect.poll(() => page.locator('dialog').count()).toBe(1)
  })

  test('the focus stays inside the dialog', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    await page.getByRole('dialog').waitFor()
    const names = new Set<string | null>()
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press('Tab')
      names.add(
        await page.evaluate(() => {
          const inside = document.activeElement?.shadowRoot?.activeElement
          return inside ? inside.closest('dialog') && inside.getAttribute('aria-label') : 'the browser'
        }),
      )
    }
    expect([...names].sort()).toEqual([
      'Close',
      'Next picture',
      'Previous picture',
      'The review of this picture',
      'the browser',
    ])
  })

  test('by buttons, and closed by a click on the backdrop', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    await page.getByRole('button', { name: 'Previous picture' }).click()
    await expect.poll(() => shown(page)).toBe('7')
    await page.getByRole('button', { name: 'Next picture' }).click()
    await expect.poll(() => shown(page)).toBe('1')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  })

  test.each([
    ['left to right', 'en', -120, '2'],
    ['left to right', 'en', 120, '7'],
    ['right to left', 'ar', 120, '2'],
    ['a trembling finger', 'en', 12, '1'],
  ])('a swipe, %s %s %i', async (_how, lang, way, next) => {
    const page = await open({ lang })
    await page.locator('.pictures button').first().click()
    await page.locator('dialog img').first().waitFor()
    const stage = await page.locator('dialog .stage').boundingBox()
    const middle = (stage?.x ?? 0) + (stage?.width ?? 0) / 2
    await page.mouse.move(middle, 300)
    await page.mouse.down()
    await page.mouse.move(middle + way, 302)
    await page.mouse.up()
    await expect.poll(() => shown(page)).toBe(next)
  })

  test('the arrow keys follow the reading direction', async () => {
    const page = await open({ lang: 'he' })
    await page.locator('.pictures button').first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => shown(page)).toBe('2')
  })

  test('a thumbnail leads to its picture, of any review', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    const strip = page.locator('dialog .strip')
    await expect.poll(() => strip.getByRole('button').count()).toBe(7)
    await strip.getByRole('button', { name: 'Open picture 6 of 7' }).click()
    await expect.poll(() => shown(page)).toBe('6')
    const current = () => strip.locator('[aria-current=true]').getAttribute('aria-label')
    await expect.poll(current).toBe('Open picture 6 of 7')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shown(page)).toBe('7')
    const [last, frame] = await Promise.all([
      strip.getByRole('button').last().boundingBox(),
      strip.boundingBox(),
    ])
    expect(last && frame && last.x + last.width <= frame.x + frame.width).toBe(true)
  })

  test('a phone shows no thumbnails: the picture has their room', async () => {
    const page = await open({ browser: { viewport: { width: 360, height: 740 } } })
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    await beside(page).waitFor()
    await expect.poll(() => page.locator('dialog .strip').isVisible()).toBe(false)
  })

  test('a single one has no arrows, and a broken one hides its button', async () => {
    const single = await open({}, 'single')
    await single.getByRole('button', { name: 'Open picture' }).click()
    await single.getByRole('dialog').waitFor()
    await expect.poll(() => single.getByRole('button', { name: 'Next picture' }).count()).toBe(0)
    const page = await open()
    const last = page.locator('article').nth(2)
    await last.scrollIntoViewIfNeeded()
    await expect.poll(() => last.getByRole('button', { name: 'Open picture' }).count()).toBe(3)
    await last.getByRole('button', { name: 'Open picture 2 of 4' }).click()
    await expect.poll(() => shown(page)).toBe('5')
    await expect.poll(() => told(page)).toContain('5 of 7')
  })

  test('one that cannot be loaded is left out', async () => {
    const page = await open({}, 'many')
    await page.context().route('**/130.gif', route => route.fulfill({ status: 404 }))
    await page.getByRole('button', { name: 'Open picture' }).click()
    await expect.poll(() => told(page)).toMatch(/^\s*1 of 19\+,/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shown(page)).toBe('131')
    await expect.poll(() => told(page)).toMatch(/^\s*2 of 19\+,/)
  })

  test('the whole review is beside its picture, and changes with it', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Open picture 3 of 3' }).click()
    await expect.poll(() => beside(page).innerText()).toMatch(/^A?\s*Ana M\.\s+Verified purchase/)
    for (const text of [/Mar 10, 2026/, /As it should be/, /word end/, /Recommends/, /Thank you, Ana\./])
      await expect.poll(() => beside(page).innerText()).toMatch(text)
    await beside(page).getByRole('img', { name: '4.0 out of 5 stars' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => beside(page).innerText()).toMatch(/^Anonymous\s+Mar 9, 2026\s+Nice\.$/)
  })

  test.each([
    ['beside the picture on a desk', 1280, 800, 'beside'],
    ['below it on a phone', 360, 740, 'below'],
    ['below it at 320 px', 320, 568, 'below'],
    ['beside it on a phone held sideways', 740, 360, 'beside'],
  ])('the text is %s, and nothing is cut off', async (_where, width, height, where) => {
    const page = await open({ browser: { viewport: { width, height } } })
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    await beside(page).waitFor()
    const stage = await page.locator('dialog .stage').boundingBox()
    const text = await beside(page).boundingBox()
    if (!stage || !text) throw new Error('not displayed')
    if (where === 'below') expect(text.y).toBeGreaterThanOrEqual(stage.y + stage.height - 1)
    else expect(text.x).toBeGreaterThanOrEqual(stage.x + stage.width - 1)
    expect(stage.height).toBeGreaterThan(height / 2)
    expect(text.x + text.width).toBeLessThanOrEqual(width)
    expect(text.y + text.height).toBeLessThanOrEqual(height)
    await expect.poll(() => beside(page).evaluate(node => node.scrollWidth <= node.clientWidth)).toBe(true)
  })

  test('all of the product follow, though only ten reviews are loaded', async () => {
    const page = await open({}, 'many')
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('with_pictures')) asked.push(request.url())
    })
    await expect.poll(() => page.locator('article').count()).toBe(10)
    await page.getByRole('button', { name: 'Open picture' }).click()
    const order = ['1', ...Array.from({ length: 25 }, (_, index) => String(130 + index))]
    for (const next of order) {
      await expect.poll(() => shown(page)).toBe(next)
      await page.keyboard.press('ArrowRight')
    }
    await expect.poll(() => shown(page)).toBe('1')
    await expect.poll(() => told(page)).toMatch(/^\s*1 of 26,/)
    expect(asked.map(url => new URL(url).searchParams.get('offset'))).toEqual(['0', '20'])
    await expect.poll(() => page.locator('article').count(), { message: 'the list below stays' }).toBe(10)
  })

  test('those of other reviews match the filter of the list', async () => {
    const page = await open({}, 'many')
    await page.getByRole('group', { name: 'Filter by stars' }).getByRole('button').nth(3).click()
    await page.locator('rw-reviews .found', { hasText: '12 of 60' }).waitFor()
    await page.getByRole('button', { name: 'Open picture' }).first().click()
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => told(page)).toMatch(/^\s*1 of 4\+,/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => told(page)).toMatch(/^\s*2 of 5,/)
  })

  test('a failing request ends them', async () => {
    const page = await open({}, 'many')
    await page.route('**/reviews.json*', route => route.fulfill({ status: 503 }))
    await page.getByRole('button', { name: 'Open picture' }).click()
    await expect.poll(() => told(page)).toMatch(/^\s*1 of 1,/)
  })

  test('a finger moves the picture, and a swipe down does not turn it', async () => {
    const page = await open({ browser: { hasTouch: true, viewport: { width: 360, height: 740 } } })
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).tap()
    await page.locator('dialog img').first().waitFor()
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: at[0] ?? 0, y: at[1] ?? 0 }],
      })
    await touch('touchStart', 250, 200)
    for (const x of [240, 200, 150]) await touch('touchMove', x, 202)
    const dragged = () =>
      page.locator('dialog .stage').evaluate(node => node.style.getPropertyValue('--drag'))
    await expect.poll(dragged).toBe('-100px')
    await touch('touchEnd')
    await expect.poll(() => shown(page)).toBe('2')
    await expect.poll(() => dragged()).toBe('0px')
    await touch('touchStart', 250, 100)
    for (const y of [130, 180, 260]) await touch('touchMove', 248, y)
    await touch('touchEnd')
    await expect.poll(dragged).toBe('0px')
    await expect.poll(() => shown(page)).toBe('2')
  })

  test('reduced motion is respected', async () => {
    const page = await open({ browser: { reducedMotion: 'reduce' } })
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    const track = page.locator('dialog .track')
    await expect.poll(() => track.evaluate(node => getComputedStyle(node).transitionProperty)).toBe('none')
  })

  test.each([
    ['light', ''],
    ['dark, by its own colours', 'html { background: #15171a; color: #eceff1 }'],
    ['with a transparent widget', 'rw-reviews { --rw-bg-color: transparent } body { background: #fff }'],
  ])('axe finds nothing on a page that is %s', async (_what, css) => {
    const page = await open({ head: `<style>${css}</style>` })
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    await beside(page).waitFor()
    await expect.poll(() => violations(page, 'rw-reviews')).toEqual([])
    const dark = css.startsWith('html')
    const paper = await page.locator('dialog').evaluate(node => getComputedStyle(node).backgroundColor)
    expect(paper).toBe(dark ? 'rgb(21, 23, 26)' : 'rgb(255, 255, 255)')
  })
})
