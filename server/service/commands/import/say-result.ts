import { notesOfPictures } from '../../../exchange/imports/found-pictures.ts'
import type { LaterConsents } from '../../../exchange/imports/import-report.ts'
import { wordNote } from '../../../exchange/imports/reading/notes.ts'
import { wordRefusal, wordRow } from '../../../exchange/imports/reading/refusals/refusals.ts'
import { printable } from '../../../foundation/lib/text/printable.ts'
import { bold, dim, say, sayTable, warn } from '../output.ts'
import type { PrintedReport } from './import-from-judgeme.ts'
import { previewJson, sayPreview } from './say-preview.ts'

export function toJson(report: PrintedReport): object {
  const { imported, skipped, refused, refusedMore, withoutSku, columns, unread, skippedStates, pictures } =
    report
  const notes = [...report.notes, ...notesOfPictures(pictures)].map(wordNote)
  return {
    ...{
      imported,
      skipped,
      refused: refused.map(wordRow),
      columns,
      unread,
      notes,
      skipped_states: skippedStates,
    },
    ...(pictures.count + pictures.videos > 0 && { pictures }),
    ...(report.updated > 0 && { updated: report.updated }),
    ...(report.waiting > 0 && { waiting: report.waiting }),
    ...(report.laterConsents.count > 0 && { later_consents: report.laterConsents }),
    ...(refusedMore > 0 && { refused_more: refusedMore }),
    ...(withoutSku > 0 && { without_sku: withoutSku }),
    ...(report.preview && { preview: previewJson(report.preview) }),
  }
}

const mostShown = 50

export function printResult(
  report: PrintedReport,
  what: string,
  { dryRun, undated }: { dryRun?: boolean; undated?: string },
  seconds: number,
): void {
  const { format, imported, skipped, refused } = report
  const refusals = refused.length + report.refusedMore
  const done = `${dryRun ? 'Nothing was written. Would import' : 'Imported'} ${imported} ${what}${imported === 1 ? '' : 's'}`
  say(`${bold(done)}, skipped ${skipped} already there, refused ${refusals}.`)
  // Of orders, only refused ones are counted in rows.
  const read = imported + skipped + (what === 'order' ? 0 : refusals)
  const unit = what === 'order' ? 'orders' : 'rows'
  say(
    `${read} ${unit} in ${seconds.toFixed(1)} s, ${Math.round(read / seconds)} ${unit}/s, read as a file of ${format}.`,
  )
  sayPlan(report)
  if (report.undated > 0)
    say(
      undated
        ? `${report.undated} rows have no date: ${dryRun ? 'they would get' : 'they got'} ${undated}.`
        : warn(`${report.undated} rows have no date: they count as written now. Give one with --undated.`),
    )
  sayWithoutSku(report.withoutSku)
  if (report.preview) sayPreview(report.preview)
  if (refusals === 0) return
  say()
  sayTable(
    [refused.some(({ review_id }) => review_id) ? 'review' : 'row', 'column', 'refused because'],
    refused.slice(0, mostShown).map(one => [one.review_id ?? one.row, one.column, wordRefusal(one.refusal)]),
  )
  if (refusals > mostShown) say(warn(`  and ${refusals - mostShown} more: --json lists up to 10,000`))
}

/** What was decided for the file as a whole. */
function sayPlan(report: PrintedReport): void {
  const { notes, skippedStates, unread, updated, waiting, laterConsents, pictures } = report
  if (waiting > 0) say(`Of these, ${waiting} wait for their delivery: nobody is asked before it is reported.`)
  if (laterConsents.count > 0) say(warn(sentenceOfConsents(laterConsents)))
  if (updated > 0) say(`Already there and brought up to date: ${updated}.`)
  for (const note of [...notes, ...notesOfPictures(pictures)]) say(printable(wordNote(note)))
  const states = Object.entries(skippedStates).map(([state, count]) => `${count} ${state}`)
  if (states.length > 0) say(warn(`Left out because of their state: ${printable(states.join(', '))}`))
  if (unread.length > 0) say(dim(`Ignored columns: ${printable(unread.join(', '))}`))
}

function sentenceOfConsents({ count, rows }: LaterConsents): string {
  const which = `row${rows.length === 1 ? '' : 's'} ${rows.join(', ')}${count > rows.length ? ', …' : ''}`
  return `Consent left out of ${count} order${count === 1 ? '' : 's'}, dated in the future: ${which}. Correct the date, and import the file again.`
}

function sayWithoutSku(rows: number): void {
  if (rows === 0) return
  say(
    warn(
      `${rows} rows have no SKU, and pages of this store ask for products by SKU: what is about a product without`,
    ),
  )
  say(warn('one does not appear there. Name the column with --map product_sku=COLUMN.'))
}
