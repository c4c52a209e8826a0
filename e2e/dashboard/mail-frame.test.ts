import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderMail } from '../../server/asking/mail/composing/templates.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { mailCast, mailDataOf } from '../../server/test/mail/mail-data.ts'
import { openDashboard } from './stage.ts'

let service: TestApp
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startTestApp(), launchBrowser()])
  page = await openDashboard(browser, service, undefined)
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const { html } = renderMail('request', 'en', mailDataOf(mailCast).request)

/** Frames a mail in the dashboard's page, as the dashboard's script does. */
async function renderInFrame(mailHtml: string, scheme: 'light' | 'dark' = 'light'): Promise<Frame> {
  await page.evaluate(
    async mail => {
      document.querySelector('iframe')?.remove()
      const frame = document.createElement('iframe')
      frame.src = '/admin/mail-frame'
      frame.sandbox.add('allow-scripts')
      // Browsers do not render frames that are out of sight.
      frame.style.cssText = 'position: fixed; inset: 0; width: 700px; height: 900px; z-index: 9'
      await new Promise<void>(resolve => {
        addEventListener('message', ({ data, source }) => {
          if (source !== frame.contentWindow) return
          if (data.type === 'mail_frame_ready') frame.contentWindow?.postMessage(mail, '*')
          if (data.type === 'mail_height' && data.height > 0) resolve()
        })
        document.body.append(frame)
      })
    },
    { type: 'mail', html: mailHtml, scheme },
  )
  return page.frames().at(-1) as Frame
}

const backgroundOf = (frame: Frame) =>
  frame
    .locator('.card')
    .first()
    .evaluate(card => getComputedStyle(card).backgroundColor)

test("renders a mail in its own colours, which the dashboard's own policy would refuse", async () => {
  const frame = await renderInFrame(html)
  await expect.poll(() => frame.locator('h1').textContent()).toBe('How was it, Ana?')
  await expect.poll(() => backgroundOf(frame)).toBe('rgb(255, 254, 251)')
  const dark = await renderInFrame(html, 'dark')
  await expect.poll(() => backgroundOf(dark)).toBe('rgb(31, 30, 27)')
})

test('runs nothing in a mail, follows no link, and protects the page around it', async () => {
  const hostileHtml = `<p id=one onclick="parent.postMessage({type:'ran'},'*')"><a href="/admin/api/session">here</a></p>
    <img src=x onerror="parent.postMessage({type:'ran'},'*')"><script>parent.postMessage({type:'ran'},'*')</script>`
  await page.evaluate(() => {
    addEventListener('message', ({ data }) => {
      if (data.type === 'ran') document.title = 'it ran'
    })
  })
  const frame = await renderInFrame(html.replace('</h1>', `</h1>${hostileHtml}`))
  for (const selector of ['#one', '#one a'])
    await frame.locator(selector).evaluate((element: HTMLElement) => element.click())
  expect(new URL(frame.url()).pathname).toBe('/admin/mail-frame')
  expect(
    await frame.evaluate(() => {
      try {
        return [document.cookie, parent.document.title].join()
      } catch {
        return 'nothing'
      }
    }),
  ).toBe('nothing')
  expect(await page.title()).not.toBe('it ran')
})

test('no other site can frame it', async () => {
  const { status, headers } = await service.send('GET', '/admin/mail-frame')
  expect(status).toBe(200)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain('sandbox allow-scripts')
  expect(policy).not.toContain('allow-same-origin')
})
