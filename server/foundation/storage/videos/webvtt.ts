/** Captions of a minute have some 30 cues and 3 KB. */
export const longestCaptions = 100_000 // characters
export const mostCues = 500

/** Why a text is not accepted as captions: the first wrong line, counted from 1; undefined for too many cues. */
export class CaptionsRefused extends Error {
  readonly line: number | undefined

  constructor(line?: number) {
    super(line === undefined ? `more than ${mostCues} cues` : `line ${line} is not WebVTT`)
    this.line = line
  }
}

/**
 * The text of a WebVTT file, with the line ends of Unix and without a byte order mark. Stricter than browsers, which
 * skip what they cannot read: no caption may disappear because of a comma. Throws `CaptionsRefused`.
 * Source: W3C, "WebVTT: The Web Video Text Tracks Format", 4.
 */
export function readWebVtt(text: string): string {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .split('\n')
  if (text.length > longestCaptions || !/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? ''))
    throw new CaptionsRefused(1)
  let cues = 0
  for (const { at, block } of blocksOf(lines)) {
    // The first block says nothing to players; neither do comments.
    const isCue = at > 0 && !/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0] as string)
    const wrong = isCue ? wrongInCue(block) : block.findIndex(line => line.includes('-->'))
    // U+FFFD stands where bytes were not UTF-8.
    const broken = block.findIndex(line => /[\ufffd\0]/.test(line))
    const first = Math.min(...[wrong, broken].filter(index => index >= 0))
    if (first < block.length) throw new CaptionsRefused(at + first + 1)
    if (isCue) cues++
  }
  if (cues === 0) throw new CaptionsRefused(lines.length)
  if (cues > mostCues) throw new CaptionsRefused()
  return `${lines.join('\n')}\n`
}

/** Lines between empty lines, with the index of the first. */
function blocksOf(lines: string[]): { at: number; block: string[] }[] {
  const blocks: { at: number; block: string[] }[] = []
  for (const [at, line] of lines.entries()) {
    if (line === '') continue
    if (at > 0 && lines[at - 1] !== '') blocks.at(-1)?.block.push(line)
    else blocks.push({ at, block: [line] })
  }
  return blocks
}

// An optional name, the times, then the text. Returns the index of the first wrong line, or -1.
function wrongInCue(block: string[]): number {
  const times = block[0]?.includes('-->') ? 0 : 1
  const [start, end] = readTimes(block[times] ?? '')
  if (start === undefined || end === undefined || start >= end) return Math.min(times, block.length - 1)
  return block.findIndex((line, index) => index > times && line.includes('-->'))
}

const time = /(?:(\d{2,4}):)?([0-5]\d):([0-5]\d\.\d{3})/.source
const timing = new RegExp(`^${time}[ \\t]+-->[ \\t]+${time}(?:[ \\t]+[^>]*)?$`)

/** The seconds of the start and the end. */
function readTimes(line: string): (number | undefined)[] {
  const found = timing.exec(line)
  if (!found) return []
  const seconds = (hours = '0', minutes = '', rest = '') =>
    Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  return [seconds(...found.slice(1, 4)), seconds(...found.slice(4, 7))]
}
