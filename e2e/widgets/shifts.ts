import type { Page } from 'playwright-core'

/** For the head of a page: records layout shifts from the start. */
export const watchShifts = `<script>
  const shifts = (window.shifts = [])
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? String(node))].join(' '))
  }).observe({ type: 'layout-shift', buffered: true })
</script>`

/** The layout shifts so far: their size and elements. */
export function shifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}

/** Resolves after changes were rendered. */
export function settled(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
  )
}
