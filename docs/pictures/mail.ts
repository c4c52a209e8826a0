import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { renderMail } from '../../server/asking/mail/composing/templates.ts'
import { type MailKind, mailKinds } from '../../server/foundation/mailings/kinds.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { drawings, sampleOf } from './mail-samples.ts'
import { openSans } from './open-sans.ts'

// npm run pictures:mail             saves the pictures of docs/reference/mail.md in docs/images/
// npm run pictures:mail -- FOLDER   saves every kind, wide, narrow, dark and in Portuguese, for review

type Shot = { file: string; kind: MailKind; width: number; dark?: boolean; language?: 'en' | 'pt-BR' }

const documented: Shot[] = [
  { file: 'mail-request', kind: 'request', width: 640 },
  { file: 'mail-request-phone', kind: 'request', width: 360, language: 'pt-BR' },
  { file: 'mail-request-dark', kind: 'request', width: 360, dark: true },
  { file: 'mail-review-rejected', kind: 'review_rejected', width: 640 },
  { file: 'mail-question-received', kind: 'question_received', width: 640 },
  { file: 'mail-review-replied-dark', kind: 'review_replied', width: 640, dark: true },
]

const all: Shot[] = mailKinds.flatMap(kind => [
  { file: `${kind}-640`, kind, width: 640 },
  { file: `${kind}-360`, kind, width: 360, language: 'pt-BR' as const },
  { file: `${kind}-320`, kind, width: 320 },
  { file: `${kind}-dark`, kind, width: 640, dark: true },
])

const folder = process.argv[2] ?? fileURLToPath(new URL('../images/', import.meta.url))
mkdirSync(folder, { recursive: true })
const browser = await launchBrowser()
try {
  for (const shot of process.argv[2] ? all : documented) await capture(browser, shot)
} finally {
  await browser.close()
}

async function capture(
  within: Browser,
  { file, kind, width, dark = false, language = 'en' }: Shot,
): Promise<void> {
  const page = await within.newPage({
    viewport: { width, height: 500 },
    deviceScaleFactor: 2,
    colorScheme: dark ? 'dark' : 'light',
  })
  await page.route('**/*', route => {
    const body = drawings[new URL(route.request().url()).pathname]
    return body ? route.fulfill({ body, contentType: 'image/svg+xml' }) : route.abort()
  })
  await page.setContent(renderMail(kind, language, sampleOf(kind, language)).html)
  await page.addStyleTag({ content: openSans('Roboto') })
  await page.evaluate('document.fonts.ready')
  const pageWidth = await page.evaluate(
    `Math.max(...[...document.querySelectorAll('*')].map(each => each.getBoundingClientRect().right))`,
  )
  if (pageWidth !== width) throw new Error(`${file} is ${pageWidth} pixels wide on a screen of ${width}.`)
  const picture = await page.screenshot({ fullPage: true })
  await sharp(picture)
    .png({ palette: true, colours: 96, effort: 8 })
    .toFile(join(folder, `${file}.png`))
  await page.close()
}
