import { describe, expect, test } from 'vitest'
import { comparableAddress, mailableAddress } from './email-address.ts'

describe('a usable address is compared without case, and its domain in ASCII', () => {
  test.each([
    ['ana@example.com', 'ana@example.com'],
    ['  Ana.Martins@Example.COM\n', 'ana.martins@example.com'],
    ['ana+reviews@shop.example', 'ana+reviews@shop.example'],
    ["o'brien@example.ie", "o'brien@example.ie"],
    ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
    ['a@b.co', 'a@b.co'],
    ['1234567890@123.example', '1234567890@123.example'],
    ['JOSÉ@example.com', 'josé@example.com'],
    ['用户@例え.jp', '用户@xn--r8jz45g.jp'],
    ['ana@CAFÉ.com.br', 'ana@xn--caf-dma.com.br'],
    ['ana@xn--caf-dma.com.br', 'ana@xn--caf-dma.com.br'],
    ['ana@XN--CAF-DMA.com.br', 'ana@xn--caf-dma.com.br'],
    ['ana@café.com.br', 'ana@xn--caf-dma.com.br'], // e and a combining accent
    ['иван@пример.рф', 'иван@xn--e1afmkfd.xn--p1ai'],
    ['ana@ｅｘａｍｐｌｅ.com', 'ana@example.com'],
    ['ana@a.b.c.d.e.example', 'ana@a.b.c.d.e.example'],
    ['ana@a--b.example', 'ana@a--b.example'],
    ['__proto__@example.com', '__proto__@example.com'],
  ])('%j', (email, comparable) => expect(comparableAddress(email)).toBe(comparable))

  test('a precomposed accent equals a combining one', () => {
    expect(comparableAddress('jose\u0301@example.com')).toBe(comparableAddress('jos\u00e9@example.com'))
  })
})

// Local parts of more than the 30 characters that these networks gave: nobody has them.
describe('two Japanese networks gave dots in a row, or one at the end, until 2009', () => {
  const name = 'a.buyer..whose.old.name.ends.with.a.dot.'
  test.each([
    [`${name}@docomo.ne.jp`, `${name}@docomo.ne.jp`],
    [`${name.toUpperCase()}@EZWEB.ne.jp`, `${name}@ezweb.ne.jp`],
    [`${name}@au.com`, `${name}@au.com`],
    ['josé.of.more.than.thirty.characters@docomo.ne.jp', 'josé.of.more.than.thirty.characters@docomo.ne.jp'],
  ])('%j', (email, comparable) => expect(comparableAddress(email)).toBe(comparable))

  test.each([
    `.${name}@docomo.ne.jp`,
    `"${name}"@docomo.ne.jp`,
    `"${name}@docomo.ne.jp`,
    `""@docomo.ne.jp`,
    `".."@docomo.ne.jp`,
    `""${name}""@docomo.ne.jp`,
    `"${name} "@docomo.ne.jp`,
    `"${name}\\""@docomo.ne.jp`,
    `"${name}>,<b@example.com"@docomo.ne.jp`,
    `"${name}\r\n"@docomo.ne.jp`,
    `${name}@mail.docomo.ne.jp`,
    `${name}@softbank.ne.jp`,
    `é${name}@docomo.ne.jp`,
    `${'a'.repeat(32)}..${'b'.repeat(31)}@docomo.ne.jp`,
  ])('and no other, nor anything else: %j', email => expect(comparableAddress(email)).toBeUndefined())
})

test.each([
  ['  Ana.Martins@Example.COM ', 'Ana.Martins@example.com'],
  ['JOSÉ@CAFÉ.com.br', 'JOSÉ@xn--caf-dma.com.br'],
  [
    'Old..Name.Of.More.Than.Thirty.Characters@docomo.ne.jp',
    'Old..Name.Of.More.Than.Thirty.Characters@docomo.ne.jp',
  ],
  ['ana@example.com, bia@example.com', undefined],
])('mail goes to the local part as written: %j', (email, mailable) =>
  expect(mailableAddress(email)).toBe(mailable))

describe('lengths', () => {
  const local = 'a'.repeat(64)
  // Three labels and a top-level domain: 254 with the local part, 189 without.
  const domain = (length: number) => `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(length - 131)}.eu`
  test.each([
    ['254 characters', `${local}@${domain(189)}`, true],
    ['255 characters', `${local}@${domain(190)}`, false],
    ['254 after trimming', `   ${local}@${domain(189)}   `, true],
    ['a local part of 64 bytes', `${local}@example.com`, true],
    ['a local part of 65 bytes', `${local}a@example.com`, false],
    ['a local part of 32 letters of two bytes', `${'é'.repeat(32)}@example.com`, true],
    ['a local part of 33 letters of two bytes', `${'é'.repeat(33)}@example.com`, false],
    ['a label of 63', `a@${'b'.repeat(63)}.com`, true],
    ['a label of 64', `a@${'b'.repeat(64)}.com`, false],
    ['a domain whose ASCII form is too long', `a@${'é'.repeat(58)}.com`, false],
    ['the longest text the API takes', `${'a'.repeat(2_036)}@example.com`, false],
  ])('%s', (_, email, isUsable) => expect(comparableAddress(email) !== undefined).toBe(isUsable))
})

describe('a text that is not exactly one address is not usable', () => {
  test.each([
    '',
    ' ',
    'null',
    'undefined',
    'ana',
    '@',
    'ana@',
    '@example.com',
    'ana@example',
    'ana@localhost',
    // Several addresses, or text beside an address.
    'ana@example.com,bia@example.com',
    'ana@example.com, bia@example.com',
    'ana@example.com;bia@example.com',
    'ana@example.com bia@example.com',
    'ana@bia@example.com',
    'ana,@example.com',
    'Ana <ana@example.com>',
    '<ana@example.com>',
    '"Ana" ana@example.com',
    'mailto:ana@example.com',
    'ana@example.com (Ana)',
    'ana(comment)@example.com',
    'friends: ana@example.com;',
    // Line breaks and other controls inside.
    'ana@example.com\r\nBcc: eve@example.org',
    'ana@example.com\nBcc: eve@example.org',
    'ana@example.com\rBcc: eve@example.org',
    'ana@example.com\u0085bcc',
    'ana@example.com\u2028bcc',
    'a\0na@example.com',
    'ana@exam\0ple.com',
    'ana\t@example.com',
    'a\u007fna@example.com',
    '\u001b[31mana@example.com',
    // Invisible and bidirectional characters.
    'an\u200ba@example.com',
    'an\u00ada@example.com',
    'ana@exam\u00adple.com',
    'ana\u202e@example.com',
    'an\u00a0a@example.com',
    'ana\ud800@example.com',
    // Local parts that are not a dot-atom.
    '.ana@example.com',
    'ana.@example.com',
    'ana..martins@example.com',
    'ana martins@example.com',
    '"ana martins"@example.com',
    '"ana@home"@example.com',
    'ana\\@home@example.com',
    'ana[1]@example.com',
    'ana:1@example.com',
    '😀@example.com',
    // Domains that are not a name, or that a URL parser reads differently.
    'ana@-example.com',
    'ana@example-.com',
    'ana@exam_ple.com',
    'ana@.example.com',
    'ana@example..com',
    'ana@example.com.',
    'ana@example.com:25',
    'ana@example.com/path',
    'ana@example.com?to=eve',
    'ana@example.com#eve',
    'ana@exam%70le.com',
    'ana@example.com\\eve',
    'ana@user:pass.com',
    'ana@[127.0.0.1]',
    'ana@[IPv6:::1]',
    'ana@127.0.0.1',
    'ana@0x7f.1',
    'ana@2130706433',
    'ana@example.1',
    'ana@１２７.0.0.1',
    'ana@example。com',
    'ana@😀.com',
    'ana@*.com',
  ])('%j', email => expect(comparableAddress(email)).toBeUndefined())
})
