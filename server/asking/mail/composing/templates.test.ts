import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from '../../../foundation/lib/contrast.ts'
import { isAboutAccess, type MailKind, mailKinds } from '../../../foundation/mailings/kinds.ts'
import { askedProduct, type MailSample, mailCast, mailDataOf } from '../../../test/mail/mail-data.ts'
import { dark, light, mailColors } from './colors.ts'
import { fill } from './fill.ts'
import type { MailData } from './mail-data.ts'
import { firstName } from './safe-text.ts'
import { renderMail } from './templates.ts'

const languages = ['en', 'pt-BR', 'es']
const every = languages.flatMap(language => mailKinds.map(kind => [kind, language] as const))

const render = (kind: MailKind, language: string, data: MailData = mailDataOf(mailCast)) =>
  renderMail(kind, language, data[kind])

describe('every mail', () => {
  test('matches the recorded text', async () => {
    const mails = every.map(([kind, language]) => {
      const { subject, text } = render(kind, language)
      return `==== ${kind}, ${language}\nSubject: ${subject}\n\n${text}`
    })
    await expect(mails.join('\n')).toMatchFileSnapshot('golden.txt')
  })

  test.each(every)('%s in %s fills every placeholder and declares its language', (kind, language) => {
    const { subject, html, text } = render(kind, language)
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined|null/)
    expect(html).not.toMatch(/\{\{|\}\}\s|undefined|\bnull\b|\{(name|store|product)\}/)
    expect(html).toContain(`<html lang="${language}" dir="ltr"`)
  })

  test.each(every)('%s in %s has only the links it was given', (kind, language) => {
    const data = mailDataOf(mailCast)
    const given = [...JSON.stringify(data[kind]).matchAll(/"(https:[^"]+)"/g)].map(
      ([, link = '']) => new URL(link).href,
    )
    expect(linksIn(render(kind, language).html).filter(link => !given.includes(link))).toEqual(
      kind === 'question_received' || isAboutAccess(kind) ? [] : ['mailto:hello@cafe.example'],
    )
  })

  // What SpamAssassin and rspamd take for hidden text, or for tags inside words, in requests for ten products, too.
  test.each(every)('%s in %s looks like no text that is hidden from people', (kind, language) => {
    const products = Array.from({ length: 10 }, (_, index) => askedProduct(mailCast.product, index))
    const { html } = render(kind, language, mailDataOf(mailCast, products))
    expect(html).not.toMatch(/font-size:\s*[0-4](?:px)?\s*[;"]|color:#ffffff;line-height:1px|★</i)
  })

  test('a missing name leaves no gap', () => {
    for (const [kind, language] of every) {
      const { subject, text } = render(kind, language, mailDataOf({ ...mailCast, name: '' }))
      expect(`${subject}\n${text}`).not.toMatch(/^[\s,!:]*[,!:]| ,|,[?!.]|^\p{Ll}[^:\n]*\.$/mu)
    }
  })
})

describe('languages', () => {
  test.each([
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-PT'],
    ['zh-Hant-HK', 'zh-TW'],
    ['sr-Latn', 'sr'],
    ['nn', 'nb'],
    ['iw', 'he'],
    ['de-CH', 'de'],
    ['PT-br', 'pt-BR'],
    ['es-MX', 'es'],
    ['en-GB', 'en'],
    ['cy', 'en'],
    ['ptx', 'en'],
    ['', 'en'],
  ])('%j uses %s', (asked, language) => {
    expect(render('request', asked).html).toContain(`<html lang="${language}"`)
  })
})

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
  test.each(mailKinds)('never changes the structure of %s', kind => {
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
    for (const kind of mailKinds) {
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

/** Every address in an HTML mail, as written. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
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
  return Object.fromEntries(mailKinds.map(kind => [kind, { en: own, es: own }]))
}

describe('a product without a picture', () => {
  test.each([
    ['Moka pot', 'M'],
    ['  “árvore” <b>', 'Á'],
    ['3 cups', '3'],
    ['<script>', 'S'],
    ['☕️ !', undefined],
  ])('has a plate with its initial: %s', (name, initial) => {
    const product = askedProduct({ ...mailCast.product, name, picture: null }, 0)
    const { html } = render('request', 'en', mailDataOf(mailCast, [product]))
    const plates = [...html.matchAll(/<td class="initial"[^>]*>\s*<span aria-hidden="true">([^<]*)</g)]
    expect(plates.map(([, letter]) => letter)).toEqual(initial === undefined ? [] : [initial])
  })

  test('one with a picture has none', () => {
    const { html } = render('request', 'en')
    expect(html).not.toContain('<td class="initial"')
    expect(html).toContain('class="plate"')
  })
})

describe('size', () => {
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => askedProduct({ ...mailCast.product, name }, index))

  test('ten products stay far below the size at which Gmail clips', () => {
    const { html } = render(
      'request',
      'pt-BR',
      mailDataOf(mailCast, many(10, 'Cafeteira italiana '.repeat(100))),
    )
    expect(html.match(/class="star"/g)).toHaveLength(50)
    expect(Buffer.byteLength(html)).toBeLessThan(70_000)
  })

  test('products beyond ten are counted', () => {
    const { html, text } = render('request', 'en', mailDataOf(mailCast, many(13, 'Moka pot')))
    expect(html.match(/class="star"/g)).toHaveLength(50)
    expect(html).toContain('And 3 more on the page.')
    expect(text).toContain('And 3 more on the page.')
  })

  test('very long links reduce the number of products, so that the mail is not clipped', () => {
    const long = `https://cafe.example/${'a'.repeat(2000)}`
    const products = many(10, 'Moka pot').map(product => ({
      ...product,
      url: long,
      stars: [long, long, long, long, long] as const,
    }))
    const { html } = render('request', 'en', mailDataOf(mailCast, products))
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    expect(html).toMatch(/class="star".*more on the page\..*Unsubscribe/s)
  })
})

describe('colours', () => {
  test('of any store are readable, in light and in dark', () => {
    const anyColor = fc
      .integer({ min: 0, max: 0xffffff })
      .map(value => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(anyColor, color => {
        const colors = mailColors(color)
        const { brand, onBrand, link, linkInDark, edge, edgeInDark } = colors
        expect(brand).toBe(color)
        expect(contrast(brand, onBrand)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(link, light)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(linkInDark, dark)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(edge, light)).toBeGreaterThanOrEqual(3)
        expect(contrast(edgeInDark, dark)).toBeGreaterThanOrEqual(3)
        expect(contrast(colors.onPlate, colors.plate)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(colors.onPlateInDark, colors.plateInDark)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('are our own if the store has no valid colour', () => {
    expect(mailColors('red;}</style><script>').brand).toBe('#1f6f54')
  })

  test('black and white have a contrast of 21, and a colour has 1 to itself', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2) // the example of WCAG's documents
    expect(contrast('#1f6f54', '#1f6f54')).toBe(1)
  })
})

describe('names', () => {
  test.each([
    ['Ana Martins', 'Ana'],
    ['ANA MARTINS', 'Ana'],
    ['joão', 'João'],
    ["d'artagnan", "D'Artagnan"],
    ['MARIA-JOSÉ', 'Maria-José'],
    ['McKenna Lee', 'McKenna'],
    ['Mr John Smith', 'John'],
    ['Sra. Lúcia Prado', 'Lúcia'],
    ['Dr Faisal', ''],
    ['Frau Weber', ''],
    ['Dra.', ''],
    ['null null', ''],
    ['Undefined', ''],
    ['Guest', ''],
    ['Cliente Anônimo', ''],
    ['Padaria Sol Ltda', ''],
    ['Nordwind GmbH', ''],
    ['Casa Luna S.A.', ''],
    ['Visit http://evil.example now', ''],
    ['Ana www.evil.example', ''],
    ['Test Ana', ''],
    ['Don Carlos', 'Don'],
    ['Sasha', 'Sasha'],
    ['evil.example', ''],
    ['http://evil.example', ''],
    ['A.', ''],
    ['1234', ''],
    ['<b>Ana</b>', ''],
    ['', ''],
    ['x'.repeat(40), ''],
  ])('%j is greeted as %j', (name, greeted) => {
    expect(firstName(name, 'en')).toBe(greeted)
  })

  test.each([
    ['{name}, how was {product}?', 'How was Moka?'],
    ['{name}, ¿qué te pareció?', '¿Qué te pareció?'],
    ['How was it, {name}?', 'How was it?'],
    ['Olá {name}, tudo bem?', 'Olá, tudo bem?'],
    ['Thank you, {name}! Good', 'Thank you! Good'],
    ['{name}', ''],
    ['{other} stays', '{other} stays'],
  ])('%j without a name is %j', (sentence, filled) => {
    expect(fill(sentence, { name: '', product: 'Moka' })).toBe(filled)
  })

  test('a name that ends with a full stop ends the sentence', () => {
    expect(fill('Bought at {store}.', { store: 'Acme Inc.' })).toBe('Bought at Acme Inc.')
    expect(fill('Bought at {store}.', { store: 'Acme' })).toBe('Bought at Acme.')
  })

  test('a filled-in value is not searched for placeholders', () => {
    expect(fill('{store}: {product}', { store: '{product}', product: '{store}' })).toBe('{product}: {store}')
  })
})

describe("the store's own words", () => {
  const saying = (mail_words: MailSample['store']['mail_words']) =>
    mailDataOf({ ...mailCast, store: { ...mailCast.store, mail_words } })

  test('replace ours, paragraph by paragraph, with the placeholders filled', () => {
    const own = { subject: '{store}: {name}?', words: 'Dear {name},\n\nhow is your {product}?\nTell us.' }
    const { subject, html, text } = render('request', 'en', saying({ request: { en: own } }))
    expect(subject).toBe('Café da Serra: Ana?')
    expect(text).toContain('Dear Ana,\n\nhow is your Moka pot, 6 cups?\nTell us.')
    expect(html).toContain('how is your Moka pot, 6 cups?<br>Tell us.</p>')
    expect(text).not.toContain('Thank you for buying')
  })

  test('a subject that consists of a missing name is replaced by ours', () => {
    const { store } = mailCast
    const cast = { ...mailCast, store: { ...store, mail_words: { request: { en: { subject: '{name}' } } } } }
    expect(render('request', 'en', mailDataOf(cast)).subject).toBe('Ana')
    expect(render('request', 'en', mailDataOf({ ...cast, name: '' })).subject).toBe(
      'How do you like Moka pot, 6 cups?',
    )
  })

  test('are found by the exact language, then by the nearest one, and not by another one', () => {
    const words = saying({
      request: { 'pt-PT': { subject: 'um' }, pt: { subject: 'dois' }, fr: { subject: 'un' } },
    })
    expect(render('request', 'pt', words).subject).toBe('dois')
    expect(render('request', 'pt-pt', words).subject).toBe('um')
    expect(render('request', 'pt-BR', words).subject).toBe('dois')
    expect(render('request', 'pt-AO', words).subject).toBe('um')
    expect(render('request', 'fr-CA', words).subject).toBe('un')
    expect(render('request', 'es', words).subject).toBe('Ana, ¿qué te pareció Moka pot, 6 cups?')
    expect(render('reminder', 'pt', words).subject).toBe('Ana, ainda dá tempo de avaliar Moka pot, 6 cups')
  })
})
