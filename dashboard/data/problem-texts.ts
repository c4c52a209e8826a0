import type { Texts } from '../words/catalogues.ts'
import { fillText } from '../words/entries.ts'
import { useTexts } from '../words/words.tsx'
import type { ImportJob } from './query.ts'

/** Translates the reason why a row, a file or an archive was rejected. Returns `fallback` for an unknown reason. */
export function useRejectionText(): (reason: string, fallback?: string) => string {
  const { refusals } = useTexts('data')
  return (reason, fallback = reason) => {
    for (const [pattern, name] of patterns) {
      const match = pattern.exec(reason)
      if (match) return fillText(refusals[name], { ...match.groups })
    }
    return fallback
  }
}

/** Explains in the reader's language why an import or export failed, and what to do. */
export function useProblemText(): (problem: NonNullable<ImportJob['problem']>) => string {
  const { damages, damaged } = useTexts('data')
  const rejectionText = useRejectionText()
  return ({ what, mend, damage }) =>
    damage
      ? damaged({ damage: fillText(damages[damage.name], Object.fromEntries(damage.values.entries())) })
      : rejectionText(what, `${what} ${mend}`)
}

// The server's English reasons for rejecting a row or file, and the names of their translations. The translations
// mention no command flags. A reason that matches no pattern is displayed in English.
const patterns: [RegExp, keyof Texts<'data'>['refusals']][] = [
  [/^The text holds a NUL character/, 'nul'],
  [/^The text has (?<count>\d+) characters, and at most (?<most>\d+)/, 'longText'],
  [/^There is no rating/, 'noRating'],
  [/^(?<value>".*") is no whole number from 1 to 5/s, 'badRating'],
  [/^(?<value>".*") is neither yes nor no/s, 'badYesNo'],
  [/^(?<value>".*") is no date we can read/s, 'unreadableDate'],
  [/^(?<value>".*") could be two days/s, 'ambiguousDate'],
  [/^(?<value>".*") is no day and time of the calendar/s, 'impossibleDate'],
  [/^(?<value>".*") lies before 1970/s, 'earlyDate'],
  [/^(?<value>".*") lies in the future/s, 'futureDate'],
  [/^(?<value>".*") is no state we know. Write one of (?<states>.*)\.$/s, 'unknownState'],
  [/^There are (?<count>\d+) pictures/, 'manyPictures'],
  [/^The address of a picture has more/, 'longPicture'],
  [/^The row names no product/, 'noProduct'],
  [/^The row has (?<cells>\d+) cells and the header (?<header>\d+)/, 'cells'],
  [/^The text is not UTF-8/, 'textNotUtf8'],
  [/^There is no question/, 'noQuestion'],
  [/^The file is empty/, 'emptyFile'],
  [/^The (file is UTF-16|names of the columns are not UTF-8)/, 'fileNotUtf8'],
  [/^The file cannot be read from row (?<row>\d+) on/, 'brokenFile'],
  [/^The store is not empty/, 'storeNotEmpty'],
  [/^The file is no archive of a store/, 'noArchive'],
  [/^The archive was made by a newer Realword/, 'newerArchive'],
  [/^Part (\d+) of the file is gone/, 'partGone'],
  [/^It went wrong five times/, 'fiveTimes'],
  [/^There is no room where files are kept/, 'noRoom'],
  [/^Files could not be read or written where they are kept/, 'filesUnreadable'],
]
