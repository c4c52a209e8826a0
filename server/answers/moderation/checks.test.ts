import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkTexts } from './checks.ts'

/** The flags of a body, as `check: matched text`. */
function found(body: string, language = 'pt-BR'): string[] {
  return checkTexts({ body, display_name: '' }, { languages: [language], country: 'BR' }).map(
    ({ check, start, end }) => `${check}: ${body.slice(start ?? 0, end ?? 0)}`,
  )
}

describe('links', () => {
  test.each([
    ['veja https://loja.example/x?y=1 aqui', 'https://loja.example/x?y=1'],
    ['WWW.LOJA.EXAMPLE', 'WWW.LOJA.EXAMPLE'],
    ['compre em outraloja.com.br, é melhor', 'outraloja.com.br'],
    ['see bit.ly/abc for more', 'bit.ly/abc'],
    ['canal: youtu.be/abc e t.me/fulano', 't.me/fulano'],
    ['comprei em outraloja.com e gostei', 'outraloja.com'],
    ['no site outraloja.com tem igual', 'outraloja.com'],
    ['outraloja.com é mais barato', 'outraloja.com'],
    ['better at otherstore.com than here', 'otherstore.com'],
    ['otherstore24.com has it', 'otherstore24.com'],
    ['veja outra-loja.com agora', 'outra-loja.com'],
    ['tudo em www.ótima.com hoje', 'www.ótima.com'],
    ['tem na outraloja.com', 'outraloja.com'],
    ['visite outraloja.com 24 horas', 'outraloja.com'],
    ['outra-loja.com 20% de desconto', 'outra-loja.com'],
    ['VEJA OUTRALOJA.COM.BR', 'OUTRALOJA.COM.BR'],
    ['bei laden.com jetzt billiger', 'laden.com'],
    ['Besuchen Sie laden.com jetzt', 'laden.com'],
    ['allez sur boutique.com maintenant', 'boutique.com'],
    ['sul sito negozio.com trovi tutto', 'negozio.com'],
    ['Fale: wa.me/5511912345678', 'wa.me/5511912345678'],
    ['看taobao.com便宜', 'taobao.com'],
    ['请看https://a.example/x。很好', 'https://a.example/x'],
    ['詳しくは、例え.jpです', '例え.jp'],
    ['тут пример.рф дешевле', 'пример.рф'],
    ['besser bei münchen.com', 'münchen.com'],
    ['tun es.münchen.de/kaufen', 'es.münchen.de/kaufen'],
    ['ถูกกว่าที่shopee.co.th', 'shopee.co.th'],
    ['gmarket.co.kr에서 샀어요', 'gmarket.co.kr'],
    ['купил на ozon.ru дешевле', 'ozon.ru'],
    ['allegro.pl ma taniej', 'allegro.pl'],
    ['באתר דוגמה.קום', 'דוגמה.קום'],
    ['tesco.co.uk was cheaper', 'tesco.co.uk'],
  ])('%s', (text, link) => expect(found(text)).toContain(`link: ${link}`))

  test.each([
    'Amei o produto.Com certeza compro de novo.',
    'Excelente.De primeira qualidade.Me surpreendeu',
    'It works.It is great.Me too.',
    'tamanho 2.5 x 3.0 cm, nota 9.5/10',
    'chegou em 2 dias... recomendo',
    'e/ou, 24/7, Sr. Silva',
    'Entrega ótima.com acabamento perfeito',
    'Comprei duas canecas.com um risco cada',
    'O celular veio.com 32 gb a menos',
    'Paguei R$ 1.200.com frete',
    'Chegou rápida.io transporte foi bom',
    'A tampa fecha bem.com a borracha nova melhorou',
    'Comprei o modelo S22.com 8 gb',
    'Llegó tarde.com la caja rota',
    'BOM.COM CERTEZA COMPRO DE NOVO',
    'Kostade 199.kr men bra',
    '質量很好.中国制造',
    'Хорошо.РФ',
    'منتج جيد.مصر',
    'Molto bello.il colore anche',
    'Muy bueno.ir a buscarlo fue fácil',
  ])('none: %s', text => expect(found(text)).toEqual([]))
})

test('links to the hosts of the store itself are none', () => {
  const checkOwn = (body: string) =>
    checkTexts(
      { body, display_name: '' },
      { languages: ['pt-BR'], ownHosts: ['caneca.example.com.br', 'caneca.example'] },
    )
  for (const own of [
    'Comprei em www.caneca.example.com.br/p/1 ontem',
    'https://Caneca.example.com.br, recomendo',
    'https://loja.caneca.example/p?x=1',
    '在caneca.example.com.br买的',
    'em caneca.example.com.br.',
  ])
    expect(checkOwn(own)).toEqual([])
  for (const other of [
    'https://caneca.example.com.br.evil.example',
    'https://evil.example/caneca.example',
    'https://acaneca.example',
  ])
    expect(checkOwn(other)).toHaveLength(1)
})

describe('e-mail addresses', () => {
  test.each([
    ['escreva para ana.martins+x@example.com.br hoje', 'ana.martins+x@example.com.br'],
    ['ana (at) example.com', 'ana (at) example.com'],
    ['联系ana@example.com谢谢', 'ana@example.com'],
    ['メールはａｎａ＠ｅｘａｍｐｌｅ。ｃｏｍまで', 'ａｎａ＠ｅｘａｍｐｌｅ。ｃｏｍ'],
    ['ana﹫example.com', 'ana﹫example.com'],
    ['安娜@例子.中国', '安娜@例子.中国'],
    ['почта анна@пример.рф, спасибо', 'анна@пример.рф'],
    ['راسلني علي@مثال.السعودية', 'علي@مثال.السعودية'],
    ['כתבו לדנה דנה@דוגמה.קום', 'דנה@דוגמה.קום'],
    ['लिखें संपर्क@उदाहरण.भारत पर', 'संपर्क@उदाहरण.भारत'],
    ['an jürgen@münchen.de', 'jürgen@münchen.de'],
    ['ส่งที่ana@example.comครับ', 'ana@example.com'],
    ['ana arroba example ponto com', 'ana arroba example ponto com'],
  ])('%s', (text, email) => expect(found(text)).toEqual([`email: ${email}`]))

  test.each([
    'paguei 3 @ 10 reais',
    'siga @loja no insta',
    'we met at home. common sense',
  ])('none: %s', text => expect(found(text)).toEqual([]))
})

describe('phone numbers', () => {
  test.each([
    '(11) 91234-5678',
    '11 91234 5678',
    '11912345678',
    '+55 11 91234-5678',
    '+5511912345678',
    '(21) 3123-4567',
    '91234-5678',
    '0800 123 4567',
    '+34 612 345 678',
    '612 345 678',
    '+1 (555) 123-4567',
    '555-123-4567',
    '(555) 123-4567',
  ])('%s', phone => expect(found(`me chama no ${phone}, ok`)).toEqual([`phone: ${phone}`]))

  test.each([
    'custou R$ 1.234.567,89',
    'código 7891234567895',
    'comprei em 12/03/2026 e 2026-03-12',
    'CEP 01310-100',
    'pedido 12345678',
    'mede 10 x 20 x 3000',
    'de 2019-2023',
    '1000 2000 3000',
  ])('none: %s', text => expect(found(text)).toEqual([]))
})

describe('CPF', () => {
  // The printed form is nothing else, even with a wrong digit.
  test.each(['529.982.247-25', '52998224725', '111.444.777-35', '529.982.247-24'])('%s', cpf =>
    expect(found(`meu CPF é ${cpf}.`)).toEqual([`cpf: ${cpf}`]))

  test.each(['52998224724', '111.111.111-11', '00000000000'])('wrong check digits: %s', text =>
    expect(found(text).filter(one => one.startsWith('cpf'))).toEqual([]))
})

describe('insults', () => {
  test.each([
    'idiota',
    'IDIOTA',
    'imbécil',
    'imbecil',
    '1d10ta',
    'puuuuta',
    'm.e.r.d.a',
    'c a r a l h o',
    'f*u*c*k',
    'a$$hole',
    'merd@',
    'otário',
    'ｆｕｃｋ',
  ])('%s', word => expect(found(`Que ${word}, viu`)).toEqual([`insult: ${word}`]))

  test.each([
    ['en', 'sh1t'],
    ['en-GB', 'retard'],
    ['es', 'cabrón'],
    ['es-MX', 'cabro\u0301n'],
    ['es', 'asshole'],
    ['sv', 'fucking'],
    ['ja', 'ｆｕｃｋ'],
    ['no tag', 'f u c k'],
  ])('in %s: %s', (language, word) => expect(found(`Hm ${word}, hm`, language)).toEqual([`insult: ${word}`]))

  // Each is an insult in another language.
  test.each([
    ['fr', 'Livraison en retard, mais le paquet est intact'],
    ['sv', 'Tyvärr slut i lager, men värt att vänta på'],
    ['it', 'Il corno è bello'],
    ['es', 'El relleno de porra, muy rico, y la bosta del caballo'],
    ['en', 'A gift from Puto, in the Philippines'],
  ])('none in %s: %s', (language, text) => expect(found(text, language)).toEqual([]))

  test('a mark of exclamation ends a word', () => expect(found('idiota!')).toHaveLength(1))

  test.each([
    'Scunthorpe, Penistone, Cockburn, classic assassin',
    'disputa, deputado, computador, reputação, imputar',
    'flame-retardant, retardante de chama',
    'the bass shitake mushrooms and cockpit',
    'Um lixo, uma porcaria. Propaganda enganosa, golpe, fraude, péssimo.',
    'Garbage. A scam, worthless, terrible, the worst, crap.',
    'Una basura, una estafa, horrible, pésimo.',
    'Sr. Pinto comprou um veado de pelúcia e uma concha; pica a salsa',
    'J. R. R. Tolkien, U.S.A., A B C D E',
    'custa 455 reais, 100% algodão, 5.5 kg, nota 10!!!',
    'coooooool, muuuuito bom',
  ])('none: %s', text => {
    for (const language of ['pt-BR', 'en', 'es']) expect(found(text, language)).toEqual([])
  })
})

test('each field is looked at, and flags say where', () => {
  const texts = { title: 'idiota', body: 'ok', display_name: 'loja.com' }
  expect(checkTexts(texts, { languages: ['pt-BR'] })).toEqual([
    { check: 'insult', field: 'title', start: 0, end: 6 },
    { check: 'link', field: 'display_name', start: 0, end: 8 },
  ])
})

test('any text is read without harm, and every flag lies within it', () => {
  const signs = fc.constantFrom(...'a1 .-@$!|()[]+/0puta\u0301😀\n', 'www.', 'arroba ', '.com')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(signs).map(all => all.join('')),
      ),
      body => {
        for (const { start, end } of checkTexts(
          { body, display_name: '' },
          { languages: ['pt-BR'], country: 'BR' },
        )) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start ?? 0)
          expect(end).toBeLessThanOrEqual(body.length)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each([
  'a',
  '1',
  'a.',
  '1 ',
  'a@',
  '(',
  '.',
  '-',
  'a ',
  '@a.',
  'a arroba ',
  '5.',
  'p ',
])('ten thousand times %j is read at once', part => {
  // A pattern that backtracks would take hours, and the test would reach its time limit.
  checkTexts({ body: part.repeat(10_000), display_name: '' }, { languages: ['pt-BR'], country: 'BR' })
})
