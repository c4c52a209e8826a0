import type { Page } from 'playwright-core'

/** For the head of a page: notes what moves on it, from its beginning. */
export const watchShifts = `<script>
  const shifts = (window.shifts = [])
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? String(node))].join(' '))
  }).observe({ type: 'layout-shift', buffered: true })
</script>`

/** What has moved so far: how far, and what. */
export function shifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}

/** Until what was changed is drawn. */
export function settled(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
  )
}
