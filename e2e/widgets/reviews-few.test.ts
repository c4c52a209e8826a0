import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addQuestionsAbout } from './questions.ts'
import { numbered, shelve } from './review-shelf.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  const replied = { reply: 'Thank you.', reply_created_at: new Date('2026-03-12T12:00:00Z') }
  await shelve(stage, 'one', [{ rating: 5, ...replied }])
  await shelve(stage, 'five', numbered(5))
  await shelve(stage, 'six', numbered(6))
  await addQuestionsAbout(stage, 'asked', [{ body: 'Does it fit?', reply: 'Yes.' }])
  const asked = Array.from({ length: 6 }, (_, index) => ({ body: `Number ${index}?`, reply: 'Yes.' }))
  await addQuestionsAbout(stage, 'five', asked.slice(0, 5))
  await addQuestionsAbout(stage, 'six', asked)
})
afterAll(() => stage.close())

async function open(product: string, attributes = '', options: VisitOptions = {}) {
  const visit = await stage.visit(
    `<rw-reviews data-product-id="${product}" ${attributes}></rw-reviews>`,
    options,
  )
  await visit.page.locator('article').first().waitFor()
  return visit.page
}

const headers = ['default', 'histogram', 'compact', 'minimal', 'centered']

describe('a product with few reviews', () => {
  test.each(headers)('has neither search, filters nor order up to five: %s', async type => {
    const few = await open('five', `data-header-type="${type}"`)
    for (const role of ['searchbox', 'combobox', 'group'] as const)
      await expect
        .poll(() => few.getByRole(role, role === 'group' ? { name: 'Filter by stars' } : {}).count())
        .toBe(0)
    await expect.poll(() => few.getByRole('button', { name: /star|Search/ }).count()).toBe(0)
    await expect.poll(() => few.getByText('Showing').count()).toBe(0)
    const more = await open('six', `data-header-type="${type}"`)
    await expect.poll(() => more.locator('rw-reviews [part=tools]').count()).toBe(1)
  })

  test('still has its other pages', async () => {
    const page = await open('five', 'data-items-per-page="2"')
    await expect.poll(() => page.getByText('Showing 2 of 5 reviews').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.locator('article').count()).toBe(4)
  })

  test('shows a single one over the whole width', async () => {
    const browser = { viewport: { width: 1280, height: 800 } }
    const page = await open('one', '', { browser })
    const widths = await page.evaluate(() => {
      const root = document.querySelector('rw-reviews')?.shadowRoot
      return ['article', '.root'].map(name => root?.querySelector(name)?.getBoundingClientRect().width)
    })
    expect(widths[0]).toBe(widths[1])
  })

  test.each([
    ['reviews', 'one', 1280],
    ['reviews', 'one', 360],
    ['reviews', 'none', 360],
    ['questions', 'asked', 1280],
    ['questions', 'none', 360],
  ])('leaves no hole below it: %s of %s, %i px', async (kind, product, width) => {
    const footer = '<footer style="height: 300px">The end of the page</footer>'
    const element = `<rw-${kind} data-product-id="${product}"></rw-${kind}>`
    const { page } = await stage.visit(element + footer, { browser: { viewport: { width, height: 1000 } } })
    await page.locator('article, .question, .note').and(page.locator(':not(.blank)')).first().waitFor()
    const hole = () =>
      page.evaluate(() => {
        const root = document.querySelector('rw-reviews, rw-questions')?.shadowRoot?.querySelector('.root')
        const below = document.querySelector('footer')?.getBoundingClientRect().top ?? 0
        const parts = [...(root?.children ?? [])].filter(one => !one.matches('.unseen, dialog'))
        return below - Math.max(...parts.map(one => one.getBoundingClientRect().bottom))
      })
    await expect.poll(hole).toBeLessThan(100)
  })

  test('of questions has no search up to five', async () => {
    for (const [product, count] of [
      ['five', 0],
      ['six', 1],
    ] as const) {
      const { page } = await stage.visit(`<rw-questions data-product-id="${product}"></rw-questions>`)
      await page.locator('rw-questions [part=question]').first().waitFor()
      await expect.poll(() => page.getByRole('searchbox').count()).toBe(count)
    }
  })
})

test.each([
  ['en', '1 review', 'Reply from Café da Serra'],
  ['pt-BR', '1 avaliação', 'Resposta de Café da Serra'],
  ['es', '1 opinión', 'Respuesta de Café da Serra'],
])('one review is singular, and its reply names the store: %s', async (lang, total, heading) => {
  const page = await open('one', 'data-header-type="histogram"', { lang })
  await expect.poll(() => page.locator('.total').innerText()).toBe(total)
  await expect.poll(() => page.locator('.bars p').first().innerText()).toContain(`, ${total}`)
  await expect.poll(() => page.locator('[part=reply] b').innerText()).toBe(heading)
})

test.each([
  ['en', 'Reply from Café da Serra'],
  ['pt-BR', 'Resposta de Café da Serra'],
  ['es', 'Respuesta de Café da Serra'],
])('answers to questions name the store: %s', async (lang, heading) => {
  const { page } = await stage.visit('<rw-questions data-product-id="six"></rw-questions>', { lang })
  await expect.poll(() => page.locator('[part=reply] b').first().innerText()).toBe(heading)
})

test.each(headers)('star filters carry the number of reviews: %s', async type => {
  const page = await open('six', `data-header-type="${type}"`)
  if (type === 'minimal') await page.getByRole('button', { name: 'Search and sort' }).click()
  const filters = page.getByRole('group', { name: 'Filter by stars' }).getByRole('button')
  for (const [index, name] of [
    '5 stars, 1 review',
    '4 stars, 1 review',
    '3 stars, 1 review',
    '2 stars, 1 review',
    '1 star, 2 reviews',
  ].entries()) {
    await filters.and(page.getByRole('button', { name })).waitFor()
    await expect
      .poll(() => filters.nth(index).locator('.count[aria-hidden]').innerText())
      .toBe(index === 4 ? '2' : '1')
  }
})
