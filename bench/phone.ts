import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../server/test/browser.ts'
import { median, startService } from './processes.ts'

type Options = { rounds: number }

/** Times in ms. `shift`: cumulative layout shift. `review`: from scrolling to the reviews until the first one is there. */
type Seen = { blocking: number; largestPaint: number; shift: number; review: number }

// A phone on slow 4G, as Lighthouse's mobile profile applies it (lighthouse-core, config/constants: throttling.mobileSlow4G).
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const line = {
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
}
const slowdown = 4

/**
 * Measures a product page of the demo on a slow phone with its widgets and without them, in alternating rounds. Prints medians
 * and what the widgets add.
 */
export async function run({ rounds }: Options): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', WORKERS: '1' }
  const { url, stop } = await startService({ folder, env }, ['--demo'])
  const browser = await launchBrowser()
  try {
    const seen: Record<'with' | 'without', Seen[]> = { with: [], without: [] }
    await look(browser, url, true) // what is cached on the server
    for (let round = 0; round < rounds; round++) {
      seen.with.push(await look(browser, url, true))
      seen.without.push(await look(browser, url, false))
    }
    print(seen)
  } finally {
    await browser.close()
    await stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function look(browser: Browser, url: string, hasWidgets: boolean): Promise<Seen> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.route('**/demo/p/*', async route => {
    const answer = await route.fetch()
    const html = await answer.text()
    await route.fulfill({ response: answer, body: hasWidgets ? html : withoutWidgets(html) })
  })
  await page.addInitScript(watch)
  const tools = await context.newCDPSession(page)
  await tools.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(`${url}/demo/p/MOKA-6`, { waitUntil: 'networkidle' })
  const began = performance.now()
  if (hasWidgets) {
    await page.locator('rw-reviews').scrollIntoViewIfNeeded()
    await page.locator('rw-reviews article').first().waitFor()
  }
  const review = performance.now() - began
  await page.waitForLoadState('networkidle')
  const measured = await page.evaluate<Omit<Seen, 'review'>>('measured()')
  await context.close()
  return { ...measured, review }
}

function withoutWidgets(html: string): string {
  return html
    .replace(/<script[^>]*widgets\.js"><\/script>/, '')
    .replace(/<rw-[a-z]+[^>]*>|<\/rw-[a-z]+>/g, '')
}

// In the page. The blocking time of a task is what it takes beyond 50 ms.
const watch = `(() => {
  const seen = { blocking: 0, largestPaint: 0, shift: 0 }
  const on = (type, note) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type, buffered: true })
  on('longtask', ({ duration }) => { seen.blocking += Math.max(0, duration - 50) })
  on('largest-contentful-paint', ({ startTime }) => { seen.largestPaint = startTime })
  on('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value })
  window.measured = () => seen
})()`

function print({ with: widgets, without }: Record<'with' | 'without', Seen[]>): void {
  const middle = (all: Seen[], kind: keyof Seen) => median(all.map(one => one[kind]))
  const both = (kind: keyof Seen) => [middle(widgets, kind), middle(without, kind)] as const
  const [blocking, bare] = both('blocking')
  const [paint, barePaint] = both('largestPaint')
  const [shift, bareShift] = both('shift')
  process.stdout.write(
    `blocking time: ${blocking.toFixed()} ms, without widgets ${bare.toFixed()} ms, added ${(blocking - bare).toFixed()} ms
largest paint: ${paint.toFixed()} ms, without ${barePaint.toFixed()} ms, ratio ${(paint / barePaint).toFixed(2)}×
layout shift: ${shift.toFixed(3)}, without ${bareShift.toFixed(3)}
first review after scrolling to it: ${middle(widgets, 'review').toFixed()} ms\n`,
  )
}
