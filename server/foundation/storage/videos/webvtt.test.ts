import { describe, expect, test } from 'vitest'
import { growthOf, growthOfOneReading } from '../../../test/growth.ts'
import { CaptionsRefused, readWebVtt } from './webvtt.ts'

const cue = '00:01.000 --> 00:04.000\nIt boils.'
const whole = `WEBVTT - made by hand
Kind: captions
Language: en

NOTE what follows is all of it

STYLE
::cue { color: lime }

intro
${cue}

01:00:01.000 --> 01:00:04.500 align:start position:10%
<v Ana>Within two
minutes.`

function lineOf(text: string): number | undefined {
  try {
    readWebVtt(text)
  } catch (error) {
    if (error instanceof CaptionsRefused) return error.line
    throw error
  }
  throw new Error('was accepted')
}

describe('a WebVTT file', () => {
  test('is kept as it is, with the line ends of Unix and without a byte order mark', () => {
    expect(readWebVtt(whole)).toBe(`${whole}\n`)
    expect(readWebVtt(`\ufeff${whole.replaceAll('\n', '\r\n')}\r\n\r\n`)).toBe(`${whole}\n`)
    expect(readWebVtt(whole.replaceAll('\n', '\r'))).toBe(`${whole}\n`)
    const many = `WEBVTT${`\n\n${cue}`.repeat(500)}\n`
    expect(readWebVtt(many)).toBe(many)
  })

  test.each([
    ['nothing', '', 1],
    ['another beginning', `WEBVTTX\n\n${cue}`, 1],
    ['a SubRip file', '1\n00:00:01,000 --> 00:00:04,000\nIt boils.', 1],
    ['a SubRip cue', 'WEBVTT\n\n1\n00:00:01,000 --> 00:00:04,000\nIt boils.', 4],
    ['no cue', 'WEBVTT\n\nNOTE none', 3],
    ['a cue in the header', `WEBVTT\n${cue}`, 2],
    ['an end before the start', 'WEBVTT\n\n00:04.000 --> 00:01.000\nIt boils.', 3],
    ['the same start and end', 'WEBVTT\n\n00:04.000 --> 00:04.000\nIt boils.', 3],
    ['90 minutes without hours', 'WEBVTT\n\n90:04.000 --> 91:01.000\nIt boils.', 3],
    ['a text without times', `WEBVTT\n\n${cue}\n\nIt boils.\nFast.`, 7],
    ['a name alone', `WEBVTT\n\n${cue}\n\nIt boils.`, 6],
    ['two cues without an empty line', `WEBVTT\n\n${cue}\n${cue}`, 5],
    ['times in a comment', `WEBVTT\n\nNOTE\n${cue}`, 4],
    ['bytes that were not UTF-8', `WEBVTT\n\n${cue}\nCaf\ufffd.`, 5],
    ['a comma before bytes that were not UTF-8', 'WEBVTT\n\n00:01,000 --> 00:04.000\nCaf\ufffd.', 3],
    ['a NUL', `WEBVTT\n\n00:01.000 --> 00:04.000\na\0b`, 4],
    ['a text that is too long', `WEBVTT\n\n${cue}${'x'.repeat(100_000)}`, 1],
    ['too many cues', `WEBVTT\n\n${`${cue}\n\n`.repeat(501)}`, undefined],
  ])('with %s is refused, with its line', (_what, text, line) => {
    expect(lineOf(text)).toBe(line)
  })

  test.each(['\n', '-->', ' -->', '00:01.000 ', 'NOTE\n', 'a\n\n'])('of many %j is read once', async text => {
    const read = (size: number) =>
      expect(() => readWebVtt(`WEBVTT\n\n${text.repeat(size / text.length - 10)}`)).toThrow(CaptionsRefused)
    expect(await growthOf(read, 12_500)).toBeLessThan(growthOfOneReading)
  })
})
