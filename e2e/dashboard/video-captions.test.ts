import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPictureStore } from '../../server/foundation/storage/pictures/picture-store.ts'
import { aMember } from '../../server/test/admin.ts'
import { aVideoReview } from '../../server/test/media/video-reviews.ts'
import { someCaptions } from '../../server/test/media/videos.ts'
import { addProducts } from '../../server/test/reading.ts'
import { findFaults, openDashboard, overflows, type Stage, setStage } from './stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-dashboard-captions-'))
const settings = { PICTURES_URL: `file://${folder}` }
let it: Stage
let path: string
beforeAll(async () => {
  it = await setStage(settings)
  await addProducts(it.service, it.store, { 'product-1': '' })
  const files = openPictureStore({ ...settings, DATA_DIR: folder, CLAMD_URL: undefined })
  const { id } = await aVideoReview(it.service, files, it.store, { language: 'pt-BR' })
  path = `/${it.storeId}/reviews?state=all&id=${id}`
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

const captions = (page: Page) => page.getByRole('group', { name: 'Captions' })

async function choose(page: Page, button: string, text: string): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await captions(page).getByRole('button', { name: button }).click()
  await (await chosen).setFiles({ name: 'a.vtt', mimeType: 'text/vtt', buffer: Buffer.from(text, 'latin1') })
}

test('a moderator adds, replaces and removes captions; a viewer reads them', async () => {
  const page = await openDashboard(it.browser, it.service, it.owner, { path })
  await choose(page, 'Upload captions', 'WEBVTT\n\n00:01,000 --> 00:04,000\nCaf\xe9')
  await page.getByText('Line 3 is not WebVTT').waitFor()
  await choose(page, 'Upload captions', 'WEBVTT\n\n00:01.000 --> 00:04.000\nCaf\xe9')
  await page.getByText('Line 4 is not WebVTT').waitFor()
  await choose(page, 'Upload captions', someCaptions)
  const link = captions(page).getByRole('link', { name: 'Brazilian Portuguese' })
  await link.waitFor()
  const tracks = () =>
    page.locator('video track').evaluateAll(all => all.map(one => (one as HTMLTrackElement).srclang))
  await expect.poll(tracks).toEqual(['pt-BR'])
  const url = await link.getAttribute('href')
  await choose(page, 'Replace captions', someCaptions.replace('two', 'five'))
  await expect.poll(() => link.getAttribute('href')).not.toBe(url)

  const viewer = await aMember(it.service, it.storeId, 'viewer')
  const reading = await openDashboard(it.browser, it.service, viewer, { path })
  await captions(reading).getByRole('link', { name: 'Brazilian Portuguese' }).waitFor()
  await expect.poll(() => captions(reading).getByRole('button').count()).toBe(0)

  await captions(page).getByRole('button', { name: 'Remove captions in Brazilian Portuguese' }).click()
  await expect.poll(() => captions(page).getByRole('link').count()).toBe(0)
  await captions(page).getByRole('button', { name: 'Upload captions' }).waitFor()
  await expect.poll(tracks).toEqual([])
  await page.getByText('changed the captions').first().waitFor()
})

test.each([
  ['light', 1280, 'en'],
  ['dark', 360, 'de'],
] as const)('has no faults in %s at %d px in %s', async (scheme, width, language) => {
  const page = await openDashboard(it.browser, it.service, it.owner, { path, scheme, width, language })
  await page.locator('#captions').waitFor()
  await expect.poll(() => findFaults(page)).toEqual([])
  await expect.poll(() => overflows(page)).toBe(false)
})
