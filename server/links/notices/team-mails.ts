import sql from 'sql-template-tag'
import type { TeamMail, TeamMails, TeamRow } from '../../asking/mail/composing/team-mail.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { textsIn } from '../../foundation/texts/texts.ts'
import type { Channel, DisabledWhy } from '../../tenants/notices/kinds.ts'
import { recipientOf } from '../../tenants/notices/subscriptions.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { composeMessage, staffLanguage } from './compose.ts'
import type { Facts } from './facts.ts'

/** The mails to the people of a store, written from the current records. */
export const teamMails: TeamMails = {
  write: async (db, store, row, address) => {
    if (row.kind === 'second_factor_removed') return writeFactorRemoved(store, address)
    return row.kind === 'team_notice'
      ? await writeNotice(db, store, row, address)
      : await writeDisabled(db, store, row, address)
  },
  outdated: async (db, storeId, { kind, recordId }) => {
    if (kind !== 'team_notice') return undefined
    // Whoever left the store, or switched the mails off, gets none that was already queued.
    return (await recipientOf(db, storeId, recordId)) ? undefined : 'unsubscribed'
  },
}

async function writeNotice(
  db: Connection,
  store: Store,
  { id, recordId }: TeamRow,
  address: string,
): Promise<TeamMail> {
  const [message] = await db.query<{ facts: Facts; language: string | null }>(sql`
    select facts, (
        select language
        from notice_targets
        where store_id = ${store.store_id} and target_id = ${recordId}
      ) as language
    from notice_messages
    where store_id = ${store.store_id} and message_id = ${id}`)
  const language = staffLanguage(message?.language, store.locale)
  const composed = message && (await composeMessage(db, store, message.facts, { language, address }))
  if (!composed) throw new Error('what it was about is gone')
  const { title, sections, link } = composed
  return {
    language,
    subject: title,
    paragraphs: [],
    sections: sections.map(({ heading, entries, more }) => ({
      heading,
      lines: [
        ...entries.map(({ label, text }) => [label, text].filter(part => part !== '').join('\n')),
        ...(more ? [more] : []),
      ],
    })),
    button: { label: link.label, link: link.url },
    why: textsIn('staff', language).why({ store: store.name }),
  }
}

type DisabledRow = {
  channel: Exclude<Channel, 'email'>
  shown: string
  disabled_why: DisabledWhy
  failures: number
}

const channelNames = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  webhook: 'webhook',
}

async function writeDisabled(
  db: Connection,
  store: Store,
  { recordId }: TeamRow,
  address: string,
): Promise<TeamMail> {
  const [target] = await db.query<DisabledRow>(sql`
    select channel, shown, disabled_why, failures
    from notice_targets
    where store_id = ${store.store_id} and target_id = ${recordId}`)
  if (!target) throw new Error('the target was removed')
  const language = staffLanguage(store.locale)
  const texts = textsIn('staff', language)
  const values = { address: target.shown, channel: channelNames[target.channel] }
  const why =
    target.disabled_why === 'gone' ? texts.gone(values) : texts.failing({ ...values, count: target.failures })
  return {
    language,
    subject: texts.disabledSubject({ store: store.name, channel: values.channel }),
    paragraphs: [why],
    sections: [],
    button: { label: texts.open, link: `${address}/admin/${store.store_id}/settings` },
    why: texts.whyOwner({ store: store.name }),
  }
}

function writeFactorRemoved(store: Store, address: string): TeamMail {
  const language = staffLanguage(store.locale)
  const texts = textsIn('staff', language)
  return {
    language,
    subject: texts.factorRemovedSubject,
    paragraphs: [texts.factorRemoved],
    sections: [],
    button: { label: texts.open, link: `${address}/admin` },
    why: texts.whyMember({ store: store.name }),
  }
}
