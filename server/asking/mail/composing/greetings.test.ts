import { describe, expect, test } from 'vitest'
import { languages } from '../../../foundation/http/language.ts'
import { composedKinds, isNamed } from '../../../foundation/mailings/kinds.ts'
import { mailCast, mailDataOf } from '../../../test/mail/mail-data.ts'
import { fill } from './fill.ts'
import { firstName } from './safe-text.ts'
import { viewMail } from './view.ts'

/** The sentences of every mail in a language, to a buyer of this name. */
function sentencesOf(language: string, name: string): string[] {
  const data = mailDataOf({ ...mailCast, name })
  return composedKinds.flatMap(kind => {
    const view = viewMail(kind, language, data[kind], 10)
    const { subject, preheader, heading, paragraphs, after = '', button, footer } = view
    return [subject, preheader, heading, ...paragraphs.flat(), after, button?.label ?? '', footer.why]
  })
}

// お客様 and 고객님 are words for the customer, not honorifics of a name.
const leftHonorific = /(?<!客)様|さん、|(?<!고객)님|^คุณ[\s,]|คุณ,/u
const leftComma = /^[,،，、.;:!?！？؟。)–—-]|\s[,،，、.。]|[,،，、]\s*[?!？！؟;.。,،，、]|[,،，、]$|\(\s*\)/u
const smallBeginning = /^[^\p{L}\p{N}]*\p{Ll}/u

describe.each(languages)('every mail in %s', language => {
  const hasCapitals = /Latn|Cyrl|Grek/.test(new Intl.Locale(language).maximize().script ?? '')

  test('is complete without a name', () => {
    for (const sentence of sentencesOf(language, '').filter(each => each !== '')) {
      expect(sentence).not.toMatch(/[{}]|\s{2}|^\s|\s$|\b(?:undefined|null)\b/)
      expect(sentence).not.toMatch(leftHonorific)
      expect(sentence).not.toMatch(leftComma)
      if (hasCapitals) expect(sentence).not.toMatch(smallBeginning)
    }
  })

  test('names its reader', () => {
    const sentences = sentencesOf(language, 'Anna Martins')
    const named = composedKinds.filter(kind => isNamed(kind)).length
    expect(sentences.filter(sentence => sentence.includes('Anna')).length).toBeGreaterThanOrEqual(named - 2)
    for (const sentence of sentences) expect(sentence).not.toMatch(/[{}]|\s{2}|,,/)
    // With and without a name a mail says the same, but for its greeting.
    const without = sentencesOf(language, '')
    expect(sentences).toHaveLength(without.length)
  })
})

test.each([
  ['Kovács Anna', 'hu', 'Hogy tetszett, Anna?'],
  ['山田太郎', 'ja', '山田太郎様、いかがでしたか？'],
  ['山田 太郎様', 'ja', '山田 太郎様、いかがでしたか？'],
  ['Nguyễn Thị Hoa', 'vi', 'Hoa, bạn thấy thế nào?'],
  ['김 민수', 'ko', '김민수님, 어떠셨나요?'],
  ['นายสมชาย ใจดี', 'th', 'คุณสมชาย, เป็นอย่างไรบ้าง?'],
  ['İPEK IŞIK', 'tr', 'Nasıl buldunuz, İpek?'],
  ['علی‌رضا احمدی', 'fa', 'چطور بود، علی‌رضا؟'],
  ['王**', 'zh-CN', '您觉得怎么样？'],
  ['Frau Dr. Weber', 'de', 'Wie zufrieden sind Sie?'],
])('%s, who reads %s, is greeted as in %s', (name, language, heading) => {
  expect(viewMail('request', language, mailDataOf({ ...mailCast, name }).request, 10).heading).toBe(heading)
})

test.each([
  ['{name}, how was {product}?', 'en', 'How was Moka?'],
  ['{name}, ¿qué te pareció?', 'es', '¿Qué te pareció?'],
  ['¿{name}, qué te pareció?', 'es', '¿Qué te pareció?'],
  ['How was it, {name}?', 'en', 'How was it?'],
  ['Olá {name}, tudo bem?', 'pt-BR', 'Olá, tudo bem?'],
  ['Thank you, {name}! Good', 'en', 'Thank you! Good'],
  ['Thank you! {name}, come back', 'en', 'Thank you! Come back'],
  ['{name}, {store} answered', 'en', 'café answered'],
  ['Merci, {name}\u202f! À bientôt', 'fr', 'Merci\u202f! À bientôt'],
  ['Avez-vous une minute, {name}\u202f?', 'fr', 'Avez-vous une minute\u202f?'],
  ['{name}\u202f! merci', 'fr', 'Merci'],
  ['{name}様、いかがでしたか？', 'ja', 'いかがでしたか？'],
  ['こんにちは、{name}さん。', 'ja', 'こんにちは。'],
  ['{name}님, 어떠셨나요?', 'ko', '어떠셨나요?'],
  ['คุณ{name}, เป็นอย่างไรบ้าง?', 'th', 'เป็นอย่างไรบ้าง?'],
  ['{name}，您觉得怎么样？', 'zh-CN', '您觉得怎么样？'],
  ['كيف كانت تجربتك، {name}؟', 'ar', 'كيف كانت تجربتك؟'],
  ['{name}، ما رأيك؟', 'ar', 'ما رأيك؟'],
  ['Chào bạn {name}, bạn thấy thế nào?', 'vi', 'Chào bạn, bạn thấy thế nào?'],
  ['{name}, içine ne koydunuz?', 'tr', 'İçine ne koydunuz?'],
  ['{name}, έχετε ένα λεπτό;', 'el', 'Έχετε ένα λεπτό;'],
  ['{name}, 5 stars?', 'en', '5 stars?'],
  ['{name}', 'en', ''],
  ['{other} stays', 'en', '{other} stays'],
])('%j without a name, in %s, is %j', (sentence, language, filled) => {
  expect(fill(sentence, { name: '', product: 'Moka', store: 'café' }, language)).toBe(filled)
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
  ])('%j without a name, in no given language, is %j', (sentence, filled) => {
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
