import { describe, expect, test } from 'vitest'
import { composedKinds, isAboutAccess } from '../../../foundation/mailings/kinds.ts'
import { type MailSample, mailCast, mailDataOf } from '../../../test/mail/mail-data.ts'
import { linksIn, render } from '../../../test/mail/rendered-mails.ts'
import { renderMail } from './templates.ts'

const languages = ['en', 'pt-BR', 'es']

const payloads = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '--><svg/onload=alert(1)>',
  '<![endif]--><b>out</b><!--[if mso]>',
  '{{= it.store.name }}',
  '{{ process.exit(1) }}',
  '}}{{= 1 + 1 }}{{',
  '<% process.exit(1) %>',
  '$' + '{alert(1)}',
  '{name}{store}{product}',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;',
  '\r\nBcc: victim@example.com',
  '\n\n<p>second body</p>',
  'a\u2028b\u2029c',
  '\u202Egnp.exe\u202C',
  '\u2066\u2067rtl\u2069',
  'שלום <b>עולם</b>',
  '\0\u0007\u001b[31m',
  '\ud800 lone',
  '🎉'.repeat(3000),
  'W'.repeat(5000),
  '<'.repeat(5000),
  'é'.normalize('NFD').repeat(2000),
  '`};alert(1);//',
  'expression(alert(1))',
  '#{7*7}',
  '=cmd|calc',
  '<a href="https://evil.example">x</a>',
  '<mj-text>x</mj-text>',
]
const hostile = [...payloads, ...payloads.map(each => `Ana ${each}`), ...payloads.map(each => `${each}"`)]

describe('text from a stranger or a store', () => {
  test.each(composedKinds)('never changes the structure of %s', kind => {
    expect(hostile.length).toBeGreaterThan(100)
    for (const [index, payload] of hostile.entries()) {
      const language = languages[index % languages.length] ?? 'en'
      const { subject, html, text } = render(kind, language, mailDataOf(castSaying(payload)))
      const tame = render(kind, language, mailDataOf(castSaying('tame')))
      expect(skeleton(html), payload.slice(0, 60)).toEqual(skeleton(tame.html))
      expect(subject).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
      expect([...subject].length).toBeLessThanOrEqual(150)
      expect(`${html}${text}`).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
      expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    }
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    ' java\nscript:x',
    '//evil.example',
    'x',
    '',
  ])('an address such as %j is left out', address => {
    const product = { name: 'Moka pot', picture: address, url: address }
    const store = { ...mailCast.store, site_url: address, logo_url: address, privacy_url: address }
    for (const kind of composedKinds) {
      const data = mailDataOf({ ...mailCast, store, product })
      const { html, text } = renderMail(kind, 'en', { ...data[kind], link: address, unsubscribe: address })
      const left = linksIn(html).filter(link => !link.startsWith('https://reviews.example/'))
      expect(left).toEqual(
        kind === 'question_received' || isAboutAccess(kind) ? [] : ['mailto:hello@cafe.example'],
      )
      expect(`${html}${text}`).not.toMatch(/script:|data:text|evil/)
    }
  })

  test('an address cannot break out of its quotes', () => {
    const url = 'https://cafe.example/"onclick="alert(1)<b>?a=\'&b=1'
    const { html } = render(
      'request',
      'en',
      mailDataOf({ ...mailCast, product: { ...mailCast.product, url } }),
    )
    expect(linksIn(html)).toContain(new URL(url).href.replaceAll("'", '&#39;'))
    expect(html).not.toContain('onclick="')
  })

  test('a contact address cannot add a second one', () => {
    for (const contact_email of [
      'a@b.example?bcc=x@y.example',
      'a@b.example,x@y.example',
      'a@b.example\r\nx',
    ]) {
      const store = { ...mailCast.store, contact_email }
      expect(linksIn(render('request', 'en', mailDataOf({ ...mailCast, store })).html).join()).not.toMatch(
        /bcc=|,x@|mailto:.*\s/,
      )
    }
  })

  test('a confirmation contains nothing from its requester, whatever record is passed', () => {
    const { name, link, unsubscribe, product, store, review } = mailDataOf(mallory).review_published
    const whole = { name, link, unsubscribe, product, store, review, reply: 'pills', question: mallory }
    for (const kind of ['confirm_review', 'confirm_question'] as const) {
      for (const language of languages) {
        const { subject, html, text } = renderMail(kind, language, whole)
        expect(`${subject}${html}${text}`).not.toMatch(/Mallory|pills/)
      }
    }
  })

  test('of a whole record, a mail shows only the fields of its kind', () => {
    const data = mailDataOf(mailCast)
    const published = renderMail('review_published', 'en', { ...data.review_published, reply: '' } as never)
    expect(published.text).toBe(render('review_published', 'en').text)
    const question = { ...data.question_received.question, email: 'ana@example.com' }
    const answered = renderMail('question_answered', 'en', { ...data.question_answered, question })
    expect(answered.text).toBe(render('question_answered', 'en').text)
    const unreasoned = renderMail('review_rejected', 'en', { ...data.review_rejected, reason: '' })
    expect(unreasoned.text).not.toContain('Why it was not published')
  })
})

const mallory = { ...mailCast, name: 'Mallory', title: 'pills', body: 'buy pills', display_name: 'Mallory' }

/** The tags and their attribute names, in order. No text in a mail may change them. */
function skeleton(html: string): string[] {
  return (
    [...html.matchAll(/<(!--|\/?[a-z][\w:-]*)((?:\s+[\w:-]+(?:="[^"]*")?|\s)*)/gi)]
      .map(([, tag, attributes = '']) => {
        const names = [...attributes.matchAll(/([\w:-]+)="[^"]*"/g)].map(([, name]) => name)
        return [tag, ...names].join(' ')
      })
      // Their number depends on the lines and paragraphs in the text.
      .filter(tag => !/^(br|p|\/p)\b/.test(tag))
  )
}

function castSaying(words: string): MailSample {
  const { store, product } = mailCast
  return {
    store: { ...store, name: `Café ${words}`, data_holder: words, mail_words: ownWordsSaying(words) },
    name: words,
    product: { ...product, name: `Moka ${words}` },
    rating: 4,
    title: `Title ${words}`,
    body: `Body ${words}`,
    reply: `Reply ${words}`,
    reason: `Reason ${words}`,
  }
}

function ownWordsSaying(words: string) {
  const own = { subject: `About {product} ${words}`, words: `Dear {name} ${words}` }
  return Object.fromEntries(composedKinds.map(kind => [kind, { en: own, es: own }]))
}
