import { expect, test } from 'vitest'
import { findJson } from './find-json.ts'
import { messageIn, parseJson } from './parse-json.ts'

const notice =
  '<br />\n<b>Warning</b>:  Undefined array key "tax" in <b>/srv/a.php</b> on line <b>9</b><br />\n'

test.each([
  ['\uFEFF{"id":1}', { id: 1 }],
  ['\uFEFF\n\uFEFF\r\n [1]\n', [1]],
  [`${notice}{"id":1,"note":"a } and \\"<b>"}`, { id: 1, note: 'a } and "<b>' }],
  [`\uFEFF${notice}${notice}\uFEFF[]`, []],
  ['PHP Deprecated:  Something {closure} in /srv/b.php on line 3\n{"id":2}', { id: 2 }],
  ['Notice: late in /srv/c.php\n[{"id":3}]\n<!-- cached -->', [{ id: 3 }]],
])('the JSON of %j is found', (text, found) => expect(findJson(text)).toEqual(found))

test.each([
  [`${notice}{"id":1}{"id":2}`],
  [`${notice}{"id":1`],
  ['{"id":1}{"id":2}'],
  ['{"id":1} trailing'],
  ['<!DOCTYPE html><p>Maintenance</p>{"id":1}'],
  ['<html><script type="application/ld+json">{"@type":"Store"}</script></html>'],
  ['Ana Martins {"id":1}'],
  [''],
  ['\uFEFF'],
  [`<p>${'{'.repeat(30)}{"id":1}`],
])('%j holds no one value', text => expect(() => findJson(text)).toThrow(SyntaxError))

test('a hostile body ends within the time of a test', () => {
  expect(() => findJson(`<b>${'{"\\"'.repeat(300_000)}`)).toThrow(SyntaxError)
})

test.each([
  [notice, 'Warning: Undefined array key "tax" in /srv/a.php on line 9'],
  ['<html><head><title>x</title></head><body><h1>Down</h1><p>Later</p>', 'Down'],
  ['Warning: no ck_0a1b2c and anna@example.com', 'Warning: no ••• and •••'],
  ['Ana Martins, anna@example.com', ''],
  ['{"customer":"Ana', ''],
])('of %j is quoted %j', (text, words) => expect(messageIn(text)).toBe(words))

test('a long line is cut', () => expect(messageIn(`Notice: ${'x'.repeat(9000)}`).length).toBeLessThan(200))

test('bytes are read like text', () => expect(parseJson(Buffer.from('\uFEFF{"a":"é"}'))).toEqual({ a: 'é' }))
