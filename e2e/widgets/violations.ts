import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page, or within an element of it, with rules beyond those that it has on. */
export async function violations(page: Page, within?: string, rules: object = {}): Promise<string[]> {
  await page.evaluate(axe)
  return await page.evaluate(
    async ({ within, rules }) => {
      const { axe } = window as unknown as {
        axe: { run: (what: string | Document, options: object) => Promise<{ violations: unknown[] }> }
      }
      const { violations } = await axe.run(within ?? document, { rules })
      return violations.map(one => JSON.stringify(one).slice(0, 600))
    },
    { within, rules },
  )
}
