import { describe, expect, test } from 'vitest'
import { growthOf, growthOfOneReading } from '../../../test/growth.ts'
import { isHardAnswer } from './no-mailbox.ts'

describe('a refused recipient has no mailbox', () => {
  test.each([
    ['550', '550 Unrouteable address'],
    ['550', '550 5.1.1 <ana@example.com>: user lookup success but no user record found'],
    ['5.0.0', "554 30 Sorry, this user doesn't have an example.com account"],
    ['5.0.0', '554 Recipient address rejected: User unknown in virtual mailbox table'],
    ['5.0.0', '552 1 Requested mail action aborted, mailbox not found'],
    ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [X.outlook.example]'],
    ['5.0.0', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
    ['5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
    ['5.0.0', '550 sorry, no mailbox here by that name. (#5.1.1 - chkuser)'],
    ['5.1.1', ''],
    ['5.1.1', 'unknown user: "ana"'],
  ])('with %s: %s', (status, answer) => {
    expect(isHardAnswer(status, answer, { refused: 'recipient' })).toBe(true)
    expect(isHardAnswer(status, answer)).toBe(true)
  })
})

describe('nobody says that the mailbox does not exist', () => {
  test.each([
    ['550', '550 High probability of spam'],
    ['550', '550 Rejected: 192.0.2.7 is listed in a DNSBL'],
    ['550', '550 Sender domain not found'],
    ['553', '553 sorry, your envelope sender domain must exist (#5.7.1)'],
    ['550', '550 The mailbox is full'],
    ['550', '550 relay not permitted'],
    ['5.1.1', '550 Blocked by our policy'], // sendmail's status
    ['5.1.1', '452 4.2.2 over quota'],
    ['4.0.0', '550 Your address is on our list'], // Postfix, after it retried for days
    ['5.4.1', '5.4.1 no answer from the host'],
    ['5.0.0', 'Host not found'],
    ['5.5.0', '550 5.5.0 bad sequence of commands'],
    ['5.7.606', '550 5.7.606 Access denied, banned sending IP'],
    ['554', '554 no'],
  ])('with %s: %s', (status, answer) => {
    expect(isHardAnswer(status, answer, { refused: 'recipient' })).toBe(false)
  })
})

test.each([
  ['message', '5.0.0', '550 No such user here', false],
  ['message', '5.1.0', '553 forbidden type', false], // sendmail's status
  ['message', '5.0.0', '550 5.1.1 User unknown', true], // Exchange says it there
  ['sender', '5.0.0', '550 no such user', false],
  ['sender', '5.1.0', '550 5.1.0 address rejected', false],
] as const)('what refuses the %s, with %s: %s', (refused, status, answer, expected) => {
  expect(isHardAnswer(status, answer, { refused })).toBe(expected)
})

test('a long answer is read once', async () => {
  const read = (times: number) =>
    expect(isHardAnswer('5.0.0', `554 ${"doesn't have an ".repeat(times)}`)).toBe(false)
  expect(await growthOf(read, 2_000)).toBeLessThan(growthOfOneReading)
})
