import { PassThrough } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { endWithError } from './errors.ts'

afterEach(() => {
  process.exitCode = undefined
})

function printed(error: Error): string {
  const stderr = new PassThrough()
  endWithError(error, stderr)
  return String(stderr.read())
}

test.each([
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
])('a database that stops answering during a command has no stack: %s', message => {
  expect(printed(new Error(message))).toBe(
    `Error: The database did not answer: ${message}.\nLook whether the command took effect before you run it again. What is wrong: ./realword doctor\n`,
  )
  expect(process.exitCode).toBe(1)
})

test.each(['Connection terminated', 'a timeout expired somewhere'])('a bug has its stack: %s', message => {
  expect(printed(new Error(message))).toMatch(/^Unexpected error: Error: .+\n +at /)
})
