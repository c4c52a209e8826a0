#!/usr/bin/env bash
# Captions of a video, in WebVTT as its specification allows it, read by eight parsers of npm.
# Guess:   all read plain cues, Windows line ends, names of cues, notes between cues, a line that is only a number, and
#          hours of three digits. node-webvtt fails on STYLE and REGION blocks, and the others skip them.
# Seen:    no parser reads all eight files. subtitle 4.2.2 and subtitles-parser-vtt 0.1.0 append the name of a cue to the
#          text of the cue before it, and the latter a note too. subsrt 1.1.1 takes a whole file with Unix line ends for its
#          header. @plussub/srt-vtt-parser 2.0.5 leaves a carriage return in the texts, and has no cue after a REGION.
#          @aj-archipelago/subvibe 1.0.12 drops a line that is a number. After hour 99 four of them, media-captions 1.0.4
#          among these, have no cue. node-webvtt 2.0.0 and subtitle fail on STYLE and REGION, and webvtt-parser 2.2.0
#          reports four errors in a REGION and still has the cue.
# Matters: "intro - a" is displayed under a buyer's video, or a "5" is missing, and an empty result looks like a video
#          without captions. Keep the file as it came, and compare the cues with its lines that have "-->".
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund node-webvtt@2.0.0 webvtt-parser@2.2.0 @plussub/srt-vtt-parser@2.0.5 subtitle@4.2.2 \
  subsrt@1.1.1 subtitles-parser-vtt@0.1.0 @aj-archipelago/subvibe@1.0.12 media-captions@1.0.4
cat > run.mjs <<'JS'
import { parse as parseSubvibe } from '@aj-archipelago/subvibe'
import { parseText } from 'media-captions'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const webvtt = require('node-webvtt')
const { WebVTTParser } = require('webvtt-parser')
const plussub = require('@plussub/srt-vtt-parser')
const { parseSync } = require('subtitle')
const subsrt = require('subsrt')
const subtitlesParser = require('subtitles-parser-vtt')

const cue = (second, text) => `00:00:0${second}.000 --> 00:00:0${second}.900\n${text}\n`
const file = (...blocks) => ['WEBVTT\n', ...blocks].join('\n')
const files = {
  plain: file(cue(1, 'Hi'), cue(2, 'Bye')),
  'Windows line ends': file(cue(1, 'Hi'), cue(2, 'Bye')).replaceAll('\n', '\r\n'),
  names: file(`1\n${cue(1, 'Hi')}`, `intro - a\n${cue(2, 'Bye')}`),
  note: file(cue(1, 'Hi'), 'NOTE checked twice\n', cue(2, 'Bye')),
  number: file(cue(1, 'My rating:\n5'), cue(2, 'Bye')),
  'long hours': file('100:00:01.000 --> 100:00:02.000\nHi\n'),
  style: file('STYLE\n::cue { color: lime }\n', cue(1, 'Hi')),
  region: file('REGION\nid:low\nlines:3\n', '00:00:01.000 --> 00:00:02.000 region:low\nHi\n'),
}
const texts = cues => cues.map(({ text }) => text)
const parsers = {
  'node-webvtt': text => texts(webvtt.parse(text).cues),
  'webvtt-parser': text => {
    const { cues, errors } = new WebVTTParser().parse(text, 'metadata')
    return errors.length ? [...texts(cues), `errors: ${errors.length}`] : texts(cues)
  },
  plussub: text => texts(plussub.parse(text).entries),
  subtitle: text => parseSync(text).flatMap(node => (node.type === 'cue' ? [node.data.text] : [])),
  subsrt: text => texts(subsrt.parse(text, { format: 'vtt' }).filter(({ type }) => type === 'caption')),
  'subtitles-parser-vtt': text => texts(subtitlesParser.fromVtt(text)),
  subvibe: text => texts(parseSubvibe(text).cues),
  'media-captions': async text => texts((await parseText(text, { type: 'vtt' })).cues),
}
for (const [name, text] of Object.entries(files)) {
  const byResult = new Map()
  for (const [parser, parse] of Object.entries(parsers)) {
    let result
    try {
      result = JSON.stringify(await parse(text))
    } catch {
      result = 'error'
    }
    byResult.set(result, [...(byResult.get(result) ?? []), parser])
  }
  console.log(name)
  for (const [result, names] of byResult) console.log(`  ${result} ${names.length > 4 ? 'others' : names.join(', ')}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
plain
  ["Hi","Bye"] others
  [] subsrt
Windows line ends
  ["Hi","Bye"] others
  ["Hi\r","Bye\r"] plussub
  ["Hi","Bye\r\n"] subsrt
names
  ["Hi","Bye"] others
  ["Hi\n\nintro - a","Bye"] subtitle, subtitles-parser-vtt
  [] subsrt
note
  ["Hi","Bye"] others
  [] subsrt
  ["Hi\n\nNOTE checked twice","Bye"] subtitles-parser-vtt
number
  ["My rating:\n5","Bye"] others
  [] subsrt
  ["My rating:","Bye"] subvibe
long hours
  ["Hi"] node-webvtt, webvtt-parser, plussub, subtitle
  [] subsrt, subtitles-parser-vtt, subvibe, media-captions
style
  error node-webvtt, subtitle
  ["Hi"] others
  [] subsrt
region
  error node-webvtt, subtitle
  ["Hi","errors: 4"] webvtt-parser
  [] plussub, subsrt
  ["Hi"] subtitles-parser-vtt, subvibe, media-captions
SEEN
echo 'As seen with node-webvtt 2.0.0, webvtt-parser 2.2.0, subtitle 4.2.2 and five others.'
