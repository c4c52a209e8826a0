import type { Languages } from '../../../../build/texts/catalogues.ts'
import { directionOf } from '../../../../texts/direction.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { TeamKind } from '../../../foundation/mailings/kinds.ts'
import type { OwnAnswer } from '../../../foundation/mailings/own-answers.ts'
import { mostSubject } from '../../../tenants/stores/settings/own-words.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { mailColors } from './colors.ts'
import { textsFor } from './mail-texts.ts'
import { oneLine, paragraphsOf, webLink } from './safe-text.ts'
import { type RenderedMail, renderNotice } from './templates.ts'
import { type MailView, sidesOf } from './view.ts'

/** What a mail to the people of a store says. Texts are raw: the mail escapes and truncates them. */
export type TeamMail = {
  language: Languages['staff']
  subject: string
  paragraphs: string[]
  /** Each with a heading, and lines that strangers may have written. */
  sections: { heading: string; lines: string[] }[]
  button: { label: string; link: string }
  /** Why the recipient gets it. */
  why: string
}

/** The mail of a row: `recordId` is the target, and the id is also that of the message. */
export type TeamRow = { kind: TeamKind; id: string; recordId: string }

/** Supplies mails to the people of a store: see `server/links/notices/team-mails.ts`. */
export type TeamMails = {
  write: (db: Connection, store: Store, row: TeamRow, address: string) => Promise<TeamMail>
  /** Why the mail is not sent any more; undefined while it applies. */
  outdated: (db: Connection, storeId: string, row: TeamRow) => Promise<OwnAnswer | undefined>
}

const mostWords = 4_000 // characters of a section

/** Renders a mail to the people of a store, in the layout of all other mails. */
export function renderTeamMail(store: Store, mail: TeamMail, unsubscribe: string | null): RenderedMail {
  const { language, subject, paragraphs, sections, button, why } = mail
  const texts = textsFor(language)
  const link = webLink(button.link)
  const unsubscribeLink = webLink(unsubscribe)
  const view: MailView = {
    language,
    ...sidesOf(directionOf(language)),
    subject: oneLine(subject, mostSubject),
    preheader: oneLine(sections[0]?.lines[0] ?? paragraphs[0] ?? '', 150),
    store: { name: oneLine(store.name, 120), logo: webLink(store.logo_url), site: webLink(store.site_url) },
    heading: oneLine(subject, mostSubject),
    paragraphs: paragraphs.flatMap(text => paragraphsOf(text, mostWords)),
    products: [],
    hint: texts.hint,
    scale: texts.scale,
    quotes: sections.map(({ heading, lines }) => ({
      label: oneLine(heading, 160),
      paragraphs: paragraphsOf(lines.join('\n\n'), mostWords),
    })),
    button: link === undefined ? undefined : { label: button.label, link },
    footer: {
      why,
      holder: '',
      links:
        unsubscribeLink === undefined ? [] : [{ label: texts.footer.unsubscribe, link: unsubscribeLink }],
    },
    colors: mailColors(store.color),
  }
  return renderNotice(view)
}
