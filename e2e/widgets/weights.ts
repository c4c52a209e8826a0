import type { Page } from 'playwright-core'

/** The files of an element beyond those with these names: how many, and their bytes in brotli. */
export async function weighBeyond(page: Page, shared: RegExp): Promise<{ files: number; bytes: number }> {
  const all = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/widgets/v1/'))
      .map(({ name, encodedBodySize }) => [name.replace(/.*\//, ''), encodedBodySize] as const),
  )
  const own = all.filter(([name]) => !shared.test(name))
  return { files: own.length, bytes: own.reduce((sum, [, size]) => sum + size, 0) }
}
