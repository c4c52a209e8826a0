import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formats, recognise } from './formats.ts'

const here = new URL('../formats/', import.meta.url)

/** The header of each file of test data, with the folder of its importer. */
const headers = readdirSync(here, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .flatMap(({ name: folder }) =>
    readdirSync(new URL(`${folder}/`, here))
      .filter(file => file.endsWith('.csv'))
      .map(file => {
        const [line = ''] = readFileSync(new URL(`${folder}/${file}`, here), 'utf8').split('\n')
        return { file: `${folder}/${file}`, folder, header: line.split(',') }
      }),
  )

test.each(headers)('$file is recognised by its own importer and no other', ({ folder, header }) => {
  const names = new Set(header.map(name => name.toLowerCase()))
  const by = formats.filter(format => format.recognises(column => names.has(column.toLowerCase())))
  if (folder === 'realword') expect(by).toEqual([])
  else expect(by).toEqual([recognise(header)])
  expect(
    recognise(header)
      .name.toLowerCase()
      .replace(/[. ]|product reviews/g, ''),
  ).toBe(folder)
})

test('every importer has test data', () => {
  const tried = new Set(headers.map(({ header }) => recognise(header)))
  expect(formats.filter(format => !tried.has(format))).toEqual([])
})

test.each([
  [
    'a score',
    'Reviewer Name,Review Title,Review Message,Product ID,Review Score,Verified,Published,Created_at',
  ],
  ['a page', 'Page Id,Rating,Comment,Customer,Written,Visible'],
  ['names of files', 'product_id,rating,body,photoFilenames,approved'],
  ["the reviewer's name and a date", 'reviewer_name,review_date,stars,message,item,shown'],
  ['a code of the product', 'reviewer_name,barcode,stars,message,hidden'],
  ['a handle and a picture', 'product_handle,photo_url,stars,message,disabled'],
  ['two names', 'nickname,full_name,stars,message,item'],
  ['a date and pictures', 'dateCreated,imageUrls,stars,message,item'],
  ['a handle and a state', 'product_handle,state,stars,message'],
  ['a grade', 'product,grade,message,validate'],
  ['the word detail', 'product,rating,detail,status'],
  ['an author and a text', 'product,author,text,rating,status'],
])('%s alone names no system', (_, header) => {
  expect(recognise(header.split(',')).name).toBe('Realword')
})

// Every column that a format reads, or that its files have.
const known = [
  ...new Set([
    ...headers.flatMap(({ header }) => header),
    ...formats.flatMap(({ columns, reads = [] }) => [...Object.values(columns).flat(), ...reads]),
  ]),
].map(column => column.trim())
const plain = ['product_id', 'rating', 'title', 'body', 'author', 'email', 'date', 'status']

test('no column of a system names it alone, beside those of any file', () => {
  expect(known.length).toBeGreaterThan(150)
  const misread = known.filter(column => recognise([...plain, column]).name !== 'Realword')
  expect(misread).toEqual([])
})
