import { describe, expect, test } from 'vitest'
import { checkHealed, healed, isShortened } from './heal.ts'

describe('a cell is read as it was', () => {
  test.each([
    ...[
      ['null', ''],
      ['NULL', ''],
      ['undefined', ''],
      ['NaN', ''],
      ['nan', ''],
      ['\\N', ''],
      ['#N/A', ''],
    ],
    ...[
      ['="0012"', '0012'],
      ['="say ""hi"""', 'say "hi"'],
      ['=" 7 "', '7'],
      ['=""', ''],
    ],
    ...[
      ['nÃ£o', 'não'],
      ['SÃ£o JoÃ£o', 'São João'],
      ['25Â°C', '25°C'],
      ['â€“ 25', '– 25'],
      ['ðŸ˜€ ok', '😀 ok'],
    ],
    ['="SÃ£o"', 'São'],
    // Greek and Cyrillic, of which a whole text is sure.
    ['Î±Î²Î³', 'αβγ'],
    ['Ð´Ð°', 'да'],
    ['Ã“tima cafeteira, nÃ£o vaza â€“ 25Â°C', 'Ótima cafeteira, não vaza – 25°C'],
  ])('%j is %j', (cell, text) => {
    expect(healed(cell as string)).toBe(text)
  })

  test.each([
    ...['Null', 'nulls', 'null and void', 'x null', 'NAN', 'N/A'],
    ...['"0012"', '=0012', '="0012', '="a"b"', 'x="0012"', '="0012"x', '=SUM(A1)', ''],
    ...['não', 'plain', 'café', 'Â', 'Ã', '5 € ‰', 'VEIO DE SÃO JOÃ…', 'IRMÃ…', 'Î± only'],
  ])('%j stays', cell => {
    expect(healed(cell)).toBe(cell)
  })

  test('cells that were encoded twice are counted', () => {
    const counts = { twiceEncoded: 0 }
    for (const cell of ['nÃ£o', 'não', '="x"', 'null', 'IRMÃ…', 'SÃ£o']) healed(cell, counts)
    expect(counts).toEqual({ twiceEncoded: 2 })
  })
})

describe('a cell is refused', () => {
  const refusalOf = (field: 'product_id' | 'body', text: string) => {
    try {
      checkHealed(field, text)
      return undefined
    } catch (error) {
      return (error as { refusal: object }).refusal
    }
  }

  test.each([
    ...['8.60595E+12', '8,60595E+12', '8E+12', '-8.6E+12', '+8.6E-12', '8.6E12', '86.05e+12'],
  ])('an id such as %s, of which a spreadsheet has lost the end', id => {
    expect(isShortened(id)).toBe(true)
    expect(refusalOf('product_id', id)).toEqual({ name: 'shortenedId', values: { value: `"${id}"` } })
    expect(refusalOf('body', id)).toBeUndefined()
  })

  test.each([
    '1E5',
    '12',
    'E+5',
    '8.6',
    '8.E+12',
    'x8E+12',
    '8E+12x',
    '8.6E',
    '8E+',
    '8.6F+12',
  ])('but not %s', id => {
    expect(isShortened(id)).toBe(false)
    expect(refusalOf('product_id', id)).toBeUndefined()
  })

  test('each field of ids is one', () => {
    for (const field of ['review_id', 'question_id', 'product_id', 'product_sku', 'order_id'] as const)
      expect(() => checkHealed(field, '8E+12')).toThrow('shortenedId')
  })

  test('letters of which a byte is lost', () => {
    for (const text of ['vocÃª jÃ foi', 'foi â€ muito', 'jÃ'])
      expect(refusalOf('body', text), text).toEqual({ name: 'encodedTwice' })
    for (const text of ['Ã', 'JÃ FOI', 'xÃO', 'São', 'â'])
      expect(refusalOf('body', text), text).toBeUndefined()
  })
})
