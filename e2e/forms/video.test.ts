import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings } from '../../server/test/hearing.ts'
import { anMp4 } from '../../server/test/media/videos.ts'
import { startUnsteadyProxy } from '../unsteady-proxy.ts'
import { type Stage, setStage, violations } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  await changeSettings(stage.service, stage.store.storeId, { videos: true })
})
afterAll(async () => {
  await stage.close()
  rmSync(folder, { recursive: true })
})

const folder = mkdtempSync(join(tmpdir(), 'realword-films-'))

function film(content: Buffer): string {
  const path = join(folder, 'film.mp4')
  writeFileSync(path, content)
  return path
}
const keptIn = (page: Page) => page.locator('input[name=video-0]')

async function open(url: string): Promise<{ page: Page; wrong: string[] }> {
  const visit = await stage.open(url)
  await visit.page.locator('[name=rating-0][value="5"]').check({ force: true })
  return visit
}

test('a video continues after lost connections, and after the page was closed', async () => {
  const { link, address } = await stage.ask(1)
  const video = film(anMp4({ media: 1_000_000 }))
  const proxy = await startUnsteadyProxy(stage.service.url)
  try {
    const { page } = await open(link.replace(stage.service.url, proxy.url))
    const sent: string[] = []
    page.on(
      'request',
      request => void (request.method() === 'PATCH' && sent.push(request.headers()['upload-offset'] ?? '')),
    )
    await page.route('**/videos/*', async route => {
      const isLater = route.request().headers()['upload-offset'] === '524288'
      await (isLater ? route.abort() : route.continue())
    })
    await page.locator('#video-0-file').setInputFiles(video)
    await page.getByText('it continues by itself').waitFor()
    await expect.poll(() => sent.filter(offset => offset === '524288').length).toBeGreaterThan(1)
    await page.unroute('**/videos/*')
    await page.locator('#body-0').fill('See for yourself.')
    await expect
      .poll(() => page.evaluate(`Object.values(localStorage).join('')`))
      .toContain('See for yourself.')
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(link.split('/r/')[1])
    await page.reload()
    sent.length = 0
    proxy.disturb(/\/videos\//, 503, 'cut')
    await page.locator('#video-0-file').setInputFiles(video)
    await expect.poll(() => keptIn(page).count()).toBe(1)
    expect(new Set(sent)).toEqual(new Set(['524288', '786432']))
    await expect.poll(() => page.locator('#body-0').inputValue()).toBe('See for yourself.')
    await expect.poll(() => page.locator('#video-0-file').isVisible()).toBe(false)
    await page.locator('.actions button').click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    expect((await stage.stored(address))[0]?.pictures).toEqual([expect.stringMatching(/-12\.mp4$/)])
  } finally {
    proxy.close()
  }
})

test('a refused video leaves the text and says what to do, and a video can be removed', async () => {
  const { link, address } = await stage.ask(1)
  const { page, wrong } = await open(link)
  await page.locator('#body-0').fill('Still here.')
  await page.locator('#video-0-file').setInputFiles(film(anMp4({ codec: 'hvc1' })))
  await page.getByRole('alert').getByText('Browsers cannot play this video').waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await page.locator('#video-0-file').setInputFiles(film(anMp4({ seconds: 90 })))
  await page.getByRole('alert').getByText('longer than 60 seconds').waitFor()
  await page.locator('#video-0-file').setInputFiles(film(anMp4()))
  await expect.poll(() => keptIn(page).count()).toBe(1)
  await expect.poll(() => page.getByRole('alert').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Remove the video' }).click()
  await expect.poll(() => keptIn(page).count()).toBe(0)
  await expect.poll(() => page.locator('#body-0').inputValue()).toBe('Still here.')
  await page.locator('.actions button').click()
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
  expect((await stage.stored(address))[0]).toMatchObject({ body: 'Still here.', pictures: [] })
  expect(wrong).toEqual([])
})
