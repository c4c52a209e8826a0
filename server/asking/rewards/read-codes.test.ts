import { describe, expect, test } from 'vitest'
import { codeProblem, knownProblem, longestCode, readCodes } from './read-codes.ts'

const today = '2026-03-05'
const read = (csv: string) => readCodes(csv, today)
/** The codes of a file without problems: `CODE` or `CODE until DATE`. */
function codesOf(csv: string): string[] {
  const { codes, problems } = read(csv)
  expect(problems).toEqual([])
  return codes.map(({ code, expires_on }) => (expires_on === null ? code : `${code} until ${expires_on}`))
}
const problemsOf = (csv: string) => read(csv).problems

describe('a file of codes', () => {
  test.each([
    ['A-1\nA-2\n', ['A-1', 'A-2']],
    ['A-1\r\nA-2', ['A-1', 'A-2']],
    ['A-1\rA-2', ['A-1', 'A-2']],
    ['\uFEFFA-1\n', ['A-1']],
    ['  A-1  \n\n \nA-2', ['A-1', 'A-2']],
    ['A-1,2026-12-31\nA-2,\nA-3', ['A-1 until 2026-12-31', 'A-2', 'A-3']],
    ['A-1, 2026-12-31 \n', ['A-1 until 2026-12-31']],
    ['A-1;2026-12-31\n', ['A-1 until 2026-12-31']],
    ['A-1\t2026-12-31\n', ['A-1 until 2026-12-31']],
    ['"A,1"\n', ['A,1']],
    // A header names the columns, in any order and case.
    ['code\nA-1\n', ['A-1']],
    ['expires_on,code\n2026-12-31,A-1\n', ['A-1 until 2026-12-31']],
    ['id, Coupon Code ,used\n1,A-1,no\n', ['A-1']],
    ['CÓDIGO;Valid until\nA-1;2026-12-31\n', ['A-1 until 2026-12-31']],
    // Today is the last day.
    ['A-1,2026-03-05\n', ['A-1 until 2026-03-05']],
  ])('%j', (csv, codes) => {
    expect(codesOf(csv)).toEqual(codes)
  })

  test.each([
    'code',
    'codes',
    'coupon',
    'coupon code',
    'discount code',
    'voucher',
    'código',
    'cupón',
    'cupom',
  ])('with the column %j', name => {
    expect(codesOf(`note,${name}\nx,A-1\n`)).toEqual(['A-1'])
  })

  test.each([
    'expires_on',
    'expires',
    'expiry',
    'expiry date',
    'valid until',
    'date_expires',
  ])('with the dates %j', name => {
    expect(codesOf(`note,code,${name}\nx,A-1,2026-12-31\n`)).toEqual(['A-1 until 2026-12-31'])
  })

  test('names the lines of its codes', () => {
    expect(read('code\n\nA-1\nA-2\n').codes).toEqual([
      { line: 3, code: 'A-1', expires_on: null },
      { line: 4, code: 'A-2', expires_on: null },
    ])
    expect(knownProblem({ line: 4, code: 'A-2', expires_on: null })).toEqual({
      ...{ path: 'line 4', problem: 'code_known' },
    })
  })
})

describe('what is wrong with a file', () => {
  const empty = [{ path: 'csv', problem: 'required' }]
  test.each([
    ['', empty],
    ['\n \n', empty],
    ['code\n', empty],
    ['"A-1', [{ path: 'csv', problem: 'format' }]],
    ['A\uFEFF1\n', [{ path: 'line 1', problem: 'character' }]],
    ['code,expires_on\n,2026-12-31\n', [{ path: 'line 2', problem: 'required' }]],
    ['A-1,31/12/2026\n', [{ path: 'line 1', problem: 'date' }]],
    ['A-1,2026-02-29\n', [{ path: 'line 1', problem: 'date' }]],
    ['A-1,2026-03-04\n', [{ path: 'line 1', problem: 'past' }]],
    [
      'A-1\nA-2\nA-1\nA-1\n',
      [
        { path: 'line 3', problem: 'code_repeated', values: [1] },
        { path: 'line 4', problem: 'code_repeated', values: [1] },
      ],
    ],
    // Codes that are missing are no repeated ones.
    [
      'code,note\n,a\n,b\n',
      [
        { path: 'line 2', problem: 'required' },
        { path: 'line 3', problem: 'required' },
      ],
    ],
    [
      '=A1,2020-01-01\n',
      [
        { path: 'line 1', problem: 'format' },
        { path: 'line 1', problem: 'past' },
      ],
    ],
  ])('%j', (csv, problems) => {
    expect(problemsOf(csv)).toEqual(problems)
  })

  test('leaves no codes of a file that is no CSV', () => {
    expect(read('"A-1').codes).toEqual([])
  })

  test('more than 20,000 codes', () => {
    const file = (count: number) => Array.from({ length: count }, (_, n) => `A-${n}`).join('\n')
    expect(problemsOf(file(20_000))).toEqual([])
    expect(problemsOf(file(20_001))).toEqual([{ path: 'csv', problem: 'array_max', values: [20_000] }])
  })
})

test.each([
  ['', { problem: 'required' }],
  [' ', { problem: 'required' }],
  ['x'.repeat(101), { problem: 'string_max', values: [100] }],
  ['A\u00001', { problem: 'character' }],
  ['A\n1', { problem: 'character' }],
  ['A\u200b1', { problem: 'character' }],
  ['A\u20281', { problem: 'character' }],
  ['A\u20291', { problem: 'character' }],
  ['A\ud8001', { problem: 'character' }],
  ['=SUM(A1)', { problem: 'format' }],
  ['1E+12', { problem: 'format' }],
  ['1.23457e+12', { problem: 'format' }],
  ['1,2E+5', { problem: 'format' }],
  ['12E+5', { problem: 'format' }],
])('%j is no code', (code, problem) => {
  expect(codeProblem(code)).toEqual(problem)
})

test.each([
  ...['A', 'THANKS-7K2P', 'Ação 10 %', '10', '1E12', 'A=1', '1E+5X', 'X1E+5', '1E+', 'x'.repeat(100)],
  '😀'.repeat(100), // a character each
])('%j is a code', code => {
  expect(longestCode).toBe(100)
  expect(codeProblem(code)).toBeUndefined()
})
