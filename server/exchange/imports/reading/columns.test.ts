import { describe, expect, test } from 'vitest'
import { FileError } from '../../../foundation/errors/file-errors.ts'
import type { Field, Format } from '../formats/format.ts'
import { findColumns, type Mapped } from './columns.ts'
import { Refused } from './refusals/refused.ts'

const fields: Field[] = ['product_id', 'body', 'rating', 'title']
const format: Format = {
  ...{ name: 'Shop', recognises: () => true },
  columns: { product_id: ['sku', 'handle'], body: ['text'] },
}
const header = ['Handle', 'SKU', 'Text', 'rating', 'note']

function find(change: { header?: string[]; mapped?: Mapped; needed?: Field[][]; format?: Format } = {}) {
  const { mapped = {}, needed = [] } = change
  return findColumns(change.header ?? header, change.format ?? format, fields, mapped, needed)
}

/** The name and the values of the error. */
function faultOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    if (error instanceof FileError) return [error.fault.name, error.fault.values]
    if (error instanceof Refused) return [error.field, error.refusal]
    throw error
  }
  return undefined
}

describe('the columns of a field', () => {
  test('are those of the format in its order, then one of its name', () => {
    const columns = find()
    expect(fields.map(columns.indexesOf)).toEqual([[1, 0], [2], [3], []])
    expect(fields.map(columns.nameOf)).toEqual(['SKU', 'Text', 'rating', 'title'])
    expect(columns.named).toEqual({ product_id: 'SKU', body: 'Text', rating: 'rating' })
    expect(columns.indexesOf('reply')).toEqual([])
    expect(find({ header: ['product_id', 'sku', 'body'] }).indexesOf('product_id')).toEqual([1, 0])
  })

  test('are the one that is chosen, or none', () => {
    expect(find({ mapped: { body: ' NOTE ' } }).indexesOf('body')).toEqual([4])
    expect(find({ mapped: { body: null } }).indexesOf('body')).toEqual([])
    expect(find({ mapped: { title: 'Text' } }).named).toEqual({
      ...{ product_id: 'SKU', body: 'Text', rating: 'rating', title: 'Text' },
    })
  })

  test('that are written alike are told apart by their case, or not at all', () => {
    expect(find({ header: ['Text', 'text', 'SKU'] }).indexesOf('body')).toEqual([1])
    expect(faultOf(() => find({ header: ['Text', 'TEXT', 'SKU'] }))).toEqual(['columns_same', [2, 'text']])
    expect(faultOf(() => find({ header: ['text', 'text'] }))).toEqual(['columns_same', [2, 'text']])
  })

  test.each<[Mapped, Field[][], unknown]>([
    [{ body: 'nothing' }, [], ['column_missing', ['body', 'nothing', 'Handle, SKU, Text, rating, note']]],
    [{ colour: 'note' }, [], ['field_unknown', ['colour', 'product_id, body, rating, title']]],
    [
      {},
      [['title', 'reply']],
      ['column_needed', [['title', 'reply'], 'Handle, SKU, Text, rating, note', 'title']],
    ],
    [{ body: null }, [['body']], ['column_needed', [['body'], 'Handle, SKU, Text, rating, note', 'body']]],
    [{}, [['body'], ['title', 'rating']], undefined],
  ])('with %o and %j needed: %j', (mapped, needed, fault) => {
    expect(faultOf(() => find({ mapped, needed }))).toEqual(fault)
  })
})

describe('a row', () => {
  test('is read by its columns, trimmed; of several the first that says something', () => {
    const { read, peek, cellsOf } = find()
    expect(read(['h-1', ' s-1 ', 'Nice', '5', ''])).toEqual({
      ...{ product_id: 's-1', body: 'Nice', rating: '5', title: '' },
    })
    expect(read(['h-1', ' ', '', '', ''])).toEqual({ product_id: 'h-1', body: '', rating: '', title: '' })
    expect([peek('product_id', ['h-1', ' ']), peek('product_id', []), peek('title', ['x'])]).toEqual([
      ...['h-1', '', ''],
    ])
    const cell = cellsOf(['h-1', ' s-1 ', null])
    expect(['sku', 'SKU', 'text', 'nothing'].map(cell)).toEqual(['s-1', 's-1', '', ''])
  })

  test('with too few or too many cells, or letters that are none, is refused', () => {
    const { read } = find()
    expect(faultOf(() => read(['a', 'b']))).toEqual([
      null,
      { name: 'cells', values: { cells: 2, header: 5 } },
    ])
    expect(faultOf(() => read(Array(6).fill('a')))).toMatchObject([null, { name: 'cells' }])
    expect(faultOf(() => read(['a', 'b', null, '5', '']))).toEqual(['body', { name: 'textNotUtf8' }])
    // Where nothing is read from.
    expect(faultOf(() => read(['a', 'b', 'c', '5', null]))).toBeUndefined()
    expect(faultOf(() => read(['a', 'b', 'x'.repeat(50_001), '5', '']))).toMatchObject([
      'body',
      { name: 'longText' },
    ])
  })

  test('is changed by its format, which sees its other columns', () => {
    const adjusting: Format = {
      ...format,
      adjust: (texts, cell) => ({ title: `${texts.body} ${cell('note')}` }),
    }
    expect(find({ format: adjusting }).read(['h', 's', 'Nice', '5', 'pot']).title).toBe('Nice pot')
  })

  test('is cleaned and checked, if it says something', () => {
    const checked: [string, string][] = []
    const { read, peek } = findColumns(header, format, fields, {}, [], {
      clean: cell => (cell === 'null' ? '' : cell.toUpperCase()),
      check: (field, text) => void checked.push([field, text]),
    })
    expect(read(['h', 'null', 'nice', '5', 'x'])).toEqual({
      ...{ product_id: 'H', body: 'NICE', rating: '5', title: '' },
    })
    expect(checked).toEqual([
      ...[
        ['product_id', 'H'],
        ['body', 'NICE'],
        ['rating', '5'],
      ],
    ])
    expect(peek('product_id', ['h', 'null'])).toBe('H')
  })
})
