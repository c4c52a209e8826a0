import { expect } from 'vitest'
import type { Answer } from './app.ts'

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Expects 201 with only the id of the record, and returns it. */
export function expectCreated({ status, body }: Answer): string {
  expect({ status, body }).toEqual({ status: 201, body: { id: expect.stringMatching(uuidV7) } })
  return body.id
}

/** Expects 400/802030 with exactly these problems, in this order. */
export function expectInvalid({ status, body }: Answer, ...problems: string[]): void {
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      status: 400,
      error_code: 802030,
      message: 'Bad-formatted JSON body, details in user_message',
      user_message: { en_us: problems.join('; '), pt_br: expect.any(String) },
      more_info: null,
    },
  })
}

/** Expects an error of the catalogue with this status and code, in the common format. */
export function expectError({ status, body }: Answer, expected: number, code: number): void {
  expect({ status, body }).toEqual({
    status: expected,
    body: {
      status: expected,
      error_code: code,
      message: expect.any(String),
      user_message: { en_us: expect.any(String), pt_br: expect.any(String) },
      more_info: null,
    },
  })
}
