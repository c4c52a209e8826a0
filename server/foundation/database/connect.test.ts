import { describe, expect, test } from 'vitest'
import { isConflict, isUnavailable } from './connect.ts'
import { NotDurable } from './pipeline.ts'

const withCode = (code: unknown) => Object.assign(new Error('told by its code'), { code })

describe('isUnavailable', () => {
  test.each([
    ...['08000', '08006'], // the connection
    ...['28000', '28P01', '3D000'], // our role, its password or our database is missing
    ...['57P01', '57P02', '57P03', '57P04', '57P05', '57014'], // ended, restarting, cancelled
    ...['53000', '53100', '53200', '53300'], // disk, memory, connections
    ...['40001', '40P01', '55P03', '25006', '58030', 'XX000'],
    ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPIPE', 'EMFILE'],
    ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'EACCES'], // the host name is unknown, the socket missing or not ours
  ])('is %s', code => {
    expect(isUnavailable(withCode(code))).toBe(true)
  })

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
  ])("is pg's %s, which has no code", message => {
    expect(isUnavailable(new Error(message))).toBe(true)
  })

  test('is a commit that is not durable', () => {
    expect(isUnavailable(new NotDurable('the commit was not confirmed by a standby'))).toBe(true)
  })

  test.each([
    ...['23505', '23514', '22P02', '22021', '42P01', '42601', '42501', 'P0001'], // the statement or its row
    ...['ERR_INVALID_ARG_TYPE', 'x57P01', '57P01x', '', 57, undefined],
  ])('is not %j', code => {
    expect(isUnavailable(withCode(code))).toBe(false)
  })

  test.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }])('is no thrown %j', thrown => {
    expect(isUnavailable(thrown)).toBe(false)
  })
})

test.each([
  ['40001', true],
  ['40P01', true],
  ['55P03', false],
  ['23505', false],
])('%s is a conflict: %s', (code, expected) => {
  expect(isConflict(withCode(code))).toBe(expected)
})
