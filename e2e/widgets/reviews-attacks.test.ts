import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payloads } from './payloads.ts'
import { numbered, shelve } from './review-shelf.ts'
import { openReviews, openReviewsOver, rating } from './reviews-page.ts'
import { type FakeApi, startFakeApi } from './servers.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage
let api: FakeApi
beforeAll(async () => {
  stage = await setStage()
  api = await startFakeApi()
  await shelve(stage, 'moka', numbered(25))
})
afterAll(async () => {
  await api.close()
  await stage.close()
})

describe('hostile texts', () => {
  const strict = {
    'content-security-policy':
      "default-src 'none'; img-src *; require-trusted-types-for 'script'; trusted-types lit-html",
  }

  test('100 attacks in every field of a review run nothing and are shown as text', async () => {
    expect(payloads).toHaveLength(100)
    await shelve(
      stage,
      'attacked',
      payloads.map(text => ({
        title: text,
        body: text,
        display_name: text,
        reply: text,
        reply_created_at: new Date('2026-03-12T12:00:00Z'),
        pictures: [text],
      })),
    )
    const { page } = await openReviews(stage, 'attacked', { attributes: 'data-items-per-page="100"' })
    await expect.poll(() => page.locator('article').count()).toBe(100)
    const shown = await page
      .locator('article')
      .evaluateAll(cards =>
        cards.map(card =>
          ['[part=author]', '[part=title]', '[part=body]', '[part=reply] .body'].map(
            part => card.querySelector(part)?.textContent,
          ),
        ),
      )
    expect(shown).toEqual(payloads.map(text => [text, text, text, text]))
    await press(page)
  })

  test('nor do they if the API itself is hostile, including pictures', async () => {
    const result = payloads.map((text, index) => ({
      id: text,
      display_name: text,
      rating: 5,
      title: text,
      body: text,
      created_at: '2026-03-12T12:00:00.000Z',
      verified_purchase: true,
      is_recommended: true,
      pictures: [text, `javascript:fired=1//${index}`],
      reply: { body: text, created_at: '2026-03-12T12:00:00.000Z' },
      votes: 1,
    }))
    const { page } = await openReviewsOver(stage, api, (url, response) =>
      response.end(
        JSON.stringify(
          url.pathname.includes('ratings')
            ? rating
            : { result, count: 100, meta: { write_url: 'javascript:window.fired=1' } },
        ),
      ),
    )
    await page.locator('article').first().waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Write a review' }).count()).toBe(0)
    await press(page)
  })

  test('everything works under a strict policy and Trusted Types', async () => {
    const { origin } = new URL(stage.service.url)
    const policy = `${strict['content-security-policy']}; script-src ${origin}; connect-src ${origin}`
    const { page, errors } = await openReviews(stage, 'moka', {
      headers: { 'content-security-policy': policy },
    })
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.locator('article').count()).toBe(20)
    await page.locator('rw-reviews .quiet').first().click()
    await page.getByRole('dialog').waitFor()
    await expect
      .poll(() => page.locator('dialog').evaluate(node => getComputedStyle(node).borderTopWidth))
      .toBe('0px')
    expect(errors).toEqual([])
  })

  // Presses every button and link, and then checks whether anything ran. A dialog of broken pictures closes by itself,
  // so the buttons are pressed until one stays.
  async function press(page: Page): Promise<void> {
    await expect
      .poll(async () => {
        await page.evaluate(() => {
          const root = document.querySelector('rw-reviews')?.shadowRoot
          for (const one of root?.querySelectorAll<HTMLElement>('.list button, article') ?? []) one.click()
        })
        return await page.locator('dialog[open]').count()
      })
      .toBe(1)
    expect(await page.evaluate(() => 'fired' in window)).toBe(false)
    const strange = 'script, iframe, object, embed, form[action], a[href^=java], style, link, meta, base'
    await expect.poll(() => page.locator(`rw-reviews >> css=${strange}`).count()).toBe(0)
  }
})
