import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payloads } from './payloads.ts'
import { addQuestionsAbout, rows } from './questions.ts'
import { type FakeApi, startFakeApi } from './servers.ts'
import { settled, shifts, watchShifts } from './shifts.ts'
import { type Stage, setStage, type Visit, type VisitOptions } from './stage.ts'

let stage: Stage
let api: FakeApi
beforeAll(async () => {
  stage = await setStage()
  api = await startFakeApi()
  const many = Array.from({ length: 12 }, (_, i) => ({ body: `Question number ${i + 1}?` }))
  await addQuestionsAbout(stage, 'many', [
    ...many,
    { body: 'Is the café machine induction proof?', reply: 'It is.' },
  ])
})
afterAll(async () => {
  await api.close()
  await stage.close()
})

function visit(product: string, options: VisitOptions & { attributes?: string } = {}): Promise<Visit> {
  return stage.visit(
    `<rw-questions data-product-id="${product}" ${options.attributes ?? ''}></rw-questions>`,
    options,
  )
}

async function fail(product: string, handle: Parameters<FakeApi['answer']>[0]): Promise<Visit> {
  api.answer(handle)
  return await visit(product, { html: `data-api-url="${api.url}"` })
}

describe('the list', () => {
  test('shows the newest five with their answers, and ten more at a time', async () => {
    const { page, asked } = await visit('many')
    await expect.poll(() => rows(page).count()).toBe(5)
    await expect.poll(() => page.locator('rw-questions [part=count]').innerText()).toBe('13 questions')
    await expect
      .poll(() => rows(page).first().innerText())
      .toMatch(/Question number 1\?\s+Bia · Mar 10, 2026 · Report\s+Reply from Café da Serra/)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows(page).count()).toBe(13)
    await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    expect(asked.map(({ searchParams }) => [searchParams.get('offset'), searchParams.get('limit')])).toEqual([
      ['0', '5'],
      ['5', '10'],
    ])
  })

  test('moves the focus to the first new question', async () => {
    const { page } = await visit('many')
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await expect.poll(() => rows(page).count()).toBe(13)
    const focused = () =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent ?? '')
    await expect.poll(focused).toContain('Question number 6?')
  })

  test('folds long texts until they are opened', async () => {
    await addQuestionsAbout(stage, 'long', [
      { body: `Short? ${'Many words follow. '.repeat(60)}End.`, reply: 'Line.\n'.repeat(30) },
    ])
    const { page } = await visit('long')
    await expect.poll(() => page.getByRole('button', { name: 'Read more' }).count()).toBe(2)
    const first = rows(page).locator('[part=body]').first()
    await expect.poll(() => first.innerText()).toMatch(/…$/)
    await page.getByRole('button', { name: 'Read more' }).first().press('Space')
    await expect.poll(() => first.innerText()).toMatch(/End\.$/)
    await page.getByRole('button', { name: 'Read less' }).click()
    await expect.poll(() => first.innerText()).toMatch(/…$/)
  })

  test('finds products by SKU too, and says if there are no questions', async () => {
    const { page } = await stage.visit('<rw-questions data-product-sku="SKU-many"></rw-questions>')
    await expect.poll(() => rows(page).count()).toBe(5)
    await page.locator('rw-questions').evaluate(one => one.setAttribute('data-product-sku', 'nothing'))
    await expect.poll(() => page.locator('rw-questions [part=note]').innerText()).toBe('No questions yet.')
  })

  test.each([
    ['pt-BR', 'Perguntas e respostas', '10 de mar. de 2026'],
    ['es', 'Preguntas y respuestas', '10 mar 2026'],
    ['de-AT', 'Fragen und Antworten', '10.03.2026'],
    ['sr', 'Pitanja i odgovori', '10. 3. 2026.'],
    ['sw', 'Questions and answers', 'Mar 10, 2026'],
  ])('speaks %s', async (lang, heading, date) => {
    const { page } = await visit('many', { lang })
    await expect.poll(() => page.locator('rw-questions h2').innerText()).toBe(heading)
    await expect.poll(() => rows(page).first().innerText()).toContain(date)
  })

  test('follows the page to another country of the same language', async () => {
    const { page } = await visit('many', { lang: 'en' })
    await expect.poll(() => rows(page).first().innerText()).toContain('Mar 10, 2026')
    await page.locator('rw-questions').evaluate(one => one.setAttribute('lang', 'en-GB'))
    await expect.poll(() => rows(page).first().innerText()).toContain('10 Mar 2026')
  })

  test('loads nothing before it is near the visible area', async () => {
    const { page, asked } = await stage.visit(
      '<div style="height: 5000px"></div><rw-questions data-product-id="many"></rw-questions>',
    )
    await page.waitForLoadState('networkidle')
    expect(asked).toHaveLength(0)
    await page.locator('rw-questions').scrollIntoViewIfNeeded()
    await expect.poll(() => rows(page).count()).toBe(5)
  })
})

test('many questions: nothing below moves, whatever arrives last', async () => {
  const lastOf: [string, (page: Page) => Promise<unknown>][] = [
    ['chunks/es', page => page.waitForFunction(() => 'loaded' in window)],
    ['questions.json', page => page.locator('rw-questions h2').waitFor()],
  ]
  for (const [last, others] of lastOf) {
    const context = await stage.browser.newContext({ viewport: { width: 360, height: 800 } })
    const gate = Promise.withResolvers<void>()
    await context.route(`**/${last}*`, async route => {
      await gate.promise
      await route.continue()
    })
    const head = `<style>body { margin: 0 } rw-questions:not(:defined) { display: block; min-height: 100vh }</style>${watchShifts}
      <script>addEventListener('rw-load', () => { window.loaded = true })</script>`
    const body = `<rw-questions data-product-id="many"></rw-questions><footer style="height: 300px">The end</footer>`
    const { page } = await stage.visit(body, { head, context, lang: 'es' })
    await others(page)
    await settled(page)
    gate.resolve()
    await page.locator('rw-questions h2').waitFor()
    await expect.poll(() => rows(page).count()).toBe(5)
    await expect.poll(() => page.locator('rw-questions .blank').count()).toBe(0)
    await settled(page)
    expect([last, (await shifts(page)).filter(one => one.includes('<footer'))]).toEqual([last, []])
    await context.close()
  }
})

describe('the search', () => {
  test('is sent when typing pauses, shows the number of matches, and can be cleared', async () => {
    const { page, asked } = await visit('many')
    await expect.poll(() => rows(page).count()).toBe(5)
    // However slowly this machine types, the clock stops between two keys.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('searchbox').pressSequentially('cafe MACHINE')
    await page.clock.runFor(1000)
    await page.clock.resume()
    await expect.poll(() => rows(page).count()).toBe(1)
    await expect.poll(() => page.locator('rw-questions [part=count]').innerText()).toBe('1 question')
    const sent = asked.map(({ searchParams }) => [searchParams.get('terms'), searchParams.get('locale')])
    expect(sent).toEqual([
      [null, null],
      ['cafe MACHINE', 'en'],
    ])
    await page.getByRole('searchbox').fill('zebra')
    await expect
      .poll(() => page.locator('rw-questions [part=note]').innerText())
      .toContain('No question matches “zebra”.')
    await page.getByRole('button', { name: 'Clear the search' }).press('Enter')
    await expect.poll(() => rows(page).count()).toBe(5)
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
  })

  test('cancels an earlier search, whose answer may come later', async () => {
    let isAsked = false
    const { page } = await fail('any', (url, response) => {
      const terms = url.searchParams.get('terms') ?? ''
      const result = [
        {
          id: terms,
          body: `about ${terms}`,
          display_name: 'B',
          created_at: '2026-01-01T00:00:00Z',
          reply: null,
        },
      ]
      // A product with five questions or fewer has no search.
      const answer = () => response.end(JSON.stringify({ result, count: terms ? 1 : 6 }))
      if (terms === 'slow') isAsked = true
      else answer()
    })
    const box = page.getByRole('searchbox')
    await box.fill('slow')
    await expect.poll(() => isAsked).toBe(true)
    const cancelled = page.waitForEvent('requestfailed', request => request.url().includes('slow'))
    await box.fill('quick')
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('about quick')])
    await cancelled
  })
})

describe('the form', () => {
  test('opens in a frame with the height it reports, and tells the page when it was sent', async () => {
    const { page } = await visit('many')
    const ask = page.getByRole('button', { name: 'Ask a question' })
    await ask.press('Enter')
    const frame = page.locator('rw-questions iframe')
    const src = new URL((await frame.getAttribute('src')) ?? '')
    expect(src.origin + src.pathname).toBe(`${stage.service.url}/embed/question`)
    expect(Object.fromEntries(src.searchParams)).toMatchObject({
      product_id: 'many',
      locale: 'en',
      store_id: stage.store.storeId,
    })
    await expect
      .poll(async () => ((await frame.boundingBox())?.height ?? 0) - (await heightInside(frame)))
      .toBe(0)
    await page.evaluate(() =>
      addEventListener('rw-question-sent', () => Object.assign(window, { sent: true })),
    )
    const form = frame.contentFrame()
    await form.locator('[name=name]').fill('Bia')
    await form.locator('[name=email]').fill('bia@example.com')
    await form.locator('[name=body]').fill('Does the handle stay cool?')
    await form.locator('[type=submit]').click()
    await page.waitForFunction(() => 'sent' in window)
    await page.getByRole('button', { name: 'Close' }).press('Enter')
    await expect.poll(() => frame.count()).toBe(0)
    await expect
      .poll(() => ask.evaluate(button => (button.getRootNode() as ShadowRoot).activeElement === button))
      .toBe(true)
  })

  test.each([
    ['#1a1a1a', '#ffffff', 'light'],
    ['#f2f2f2', '#101010', 'dark'],
  ])('is as light or dark as a page with text of %s on %s', async (text, ground, theme) => {
    const { page } = await visit('many')
    await page.addStyleTag({
      content: `body { color: ${text}; background: ${ground}; font-family: Georgia, "Noto Serif", serif }`,
    })
    await page.getByRole('button', { name: 'Ask a question' }).click()
    const frame = page.locator('rw-questions iframe')
    expect(new URL((await frame.getAttribute('src')) ?? '').searchParams.get('theme')).toBe(theme)
    await expect.poll(() => frame.evaluate(one => getComputedStyle(one).colorScheme)).toBe(theme)
    const fontOf = (within: Locator) => within.evaluate(one => getComputedStyle(one).fontFamily)
    await expect
      .poll(() => fontOf(frame.contentFrame().getByRole('textbox').first()))
      .toBe(await fontOf(page.locator('rw-questions')))
    const form = frame.contentFrame().locator('html')
    await expect.poll(() => form.evaluate(one => getComputedStyle(one).colorScheme)).toBe(theme)
  })

  test('accepts messages only from its own frame and origin', async () => {
    const { page } = await visit('many')
    await page.getByRole('button', { name: 'Ask a question' }).click()
    const frame = page.locator('rw-questions iframe')
    const height = async () => (await frame.boundingBox())?.height ?? 0
    await expect.poll(async () => (await height()) - (await heightInside(frame))).toBe(0)
    const before = await height()
    await page.evaluate(() => {
      addEventListener('rw-question-sent', () => Object.assign(window, { sent: true }))
      const other = document.body.appendChild(document.createElement('iframe'))
      other.srcdoc = `<script>for (const type of ['iframe_height_change', 'question_sent'])
        parent.postMessage({ type, height: 3000 }, '*'); parent.told = true</script>`
      window.postMessage({ type: 'iframe_height_change', height: 3000 }, '*')
      window.postMessage({ type: 'question_sent' }, '*')
    })
    await page.waitForFunction(() => 'told' in window)
    // The frame's own message is sent after those: when it has arrived, they have too.
    await frame
      .contentFrame()
      .locator('body')
      .evaluate(() => parent.postMessage({ type: 'question_sent' }, '*'))
    await page.waitForFunction(() => 'sent' in window)
    expect(await height()).toBe(before)
    await frame
      .contentFrame()
      .locator('body')
      .evaluate(() => {
        for (const height of [-1, 'x', null, {}, 1e9])
          parent.postMessage({ type: 'iframe_height_change', height }, '*')
        parent.postMessage(null, '*')
      })
    await expect.poll(height).toBe(4000)
  })

  test('is hidden with data-enable-new-questions="false"', async () => {
    const { page } = await visit('many', { attributes: 'data-enable-new-questions="false"' })
    await expect.poll(() => rows(page).count()).toBe(5)
    await expect.poll(() => page.getByRole('button', { name: 'Ask a question' }).count()).toBe(0)
    await page.locator('rw-questions').evaluate(one => Object.assign(one, { enableNewQuestions: true }))
    await expect.poll(() => page.getByRole('button', { name: 'Ask a question' }).count()).toBe(1)
  })
})

/** The height of the form in the frame. */
function heightInside(frame: Locator): Promise<number> {
  return frame
    .contentFrame()
    .locator('body')
    .evaluate(body => Math.ceil(body.getBoundingClientRect().height))
}

describe('API errors', () => {
  const failures: [string, Parameters<FakeApi['answer']>[0]][] = [
    ['500', (_url, response) => response.writeHead(500).end('{}')],
    ['404', (_url, response) => response.writeHead(404).end('gone')],
    ['garbage', (_url, response) => response.end('<html>')],
    ['null', (_url, response) => response.end('null')],
    ['another shape', (_url, response) => response.end('{"result":7}')],
    ['a cut connection', (_url, response) => response.destroy()],
  ]
  test.each(failures)('%s: it says so, nothing breaks, and it can be retried', async (_what, handle) => {
    const { page, errors } = await fail('any', handle)
    await expect.poll(() => page.getByRole('alert').innerText()).toBe('This could not be loaded.')
    expect(errors.filter(error => !error.startsWith('Failed to load resource'))).toEqual([])
    api.answer((_url, response) => response.end('{"result":[],"count":0}'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.locator('rw-questions [part=note]').innerText()).toBe('No questions yet.')
  })

  test('a failing next page keeps the list', async () => {
    const { page } = await visit('many')
    await expect.poll(() => rows(page).count()).toBe(5)
    await page.route('**/questions.json*', route => route.abort())
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.getByRole('alert').innerText()).toBe('This could not be loaded.')
    await expect.poll(() => rows(page).count()).toBe(5)
    await page.unroute('**/questions.json*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => rows(page).count()).toBe(13)
  })
})

test('100 attacks in every field that visitors can fill run nothing and are shown as text', async () => {
  const attacks = payloads.map(body => ({ body, display_name: body, reply: body }))
  await addQuestionsAbout(stage, 'attacked', attacks)
  const { page, errors } = await visit('attacked')
  page.on('dialog', dialog => void errors.push(`dialog: ${dialog.message()}`))
  const more = page.getByRole('button', { name: 'Show more' })
  await expect.poll(() => rows(page).count()).toBe(5)
  for (let shown = 5; shown < payloads.length; shown += 10) {
    await more.click()
    await expect.poll(() => rows(page).count()).toBe(Math.min(shown + 10, payloads.length))
  }
  expect(await page.evaluate(() => 'fired' in window)).toBe(false)
  const inside = page.locator('rw-questions [part=question]')
  await expect
    .poll(() => inside.locator('script, img, iframe, object, embed, style, a, form, input').count())
    .toBe(0)
  const texts = await inside.locator('[part=author]').allTextContents()
  expect(new Set(texts)).toEqual(new Set(payloads))
  expect(errors).toEqual([])
})
