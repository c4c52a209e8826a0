import { renderMail } from '../../server/asking/mail/composing/templates.ts'
import { type ComposedKind, composedKinds } from '../../server/foundation/mailings/kinds.ts'
import { drawings, sampleOf } from './mail-samples.ts'
import { openSans } from './open-sans.ts'
import type { Stage } from './stage.ts'

type Shot = { file: string; kind: ComposedKind; width: number; dark?: boolean; language?: 'en' | 'pt-BR' }

const documented: Shot[] = [
  { file: 'mail-request', kind: 'request', width: 640 },
  { file: 'mail-request-phone', kind: 'request', width: 360, language: 'pt-BR' },
  { file: 'mail-request-dark', kind: 'request', width: 360, dark: true },
  { file: 'mail-review-rejected', kind: 'review_rejected', width: 640 },
  { file: 'mail-question-received', kind: 'question_received', width: 640 },
  { file: 'mail-review-replied-dark', kind: 'review_replied', width: 640, dark: true },
]

const all: Shot[] = composedKinds.flatMap(kind => [
  { file: `${kind}-640`, kind, width: 640 },
  { file: `${kind}-360`, kind, width: 360, language: 'pt-BR' as const },
  { file: `${kind}-320`, kind, width: 320 },
  { file: `${kind}-dark`, kind, width: 640, dark: true },
])

/** The pictures of docs/reference/mail.md. For review: every kind, wide, narrow, dark and in Portuguese. */
export async function draw(stage: Stage): Promise<void> {
  for (const shot of stage.isReview ? all : documented) await capture(stage, shot)
}

async function capture(
  { browser, save }: Stage,
  { file, kind, width, dark = false, language = 'en' }: Shot,
): Promise<void> {
  const page = await browser.newPage({
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
  await save(file, await page.screenshot({ fullPage: true }), 96)
  await page.close()
}
