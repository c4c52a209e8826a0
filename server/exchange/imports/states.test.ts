import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  importedQuestions,
  importIntoNewStore,
  importQuestionText,
  importText,
} from '../../test/exchange/imports.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'

const it = openForTests(startTestApp)

/** A file with these columns beside the product, stars and text; a row for each list of cells. */
function aFile(columns: string[], ...rows: string[][]): string {
  const lines = rows.map((cells, index) => ['P-1', '5', `Text ${index}`, ...cells])
  return [['product_id', 'rating', 'body', ...columns], ...lines].map(line => line.join(',')).join('\n')
}

async function statesOf(file: string, options = {}) {
  const { report, reviews } = await importIntoNewStore(it, file, options)
  return { states: reviews.map(({ state }) => state), report }
}

describe('a review that its file does not show is not public', () => {
  test.each([
    ['Published', ['TRUE', 'published'], ['FALSE', 'rejected']],
    ['Visible', ['yes', 'published'], ['no', 'rejected'], ['', 'pending']],
    ['approved', ['1', 'published'], ['0', 'pending'], [' ', 'pending']],
    ['is_approved', ['1.0', 'published'], ['0.0', 'pending']],
    ['Aprovado', ['Sim', 'published'], ['NÃO', 'pending']],
    ['Visível no site?', ['sim', 'published'], ['não', 'rejected']],
    ['Publicada', ['Sí', 'published'], ['no', 'rejected']],
    ['hidden', ['0', 'published'], ['', 'published'], ['1', 'rejected']],
    ['Oculto', ['não', 'published'], ['x', 'rejected']],
    ['archived', ['false', 'published'], ['true', 'rejected']],
    [
      'status',
      ['Approved', 'published'],
      ['Hold', 'pending'],
      ['Unapproved', 'pending'],
      ['DISABLE', 'rejected'],
    ],
    ['Situação', ['Aprovada', 'published'], ['Pendente', 'pending'], ['Reprovada', 'rejected']],
    ['approved_at', ['2025-03-01 10:00', 'published'], ['', 'pending'], ['NULL', 'pending']],
    ['is_active', ['True', 'published'], ['False', 'rejected']],
    ['moderation', ['approved', 'published'], ['rejected', 'rejected']],
    ['Publi\u200bshed', ['ＹＥＳ', 'published'], ['Ｎｏ', 'rejected']],
    ['Published', ['2025-03-01', 'published'], ['', 'pending']],
    ['publié', ['oui', 'published'], ['non', 'rejected']],
    ['draft', ['no', 'published'], ['yes', 'pending']],
    ['Não publicado', ['não', 'published'], ['sim', 'rejected']],
  ])('%s: %j %j', async (column, ...rows) => {
    const { states, report } = await statesOf(aFile([column], ...rows.map(([cell = '']) => [cell])))
    expect(states).toEqual(rows.map(([, state]) => state))
    expect(report.unread).toEqual([])
  })

  test.each([
    [
      'status',
      ['spam', 'Trash', 'post-trashed', 'deleted'],
      { spam: 1, trash: 1, 'post-trashed': 1, deleted: 1 },
    ],
    ['is_spam', ['1', 'yes'], { is_spam: 2 }],
    ['deleted_at', ['2025-03-01 10:00:00', '1741000000'], { deleted_at: 2 }],
    ['Excluído em', ['01/03/2025'], { 'excluído em': 1 }],
    ['Lixeira', ['sim'], { lixeira: 1 }],
  ])('%s: %j are left out and counted', async (column, cells, skippedStates) => {
    const { states, report } = await statesOf(aFile([column], ...cells.map(cell => [cell]), ['']))
    expect(states).toEqual([column === 'status' ? 'pending' : 'published'])
    expect(report).toMatchObject({ skippedStates, refused: [] })
  })

  test('by the strictest of its columns', async () => {
    const file = aFile(
      ['approved', 'hidden', 'deleted_at'],
      ['yes', 'no', ''],
      ['yes', 'yes', ''],
      ['no', 'no', '0000-00-00 00:00:00'],
      ['yes', 'no', '2025-01-01 00:00:00'],
    )
    const { states, report } = await statesOf(file)
    expect(states).toEqual(['published', 'rejected', 'pending'])
    expect(report.skippedStates).toEqual({ deleted_at: 1 })
  })

  test('nor in the file of a known system, whose other columns say so', async () => {
    const file = [
      'title,body,rating,review_date,curated,reviewer_name,reviewer_email,product_id,product_handle,hidden',
      'One,Shown,5,2025-03-02 10:12:00 UTC,ok,Ana,ana@example.com,P-1,mug,no',
      'Two,Hidden,1,2025-03-02 10:12:00 UTC,ok,Rui,rui@example.com,P-1,mug,yes',
    ].join('\n')
    const { states, report } = await statesOf(file)
    expect(report.format).toBe('Judge.me')
    expect(states).toEqual(['published', 'rejected'])
  })

  test('nor when a spreadsheet has left a column of the name alone in all rows', async () => {
    const { states, report } = await statesOf(aFile(['approved', 'Loja'], ['', 'a'], ['', 'b']))
    expect(states).toEqual(['published', 'published'])
    expect(report.unread).toEqual(['Loja'])
  })

  test('nor its reply', async () => {
    const file = aFile(
      ['reply', 'reply_published', 'reply_is_private'],
      ['Shown', 'yes', 'no'],
      ['Not shown', 'no', 'no'],
      ['For us alone', 'yes', 'yes'],
    )
    const { reviews } = await importIntoNewStore(it, file)
    expect(reviews.map(({ reply }) => reply)).toEqual(['Shown', null, null])
  })

  test('nor if a row says nothing where others are approved; another column may', async () => {
    const file = aFile(
      ['status', 'isApproved'],
      ['', 'true'],
      ['approved', ''],
      ['', ''],
      ['approved', 'false'],
    )
    expect((await statesOf(file)).states).toEqual(['published', 'published', 'pending', 'pending'])
  })

  test('nor a question', async () => {
    const { storeId } = await aStore(it.database)
    const file = 'product_id,body,visible\nP-1,Fits?,yes\nP-1,Rude?,no\nP-1,Buy,spam'
    expect(await importQuestionText(it, storeId, file)).toMatchObject({
      imported: 2,
      skippedStates: { spam: 1 },
    })
    const questions = await importedQuestions(it, storeId)
    expect(questions.map(({ state }) => state)).toEqual(['published', 'rejected'])
  })
})

describe('a file whose column of states is not understood is not imported', () => {
  test.each([
    ['status', ['approved', 'Shipped'], ['shipped']],
    ['status', ['1', '2', '3'], ['1', '2', '3']],
    ['published', ['x', ''], ['x']],
    ['moderation', ['1', '0'], ['1', '0']],
    ['state', ['published', 'constructor'], ['constructor']],
    ['deleted', ['perhaps'], ['perhaps']],
  ])('%s: %j', async (column, cells, words) => {
    const { storeId } = await aStore(it.database)
    const file = aFile([column], ...cells.map(cell => [cell]))
    for (const dryRun of [true, false])
      await expect(importText(it, storeId, file, { dryRun })).rejects.toMatchObject({
        fault: { name: 'states_unknown', values: [column, words] },
      })
  })

  test('also if its word first appears after thousands of rows', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => [index === 2_999 ? 'maybe' : 'yes'])
    await expect(importIntoNewStore(it, aFile(['approved'], ...rows))).rejects.toMatchObject({
      fault: { name: 'states_unknown', values: ['approved', ['maybe']] },
    })
  })

  test('also if it has too many words to ask about', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => [`word ${index}`])
    await expect(importIntoNewStore(it, aFile(['status'], ...rows))).rejects.toMatchObject({
      fault: { name: 'states_many', values: ['status'] },
    })
  })

  test('also if the field is ignored', async () => {
    const file = aFile(['status'], ['shipped'])
    await expect(importIntoNewStore(it, file, { columns: { state: null } })).rejects.toMatchObject({
      fault: { name: 'states_unknown' },
    })
  })

  test.each([
    ['for all columns', { '*': { Shipped: 'published', '2': 'rejected', x: 'skip' } }],
    ['for the column', { status: { shipped: 'published', '2': 'rejected', X: 'skip' } }],
  ])('until its words are explained %s', async (_, states) => {
    const { states: read, report } = await statesOf(aFile(['status'], ['SHIPPED'], ['2'], ['x']), { states })
    expect(read).toEqual(['published', 'rejected'])
    expect(report.skippedStates).toEqual({ x: 1 })
  })

  test.each([
    [{ '*': null }],
    [{ status: null }],
  ])('until %j says that it is about something else', async states => {
    const { states: read, report } = await statesOf(aFile(['status'], ['shipped'], ['hidden']), { states })
    expect(read).toEqual(['published', 'published'])
    expect(report.unread).toEqual(['status'])
  })
})

describe('a column that only looks like one', () => {
  test.each([
    ['order_status', 'shipped'],
    ['Display', 'Ana M.'],
    ['Reviewer State', 'SP'],
    ['verified', 'yes'],
  ])('%s is not: %s', async (column, cell) => {
    expect((await statesOf(aFile([column], [cell]))).states).toEqual(['published'])
  })

  test('numbers its rows', async () => {
    expect((await statesOf(aFile(['display'], ['0'], ['1'], ['2']))).states).toEqual(
      Array(3).fill('published'),
    )
  })
})
